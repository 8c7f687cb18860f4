"""A digest of the rules a table is made from: those that run, as they were imported. If it changes, it is rebuilt.

It covers the variant's options and the code of the plug-in's module, of the modules of `puzzles/` that it imports,
except those of `_LEFT_OUT`, and of its own package or folder if it comes from outside; and the files of data that it
`reads`. Definitions that nothing else mentions do not count, nor do comments, docstrings and blank lines. So a new
variant leaves the tables of the others valid: no rule mentions `variants`, and only `variants` mentions the helpers
that make them.
"""

import ast
import hashlib
import io
import json
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from importlib.util import decode_source, resolve_name
from typing import Any, NamedTuple

from perfect_play.puzzles.base import Rules, RulesError, StaleRules, files_of
from perfect_play.puzzles.laws.dependencies import unstable_option
from perfect_play.puzzles.sources import has_source, is_kept, is_ours, package_of, snapshot_of, source_of, syntax_of

ENGINE = "2"
"""Raise this when a module of `_LEFT_OUT` or a solver changes what results mean: every table is then rebuilt."""

_LEFT_OUT = {
    f"perfect_play.puzzles.{name}"
    for name in ("base", "checks", "mixins", "registry", "sources", "values", "view", "watch")
}

_LOOSE = {
    *("aliases", "also_called", "author", "custom", "date_created", "description", "id", "instructions", "name"),
    *("opens", "variants", "find_variant", "opening"),
    *("components", "cost", "heuristic", "hopeless", "least_cost", "lettered", "options_of", "orders"),
    *("moves_written", "notations", "other_move_names", "reads", "remarks", "side_names", "starts"),
}
"""Class members for listings and for searches without a table; they count only if other code mentions them."""

_INSIDE = ("body", "handlers", "orelse", "finalbody", "cases")
_MARKS = {tokenize.NEWLINE: "\n", tokenize.INDENT: "{", tokenize.DEDENT: "}"}
_PASSED_OVER = {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER, tokenize.ENCODING}
# From Python 3.12 on, an f-string is several tokens; its source text is used whole, as with earlier versions.
_F_START, _F_END = getattr(tokenize, "FSTRING_START", -1), getattr(tokenize, "FSTRING_END", -1)

Place = tuple[int, int]
"""A row, from 1, and a column, from 0."""


# --- code as text -----------------------------------------------------------------------------


@cache
def code_of(source: str, docstrings: frozenset[Place] = frozenset()) -> str:
    """The tokens of `source` without comments, blanks between them, and the docstrings that begin at these places."""
    lines = source.splitlines(keepends=True)
    parts: list[str] = []
    depth = 0
    begun = (0, 0)
    for kind, text, start, end, _ in tokenize.generate_tokens(io.StringIO(source).readline):
        if kind == _F_START:
            begun = begun if depth else start
            depth += 1
        elif kind == _F_END:
            depth -= 1
            if not depth:
                parts.append(_between(lines, begun, end))
        elif depth or kind in _PASSED_OVER or (kind == tokenize.STRING and start in docstrings):
            continue
        elif kind != tokenize.NEWLINE or (parts and parts[-1] not in ("\n", "{", "}")):
            parts.append(_MARKS.get(kind, text))
    return " ".join(parts)


def docstrings_of(tree: ast.Module) -> frozenset[Place]:
    """Where the docstrings of a module begin."""
    places = set()
    for node in _blocks(tree):
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            places.add((first.lineno, first.col_offset))
    return frozenset(places)


def _blocks(tree: ast.Module) -> Iterator[ast.AST]:
    """A module, its statements, and all statements inside them; not their expressions."""
    waiting: list[ast.AST] = [tree]
    for node in waiting:  # grows during the loop
        for field in _INSIDE:
            waiting += getattr(node, field, ())
        yield node


def _between(lines: list[str], start: Place, end: Place) -> str:
    (row, column), (last, width) = start, end
    if row == last:
        return lines[row - 1][column:width]
    return "".join([lines[row - 1][column:], *lines[row : last - 1], lines[last - 1][:width]])


# --- what counts ------------------------------------------------------------------------------


class _Statement(NamedTuple):
    """A statement of a module, or a loose member of one of its classes.

    code: returns its code; called only for those that count. binds: the names it defines, one of which must be
    mentioned for it to count; empty: it counts anyway.
    """

    code: Callable[[], str]
    binds: frozenset[str]
    mentions: frozenset[str]


class _Module(NamedTuple):
    """The statements of a module, and the names of everything it imports, anywhere in it; some are not modules."""

    statements: tuple[_Statement, ...]
    imports: tuple[str, ...]


@cache
def _read(name: str) -> _Module:
    """What a loaded module consists of. Its syntax tree, which takes much memory, is not kept."""
    source = source_of(name)
    tree = syntax_of(source)
    return _Module(_statements(tree, source.splitlines(keepends=True)), _imported(tree, name))


def _statements(tree: ast.Module, lines: list[str]) -> tuple[_Statement, ...]:
    docstrings = docstrings_of(tree)

    def statement(node: ast.stmt, omitted: Sequence[ast.stmt] = ()) -> _Statement:
        rows, blank = _rows(node), {row for member in omitted for row in _rows(member)}
        text = "".join("\n" if row in blank else lines[row - 1] for row in rows)
        docstring_places = frozenset((row - rows[0] + 1, column) for row, column in docstrings if row in rows)
        return _Statement(partial(code_of, text, docstring_places), _bound(node), frozenset(_mentioned(node, omitted)))

    statements = []
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            source = f"{'.' * node.level}{node.module}" if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                bound = {alias.asname or alias.name.partition(".")[0]} - {"*"}
                code = partial(str, f"{alias.asname} = {source} {alias.name}")
                statements.append(_Statement(code, frozenset(bound), frozenset()))
        else:
            loose = _loose(node)
            statements += [statement(node, loose), *map(statement, loose)]
    return tuple(statements)


