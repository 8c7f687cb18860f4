"""`docs/tutorial/`: the puzzle grows from page to page as described, and every command prints what is shown.

A Python block that begins with `from` goes to the top of the plug-in, one that follows "as before" to the end of the
class, and any other below it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from perfect_play.puzzles.base import Rules, Value
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.drawing.files import PictureFiles
from perfect_play.puzzles.mixins import MIXINS
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.picture import Picture
from perfect_play.server.protocols.current import image_data
from perfect_play.solvers.cli.scaffold import write
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.verification import verify
from tests.docs.loading import load_source
from tests.docs.markdown import Command, block_with, blocks, commands
from tests.docs.plugins import faults
from tests.helpers import ROOT
from tests.native.solving import in_a_process

TUTORIAL = ROOT / "docs" / "tutorial"
PAGES = sorted(TUTORIAL.glob("[0-9]*.md"))
TOP = "from perfect_play.puzzles import IllegalPosition, Puzzle, Value, Variant, check_text\n"
GROWING = ("04", "05", "06", "07", "08", "09")
LAST = "09"


def page(number: str) -> Path:
    (path,) = TUTORIAL.glob(f"{number}-*.md")
    return path


AS_BEFORE = "    ...  # as before\n"


def inside_of(text: str) -> str:
    """What a block adds to a class."""
    return text.partition(AS_BEFORE)[2]


WHOLE = block_with(page("04"), "class RiverCrossing").text
FIRST_BUTTON = block_with(page("06"), "def button").text
IMAGES = block_with(page("08"), "def images").text
ENUMERATION = block_with(page("05"), "eaten").text
(DRAWING,), (PLACES,) = blocks(page("09"), "xml"), [b for b in blocks(page("09"), "json") if "client" in b.text]
NEW_TEST = block_with(page("07"), "parametrize").text
NOT_OF_THE_PLUGIN = {WHOLE, IMAGES, ENUMERATION, NEW_TEST}


def source_at(number: str) -> str:
    """The plug-in at the end of a page."""
    top, inside, below = "", "", ""
    for path in PAGES:
        if GROWING[0] <= path.name[:2] <= min(number, LAST):
            for block in blocks(path, "python"):
                if block.text in NOT_OF_THE_PLUGIN:
                    continue
                if block.text.startswith("from "):
                    top += block.text
                elif AS_BEFORE in block.text:
                    inside += inside_of(block.text)
                else:
                    below += f"\n\n{block.text}"
    if number >= LAST:
        assert inside_of(FIRST_BUTTON) in inside
        inside = inside.replace(inside_of(FIRST_BUTTON), "")
    assert TOP in WHOLE
    return f"{WHOLE.replace(TOP, TOP + top)}{inside}{below}"


def rules_at(number: str, folder: Path, more: str = "") -> Rules:
    cls = vars(load_source(f"river{number}", source_at(number) + more, folder))["RiverCrossing"]
    rules: Rules = cls(cls.variants[0])
    return rules


@dataclass
class Home:
    """A home directory with the reader's files at the end of a page."""

    path: Path

    @property
    def plugins(self) -> Path:
        return self.path / "puzzles"

    def replay(self, found: list[Command]) -> Iterator[str]:
        """The faults in a page's display of its commands."""
        asked = [command for command in found if re.match(r"curl|python -m solvers|printf", command.line)]
        for command in found:
            if command not in asked:
                assert not command.shown
                yield from self.run(command)
        shown = [Command(c.where, c.line, c.shown.replace("/home/you", str(self.path))) for c in asked]
        yield from faults(self.plugins, self.path / "data", shown)

    def run(self, command: Command) -> Iterator[str]:
        """Run a command whose output is not shown."""
        if command.line.startswith("python -m pytest ~/"):
            done = self.pytest(command.line.rpartition(" ")[2].removeprefix("~/"))
            if done.returncode:
                yield f"{command.where}: {done.stdout}"
        elif command.line != "export UWAPI_PLUGINS=~/puzzles":
            yield f"{command.where}: nothing replays `{command.line}`"

    def pytest(self, file: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "pytest", "-q", "-p", "no:schemathesis", str(self.path / file)]
        return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ})


@pytest.fixture
def home(tmp_path: Path) -> Home:
    (tmp_path / "puzzles").mkdir()
    return Home(tmp_path)


