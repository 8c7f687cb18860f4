"""The documents' lists are complete, their links work, and their quotations are accurate."""

from __future__ import annotations

import ast
import dataclasses
import re
import textwrap
from functools import cache, partial
from pathlib import Path
from urllib.parse import unquote

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.families import FAMILIES
from perfect_play.server.config import SETTINGS, Config
from perfect_play.server.operations.hooks import SEARCH_NICENESS
from perfect_play.solvers import __version__
from tests import rooms
from tests.docs import catalogue, uwapi_list
from tests.docs.licenses import SECTIONS, requirements
from tests.docs.markdown import anchors, blocks, documents, links, name_of
from tests.helpers import ROOT

MOST_WORDS = 55_000

DOCS = ROOT / "docs"
ADRS = sorted((DOCS / "adr").glob("0*.md"))
DEPENDENCIES = DOCS / "adr" / "0052-dependencies.md"


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def sources() -> list[Path]:
    rooms = [path for room in ("puzzles", "solvers", "server") for path in sorted((ROOT / room).rglob("*.py"))]
    return [*rooms, ROOT / "gunicorn.conf.py", ROOT / "wsgi.py"]


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_relative_link_resolves(path: Path):
    for target in links(path):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = unquote(target).partition("#")
        found = (path.parent / name).resolve() if name else path
        assert found.exists(), f"{target} is not there"
        assert found.is_relative_to(ROOT), f"{target} leads out of the project"
        if anchor:
            assert anchor in anchors(found), f"{target}: there is no such heading"


