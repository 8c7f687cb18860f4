"""`docs/add-a-puzzle.md`: its puzzle is taken out, held to the laws, solved, verified and served."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from puzzles.base import Rules, Value
from puzzles.checks import check
from puzzles.picture import Scene
from server import autogui
from server.pictures import image_data
from solvers.result import Result
from solvers.retrograde import solve
from solvers.store import Store
from solvers.verify import verify
from tests.docs.loading import load_source
from tests.docs.markdown import block_with, commands
from tests.docs.plugins import ask, faults
from tests.helpers import ROOT

DOCUMENT = ROOT / "docs" / "add-a-puzzle.md"
PUZZLE = block_with(DOCUMENT, "class RiverCrossing").text
PICTURE = block_with(DOCUMENT, "class Banks").text
IMAGES = block_with(DOCUMENT, "def images").text
BUTTON = PUZZLE[PUZZLE.index("    def button") :]


def rules_of(module: ModuleType) -> Rules:
    cls = vars(module)["RiverCrossing"]
    rules: Rules = cls(cls.variants[0])
    return rules


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    return rules_of(load_source("rivercrossing", PUZZLE, tmp_path))


def plugin(folder: Path, source: str) -> Path:
    """A folder of plug-ins with this one in it."""
    folder.mkdir()
    (folder / "rivercrossing.py").write_text(source, encoding="utf-8")
    return folder


def test_the_puzzle_is_as_short_as_promised():
    assert len(PUZZLE.splitlines()) <= 75


def test_the_puzzle_obeys_the_laws(rules: Rules):
    assert check(rules) == []


def test_the_puzzle_is_solved_and_verified(rules: Rules, tmp_path: Path):
    solution = solve(rules)
    assert solution.domain == "closure"
    assert solution.result(rules, rules.start()) == Result(Value.WIN, 7)
    assert len(solution.results) == 10
    store = Store(tmp_path / "tables")
    store.write(rules, solution, 0.0)
    assert verify(store, rules) == []


def test_the_sessions_are_what_is_printed_and_answered(tmp_path: Path):
    found = commands(DOCUMENT)
    assert len(found) >= 6
    assert faults(plugin(tmp_path / "plugins", PUZZLE), tmp_path / "data", found) == []


def test_without_its_buttons_the_checker_says_what_the_page_says(tmp_path: Path):
    source = PUZZLE.replace(BUTTON, "")
    command = "python -m solvers check rivercrossing"
    (answer,) = ask(plugin(tmp_path / "plugins", source), tmp_path, [command])
    assert answer.status == "1"
    assert block_with(DOCUMENT, "law 'distinct'", "text").text.strip() in answer.text.splitlines()


def test_the_picture_draws_the_puzzle(rules: Rules, tmp_path: Path):
    scene: Scene = vars(load_source("banks", PICTURE, tmp_path))["Banks"](rules)
    images = image_data(scene)
    assert images is not None
    assert images["themes"]["regular"]["space"] == [4, 1]
    assert autogui.write_cells(scene, rules.start()) == "1_nnnn"
    assert [autogui.write_drawn(scene, rules.start(), move) for move in rules.moves(rules.start())] == ["A_-_2_x"]


def test_symmetry_is_added_by_the_lines_shown(tmp_path: Path):
    rules = rules_of(load_source("symmetric", f"{PUZZLE}\n{IMAGES}", tmp_path))
    assert check(rules) == []
    store = Store(tmp_path / "tables")
    meta = store.write(rules, solve(rules), 0.0)
    assert (meta.positions, meta.entries) == (10, 8)
    assert "only 8 of the 10 positions are stored" in DOCUMENT.read_text(encoding="utf-8")
    assert verify(store, rules) == []


def test_every_optional_method_is_mentioned():
    text = DOCUMENT.read_text(encoding="utf-8")
    optional = set(vars(Rules)) - {"turn", "symmetric", "full_id", "find_variant"}
    for name in optional:
        if not name.startswith("_"):
            assert f"`{name}" in text or f"{name} =" in text, f"{name} is not mentioned"