def with_river(home: Home, number: str) -> None:
    """Bring the home directory to the end of this page."""
    written = write("rivercrossing", folder=home.plugins)
    written.plugin.write_text(source_at(number), encoding="utf-8")
    text = written.test.read_text(encoding="utf-8")
    frogs = text[text.index('@pytest.mark.parametrize(("variant_id"') :]
    written.test.write_text(text.replace(frogs, NEW_TEST), encoding="utf-8")


# --- the pages ----------------------------------------------------------------------------------


def test_the_index_lists_the_pages_and_each_leads_to_the_next():
    index = (TUTORIAL / "README.md").read_text(encoding="utf-8")
    assert [path.name[:2] for path in PAGES] == [f"{number:02}" for number in range(1, len(PAGES) + 1)]
    for number, path in enumerate(PAGES, start=1):
        text = path.read_text(encoding="utf-8")
        title = text.partition("\n")[0].removeprefix(f"# {number}. ")
        assert f"\n{number}. [{title}]({path.name})" in index
        assert len(text.split()) <= 1000, "short pages"
        if path != PAGES[-1]:
            assert "Next: [" in text
            assert f"({PAGES[number].name})." in text.rpartition("Next: ")[2]
            assert "**Try it.**" in text


def test_every_block_is_of_a_kind_that_is_tested():
    kinds = {block.language for path in PAGES for block in blocks(path)}
    assert kinds <= {"python", "console", "json", "sh", "text", "toml", "xml"}
    texts = [block for path in PAGES for block in blocks(path, "text")]
    assert [block.text in page("05").read_text(encoding="utf-8") for block in texts] == [True]
    assert len([block for path in PAGES for block in blocks(path, "sh")]) == 1  # as in the README


@pytest.mark.parametrize("number", ["01", "03"])
def test_the_sessions_before_there_is_a_puzzle(number: str, home: Home):
    found = commands(page(number))
    first = [command for command in found if " new " in command.line]
    for command in first:
        assert list(home.replay([command])) == [] or "export" in command.shown
    assert [fault for fault in home.replay([command for command in found if command not in first]) if fault] == []


def test_code_of_reading_a_puzzle_runs():
    names: dict[str, object] = {}
    found = blocks(page("02"), "python")
    assert len(found) == 5
    for block in found:
        exec(compile(block.text, block.where, "exec"), names)


def with_picture(folder: Path) -> None:
    folder.mkdir()
    (folder / "rivercrossing.svg").write_text(DRAWING.text, encoding="utf-8")
    (folder / "rivercrossing.json").write_text(PLACES.text, encoding="utf-8")


@pytest.mark.parametrize("number", GROWING)
def test_the_sessions_as_the_puzzle_grows(number: str, home: Home):
    with_river(home, number)
    if number == LAST:
        with_picture(home.plugins / "pictures")
    found = commands(page(number))
    assert found
    assert list(home.replay(found)) == []


def test_sessions_of_the_game_replay_as_shown(home: Home):
    found = commands(page("10"))
    text = page("10").read_text(encoding="utf-8")
    changed = block_with(page("10"), "(1, 2, 3)").text
    change = text.count("\n", 0, text.index(changed))
    late = [command for command in found if int(command.where.rpartition(":")[2]) > change]
    assert len(late) == 2
    assert (
        list(home.replay([command for command in found if "pytest" not in command.line and command not in late])) == []
    )
    file, test = home.plugins / "twofrogs.py", "puzzles/tests/test_twofrogs.py"
    source = file.read_text(encoding="utf-8")
    assert all(inside_of(block.text) in source for block in blocks(page("10"), "python") if block.text != changed)
    assert source.count("(1, 2) if") == 1
    mended = source.replace("(1, 2) if", "(1, 2, 3) if")
    assert inside_of(changed) in mended
    file.write_text(mended, encoding="utf-8")
    assert list(home.replay(late)) == []
    assert home.pytest(test).returncode == 1, "the theory is another one"
    mended = (
        (home.path / test).read_text().replace("between % 3", "between % 4").replace('("6", 3), ("9", 5)', '("9", 3)')
    )
    (home.path / test).write_text(mended)
    assert home.pytest(test).returncode == 0


