"""`.ci/quick.py` chooses the tests of changed code."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys

import pytest

from tests.helpers import ROOT

SCRIPT = runpy.run_path(str(ROOT / ".ci" / "quick.py"))


def selected(*files: str) -> tuple[set[str], set[str]]:
    found: tuple[set[str], set[str]] = SCRIPT["selected"](files)
    return found


@pytest.mark.parametrize(
    "file",
    [
        "puzzles/one_player/sokoban.py",
        "puzzles/one_player/_sokoban_boxes.py",
        "puzzles/one_player/pictures/sokoban.py",
        "puzzles/one_player/translations/es/sokoban.md",
        "tests/golden/sokoban.json",
    ],
)
def test_a_plug_in_has_its_own_tests_and_its_cases_of_the_others(file: str):
    whole, plugins = selected(file)
    assert (whole, plugins) == ({"tests/puzzles/test_sokoban.py"}, {"sokoban"})
    *paths, option, chosen = SCRIPT["arguments"](whole, plugins)
    assert paths == ["tests/puzzles/test_sokoban.py", *SCRIPT["FOR_EACH_VARIANT"]]
    assert (option, chosen) == ("-k", "[sokoban- or [sokoban/ or test_sokoban.py")


def test_a_module_has_the_tests_of_its_name_and_those_that_import_it():
    whole, plugins = selected("solvers/tables/block_cache.py", "puzzles/permutations.py")
    assert {"tests/solvers/test_store.py", "tests/puzzles/test_permutations.py", SCRIPT["LAWS"]} <= whole
    assert not plugins
    assert "tests/solvers/test_retrograde.py" not in whole
    assert selected("puzzles/base.py")[0] == {"tests/puzzles/test_base.py", SCRIPT["LAWS"]}, "too many import it"


def test_what_starts_services_or_browsers_is_run_only_if_it_has_changed():
    assert selected("tests/server/live.py", "tests/browser/playing.py") == (set(), set())
    live, page = "tests/server/test_live.py", "tests/browser/test_page.py"
    assert selected(live, page)[0] == {live, page}


def test_other_files_have_the_tests_that_name_them():
    assert selected("Makefile")[0] >= {"tests/docs/test_versions.py", "tests/docs/test_quick.py"}
    assert selected("docs/deploy.md")[0] >= {"tests/docs/test_deploy.py", "tests/docs/test_documents.py"}
    assert selected("tests/test_that_is_gone.py", "LICENSE." + "old") == (set(), set())


def test_the_files_it_names_are_there():
    for path in (*SCRIPT["FOR_EACH_VARIANT"], *SCRIPT["SLOW"]):
        assert (ROOT / path).exists(), path
    assert (ROOT / (SCRIPT["SERVICES"].replace(".", "/") + ".py")).is_file()
    assert re.search(r"^quick: .*\n\t\$\(BIN\)/python \.ci/quick\.py$", (ROOT / "Makefile").read_text("utf-8"), re.M)


def test_the_cases_of_a_plug_in_are_found():
    """As pytest collects them."""
    given = SCRIPT["arguments"](set(), {"towersofhanoi"})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *given]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for path in SCRIPT["FOR_EACH_VARIANT"]:
        assert f"{path}: " in found or f"{path}::" in found, f"no case of {path}"
