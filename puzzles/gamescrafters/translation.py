"""Translates a game of GamesmanPy into a kernel: its methods as functions over integers and lists.

Attributes of the game become constants, methods become functions, the values of positions become numbers. What cannot
be translated, or then compiled, is left to the reference solver. The result is Python still: it is held to the rules by
the law `kernel`, and its results are derived again from the game itself before a table is published.
"""

import ast
import builtins
import hashlib
import inspect
import linecache
import sys
import textwrap
from types import FunctionType
from typing import Any

from perfect_play.puzzles.base import LOST, TIED, WON, Kernel
from perfect_play.puzzles.gamescrafters.models import Game, Value

MOST = 1024  # moves of a position
NUMBERS = {"Win": WON, "Loss": LOST, "Tie": TIED}
ENTRIES = """
def method_all(items):
    for item in items:
        if not item:
            return False
    return True

def method_any(items):
    for item in items:
        if item:
            return True
    return False

def list_children(number, out, scratch):
    count = 0
    for move in method_generate_moves(POSITION):
        out[count] = CHILD
        count += 1
    return count

def outcome(number, scratch):
    return method_primitive(POSITION)
"""
"""What engines call. POSITION and CHILD depend on whether a number says who moves."""
PUZZLE = {"CHILD": "method_do_move(POSITION, move)", "POSITION": "number"}
GAME = {"CHILD": "2 * method_do_move(POSITION, move) + 1 - (number & 1)", "POSITION": "(number >> 1)"}


class Untranslatable(Exception):
    """A method uses what has no counterpart in a kernel."""


def kernel_of(original: type, game: Any, two_players: bool) -> Kernel | None:
    """The kernel of a game of GamesmanPy; None if it cannot be translated."""
    try:
        functions = _Translation(original, game).functions(GAME if two_players else PUZZLE)
    except Exception:  # noqa: BLE001 - the file's code may use anything
        return None
    return Kernel(functions["list_children"], MOST, primitive=functions["outcome"], makes_lists=True)


