"""The share of names that say nothing about what they hold: bare participles, adverbs and empty nouns.

Every variable, parameter, function and class that a file binds counts once each time it is bound, in Python and in the
page's scripts; there `leftOver` counts as `left_over`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests import script_names
from tests.helpers import ROOT

SCRIPTS = ROOT / "server" / "page" / "static"
ROOMS = ("puzzles", "solvers", "server", "perfect_play")
_PARTICIPLES = """found told known made seen kept given shown taken reached chosen here there some instead beside
    asked heard tried met moved said wanted left_over played proved sown searched deepened explored valued drawn
    written done"""
_EMPTY = """left most least room rooms way ways one ones other others own thing things stuff much many more less
    rest whole same such what which who where when how why now then once again ever never all any none nothing
    everything something anything apart together ahead behind beyond within without near far first_of last_of
    part_of work word words short mend sound nudge wish wishes demand"""
_WITHOUT_SUBJECT = """what which who whoever whose whatever whether where wherever when while how if it its they them
    their there this that these those nothing nobody none everything everybody something others all and or but so only
    one no not some in on at of by to for from with without into until below beyond over through otherwise elsewhere"""
PARTICIPLES, EMPTY = frozenset(_PARTICIPLES.split()), frozenset(_EMPTY.split())
WITHOUT_SUBJECT = frozenset(_WITHOUT_SUBJECT.split())


def bound_names(tree: ast.Module) -> Iterator[str]:
    """The names that a module binds, as often as it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name


def names_of(path: Path) -> Iterator[str]:
    """The names that a module or a script binds."""
    text = path.read_text(encoding="utf-8")
    return script_names.bound_names(text) if path.suffix == ".js" else bound_names(ast.parse(text))


def is_participle(name: str) -> bool:
    """Whether the name of a class is a past participle alone: what was done to something, but not to what."""
    return re.fullmatch("_?[A-Z][a-z]+", name) is not None and (name.endswith("ed") or plain(name) in PARTICIPLES)


def classes_of(path: Path) -> list[str]:
    """The names of the classes in a module."""
    return re.findall(r"^ *class (\w+)", path.read_text(encoding="utf-8"), re.M)


def parameter_counts(path: Path) -> Iterator[tuple[str, int]]:
    """The functions in a module, and how many parameters each has besides the object or class it belongs to."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            parameters = [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
            yield node.name, len(parameters) - (parameters[:1] in (["self"], ["cls"]))


def plain(name: str) -> str:
    """A name in snake case, without underscores at its ends."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", name).strip("_").lower()


def shares(paths: list[Path]) -> tuple[float, float, Counter[str]]:
    """The share of participles among the names bound in these files, that with empty words added, and their counts."""
    names = [plain(name) for path in paths for name in names_of(path)]
    counts = Counter(name for name in names if name in PARTICIPLES | EMPTY)
    participles = sum(counts[name] for name in PARTICIPLES)
    return participles / len(names), counts.total() / len(names), counts


def product_modules(*rooms: str) -> list[Path]:
    """The modules of these rooms of the product, all by default."""
    return [path for room in rooms or ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def scripts() -> list[Path]:
    """The page's scripts."""
    return sorted(SCRIPTS.glob("*.js"))


def names_of_tests() -> list[str]:
    """The names of all tests, with their files."""
    return [
        f"{path.relative_to(ROOT)}::{name}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for name in re.findall(r"^ *(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
    ]