def test_sessions_of_the_board_game_replay_as_shown(home: Home):
    *first, _ = commands(page("11"))
    assert list(home.replay(first)) == []
    source = (home.plugins / "threestones.py").read_text(encoding="utf-8")
    *shown, _ = blocks(page("11"), "python")
    assert all((inside_of(block.text) or block.text) in source for block in shown)


@pytest.mark.exhaustive
def test_session_of_the_board_game_with_another_rule_replays_as_shown(home: Home):
    new, *_, last = commands(page("11"))
    assert list(home.replay([new])) == []
    file = home.plugins / "threestones.py"
    source = file.read_text(encoding="utf-8")
    change = blocks(page("11"), "python")[-1]
    assert source.count("beside(side, side)") == 1
    mended = source.replace("beside(side, side)", "neighbors(side, side)").replace("beside, lines", "lines, neighbors")
    assert change.text in mended
    file.write_text(mended, encoding="utf-8")
    assert list(home.replay([last])) == []


# --- the puzzle ---------------------------------------------------------------------------------


def test_the_positions_in_which_somebody_is_eaten(tmp_path: Path):
    exec(compile(ENUMERATION, "eaten", "exec"), dict(vars(sys.modules[type(rules_at("05", tmp_path)).__module__])))


@pytest.mark.parametrize("number", ["06", "07", "08", "09"])
def test_the_puzzle_obeys_the_laws_and_is_solved(number: str, tmp_path: Path):
    rules = rules_at(number, tmp_path)
    assert check(rules) == []
    solution = solve(rules)
    assert solution.domain == ("reachable" if number == "06" else "closure")
    assert solution.result(rules, rules.start()) == Result(Value.WIN, 7)
    assert len(solution.results) == 10
    store = Store(tmp_path / "tables")
    store.write(rules, solution, 0.0)
    assert verify(store, rules) == []


def test_symmetry_is_added_by_the_lines_shown(tmp_path: Path):
    rules = rules_at("07", tmp_path, inside_of(IMAGES))
    assert check(rules) == []
    meta = Store(tmp_path / "tables").write(rules, solve(rules), 0.0)
    assert (meta.positions, meta.entries) == (10, 8)
    assert "only 8 of the 10 positions are stored" in page("08").read_text(encoding="utf-8")


def test_last_version_is_solved_by_its_kernel(home: Home, tmp_path: Path):
    with_river(home, LAST)
    said = in_a_process(
        tmp_path / "data", "rivercrossing/classic", env={**os.environ, "UWAPI_PLUGINS": str(home.plugins)}
    )
    assert said[-1]["positions"] == 10


def test_the_picture_draws_the_puzzle(tmp_path: Path):
    rules = rules_at(LAST, tmp_path)
    with_picture(tmp_path / "pictures")
    picture = Picture(rules, PictureFiles(tmp_path / "pictures", "rivercrossing"))
    assert picture.look.pieces.keys() >= set("fwgc")
    assert "#6fa8c9" in picture.look.under
    assert len(PLACES.text.splitlines()) == 4
    images = image_data(picture)
    assert images is not None
    assert set(images["themes"]["regular"]["charImages"]) >= set("fwgc")
    assert autogui.write_cells(picture, rules.start()) == "1_" + 8 * "Y" + "fwgc----", "pieces on squares"
    assert [autogui.write_drawn(picture, rules.start(), move) for move in rules.moves(rules.start())] == ["M_10_14_x"]


# --- plug-ins -----------------------------------------------------------------------------------


def test_every_optional_method_is_mentioned():
    text = (ROOT / "docs" / "plug-ins.md").read_text(encoding="utf-8")
    for name in set(vars(Rules)) - {"turn", "symmetric", "lists_images", "full_id", "find_variant", "opening"}:
        if not name.startswith("_"):
            assert f"`{name}" in text or f"{name} =" in text, f"{name} is not mentioned"


def test_every_mixin_and_its_methods_are_mentioned():
    text = (ROOT / "docs" / "mix-ins.md").read_text(encoding="utf-8")
    for mixin in MIXINS:
        names = [name for name in (mixin.__name__, *vars(mixin)) if not name.startswith("_")]
        assert [name for name in names if f"`{name}" not in text] == []