class _Translation(ast.NodeTransformer):
    """The functions that the methods of a game become."""

    def __init__(self, original: type, game: Any) -> None:
        self.original, self.game = original, game
        self.globals = vars(sys.modules[original.__module__])
        self.constants: dict[str, Any] = {}
        self.waiting: list[str] = ["generate_moves", "do_move", "primitive"]
        self.stored: set[str] = set()
        self.loaded: set[str] = set()
        self.receiver = ""

    def functions(self, meanings: dict[str, str]) -> dict[str, FunctionType]:
        """The functions by name. meanings: of the words in ENTRIES. Raises Untranslatable."""
        parts = []
        for name in self.waiting:  # grows meanwhile
            parts.append(ast.unparse(self._function(name)))
        if self.stored & self.loaded:
            raise Untranslatable(f"self.{min(self.stored & self.loaded)} changes")
        entries = ENTRIES
        for word, meaning in meanings.items():
            entries = entries.replace(word, meaning)
        source = "\n\n".join(parts) + entries
        path = f"<{self.original.__name__} as a kernel, {hashlib.sha256(source.encode()).hexdigest()[:16]}>"
        lines = source.splitlines(keepends=True)
        linecache.cache[path] = (len(source), None, lines, path)
        space = {"__name__": self.original.__module__, **self.constants}
        exec(compile(source, path, "exec"), space)  # noqa: S102 - the plug-in's own code
        return {name: value for name, value in space.items() if isinstance(value, FunctionType)}

    def _function(self, name: str) -> ast.FunctionDef:
        """A method, or a function of its module, as a function of the kernel."""
        is_method = hasattr(self.original, name)
        value = inspect.getattr_static(self.original, name) if is_method else self.globals[name]
        function = getattr(value, "__func__", value)
        if not isinstance(function, FunctionType):
            raise Untranslatable(f"{name} is no function")
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
        if not isinstance(node, ast.FunctionDef) or node.args.vararg or node.args.kwarg or node.args.kwonlyargs:
            raise Untranslatable(f"{name} is no plain function")
        bound = is_method and not isinstance(value, staticmethod)
        self.receiver = node.args.args.pop(0).arg if bound else ""
        self.local = {arg.arg for arg in node.args.args}
        self.local |= {
            part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        for arg in node.args.args:
            arg.annotation = None
        self.is_primitive = name == "primitive"
        node.name, node.decorator_list, node.returns = f"method_{name}", [], None
        node.body = [part for statement in node.body for part in _listed(self.visit(statement))]
        if name == "primitive":
            node.body.append(ast.Return(ast.Constant(0)))
        return ast.fix_missing_locations(node)

    # statements

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        return self.visit(ast.Assign([node.target], node.value)) if node.value is not None else None

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if isinstance(target, ast.Attribute) and self._is_receiver(target.value):
            self.stored.add(target.attr)
            return None
        node = self.generic_visit(node)  # type: ignore[assignment]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Subscript):
            return [ast.Assign([ast.Name("row", ast.Store())], node.value), *_unpacked(target)]
        return node

    def visit_For(self, node: ast.For) -> Any:
        """A loop over rows takes them apart itself, as they become rows of an array."""
        over_rows = isinstance(node.target, ast.Tuple) and isinstance(node.iter, ast.Name | ast.Attribute)
        node = self.generic_visit(node)  # type: ignore[assignment]
        if over_rows:
            node.body[:0] = _unpacked(node.target)
            node.target = ast.Name("row", ast.Store())
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        return ast.Return(ast.Constant(0)) if node.value is None and self.is_primitive else self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> Any:
        return ast.parse("raise ValueError('the rules raise an error here')").body[0]

    def visit_MatchValue(self, node: ast.MatchValue) -> Any:
        node = self.generic_visit(node)  # type: ignore[assignment]
        if not isinstance(node.value, ast.Constant):
            raise Untranslatable("a case is no number")
        return node

    # expressions

    def visit_Compare(self, node: ast.Compare) -> Any:
        """`primitive` returns numbers, so whether it returned None becomes whether it returned 0."""
        is_none = isinstance(node.ops[0], ast.Is | ast.IsNot)
        equal = ast.Eq() if isinstance(node.ops[0], ast.Is) else ast.NotEq()
        compared = self.visit(node.left)
        if is_none and _is_call_of(compared, "method_primitive"):
            return ast.Compare(compared, [equal], [ast.Constant(0)])
        if is_none and self.is_primitive:
            raise Untranslatable("primitive compares with None")
        return ast.Compare(compared, node.ops, [self.visit(part) for part in node.comparators])

    def visit_Constant(self, node: ast.Constant) -> Any:
        return ast.Constant(0) if node.value is None and self.is_primitive else node

    def visit_Call(self, node: ast.Call) -> Any:
        node.args = [
            ast.ListComp(arg.elt, arg.generators) if isinstance(arg, ast.GeneratorExp) else arg for arg in node.args
        ]
        if isinstance(node.func, ast.Name) and node.func.id == "reversed":
            backward = ast.Slice(None, None, ast.Constant(-1))
            return ast.Subscript(self.visit(node.args[0]), backward, ast.Load())
        if isinstance(node.func, ast.Name) and node.func.id in ("all", "any"):
            node.func.id = f"method_{node.func.id}"
            node.args = [self.visit(arg) for arg in node.args]
            return node
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        owner = node.value
        if isinstance(owner, ast.Name) and owner.id not in self.local and self.globals.get(owner.id) is Value:
            if node.attr not in NUMBERS:
                raise Untranslatable(f"Value.{node.attr}")
            return ast.Constant(NUMBERS[node.attr])
        if not self._is_receiver(owner):
            return self.generic_visit(node)
        if callable(getattr(self.game, node.attr, None)):
            return self._use(node.attr)
        self.loaded.add(node.attr)
        return self._constant(f"attribute_{node.attr}", getattr(self.game, node.attr))

    def visit_Name(self, node: ast.Name) -> Any:
        if isinstance(node.ctx, ast.Store) or node.id in self.local or hasattr(builtins, node.id):
            return node
        value = self.globals[node.id]
        if isinstance(value, FunctionType) and not hasattr(self.original, node.id):
            return self._use(node.id)
        return self._constant(node.id, value)

    def _is_receiver(self, node: ast.AST) -> bool:
        """Whether an expression is the game or its class."""
        return isinstance(node, ast.Name) and node.id in (self.receiver, self.original.__name__) and node.id != ""

    def _use(self, name: str) -> ast.Name:
        if hasattr(Game, name):
            raise Untranslatable(name)
        if name not in self.waiting:
            self.waiting.append(name)
        return ast.Name(f"method_{name}", ast.Load())

    def _constant(self, name: str, value: Any) -> ast.expr:
        value = _frozen(value)
        if isinstance(value, int | str):
            return ast.Constant(value)
        self.constants[name] = value
        return ast.Name(name, ast.Load())


def _frozen(value: Any) -> Any:
    """A number, a text, or a tuple of numbers or of such tuples. Raises Untranslatable."""
    if isinstance(value, dict) and list(value) == list(range(len(value))):
        value = list(value.values())
    if isinstance(value, int | str):
        return value if isinstance(value, str) else int(value)
    if isinstance(value, list | tuple) and value:
        rows = tuple(map(_frozen, value))
        if not any(isinstance(row, str) for row in rows) and len({isinstance(row, int) for row in rows}) == 1:
            return rows
    raise Untranslatable(f"{value!r} is no number and no table of numbers")


def _unpacked(target: ast.expr) -> list[ast.stmt]:
    """Statements that assign the elements of `row` to the names of a target."""
    if not isinstance(target, ast.Tuple) or not all(isinstance(part, ast.Name) for part in target.elts):
        raise Untranslatable("a pattern of patterns")
    row = ast.Name("row", ast.Load())
    return [
        ast.Assign([part], ast.Subscript(row, ast.Constant(number), ast.Load()))
        for number, part in enumerate(target.elts)
    ]


def _is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _listed(visited: Any) -> list[Any]:
    return visited if isinstance(visited, list) else [] if visited is None else [visited]
