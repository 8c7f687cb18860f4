"""A digest of the rules a table was made from; if it changes, the table is rebuilt.

It covers the variant's options and all code that its class uses, found by following names from the class on: in the
plug-in's module, in other modules of `puzzles/` except the base classes and the view, and in its own package if the
plug-in comes from outside. What only a list of variants uses, such as `variants` and the helpers that make them, does
not count, so a new variant leaves the tables of the others valid; neither do comments, docstrings, blank lines, and
methods that only searches without a table call.
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
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from puzzles.base import Rules

ENGINE = "2"
"""To be raised when `puzzles/base.py` or a solver changes what results mean: every table is then rebuilt."""

_LEFT_OUT = {f"puzzles.{name}" for name in ("base", "checks", "mixins", "registry", "values", "view", "watch")}

_UNUSED_METHODS = {"cost", "heuristic", "hopeless", "least_cost", "orders", "find_variant", "opening"}
"""Methods that no table is made with, unless code that it is made with mentions them."""

_FOR_LISTS = {
    *("aliases", "also_called", "author", "custom", "date_created", "description", "id", "instructions", "name"),
    *("opens", "variants"),
}
"""Attributes of a class that only decide what is listed, and how, with the same exception."""

_OF_STATEMENTS = (ast.stmt, ast.ExceptHandler, ast.match_case)
_MARKS = {tokenize.NEWLINE: "\n", tokenize.INDENT: "{", tokenize.DEDENT: "}"}
_PASSED_OVER = {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER, tokenize.ENCODING}
# From Python 3.12 on an f-string is several tokens; it is taken as it is written, as before.
_F_START, _F_END = getattr(tokenize, "FSTRING_START", -1), getattr(tokenize, "FSTRING_END", -1)

Place = tuple[int, int]
"""A row, from 1, and a column, from 0."""


# --- code as text -----------------------------------------------------------------------------


def code_of(source: str, docstrings: Iterable[Place] = ()) -> str:
    """The tokens of `source` without comments, blanks between them, and the docstrings that begin at these places."""
    lines = source.splitlines(keepends=True)
    docstrings = set(docstrings)
    parts: list[str] = []
    depth = 0
    begun = (0, 0)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == _F_START:
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


def docstrings_of(tree: ast.Module) -> set[Place]:
    """Where the docstrings of a module begin."""
    places = set()
    waiting: list[ast.AST] = [tree]
    for node in waiting:
        waiting += [child for child in ast.iter_child_nodes(node) if isinstance(child, _OF_STATEMENTS)]
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            places.add((first.lineno, first.col_offset))
    return places


def _between(lines: list[str], start: Place, end: Place) -> str:
    (row, column), (last, width) = start, end
    if row == last:
        return lines[row - 1][column:width]
    return "".join([lines[row - 1][column:], *lines[row : last - 1], lines[last - 1][:width]])


# --- modules ----------------------------------------------------------------------------------


class _Module(NamedTuple):
    """A module as statements that are used or not.

    defined: for each name, the numbers of the statements that bind it. imported: for each name, the module that it
    comes from and its name there, "" for the module itself. always: the statements that do something when they run.
    """

    lines: list[str]
    docstrings: set[Place]
    statements: list[ast.stmt]
    defined: dict[str, list[int]]
    imported: dict[str, tuple[str, str]]
    always: list[int]


@cache
def _module(name: str) -> _Module:
    """A module that is loaded."""
    source = inspect.getsource(sys.modules[name])
    tree = ast.parse(source)
    found = _Module(source.splitlines(keepends=True), docstrings_of(tree), tree.body, {}, {}, [])
    for number, node in enumerate(tree.body):
        for inner in ast.walk(node) if not _is_definition(node) else ():
            if isinstance(inner, ast.Import | ast.ImportFrom):
                found.imported.update(_imports(name, inner))
        for bound in _bound(node):
            found.defined.setdefault(bound, []).append(number)
    found.always.extend(number for number, node in enumerate(tree.body) if _acts(node, found))
    return found


def _is_definition(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def _bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module binds, imports aside."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
        return
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            yield inner.id
        elif isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield inner.name


def _acts(node: ast.stmt, module: _Module) -> bool:
    """Whether a statement may do more than bind names, so that it counts though nothing names it."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return False
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        names = {name.id for made in node.decorator_list for name in ast.walk(made) if isinstance(name, ast.Name)}
        own = {name for name, (source, _) in module.imported.items() if source.partition(".")[0] == "puzzles"}
        return bool(names & {*module.defined, *own})
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        parts = (part for target in targets for part in ast.walk(target))
        return any(isinstance(part, ast.Attribute | ast.Subscript) for part in parts)
    return not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _imports(name: str, node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, tuple[str, str]]]:
    """For each name that an import in module `name` binds: the module it comes from, and its name there."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0], (alias.name, "")
        return
    source = node.module or ""
    if node.level:
        source = importlib.util.resolve_name("." * node.level + source, sys.modules[name].__package__ or "")
    for alias in node.names:
        inner = f"{source}.{alias.name}"
        yield alias.asname or alias.name, (inner, "") if inner in sys.modules else (source, alias.name)


@cache
def _left_for_lists(node: ast.stmt) -> dict[str, ast.stmt]:
    """The members of a class that count only if they are mentioned, by name; those that share no line with another."""
    if not isinstance(node, ast.ClassDef):
        return {}
    found: dict[str, ast.stmt] = {}
    for member in node.body:
        names = set()
        if isinstance(member, ast.FunctionDef):
            names = {member.name} & _UNUSED_METHODS
        elif isinstance(member, ast.Assign) and len(member.targets) == 1 and isinstance(member.targets[0], ast.Name):
            names = {member.targets[0].id} & _FOR_LISTS
        alone = all(other is member or not set(_rows(other)) & set(_rows(member)) for other in node.body)
        if alone and _rows(member)[0] > node.lineno:
            found.update(dict.fromkeys(names, member))
    return found


def _rows(node: ast.stmt) -> range:
    """The rows of a statement, its decorators included."""
    first = min([node.lineno, *(made.lineno for made in getattr(node, "decorator_list", ()))])
    return range(first, (node.end_lineno or node.lineno) + 1)


# --- what is used -----------------------------------------------------------------------------


class _Uses:
    """The statements that some classes use, found by following names from one to the next."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.statements: dict[str, set[int]] = {}
        self.bindings: set[str] = set()
        self.members: set[ast.stmt] = set()  # of those left for lists, the mentioned ones
        self._mentioned: set[str] = set()
        self._seen: set[tuple[str, str]] = set()
        self._waiting: list[tuple[str, str]] = []

    def follow(self, names: Iterable[tuple[str, str]]) -> None:
        """Add these names, each with its module, and everything they use."""
        self._waiting += names
        while True:
            while self._waiting:
                self._need(*self._waiting.pop())
            used = [(name, _module(name).statements[n]) for name, numbers in self.statements.items() for n in numbers]
            left = [(name, *item) for name, node in used for item in _left_for_lists(node).items()]
            more = [(name, node) for name, called, node in left if called in self._mentioned]
            more = [(name, node) for name, node in more if node not in self.members]
            if not more:
                return
            for name, node in more:
                self.members.add(node)
                self._scan(name, node, set())

    def _counts(self, name: str) -> bool:
        """Whether the code of a module counts."""
        of_these = name != "puzzles" and name.partition(".")[0] in ("puzzles", self.package)
        return of_these and name not in _LEFT_OUT and bool(getattr(sys.modules.get(name), "__file__", None))

    def _need(self, name: str, wanted: str) -> None:
        """Add what a module calls `wanted`; all of it if that is "" or not found."""
        if (name, wanted) in self._seen or not self._counts(name):
            return
        self._seen.add((name, wanted))
        module = _module(name)
        if name not in self.statements:
            self.statements[name] = set()
            self._add(name, module.always)
            self._waiting += [(source, "") for called, (source, _) in module.imported.items() if called == "*"]
        if wanted in module.defined:
            self._add(name, module.defined[wanted])
        elif wanted in module.imported:
            self._import(module, wanted)
        else:
            self._add(name, range(len(module.statements)))

    def _import(self, module: _Module, called: str) -> None:
        source, wanted = module.imported[called]
        self.bindings.add(f"{called} = {source} {wanted}")
        self._waiting.append((source, wanted))

    def _add(self, name: str, numbers: Iterable[int]) -> None:
        for number in set(numbers) - self.statements[name]:
            self.statements[name].add(number)
            node = _module(name).statements[number]
            if not isinstance(node, ast.Import | ast.ImportFrom):
                self._scan(name, node, set(_left_for_lists(node).values()))
            elif number not in _module(name).always:
                for called, _ in _imports(name, node):
                    self._import(_module(name), called)

    def _scan(self, name: str, root: ast.AST, without: set[ast.stmt]) -> None:
        """Add what the code below a node of a module names, leaving out some nodes."""
        module = _module(name)
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if node in without:
                continue
            if isinstance(node, ast.Import | ast.ImportFrom):
                for called, (source, wanted) in _imports(name, node):
                    self.bindings.add(f"{called} = {source} {wanted}")
                    self._waiting.append((source, wanted))
            elif isinstance(node, ast.Name):
                self._mentioned.add(node.id)
                if node.id in module.defined:
                    self._waiting.append((name, node.id))
                if node.id in module.imported:
                    self._import(module, node.id)
            elif isinstance(node, ast.Attribute):
                of = node.value
                if isinstance(of, ast.Name) and module.imported.get(of.id, ("", "-"))[1] == "":
                    source = module.imported[of.id][0]
                    self.bindings.add(f"{of.id} = {source}")
                    if source.count(".") == 0 or of.id != source.partition(".")[0]:
                        self._waiting.append((source, node.attr))
                        continue
                if "variant" not in (getattr(of, "id", ""), getattr(of, "attr", "")):
                    self._mentioned.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self._mentioned.add(node.value)
            waiting += ast.iter_child_nodes(node)

    def texts(self) -> Iterator[str]:
        """All that is used, as text, in an order that depends on nothing else."""
        yield from sorted(self.bindings)
        for name in sorted(self.statements):
            module = _module(name)
            for number in sorted(self.statements[name]):
                node = module.statements[number]
                if not isinstance(node, ast.Import | ast.ImportFrom):
                    left = [member for member in _left_for_lists(node).values() if member not in self.members]
                    yield _text(name, number, frozenset(row for member in left for row in _rows(member)))


@cache
def _text(name: str, number: int, blank: frozenset[int]) -> str:
    """The code of one statement of a module, without these rows."""
    module = _module(name)
    rows = _rows(module.statements[number])
    lines = ["\n" if row in blank else module.lines[row - 1] for row in rows]
    here = {(row - rows[0] + 1, column) for row, column in module.docstrings if row in rows}
    return code_of("".join(lines), here)


@lru_cache(maxsize=1024)
def _code(cls: type[Rules]) -> str:
    """All code that a class uses."""
    uses = _Uses(cls.__module__.partition(".")[0])
    uses.follow((base.__module__, base.__name__) for base in cls.__mro__)
    return "\0".join(uses.texts())


@lru_cache(maxsize=1024)
def rules_digest(rules: Rules) -> str:
    """32 hexadecimal digits that change when the rules of this variant do."""
    hasher = hashlib.blake2b(digest_size=16)
    options = json.dumps(rules.variant.options, sort_keys=True, default=repr)
    for text in (ENGINE, rules.id, rules.variant.id, options, _code(type(rules))):
        hasher.update(text.encode() + b"\0")
    return hasher.hexdigest()
