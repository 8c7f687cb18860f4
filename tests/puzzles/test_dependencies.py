"""What rules depend on, but the digest does not see, is told; options without stable texts are refused."""

from __future__ import annotations

import ast
import enum
import threading
import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles import registry, sources
from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import RulesError, Variant, files_of
from perfect_play.puzzles.laws.dependencies import dependencies, never_the_same, unstable_option
from perfect_play.puzzles.registry import BrokenPlugin, load_file
from perfect_play.solvers.cli import main
from perfect_play.solvers.reports.warnings import warnings_of_source
from perfect_play.solvers.tables.digest import is_stale, require_current, rules_digest
from perfect_play.solvers.tables.store import Store
from tests.helpers import load, solved


class Color(enum.Enum):
    RED = 1


@dataclass(frozen=True)
class Level:
    cells: str
    goals: Any = ()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("text = open('levels.txt').read()", "`open` reads a file"),
        ("text = path.read_text()", "`read_text` reads a file"),
        ("levels = np.load('levels.npy')", "`np.load` reads a file"),
        ("import sqlite3", "`sqlite3` reads a file"),
        ("import os\nhard = os.environ['HARD']", "`environ` depends on the machine"),
        ("from os import environ", "`environ` depends on the machine"),
        ("from os import getenv", "`getenv` depends on the machine"),
        ("import importlib\nhelp = importlib.import_module('help')", "`import_module` loads code by name"),
        ("from importlib import import_module", "`import_module` loads code by name"),
        ("help = __import__('help')", "`__import__` loads code by name"),
        ("import time", "`time` reads the clock"),
        ("from datetime import date", "`datetime` reads the clock"),
        ("import random", "`random` draws random numbers"),
        ("from random import choice", "`random` draws random numbers"),
        ("from numpy import random", "`numpy.random` draws random numbers"),
        ("start = np.random.default_rng(3)", "draws random numbers"),
        ("key = hash('level')", "`hash` draws random numbers"),
        ("from uuid import uuid4", "`uuid` draws random numbers"),
    ],
)
def test_a_dependency_is_told_with_its_line(line: str, why: str):
    result = list(dependencies(f"import os\n\n{line}\n", declared=False))
    assert result
    assert all(number == 2 + len(line.splitlines()) for number, _ in result)
    assert any(why in clause for _, clause in result), result


@pytest.mark.parametrize(
    "line",
    [
        *("import math", "from functools import cache", "loads = json.loads('[]')", "self.opens(3)", "random = 3"),
        *("x.id", "class A:\n    def __hash__(self): return hash(str(self))"),
    ],
)
def test_harmless_lines_are_no_dependencies(line: str):
    assert list(dependencies(line, declared=False)) == []


def test_files_are_not_told_where_they_are_declared():
    assert list(dependencies("open('levels.txt')", declared=True)) == []
    assert list(dependencies("import random", declared=True)) != []


@pytest.mark.second_ring
def test_own_plugins_have_no_undeclared_dependencies():
    assert [warning for cls in registry.all_rules() for warning in warnings_of_source(cls)] == []


# --- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "option",
    [
        3,
        "x",
        None,
        1.5,
        (1, ("x", [2])),
        {"a": 1},
        {3, 1},
        frozenset("x"),
        Fraction(1, 3),
        Color.RED,
        Level("x", (1, 2)),
    ],
)
def test_options_with_a_stable_text_are_accepted(option: Any):
    assert unstable_option((option,)) is None


@pytest.mark.parametrize(
    "option", [object(), lambda: 3, {"a", "b"}, (1, [frozenset("ab")]), {"a": object()}, Level("x", {"a", "b"})]
)
def test_options_without_a_stable_text_are_refused_with_a_sentence(option: Any):
    sentence = unstable_option((1, option))
    assert sentence is not None
    assert "another in every process" in sentence


def test_own_options_have_stable_texts():
    assert [rules.full_id for rules in registry.listed() if unstable_option(rules.variant.options)] == []


def test_option_with_an_unstable_text_is_never_published(tmp_path: Path):
    class MoreOptions(Template):
        def prepare(self, stones: int, *more: object) -> None:
            super().prepare(stones)

    rules = MoreOptions(Variant("5", "5 stones", (5, {"a", "b"})))
    with pytest.raises(RulesError, match=r"template/5: the option .* is a set, whose order is another"):
        require_current(rules)
    with pytest.raises(RulesError):
        Store(tmp_path).write(rules, solved("template/5"), 0.0)
    assert list(tmp_path.iterdir()) == []


PLUGIN = '''"""A puzzle whose levels are in a file."""

from pathlib import Path

from perfect_play.puzzles import Variant
from perfect_play.puzzles._template import Template


class Levels(Template):
    name = "Levels"
    reads = ("levels.txt",)
    variants = tuple(Variant(id, id, ({option},), testing=True, positions=9) for id in ("one", "two"))

    def prepare(self, line):
        super().prepare(int(Path(__file__).with_name("levels.txt").read_text().split()[0]))
'''


def plugin(folder: Path, name: str, option: str = "0") -> Path:
    """A plug-in that reads a file of levels beside it."""
    path = folder / f"{name}.py"
    path.write_text(PLUGIN.replace("{option}", option))
    return path


def test_a_plug_in_with_an_unstable_option_is_refused(tmp_path: Path):
    (tmp_path / "levels.txt").write_text("5 7")
    with pytest.raises(BrokenPlugin, match=r"one: the option <object .*> has no stable text"):
        load_file(plugin(tmp_path, "unstable", "object()"))