@cache
def linked() -> set[Path]:
    """Everything that a document links to."""
    return {
        (other.parent / target.partition("#")[0]).resolve()
        for other in documents()
        for target in links(other)
        if target
    }


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_document_can_be_reached(path: Path):
    above = {path, path.parent} if path.name == "README.md" else {path}
    assert path.parent == ROOT or linked() & above or name_of(path) == "data/README.md"


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_code_in_documents_is_python(path: Path):
    for block in blocks(path, "python"):
        ast.parse(textwrap.dedent(block.text))


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_documents_are_well_formed(path: Path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# "), "a document begins with its title"
    assert text.count("\n# ") == sum(block.text.count("\n# ") for block in blocks(path)), "one title"
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    for number, line in enumerate(text.splitlines(), start=1):
        assert line == line.rstrip(), f"line {number} ends in blanks"
        assert "\t" not in line, f"line {number} has a tab"


# --- deploy -------------------------------------------------------------------------------------


def variables() -> set[str]:
    """Every environment variable of ours that the code reads."""
    found = {f"UWAPI_{field.name.upper()}" for field in dataclasses.fields(Config)}
    for path in sources():
        found |= set(re.findall(r"UWAPI_[A-Z_]+[A-Z]", path.read_text(encoding="utf-8")))
    return found


def test_every_environment_variable_is_described():
    assert len(variables()) >= 7
    assert variables() == set(re.findall(r"UWAPI_[A-Z_]+[A-Z]", read("docs/deploy.md")))


def test_every_setting_has_its_row():
    rows = re.findall(r"^\| `([A-Z_]+)` \|", read("docs/deploy.md"), re.M)
    assert sorted(rows) == sorted(SETTINGS)
    for setting in SETTINGS.values():
        for name in setting.also:
            (row,) = [line for line in read("docs/deploy.md").splitlines() if line.startswith(f"| `{setting.name}` |")]
            assert f"`{name}`" in row


def test_the_defaults_are_those_told():
    for field in dataclasses.fields(Config):
        if field.default not in (dataclasses.MISSING, None):
            setting = SETTINGS[f"UWAPI_{field.name.upper()}"]
            row = rf"^\| `{setting.name}` \| `{re.escape(setting.default)}` \|"
            assert setting.read(setting.default) == field.default
            assert re.search(row, read("docs/deploy.md"), re.M), f"{field.name} is {setting.default}"


def test_the_numbers_of_gunicorn_are_those_told():
    settings = dict(re.findall(r"^(\w+) = (.+)$", read("server/gunicorn.conf.py"), re.M))
    text = read("docs/deploy.md")
    assert settings["threads"] == "16"
    assert "sixteen threads" in text
    assert f"nice {SEARCH_NICENESS}" in text
    assert f"{int(settings['limit_request_line']):,} bytes" in text
    assert f"{settings['graceful_timeout']} seconds" in text


# --- architecture -------------------------------------------------------------------------------


@pytest.mark.second_ring
def test_the_diagram_shows_the_imports():
    text = rooms.DOCUMENT.read_text(encoding="utf-8")
    assert rooms.written(text) == text, "run: python -m tests.rooms"


def test_every_room_is_described():
    rows = re.findall(r"^\| (`[\w./]+`) \|", rooms.DOCUMENT.read_text(encoding="utf-8"), re.M)
    assert rows == [rooms.path_in_text(room) for room in rooms.LEVEL]


# --- decisions ----------------------------------------------------------------------------------


def test_decisions_are_numbered_and_listed():
    numbers = [int(path.name[:4]) for path in ADRS]
    assert len(set(numbers)) == len(numbers) >= 10
    index = re.findall(r"^\| \[.*", read("docs/adr/README.md"), re.M)
    for path, row in zip(ADRS, index, strict=True):
        title, _, dated, *_ = path.read_text(encoding="utf-8").splitlines()
        number = path.name[:4]
        assert row == f"| [{number}]({path.name}) | {title.removeprefix(f'# {number}: ')} | {dated[:10]} |"


@pytest.mark.parametrize("path", ADRS, ids=lambda path: path.name)
def test_a_decision_has_a_date_a_status_and_at_most_250_words(path: Path):
    text = path.read_text(encoding="utf-8")
    assert re.match(r"# \d{4}: .+\n\n\d{4}-\d\d-\d\d, (accepted|replaced by \[\d{4}\])", text)
    for part in ("**Decision.**", "**Consequences.**"):
        assert text.count(part) == 1
    assert len(text.split()) <= 250 or path == DEPENDENCIES


@pytest.mark.parametrize("extra", SECTIONS)
def test_every_dependency_has_a_decision(extra: str):
    rows = re.findall(r"^\| ([\w, -]+) \|", DEPENDENCIES.read_text(encoding="utf-8"), re.M)
    explained = {package for row in rows for package in row.split(", ")}
    needed = {requirement.name for requirement in requirements(extra)}
    assert needed
    assert needed - explained == set(), "no decision says why"


# --- catalogue ----------------------------------------------------------------------------------


def test_the_version_is_that_of_the_latest_release():
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert released[0] == __version__
    assert released == sorted(released, key=lambda name: tuple(map(int, name.split("."))), reverse=True)


def test_the_citation_is_of_the_latest_release():
    version, date = re.findall(r"^## \[(\d[\d.]+)\] - ([\d-]+)$", read("CHANGELOG.md"), re.M)[0]
    assert f'\nversion: {version}\ndate-released: "{date}"\n' in read("CITATION.cff")


def test_documents_have_few_words():
    assert sum(len(path.read_text().split()) for path in documents()) <= MOST_WORDS


def test_the_readme_counts_puzzles_and_games():
    assert f", {len(registry.all_rules())} so far," in (ROOT / "README.md").read_text()


def test_the_catalogue_lists_every_plugin():
    assert read("docs/catalogue.md") == catalogue.document(), "run: python -m tests.docs.catalogue"
    listed = set(" ".join(FAMILIES.values()).split())
    assert {cls.id for cls in registry.all_rules()} == listed


def test_games_of_uwapi_that_are_not_answered_have_a_reason():
    answered = {
        id_ for id_, (_, variants) in uwapi_list.LISTED.items() if all(map(partial(uwapi_list.found, id_), variants))
    }
    assert uwapi_list.ABSENT.keys() == uwapi_list.LISTED.keys() - answered


# --- glossary -----------------------------------------------------------------------------------


def test_the_glossary_is_in_order():
    words = re.findall(r"^\*\*(.+?)\*\*", read("docs/glossary.md"), re.M)
    assert len(words) >= 40
    assert [word.lower() for word in words] == sorted(word.lower() for word in words)


WORDS = """
    alpha-beta, board, button, canonical position, child, closed form, component, custom start,
    delta remoteness, draw, engine, heap, heuristic, image, impartial, kernel, law, left out,
    legal position, mex, nimber, octal game, outside, period, picture, plug-in, points, position,
    primitive, rank, reference solver, remoteness, result, reversible, solution,
    start-up variant, sum, symmetry, table, text, tie, value, variant
"""


def test_the_glossary_has_the_words_of_the_documents():
    words = {word.lower() for word in re.findall(r"^\*\*(.+?)\*\*", read("docs/glossary.md"), re.M)}
    assert set(re.split(r",\s+", WORDS.strip())) - words == set()
    taught = {
        word
        for path in (DOCS / "tutorial").glob("*.md")
        for word in re.findall(r"\*\*([a-z]\w+)\*\*", path.read_text())
    }
    assert {"position", "remoteness", "variant", "board"} <= taught
    assert taught - words == {"wolf", "goat", "cabbage", "two", "one", "positions"}
