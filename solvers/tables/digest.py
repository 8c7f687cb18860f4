"""A digest of the rules a table was made from: another digest, and the table is built again.

It covers the code of the plug-in, of everything of `puzzles/` it uses beyond the base classes and
the view, of everything of its own package where it comes from outside, and the variant's options.
Comments, docstrings and blank lines do not count, nor do methods that
only searches without a table use, nor attributes that only lists of puzzles and games use.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import inspect
import io
import json
import sys
import tokenize
from collections.abc import Iterator
from functools import cache, lru_cache

from puzzles.base import Rules

ENGINE = "2"
"""To be raised when `puzzles/base.py` or a solver changes what results mean: every table is then built again."""

_LEFT_OUT = {f"puzzles.{name}" for name in ("base", "checks", "mixins", "registry", "values", "view", "watch")}


_FOR_SEARCHES = {"cost", "heuristic", "hopeless", "least_cost", "orders"}
"""Methods that no table is made with."""

_FOR_LISTS = {"also_called", "opens"}
"""Attributes of a class that only decide what is listed, and how."""

_OF_STATEMENTS = (ast.stmt, ast.ExceptHandler, ast.match_case)
_MARKS = {tokenize.NEWLINE: "\n", tokenize.INDENT: "{", tokenize.DEDENT: "}"}
_PASSED_OVER = {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER, tokenize.ENCODING}
# From Python 3.12 on an f-string is several tokens; it is taken as it is written, as before.
_F_START, _F_END = getattr(tokenize, "FSTRING_START", -1), getattr(tokenize, "FSTRING_END", -1)


def statements_of(source: str) -> list[ast.AST]:
    """Everything of a module that may have a docstring or be one, define or import: no expressions."""
    found: list[ast.AST] = [ast.parse(source)]
    for node in found:
        found += [child for child in ast.iter_child_nodes(node) if isinstance(child, _OF_STATEMENTS)]
    return found


def code_of(source: str, statements: list[ast.AST]) -> str:
    """The tokens of `source` without comments, docstrings, the blanks between them, and what tables do without."""
    lines = source.splitlines(keepends=True)
    docstrings, unused = _docstrings(statements), _lines_unused(statements)
    indents = 0  # of what is left out
    parts: list[str] = []
    depth = 0
    begun = (0, 0)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.DEDENT and indents:
            indents -= 1
        elif token.start[0] in unused and token.type != tokenize.DEDENT:
            indents += token.type == tokenize.INDENT
        elif token.type == _F_START:
            begun = begun if depth else token.start
            depth += 1
        elif token.type == _F_END:
            depth -= 1
            if not depth:
                parts.append(_between(lines, begun, token.end))
        elif depth or token.type in _PASSED_OVER or token.start in docstrings:
            continue
        elif token.type != tokenize.NEWLINE or (parts and parts[-1] not in ("\n", "{", "}")):
            parts.append(_MARKS.get(token.type, token.string))
    return " ".join(parts)


def _docstrings(statements: list[ast.AST]) -> set[tuple[int, int]]:
    """Where the docstrings of a module begin: (row, column)."""
    starts = set()
    for node in statements:
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            starts.add((first.lineno, first.col_offset))
    return starts


def _lines_unused(statements: list[ast.AST]) -> set[int]:
    """The numbers of the lines of methods and attributes that no table is made with."""
    unused: list[ast.stmt] = [
        node for node in statements if isinstance(node, ast.FunctionDef) and node.name in _FOR_SEARCHES
    ]
    bodies = [node.body for node in statements if isinstance(node, ast.ClassDef)]
    unused += [node for body in bodies for node in body if isinstance(node, ast.Assign) and _for_lists(node)]
    return {line for node in unused for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}


def _for_lists(node: ast.Assign) -> bool:
    return all(isinstance(target, ast.Name) and target.id in _FOR_LISTS for target in node.targets)


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    (row, column), (last, width) = start, end
    if row == last:
        return lines[row - 1][column:width]
    return "".join([lines[row - 1][column:], *lines[row : last - 1], lines[last - 1][:width]])


@cache
def _module(name: str) -> tuple[str, tuple[str, ...]]:
    """(the code of a module that is loaded, the names of what it imports)."""
    source = inspect.getsource(sys.modules[name])
    statements = statements_of(source)
    return code_of(source, statements), tuple(_imported(name, statements))


@cache
def _modules_of(name: str, package: str) -> frozenset[str]:
    """The modules of `puzzles/` and of a plug-in's own `package` that a module imports, directly or not, and itself."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        counted = name != "puzzles" and name.partition(".")[0] in ("puzzles", package)
        if not counted or name in found or name in _LEFT_OUT or not getattr(sys.modules.get(name), "__file__", None):
            continue
        found.add(name)
        waiting += _module(name)[1]
    return frozenset(found)


def _imported(name: str, statements: list[ast.AST]) -> Iterator[str]:
    """The names of what module `name` imports; some of them are no modules."""
    for node in statements:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = _imported_from(name, node)
            yield from (source, *(f"{source}.{alias.name}" for alias in node.names))


def _imported_from(name: str, node: ast.ImportFrom) -> str:
    """The full name of what a `from ... import` of module `name` names."""
    if not node.level:
        return node.module or ""
    package = sys.modules[name].__package__ or ""
    return importlib.util.resolve_name("." * node.level + (node.module or ""), package)


@lru_cache(maxsize=1024)
def rules_digest(rules: Rules) -> str:
    """32 hexadecimal digits that change when the rules of this variant do."""
    package = type(rules).__module__.partition(".")[0]
    names = {used for cls in type(rules).__mro__ for used in _modules_of(cls.__module__, package)}
    hasher = hashlib.blake2b(digest_size=16)
    options = json.dumps(rules.variant.options, sort_keys=True, default=repr)
    for text in (ENGINE, rules.id, rules.variant.id, options, *(_module(name)[0] for name in sorted(names))):
        hasher.update(text.encode() + b"\0")
    return hasher.hexdigest()
