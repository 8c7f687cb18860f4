"""Imports run one way, `puzzles <- solvers <- server` and `solvers <- perfect_play`; some things are never used.

Every source file is parsed; nothing is imported.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from perfect_play.puzzles import registry
from perfect_play.solvers.untabled.choice import kinds
from tests import rooms
from tests.helpers import ROOT

ROOMS = ("puzzles", "solvers", "server", "perfect_play")
MAY_USE = {
    "puzzles": {"puzzles"},
    "solvers": {"puzzles", "solvers"},
    "server": {"puzzles", "solvers", "server"},
    "perfect_play": {"puzzles", "solvers", "perfect_play"},
}
LAUNCHER = ROOT / "perfect_play" / "__main__.py"
"""The command, which also starts the service."""
WEB = {"flask", "werkzeug", "jinja2", "gunicorn", "blinker", "itsdangerous"}


def imported(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """(line, full name of a module) for everything a file of `package` imports, however it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")
            above = above[: len(above) - node.level + 1] if node.level else []
            yield node.lineno, ".".join([*above, *filter(None, [node.module])])
            if not node.module:
                yield from ((node.lineno, ".".join([*above, alias.name])) for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__") and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield node.lineno, name.value


def called(node: ast.Call) -> str:
    """The last part of the name of the function called."""
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def faults(source: str, package: str) -> list[str]:
    """The violations in a file of this package."""
    tree = ast.parse(source)
    room = package.split(".")[0]
    found = []
    for line, name in imported(tree, package):
        name = rooms.within_project(name)
        top = name.split(".")[0]
        if (top in ROOMS and room in ROOMS and top not in MAY_USE[room]) or top == "tests":
            found.append(f"{line}: {room} imports {name}")
        elif room == "puzzles" and top != "puzzles" and top not in sys.stdlib_module_names:
            found.append(f"{line}: puzzles imports {name}, which is not of the standard library")
        elif room in ("solvers", "perfect_play") and top in WEB:
            found.append(f"{line}: {room} imports {name}")
    return sorted(found)


def files() -> list[Path]:
    inside = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")) if path != LAUNCHER]
    return [*inside, *sorted((ROOT / "benchmarks").rglob("*.py")), *sorted(ROOT.glob("*.py"))]


def package_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).parent.parts) or "top"


@pytest.mark.second_ring
def test_imports_run_one_way():
    found = {path: faults(path.read_text(encoding="utf-8"), package_of(path)) for path in files()}
    assert {str(path.relative_to(ROOT)): wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.second_ring
def test_rooms_import_from_lower_layers():
    assert rooms.upward() == []
    assert {rooms.room_of(rooms.module_name(path)) for path in rooms.files()} == set(rooms.LEVEL)


@pytest.mark.parametrize(
    ("module", "imported", "up"),
    [
        ("solvers.tables.store", "solvers.untabled.base", True),
        ("solvers.result", "solvers.tables.store", True),
        ("solvers.native.dense", "solvers.manager", True),
        ("solvers.theory.lookup", "solvers.cluster.launch", True),
        ("server.request_args", "server.api.judge", True),
        ("solvers.tables.store", "solvers.tables.layout", False),
        ("solvers.native.loops.dense", "solvers.native.intrinsics", False),
        ("solvers.cli.main", "solvers.manager", False),
        ("server.application", "solvers.result", False),
        ("perfect_play.local", "server.application", True),
        ("solvers.cli.main", "perfect_play.objects", True),
        ("perfect_play.local", "solvers.builder", False),
    ],
)
def test_an_import_upward_is_found(module: str, imported: str, up: bool):
    assert rooms.leads_up(module, imported) is up


# --- plug-ins -------------------------------------------------------------------------------------

PLUG_INS = {name for cls in registry.all_rules() for name in (cls.id, *cls.aliases)}
EXAMPLES = {"game_id", "puzzle_id", "program", "id", "example"}
"""Keys of the examples in the description of the API, and of defaults."""


def plug_ins_named(source: str) -> list[str]:
    """The plug-ins that a file names, by their ids or modules, other than in examples."""
    tree = ast.parse(source)
    examples: list[ast.AST] = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) == "Query"
    ]
    examples += [node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "example"]
    examples += [
        node for node in ast.walk(tree) if isinstance(node, ast.Dict) and EXAMPLES & set(_constants(node.keys))
    ]
    shown = {inner for node in examples for inner in ast.walk(node)}
    found = [f"{line}: imports {name}" for line, name in imported(tree, "top") if re.search("(one|two)_player", name)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node not in shown and str(node.value).split("/")[0] in PLUG_INS:
            found.append(f"{node.lineno}: {node.value!r}")
    return found


def _constants(nodes: Iterable[ast.expr | None]) -> Iterator[str]:
    return (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


@pytest.mark.second_ring
def test_rooms_above_the_rules_name_no_plug_in():
    above = [path for path in files() if path.relative_to(ROOT).parts[0] in ("solvers", "server", "perfect_play")]
    found = {str(path.relative_to(ROOT)): plug_ins_named(path.read_text(encoding="utf-8")) for path in above}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "source",
    [
        "FIRST = ('npuzzle', 'x')",
        "if rules.full_id == 'connect4/6x7': pass",
        "FORMS = {'hanoi': 1}",
        "from perfect_play.puzzles.two_player import connect4",
        "from perfect_play.puzzles.one_player._rushhour_traffic import SIDE",
        "import perfect_play.puzzles.two_player.othello",
    ],
)
def test_named_plug_in_is_detected(source: str):
    assert plug_ins_named(source)
    assert not plug_ins_named("EXAMPLE = {'game_id': 'npuzzle', 'variant_id': '3'}; P = Query('p', '', 1, 'npuzzle')")


ENGINES = {f"solvers.{room}" for room in ("pattern_databases", "proving")}
REGISTER = {f"solvers.untabled.{module}" for module in ("answerer", "choice", "exploration", "result_memory")}
"""What others may know of the room that answers without tables: the base class, and what finds the answerers."""


def test_answerers_are_found_not_named():
    """The manager, the reports, the service and the package know no search made for one kind of rules."""
    rooms_above = ("solvers.manager", "solvers.building", "solvers.reports", "server", "perfect_play")
    found = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in rooms.files()
        if rooms.module_name(path).startswith(rooms_above)
        for name, line in rooms.imports(path)
        if rooms.room_of(name) in ENGINES or (rooms.room_of(name) == "solvers.untabled" and name not in REGISTER)
    ]
    assert found == []


