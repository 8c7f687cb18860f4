"""`docs/combinatorial-games.md`: its game obeys the laws, and its nimbers and remotenesses are proved."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from perfect_play.puzzles.checks import check
from perfect_play.puzzles.closed_form import ClosedFormGame
from perfect_play.solvers.untabled.closed_form_answers import MAX_POSITIONS, ClosedForms
from tests.docs.loading import load_source
from tests.docs.markdown import block_with, commands
from tests.docs.plugins import faults
from tests.helpers import ROOT

DOCUMENT = ROOT / "docs" / "combinatorial-games.md"
SOURCE = block_with(DOCUMENT, "class Dominoes").text
PROOF = block_with(DOCUMENT, "def mex").text


def dominoes(variant_id: str, folder: Path) -> ClosedFormGame:
    cls = vars(load_source("dominoes", SOURCE, folder))["Dominoes"]
    rules: ClosedFormGame = cls(cls.find_variant(variant_id))
    return rules


@pytest.fixture
def proof(tmp_path: Path) -> ModuleType:
    return load_source("proof", PROOF, tmp_path)


@pytest.mark.parametrize("start", ["8", "23"])
def test_the_game_obeys_the_laws(start: str, tmp_path: Path):
    assert check(dominoes(start, tmp_path)) == []


def test_the_nimber_of_a_heap_is_the_mex(tmp_path: Path, proof: ModuleType):
    vars(proof)["assert_nimbers_are_right"](dominoes("99", tmp_path), 99)


def test_the_remoteness_is_exact(tmp_path: Path, proof: ModuleType):
    for start in range(1, 17):
        vars(proof)["assert_remoteness_is_exact"](dominoes(str(start), tmp_path))


@pytest.mark.second_ring
def test_the_sessions_are_what_is_printed_and_answered(tmp_path: Path):
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "dominoes.py").write_text(SOURCE, encoding="utf-8")
    found = commands(DOCUMENT)
    assert len(found) >= 5
    assert faults(tmp_path / "plugins", tmp_path / "data", found) == []


def test_the_longest_exact_row_is_the_one_told(tmp_path: Path):
    exact = ClosedForms().exact
    assert exact(dominoes("44", tmp_path))
    assert not exact(dominoes("45", tmp_path))
    text = " ".join(DOCUMENT.read_text(encoding="utf-8").split())
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