def _bound(node: ast.stmt) -> frozenset[str]:
    """The names that a definition or a plain assignment binds; none if it may do more than that."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return frozenset(() if node.decorator_list else (node.name,))
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return frozenset(names if len(names) == len(targets) and isinstance(node, ast.Assign | ast.AnnAssign) else ())


def _mentioned(root: ast.stmt, omitted: Sequence[ast.stmt]) -> Iterator[str]:
    """The names, attributes and strings in a statement, without some of its members."""
    waiting: list[Any] = [child for child in ast.iter_child_nodes(root) if child not in omitted]
    for node in waiting:  # grows during the loop, which is written for speed
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield node.value
        elif isinstance(node, ast.AST):
            if isinstance(node, ast.Attribute):
                yield node.attr
            for value in vars(node).values():
                if isinstance(value, list):
                    waiting += value
                elif isinstance(value, ast.AST):
                    waiting.append(value)


def _loose(node: ast.stmt) -> list[ast.stmt]:
    """The members of a class that count only if they are mentioned; those that share no line with another."""
    if not isinstance(node, ast.ClassDef):
        return []
    shared = Counter(row for member in node.body for row in _rows(member))
    return [
        member
        for member in node.body
        if (_bound(member) or {""}) <= _LOOSE
        and member.lineno > node.lineno
        and all(shared[row] == 1 for row in _rows(member))
    ]


def _rows(node: ast.stmt) -> range:
    """The rows of a statement, its decorators included."""
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])
    return range(first, (node.end_lineno or node.lineno) + 1)


@cache
def _modules_of(name: str, package: str) -> frozenset[str]:
    """The modules of `puzzles/`, and of a plug-in's own `package` or folder, that a module imports, and itself."""
    modules: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name in modules or name in _LEFT_OUT or not has_source(name):
            continue
        within = package_of(name)
        if within in ("perfect_play.puzzles", package) or (within != "perfect_play.solvers" and is_kept(name)):
            modules.add(name)
            waiting += _read(name).imports
    return frozenset(modules)


def _imported(tree: ast.Module, name: str) -> tuple[str, ...]:
    """The names of everything module `name` imports."""
    imported_names: list[str] = []
    for node in _blocks(tree):
        if isinstance(node, ast.Import):
            imported_names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            relative = "." * node.level + (node.module or "")
            source = resolve_name(relative, sys.modules[name].__package__ or "")
            imported_names += (source, *(f"{source}.{alias.name}" for alias in node.names))
    return tuple(imported_names)


@lru_cache(maxsize=1024)
def _modules(cls: type[Rules]) -> frozenset[str]:
    """The modules whose code may count for a class."""
    package = package_of(cls.__module__)
    return frozenset[str]().union(*(_modules_of(base.__module__, package) for base in cls.__mro__))


@lru_cache(maxsize=1024)
def _code(cls: type[Rules]) -> bytes:
    """All code that counts for a class: what it mentions, what that mentions, and so on."""
    statements = [statement for name in sorted(_modules(cls)) for statement in _read(name).statements]
    remaining = set(range(len(statements)))
    mentioned = {cls.__name__}
    while new := {number for number in remaining if not (binds := statements[number].binds) or binds & mentioned}:
        remaining -= new
        mentioned.update(*(statements[number].mentions for number in new))
    counted = (statement.code() for number, statement in enumerate(statements) if number not in remaining)
    return "\0".join(counted).encode()


@lru_cache(maxsize=1024)
def rules_digest(rules: Rules) -> str:
    """32 hexadecimal digits that change when the rules of this variant do."""
    hasher = hashlib.blake2b(digest_size=16)
    options = json.dumps(rules.variant.options, sort_keys=True, default=repr)
    for text in (ENGINE, rules.id, rules.variant.id, options):
        hasher.update(text.encode() + b"\0")
    hasher.update(_code(type(rules)) + b"\0")
    files, mixed = files_of(rules)
    for file in files:
        hasher.update(file.digest)
    if mixed:
        hasher.update(b"mixed")
    return hasher.hexdigest()


# --- whether it is still what is on disk ------------------------------------------------------


def is_stale(rules: Rules) -> bool:
    """Whether the rules on disk are no longer those that run: code, comments apart, or a file of data has changed."""
    files, mixed = files_of(rules)
    return mixed or any(file.is_stale() for file in files) or any(map(_is_edited, _modules(type(rules))))


def require_current(rules: Rules) -> None:
    """Raise StaleRules if the rules on disk are no longer those that run, and RulesError if an option has no stable
    text, so that no other process would have this digest."""
    if is_stale(rules):
        raise StaleRules(rules.full_id)
    if unstable := unstable_option(rules.variant.options):
        raise RulesError(f"{rules.full_id}: {unstable}")


def modules_of_author(cls: type[Rules]) -> list[str]:
    """The modules that the author of a plug-in has written: its own, and those of its package or folder."""
    names = _modules(cls)
    return sorted(name for name in names if name == cls.__module__ or not is_ours(name))


def _is_edited(name: str) -> bool:
    """Whether the code of a module on disk is no longer the one that runs."""
    file = snapshot_of(name)
    if not file.is_stale():
        return False
    try:
        return _comparable_code(decode_source(file.path.read_bytes())) != _comparable_code(source_of(name))
    except (OSError, SyntaxError, ValueError):
        return True


def _comparable_code(source: str) -> str:
    return code_of(source, docstrings_of(syntax_of(source)))
