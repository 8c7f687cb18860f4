"""Plug-ins outside the repository: found in folders and by entry points; broken ones are left out by name."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from perfect_play.puzzles import outside, registry
from perfect_play.puzzles.base import UnknownPuzzle
from perfect_play.solvers.tables.reader import TableMissing
from perfect_play.solvers.tables.store import Store
from tests.docs.plugins import ask
from tests.helpers import ROOT, exhaustive
from tests.native.solving import in_a_process

HERE = ROOT / "tests" / "outside"
PLUGIN = """
from perfect_play.puzzles._template import Template

class Planted(Template):
    id = "planted"
    name = "Planted"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder named by the setting; modules imported from it are forgotten after the test."""
    monkeypatch.setenv(outside.SETTING, str(tmp_path))
    path, before = list(outside.__path__), set(sys.modules)
    yield tmp_path
    outside.__path__[:] = path
    for name in set(sys.modules) - before:
        if name.startswith("perfect_play.puzzles.outside."):
            del sys.modules[name]
            vars(outside).pop(name.rpartition(".")[2], None)


def discover():
    return registry._by_name.__wrapped__()


def why(found, name):
    """Why the one plug-in of this name was left out."""
    (left,) = [left for left in found.left_out if left.name.endswith(name)]
    return left.reason


# --- folders ------------------------------------------------------------------------------------


def test_unset_setting_loads_no_outside_plugins(monkeypatch):
    monkeypatch.delenv(outside.SETTING, raising=False)
    assert outside.folders() == []
    assert not [cls for cls in registry.all_rules() if cls.__module__.startswith("perfect_play.puzzles.outside")]


def test_a_file_of_the_folder_is_a_plugin(folder):
    (folder / "planted.py").write_text(PLUGIN)
    for name in ("_shared.py", "test_planted.py", "conftest.py"):
        (folder / name).write_text("1 / 0")
    found = discover()
    assert found.left_out == []
    assert found.ids["planted"].__module__ == "perfect_play.puzzles.outside.planted"
    assert set(found.ids) == {*registry._by_name().ids, "planted"}
    assert list(found.ids) == [cls.id for cls in sorted(found.ids.values(), key=lambda cls: cls.name)]


def test_a_script_in_another_encoding_is_left_out_with_what_to_do(folder):
    (folder / "wrong.txt").write_bytes("title Café".encode("latin-1"))
    assert "it is not a text in UTF-8: save it as such" in why(discover(), "wrong.txt")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python reads it")
@pytest.mark.parametrize(
    ("line", "newer"),
    [
        ("    return f'{'x' if turn == 0 else 'o'},{turn}'", True),
        ('    return f"{", ".join(names)}"', True),
        (r"""    return f"{turn + '\n'}" """, True),
        ("    def first[T](self, items: list[T]) -> T: return items[0]", True),
        ("    type Cell = int", True),
        ("    return f'{turn'", False),
        ("    return f'{turn + }'", False),
        ("    def first(self", False),
        ("      pass", False),
    ],
)
def test_file_for_a_newer_python_is_left_out_with_the_version_it_needs(folder, line, newer):
    (folder / "wrong.py").write_text(f"def move(turn, names):\n    pass\n{line}\n")
    reason = why(discover(), "wrong.py")
    assert ("line 3: it needs Python 3.12 or newer" in reason) is newer
    assert ("it cannot be imported" in reason) is not newer


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import no_such_module", "line 1: it cannot be imported: ModuleNotFoundError"),
        ("\nx = = 1", "line 2: it cannot be imported: SyntaxError"),
        ("import sys\nsys.exit(3)", "line 2: it cannot be imported: SystemExit: 3"),
        ("", "defines no puzzle or game with a name"),
        (
            "from perfect_play.puzzles.base import Puzzle\n"
            "class Half(Puzzle):\n    id = 'half'\n    def start(self): return 0",
            "Half lacks do_move, format, moves, parse, primitive.",
        ),
        (PLUGIN.replace('"planted"', '"health"'), "'health' is a reserved word"),
        (PLUGIN.replace('"planted"', '"../up"'), "'../up' does not fit in a URL"),
        (PLUGIN.replace('"planted"', "7"), "id is missing"),
        (PLUGIN.replace('"planted"', '"npuzzle"'), "'npuzzle' is already taken by"),
        (PLUGIN + "    aliases = ('hanoi',)", "'hanoi' is already taken by puzzles/one_player/towersofhanoi.py"),
        (PLUGIN + "    def start(self): return 1 / 0", "does not work: ZeroDivisionError"),
        (PLUGIN + "    def parse(self, text): return 2", "'f----' is not read as it is written"),
        (PLUGIN + "    variants = ()", "there is no variant"),
        (PLUGIN + "    def board(self, position): return 'f----'", "its board is no Board"),
        (PLUGIN + "    def turn(self, position): return None", "the player to move is neither 1 nor 2"),
    ],
)
def test_broken_plugin_is_left_out_and_others_are_loaded(folder, source, reason):
    (folder / "wrong.py").write_text(source)
    (folder / "sound.py").write_text(PLUGIN.replace("lanted", "ounder"))
    found = discover()
    assert reason in why(found, "wrong.py")
    assert str(folder) not in why(found, "wrong.py"), "the file is named once, in front"
    assert "pounder" in found.ids
    assert "npuzzle" in found.ids


def test_wrong_folders_are_named_and_the_others_loaded(folder, monkeypatch):
    (folder / "planted.py").write_text(PLUGIN)
    monkeypatch.setenv(outside.SETTING, f"relative:{folder}/nowhere::{folder}")
    found = discover()
    assert "planted" in found.ids
    assert "is not an absolute path" in why(found, "relative")
    assert "there is no folder" in why(found, "nowhere")


def test_two_files_of_one_name(folder, monkeypatch):
    other = folder / "other"
    other.mkdir()
    for place in (folder, other):
        (place / "planted.py").write_text(PLUGIN)
    monkeypatch.setenv(outside.SETTING, f"{folder}:{other}")
    found = discover()
    assert "planted" in found.ids
    assert "came first" in why(found, "other/planted.py")


def test_a_file_is_loaded_for_its_test(folder, monkeypatch):
    monkeypatch.delenv(outside.SETTING)
    (folder / "planted.py").write_text(PLUGIN)
    assert registry.load_file(folder / "planted.py").id == "planted"
    (folder / "empty.py").write_text("")
    with pytest.raises(registry.BrokenPlugin, match="defines no puzzle"):
        registry.load_file(folder / "empty.py")


# --- in separate processes ----------------------------------------------------------------------


def naming(folder: Path) -> dict[str, str]:
    """The environment with this plug-in folder."""
    return {**os.environ, outside.SETTING: str(folder)}


@pytest.mark.second_ring
def test_the_example_folder_is_served_and_its_broken_file_is_left_out(tmp_path):
    start = "/puzzles/leapfrog/9/f--------"
    requests = [
        "python -m solvers solve leapfrog",
        start,
        "python -m solvers list",
        "/ready",
        "/universal/v1/leapfrog/9",
    ]
    requests += ["/api/catalogue", "/api/leapfrog/9/image.svg"]
    shutil.copytree(HERE / "plugins", tmp_path / "plugins")
    shutil.copy(HERE / "broken" / "wonky.py", tmp_path / "plugins")
    solved, position, listed, ready, drawn, catalogue, svg = ask(tmp_path / "plugins", tmp_path / "data", requests)
    assert solved.status == "0"
    assert json.loads(position.text)["response"]["remoteness"] == 4  # four hops of two stones
    assert "Left out" in listed.text
    assert "wonky.py: line 3: it cannot be imported: ZeroDivisionError" in listed.text
    assert json.loads(ready.text)["leftOut"] == ["wonky.py"]
    assert "leapfrog" in [entry["gameId"] for entry in json.loads(catalogue.text)["response"]]
    assert "<svg" in svg.text
    assert json.loads(drawn.text)["imageAutoGUIData"]["themes"]["regular"]["space"] == [9, 1]


@pytest.mark.second_ring
def test_an_outside_plugin_is_solved_natively(tmp_path):
    said = in_a_process(tmp_path, "leapfrog/9", env=naming(HERE / "plugins"))
    assert said[-1]["positions"] == 9


@pytest.mark.second_ring
def test_builder_solves_plugins_from_outside(tmp_path):
    command = [sys.executable, "-m", "solvers", "--data-dir", str(tmp_path), "build"]
    few = {**naming(HERE / "plugins"), "UWAPI_PRESOLVE_LIMIT": "9"}
    done = subprocess.run(command, cwd=ROOT, env=few, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "tables" / "leapfrog.9.sqlite").exists()


def digest_with(shared: str, folder: Path) -> str:
    """The digest of the example, with this text for its shared module."""
    folder.mkdir()
    for name in ("leapfrog.py", "_stones.py"):
        (folder / name).write_text((HERE / "plugins" / name).read_text())
    (folder / "_stones.py").write_text(shared)
    code = (
        "from perfect_play.puzzles import registry; from perfect_play.solvers.tables.digest import rules_digest;"
        "print(rules_digest(registry.load('leapfrog', '9')))"
    )
    command = [sys.executable, "-c", code]
    return subprocess.check_output(command, cwd=ROOT, env=naming(folder), text=True)


@pytest.mark.second_ring
def test_the_digest_covers_what_a_plugin_shares_with_its_neighbors(tmp_path):
    shared = (HERE / "plugins" / "_stones.py").read_text()
    same = digest_with(shared, tmp_path / "one")
    assert len(same.strip()) == 32
    assert digest_with(shared.replace('"""What', '"""Whatever'), tmp_path / "two") == same
    assert digest_with(shared.replace("range(stones)", "range(0, stones)"), tmp_path / "three") != same


# --- entry points -------------------------------------------------------------------------------


@pytest.fixture
def package(monkeypatch):
    """A package with entry points, as if installed."""
    monkeypatch.syspath_prepend(str(HERE / "package"))
    yield
    for name in [name for name in sys.modules if name.startswith("hoppers")]:
        del sys.modules[name]


def test_entry_points_load_plug_ins_and_name_the_class_that_is_missing(package):
    found = discover()
    assert found.ids["hopper"].__module__ == "hoppers.rules"
    assert "NoSuchClass" in why(found, "'missing' of hoppers (hoppers.rules:NoSuchClass)")


def test_the_digest_of_an_installed_plugin_covers_its_package(package, monkeypatch):
    from perfect_play.solvers.tables import digest

    rules = discover().ids["hopper"]
    used = {name for cls in rules.__mro__ for name in digest._modules_of(cls.__module__, "hoppers")}
    assert {"hoppers.rules", "hoppers.stones", "perfect_play.puzzles._template"} <= used
    assert "perfect_play.puzzles.base" not in used


def test_a_table_of_one_that_is_gone_is_no_danger(tmp_path):
    """Its file is there, but nothing answers from it."""
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "planted.5.sqlite").write_bytes(b"left over")
    with pytest.raises(UnknownPuzzle):
        registry.load("planted", "5")
    with pytest.raises(TableMissing):
        Store(tmp_path / "tables").meta(registry.load("npuzzle", "2"))


ORDERED = """from perfect_play.puzzles._template_game import TemplateGame


class Ordered(TemplateGame):
    id = "ordered"
    name = "Ordered"

    def moves(self, position):
        hops = super().moves(position)
        return hops if len(hops) < 2 else [{"one": 1, "two": 2}[name] for name in {"one", "two"}][:1]
"""


@pytest.mark.second_ring
@pytest.mark.parametrize("seed", ["1", exhaustive("2")])
def test_rules_that_depend_on_the_order_of_a_set_are_not_published(tmp_path: Path, seed: str):
    folder = tmp_path / "plugins"
    folder.mkdir()
    (folder / "ordered.py").write_text(ORDERED)
    command = [sys.executable, "-m", "solvers", "--data-dir", str(tmp_path), "solve", "ordered", "6"]
    environment = {**naming(folder), "PYTHONHASHSEED": seed}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "'1_x----o' has other moves, or another value, in another process" in done.stdout + done.stderr
    assert not list(tmp_path.rglob("*.sqlite"))
