"""`docs/combinatorial-games.md`: its games obey the laws, and their nimbers and remotenesses are proved."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from perfect_play.puzzles.base import BadCustomVariant
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.closed_form import ClosedFormGame
from perfect_play.solvers.untabled.closed_form import MAX_POSITIONS, ClosedForms
from tests.docs.loading import load_source
from tests.docs.markdown import block_with, commands
from tests.docs.plugins import faults
from tests.helpers import ROOT

DOCUMENT = ROOT / "docs" / "combinatorial-games.md"
SOURCES = {
    "Dominoes": block_with(DOCUMENT, "class Dominoes").text,
    "Sticks": block_with(DOCUMENT, "class Sticks").text,
}
PROOF = block_with(DOCUMENT, "def mex").text


def rules_of(name: str, variant_id: str, folder: Path) -> ClosedFormGame:
    cls = vars(load_source(name.lower(), SOURCES[name], folder))[name]
    rules: ClosedFormGame = cls(cls.find_variant(variant_id))
    return rules


@pytest.fixture
def proof(tmp_path: Path) -> ModuleType:
    return load_source("proof", PROOF, tmp_path)


@pytest.mark.parametrize(("name", "start"), [("Dominoes", "8"), ("Dominoes", "23"), ("Sticks", "10"), ("Sticks", "1")])
def test_the_games_obey_the_laws(name: str, start: str, tmp_path: Path):
    assert check(rules_of(name, start, tmp_path)) == []


@pytest.mark.parametrize(("name", "start", "largest"), [("Dominoes", "99", 99), ("Sticks", "200", 200)])
def test_the_nimber_of_a_heap_is_the_mex(name: str, start: str, largest: int, tmp_path: Path, proof: ModuleType):
    vars(proof)["assert_nimbers_are_right"](rules_of(name, start, tmp_path), largest)


@pytest.mark.parametrize(("name", "starts"), [("Dominoes", range(1, 17)), ("Sticks", range(1, 41, 3))])
def test_the_remoteness_is_exact(name: str, starts: range, tmp_path: Path, proof: ModuleType):
    for start in starts:
        vars(proof)["assert_remoteness_is_exact"](rules_of(name, str(start), tmp_path))


def test_the_sessions_are_what_is_printed_and_answered(tmp_path: Path):
    (tmp_path / "plugins").mkdir()
    for name, source in SOURCES.items():
        (tmp_path / "plugins" / f"{name.lower()}.py").write_text(source, encoding="utf-8")
    found = commands(DOCUMENT)
    assert len(found) >= 5
    assert faults(tmp_path / "plugins", tmp_path / "data", found) == []


def test_limits_are_refused_with_a_sentence(tmp_path: Path):
    cls = type(rules_of("Sticks", "10", tmp_path))
    with pytest.raises(BadCustomVariant, match="That is 501 sticks"):
        cls.find_variant("501")


def test_the_longest_exact_row_is_the_one_told(tmp_path: Path):
    exact = ClosedForms().exact
    assert exact(rules_of("Dominoes", "44", tmp_path))
    assert not exact(rules_of("Dominoes", "45", tmp_path))
    text = DOCUMENT.read_text(encoding="utf-8")
    assert "a row of 44 cells" in text
    assert f"{MAX_POSITIONS:,}" in text


def test_every_method_an_author_may_override_is_mentioned():
    text = DOCUMENT.read_text(encoding="utf-8")
    source = (ROOT / "puzzles" / "closed_form.py").read_text(encoding="utf-8")
    authors, _, _ = source.partition("# what follows from these")
    for line in authors.splitlines():
        if line.startswith("    def "):
            name = line.removeprefix("    def ").partition("(")[0]
            assert name in text, f"{name} is not mentioned"
