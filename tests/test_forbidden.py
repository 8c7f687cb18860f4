"""Checks by parsing the sources that the product never evaluates code, unpickles, or calls a shell."""

from __future__ import annotations

import ast
import pickle
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from perfect_play.solvers.tables.reader import CHECKSUM_BYTES, TableCorrupt, checksum_of
from perfect_play.solvers.tables.store import Store
from tests.helpers import ROOT, load, solved

SOURCES = [
    *(
        path
        for room in ("puzzles", "solvers", "server", "perfect_play", "benchmarks")
        for path in sorted((ROOT / room).rglob("*.py"))
    ),
    ROOT / "wsgi.py",
    ROOT / "gunicorn.conf.py",
]
MODULES = {
    *("pickle", "cPickle", "_pickle", "marshal", "shelve", "dbm", "dill", "cloudpickle", "joblib", "jsonpickle"),
    *("yaml", "code", "codeop", "pty", "telnetlib", "xmlrpc", "xml"),
}
"""Modules that deserialize objects or run code from text, and parsers that follow external references."""
NAMES = {"eval", "exec", "compile", "__import__", "breakpoint", "input"}
BUILTINS = ("builtins", "__builtins__")
METHODS = {
    "os": {"system", "popen", "spawnl", "spawnlp", "spawnv", "spawnvp", "tempnam"},
    "tempfile": {"mktemp"},
    "subprocess": {"getoutput", "getstatusoutput"},
    "sys": {"setrecursionlimit"},
    "extract": {"extractall"},
}
ALLOWED = {
    ("solvers/cli/build.py", "os.execv"),  # imports the rules anew
    ("server/__main__.py", "os.execv"),  # becomes gunicorn
    ("solvers/cli/play.py", "input"),  # in Python 3 it only reads a line
    ("puzzles/gamescrafters/__init__.py", "compile"),  # a plug-in's source, its imports redirected, as import would
    ("puzzles/gamescrafters/translation.py", "compile"),  # the plug-in's own methods again, for the compiler
    ("puzzles/gamescrafters/translation.py", "exec"),
    ("puzzles/drawing/files.py", "xml.etree"),  # of files beside plug-ins, which are code
}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def offences(text: str) -> Iterator[str]:
    """The forbidden constructs in a source text."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in MODULES:
            yield f"{node.module}"
        elif isinstance(node, ast.Call):
            yield from _of_call(node)


def _of_call(node: ast.Call) -> Iterator[str]:
    called = node.func
    name = getattr(called, "id", getattr(called, "attr", ""))
    if isinstance(called, ast.Name) and called.id in NAMES:
        yield called.id
    if isinstance(called, ast.Attribute) and getattr(called.value, "id", "") in BUILTINS and called.attr in NAMES:
        yield ast.unparse(called)
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        if called.attr in METHODS.get(called.value.id, ()) or (called.value.id == "os" and called.attr[:4] == "exec"):
            yield f"{called.value.id}.{called.attr}"
        if called.value.id in ("pandas", "pd") and called.attr == "read_pickle":
            yield "read_pickle"
    if name == "import_module":
        first = getattr(node.args[0], "value", "") if len(node.args) == 1 else None
        if first is None or str(first).split(".")[0] in MODULES:
            yield "import_module"
    for keyword in node.keywords:
        harmless = isinstance(keyword.value, ast.Constant) and keyword.value.value is False
        if keyword.arg in ("shell", "allow_pickle", "allow_dangerous_deserialization") and not harmless:
            yield f"{keyword.arg}="
    if name == "SqliteDict" and {"encode", "decode"} - {keyword.arg for keyword in node.keywords}:
        yield "SqliteDict that pickles"


@pytest.mark.second_ring
def test_sources_have_no_forbidden_calls():
    found = {(name_of(path), offence) for path in SOURCES for offence in offences(path.read_text(encoding="utf-8"))}
    assert found == ALLOWED


OFFENDERS = [
    "import pickle",
    "import pickle as p",
    "from pickle import loads",
    "from xml.etree import ElementTree",
    "import os, marshal",
    "def f():\n    from shelve import open",
    "eval('1')",
    "exec(x)",
    "compile(x, '', 'exec')",
    "__import__(name)",
    "os.system(x)",
    "os.execvp(x, y)",
    "subprocess.run(x, shell=True)",
    "subprocess.Popen(x, shell=wish)",
    "np.load(x, allow_pickle=True)",
    "tempfile.mktemp()",
    "SqliteDict(path)",
    "SqliteDict(path, encode=bytes)",
    "sqlitedict.SqliteDict(path, decode=bytes)",
    "importlib.import_module(name, package)",
    "importlib.import_module('pickle')",
    "import_module('marshal.anything')",
    "builtins.exec(x)",
    "__builtins__.eval(x)",
]


@pytest.mark.parametrize("text", OFFENDERS)
def test_forbidden_text_is_found(text: str):
    assert len(list(offences(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        *("re.compile(x)", "subprocess.run(x, shell=False)", "rules.input(1)", "SqliteDict(p, encode=b, decode=b)"),
        *("connection.exec(x)", "model.eval()", "rules.evaluate(x)", "# import pickle", "name = 'eval(x)'"),
        *("import_module('perfect_play.puzzles.base')", "import_module(name)"),
    ],
)
def test_the_search_does_not_cry_wolf(text: str):
    assert list(offences(text)) == []


# --- and a table with a pickle in it --------------------------------------------------------------


class Bomb:
    """Unpickling this creates a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (open, (str(self.path), "w"))


@pytest.mark.parametrize("name", ["meta", "0", "index"])
@pytest.mark.parametrize("signed", [False, True], ids=["bare", "with its checksum"])
def test_a_pickle_in_a_table_is_never_opened(tmp_path: Path, name: str, signed: bool):
    """Not even with a valid checksum, which anyone who can write tables can produce."""
    rules, trace = load("bishoppuzzle/4x5_4"), tmp_path / "trace"
    store = Store(tmp_path)
    store.write(rules, solved(rules.full_id), 1.0)
    raw = pickle.dumps(Bomb(trace))
    if signed:
        digest = None if name == "meta" else store.meta(rules).rules
        raw = checksum_of(rules, name, digest, raw) + raw
        assert len(raw) > CHECKSUM_BYTES
    connection = sqlite3.connect(store.path(rules))
    assert connection.execute("UPDATE parts SET value = ? WHERE key = ?", (raw, name)).rowcount == 1
    connection.commit()
    connection.close()
    with pytest.raises(TableCorrupt):
        Store(tmp_path).probe(rules, rules.start())
    assert not trace.exists()
    pickle.loads(pickle.dumps(Bomb(trace))).close()
    assert trace.exists(), "the bomb is none"