def test_variants_are_of_one_kind_at_most():
    for rules in registry.listed():
        assert len([kind for kind in kinds() if kind.answers(rules)]) <= 1, rules.full_id


def test_import_check_reads_all_files():
    names = {str(path.relative_to(ROOT)) for path in files()}
    assert {"puzzles/base.py", "puzzles/one_player/npuzzle.py", "puzzles/two_player/nim.py"} <= names
    assert {"solvers/tables/store.py", "solvers/retrograde.py"} <= names
    assert len(names) >= 30


PLANTED = [
    ("puzzles", "import solvers", "1: puzzles imports solvers"),
    ("puzzles", "from solvers.tables.store import Store", "1: puzzles imports solvers.tables.store"),
    ("puzzles.one_player", "def f():\n    from server import service", "2: puzzles imports server"),
    ("puzzles", "import numpy as np", "1: puzzles imports numpy, which is not of the standard library"),
    ("puzzles", "import os, zstandard", "1: puzzles imports zstandard, which is not of the standard library"),
    ("puzzles.one_player", "from ... import solvers", "1: puzzles imports solvers"),
    ("puzzles.one_player", "from ...solvers import store", "1: puzzles imports solvers"),
    (
        "puzzles",
        "import importlib\nimportlib.import_module('solvers.tables.store')",
        "2: puzzles imports solvers.tables.store",
    ),
    ("puzzles", "if TYPE_CHECKING:\n    import solvers.result", "2: puzzles imports solvers.result"),
    ("solvers", "import server.api.known", "1: solvers imports server.api.known"),
    ("solvers", "from flask import abort", "1: solvers imports flask"),
    (
        "solvers",
        "try:\n    import werkzeug.exceptions\nexcept ImportError:\n    pass",
        "2: solvers imports werkzeug.exceptions",
    ),
    ("perfect_play", "from server import create_app", "1: perfect_play imports server"),
    ("perfect_play", "import flask", "1: perfect_play imports flask"),
    ("server", "import perfect_play", "1: server imports perfect_play"),
    ("solvers", "from perfect_play.objects import Game", "1: solvers imports perfect_play.objects"),
    ("solvers", "from tests.helpers import load", "1: solvers imports tests.helpers"),
    ("solvers", "__import__('flask')", "1: solvers imports flask"),
]


@pytest.mark.parametrize(("package", "source", "fault"), PLANTED, ids=[fault for _, _, fault in PLANTED])
def test_a_planted_fault_is_found(package: str, source: str, fault: str):
    assert [found for found in faults(source, package) if found.startswith(fault)], faults(source, package)


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("puzzles", "import json\nfrom collections import abc\nfrom puzzles.base import Puzzle"),
        ("puzzles.one_player", "from ..base import Puzzle\nfrom . import npuzzle"),
        ("solvers", "import zstandard\nfrom puzzles import registry\nfrom solvers import store"),
        ("server", "import flask\nfrom solvers.tables.store import Store\nfrom puzzles.base import Rules"),
        ("puzzles", "'''import solvers'''\n# import solvers\nname = 'import solvers'"),
    ],
)
def test_allowed_imports_are_no_faults(package: str, source: str):
    assert faults(source, package) == []