# --- files ----------------------------------------------------------------------------------------


def test_a_file_that_is_read_counts_as_it_was_read(tmp_path: Path):
    digests = []
    for number, content in enumerate(("5 7", "5 8", "5 7")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "levels.txt").write_text(content)
        cls = load_file(plugin(folder, f"levels{number}"))
        cls.id = "levels"
        rules = cls(cls.variants[0])
        digests.append(rules_digest(rules).replace(cls.__module__, ""))
        assert not is_stale(rules)
        (folder / "levels.txt").write_text("6 7")
        assert is_stale(rules)
        rules_digest.cache_clear()
        assert rules_digest(rules) == digests[-1]
    assert digests[0] != digests[1]


def test_rules_made_of_two_versions_of_a_file_have_a_digest_of_their_own(tmp_path: Path):
    (tmp_path / "levels.txt").write_text("5 7")
    cls = load_file(plugin(tmp_path, "twice"))
    before = cls(cls.variants[0])
    (tmp_path / "levels.txt").write_text("6 7")
    mixed = cls(cls.variants[0])
    (tmp_path / "levels.txt").write_text("5 7")
    assert rules_digest(mixed) != rules_digest(before)
    assert (is_stale(mixed), is_stale(before)) == (True, False)


def test_a_file_that_is_not_there_is_told(tmp_path: Path):
    with pytest.raises(BrokenPlugin, match=r"`reads` of Levels names 'levels.txt', but there is no file .*levels.txt"):
        load_file(plugin(tmp_path, "without"))


def test_levels_of_ours_are_in_the_options_or_declared():
    for full_id in ("sokoban/1", "marblecircuit/ch1", "snakebird/1", "chipschallenge/1"):
        assert len(repr(load(full_id).variant.options)) > 20, full_id
    assert [file.path.name for file in files_of(load("rushhour/basic"))[0]] == ["rushhour.json"]


def test_check_warns_of_rules_that_draw_random_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("perfect_play.puzzles.registry.find", lambda name: Template)
    monkeypatch.setattr("perfect_play.solvers.reports.warnings.source_of", lambda name: "import random\n")
    main.main(["--data-dir", str(tmp_path), "check", "template"])
    warning = (
        "warning: template: line 1 of _template.py: `random` draws random numbers: rules must be the same in every "
    )
    assert warning in capsys.readouterr().out


CALLS = {
    "import time\ntime.time()": "`time.time`, which reads the clock",
    "from time import monotonic as m\nm()": "`time.monotonic`, which reads the clock",
    "from datetime import datetime\ndatetime.now()": "`datetime.datetime.now`, which reads the clock",
    "import datetime as d\nd.date.today()": "`datetime.date.today`, which reads the clock",
    "import random\nrandom.choice([1])": "`random.choice`, which draws random numbers",
    "from random import shuffle\ndef f(): shuffle([])": "`random.shuffle`, which draws random numbers",
    "import random as r\nr.Random()": "`random.Random` without a seed, which draws random numbers",
    "from random import Random\nRandom(None)": "`random.Random` without a seed, which draws random numbers",
    "import time\nnow = time.time": "`time.time`, which reads the clock",
    "from random import random as dice\ndef f(draw=dice): draw()": "`random.random`, which draws random numbers",
    "import os\nos.getpid()": "`os.getpid`, which draws random numbers",
    "key = hash('x')": "`hash`, whose answer is another in every process",
    "def f(x): return id(x)": "`id`, whose answer is another in every process",
    "import numpy as np\nnp.random.rand(3)": "`numpy.random.rand`, which draws random numbers",
    "import os\nos.urandom(1)": "`os.urandom`, which draws random numbers",
    "import random\nr = random.Random(5)\nr.choice([1])": "",
    "import random\nrandom.Random(x=5).choice([1])": "",
    "import random\ndef f(rng: random.Random): rng.choice([1])": "",
    "class A:\n    id = 'a'\n    def __hash__(self): return hash(3)": "",
    "import time\ntime.sleep(1)": "",
    "if __name__ == '__main__':\n    import time\n    time.time()": "",
    "calls = [0]\ndef moves(position):\n    calls[0] += 1": "line 3 changes `calls[0]`, which counts",
    "calls = 0\ndef moves(position):\n    global calls\n    calls += 1": "line 4 changes `calls`, which counts",
    "class Walk:\n    def primitive(self, position):\n        self.calls += 1": "changes `self.calls`, which counts",
    "def prepare(self):\n    self.wins += (1,)": "",
    "def moves(self, board):\n    board[0] += 1\n    for cell in board: cell += 1": "",
    "def time(): pass\ntime()": "",
}


@pytest.mark.parametrize(("source", "expected"), CALLS.items())
def test_call_that_answers_differently_each_time_is_named(source: str, expected: str):
    sentence = never_the_same(source)
    assert (expected in sentence and sentence.startswith("line ")) if sentence else not expected


def test_syntax_trees_are_parsed_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch):
    """Otherwise Python 3.11 may raise SystemError, "AST constructor recursion depth mismatch"."""
    parse, at_work, most = ast.parse, [], []

    def slow(source: str) -> ast.Module:
        at_work.append(source)
        most.append(len(at_work))
        time.sleep(0.01)
        at_work.pop()
        return parse(source)

    monkeypatch.setattr(ast, "parse", slow)
    threads = [threading.Thread(target=sources.syntax_of, args=("x = 1",)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1, 1, 1, 1]
