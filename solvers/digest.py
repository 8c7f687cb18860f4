"""A digest of the rules a table was made from: another digest, and the table is built again.

It covers the code of the plug-in, of everything of `puzzles/` it uses beyond the base classes and
the view, and the variant's options. Comments, docstrings and blank lines do not count.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import io
import json
import sys
import tokenize
from functools import cache, lru_cache
from types import ModuleType

from puzzles.base import Rules

ENGINE = "1"
"""To be raised when `puzzles/base.py` or a solver changes what results mean: every table is then built again."""

_LEFT_OUT = {"puzzles.base", "puzzles.view", "puzzles.checks", "puzzles.registry"}


def code_of(source: str) -> str:
    """`source` without comments, docstrings, blank lines and trailing blanks."""
    lines = source.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            for row in range(first.lineno, (first.end_lineno or first.lineno) + 1):
                lines[row - 1] = ""
    return "\n".join(line.rstrip() for line in lines if line.strip())


@cache
def _module_code(name: str) -> str:
    return code_of(inspect.getsource(sys.modules[name]))


@cache
def _modules_of(name: str) -> frozenset[str]:
    """The modules of `puzzles/` that module `name` uses, itself included."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name in found or name in _LEFT_OUT or not name.startswith("puzzles."):
            continue
        found.add(name)
        for value in vars(sys.modules[name]).values():
            used = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            if isinstance(used, str) and used in sys.modules:
                waiting.append(used)
    return frozenset(found)


@lru_cache(maxsize=1024)
def rules_digest(rules: Rules) -> str:
    """32 hexadecimal digits that change when the rules of this variant do."""
    names = {used for cls in type(rules).__mro__ for used in _modules_of(cls.__module__)}
    hasher = hashlib.blake2b(digest_size=16)
    options = json.dumps(rules.variant.options, sort_keys=True, default=repr)
    for text in (ENGINE, rules.id, rules.variant.id, options, *map(_module_code, sorted(names))):
        hasher.update(text.encode() + b"\0")
    return hasher.hexdigest()
