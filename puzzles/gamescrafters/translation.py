"""Translates a game of GamesmanPy into a kernel: its methods as functions over integers and lists.

Attributes of the game become constants, methods become functions, the values of positions become numbers, and so do
letters, so that texts become lists: with Numba's own texts a game takes several times as long. What cannot be
translated, or then compiled, is left to the reference solver. The result is Python still: it is held to the rules by
the law `kernel`, and its results are derived again from the game itself before a table is published.
"""

import ast
import builtins
import copy
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
ABSENT = -1 << 62  # in the first place of a tuple that stands for None
NUMBERS = {"Win": WON, "Loss": LOST, "Tie": TIED}
ENTRIES = """
def builtin_all(items):
    for item in items:
        if not item:
            return False
    return True

def builtin_any(items):
    for item in items:
        if item:
            return True
    return False

def builtin_copy(item):
    return item[:] if isinstance(item, list) else item

def builtin_sorted(items):
    result = [item for item in items]
    for end in range(1, len(result)):
        item, place = result[end], end
        while place and item < result[place - 1]:
            result[place] = result[place - 1]
            place -= 1
        result[place] = item
    return result

def method_do_move(position, move):
    SHARED
    return shared_do_move(position, moveARGUMENTS)

def list_children(number, out, scratch):
    position = POSITION
    SHARED
    LISTING

def outcome(number, scratch):
    return method_primitive(POSITION)
"""
FROM_LIST = """count = 0
    for move in method_generate_moves(position):
        if count == len(out):
            return count + 1
        child = shared_do_move(position, moveARGUMENTS)
        out[count] = CHILD
        count += 1
    return count"""
FROM_ARRAY = """count = write_moves(position, out)
    for place in range(min(count, len(out))):
        child = shared_do_move(position, out[place]ARGUMENTS)
        out[place] = CHILD
    return count"""
"""What engines call. POSITION and CHILD depend on whether a number says who moves; SHARED is what `do_move` computes of
the position alone, once for all moves, and ARGUMENTS passes it on. LISTING is FROM_ARRAY where moves are integers that
can be written to an array one by one, which spares a list. Sorting by insertion is fast for lists this short.
"""
BACKWARD = ast.Slice(None, None, ast.Constant(-1))
PUZZLE = {"CHILD": "child", "POSITION": "number"}
GAME = {"CHILD": "2 * child + 1 - (number & 1)", "POSITION": "(number >> 1)"}


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
        self.letters = _Letters()
        self.shared: list[str] = []
        self.writer: ast.FunctionDef | None = None

    def functions(self, meanings: dict[str, str]) -> dict[str, FunctionType]:
        """The functions by name. meanings: of the words in ENTRIES. Raises Untranslatable."""
        parts = []
        for name in self.waiting:  # grows meanwhile
            parts.append(ast.unparse(self._function(name)))
        if self.stored & self.loaded:
            raise Untranslatable(f"self.{min(self.stored & self.loaded)} changes")
        if self.letters.met and self.letters.converters:
            raise Untranslatable(f"{min(self.letters.converters)}, and texts")
        entries = ENTRIES
        shared = {f"shared_{name}": f"{name}(position)" for name in self.shared}
        assignments = "; ".join([f"{name} = {value}" for name, value in shared.items()]) or "pass"
        if self.writer is not None:
            parts.append(ast.unparse(self.writer))
        listing = {"LISTING": FROM_LIST if self.writer is None else FROM_ARRAY}
        meanings = listing | meanings | {"SHARED": assignments, "ARGUMENTS": "".join([f", {name}" for name in shared])}
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
        _Absences(node).visit(node)
        node.name, node.decorator_list, node.returns = f"method_{name}", [], None
        node.body = [part for statement in node.body for part in _statement_list(self.visit(statement))]
        self.letters.visit(node)
        if name == "do_move":
            self._share(node)
        if name == "generate_moves" and self._moves_are_integers():
            self.writer = _writer_of(node)
        if name == "primitive":
            node.body.append(ast.Return(ast.Constant(0)))
        return ast.fix_missing_locations(node)

    def _moves_are_integers(self) -> bool:
        return {type(move) for move in self.game.generate_moves(self.game.start())} == {int}

    def _share(self, node: ast.FunctionDef) -> None:
        """Pass to `do_move` what its statements compute of the position alone; it changes copies of the lists."""
        node.name, position = "shared_do_move", node.args.args[0].arg
        stores = [part for part in ast.walk(node) if isinstance(getattr(part, "ctx", None), ast.Store)]
        if any(
            part.id == position if isinstance(part, ast.Name) else isinstance(part.value, ast.Subscript)
            for part in stores
            if isinstance(part, ast.Name | ast.Subscript)
        ):
            return  # a list of lists would have to be copied whole
        body: list[ast.stmt] = []
        for statement in node.body:
            body.append(statement)
            match statement:
                case ast.Assign([target], ast.Call(ast.Name(name), [ast.Name(argument)], [])) if (
                    argument == position and name.startswith("method_")
                ):
                    if name not in self.shared:
                        self.shared.append(name)
                        node.args.args.append(ast.arg(f"shared_{name}"))
                    statement.value = ast.Name(f"shared_{name}", ast.Load())
                    names = [part.id for part in ast.walk(target) if isinstance(part, ast.Name)]
                    body += ast.parse("; ".join([f"{name} = builtin_copy({name})" for name in names])).body
        node.body = body

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
            return ast.Subscript(self.visit(node.args[0]), BACKWARD, ast.Load())
        if isinstance(node.func, ast.Name) and node.func.id in ("all", "any", "sorted"):
            backward = [(keyword.arg, ast.unparse(keyword.value)) for keyword in node.keywords] == [("reverse", "True")]
            if backward or not node.keywords:
                name = ast.Name(f"builtin_{node.func.id}", ast.Load())
                call = ast.Call(name, [self.visit(arg) for arg in node.args], [])
                return ast.Subscript(call, BACKWARD, ast.Load()) if backward else call
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

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """A part of a constant that is the same for all positions is a constant itself."""
        try:
            value = self._value_of(node)
        except (LookupError, TypeError):
            return self.generic_visit(node)
        return self._constant(f"constant_{len(self.constants)}", value)

    def _value_of(self, node: ast.expr) -> Any:
        """The value of a constant expression. Raises LookupError if it depends on the position, and TypeError."""
        match node:
            case ast.Constant(value):
                return value
            case ast.Subscript(table, index, ast.Load()):
                return self._value_of(table)[self._value_of(index)]
            case ast.Name(name) if name not in self.local:
                return self.globals[name]
            case ast.Attribute(owner, name) if self._is_receiver(owner):
                self.loaded.add(name)
                return getattr(self.game, name)
        raise LookupError

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


def _writer_of(function: ast.FunctionDef) -> ast.FunctionDef | None:
    """A function that writes its moves to an array, and returns how many there are; None unless it appends to one list.

    There is one more if the array is too short.
    """
    returns = [part for part in ast.walk(function) if isinstance(part, ast.Return)]
    lists = {part.value.id for part in returns if isinstance(part.value, ast.Name)}
    if len(lists) > 1:
        return None
    try:
        writer: ast.FunctionDef = _Writer(*lists).visit(copy.deepcopy(function))
    except Untranslatable:
        return None
    writer.name = "write_moves"
    writer.args.args.append(ast.arg("moves_out"))
    return ast.fix_missing_locations(writer)


class _Writer(ast.NodeTransformer):
    """Makes a function that returns a list, `name` or a comprehension, write to `moves_out`. Raises Untranslatable."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def visit_Name(self, node: ast.Name) -> ast.Name:
        if node.id == self.name:
            raise Untranslatable("the list of moves is used for more than appending")
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node:
            case ast.Assign([ast.Name(self.name)], ast.List([])):
                return ast.parse("moves_count = 0").body
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Call(ast.Attribute(ast.Name(self.name), "append"), [move], []):
                return _writing(self.visit(move))
        return self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        match node.value:
            case ast.Name(self.name):
                return ast.parse("return moves_count").body
            case ast.List([]):
                return ast.parse("return 0").body
            case ast.ListComp(move, generators):
                body = _writing(move)
                for part in reversed(generators):
                    for test in reversed(part.ifs):
                        body = [ast.If(test, body, [])]
                    body = [ast.For(part.target, part.iter, body, [])]
                return [*ast.parse("moves_count = 0").body, *body, *ast.parse("return moves_count").body]
        raise Untranslatable("what is returned is no list that is appended to")


def _writing(move: ast.expr) -> list[ast.stmt]:
    """Statements that write a move."""
    full = "if moves_count == len(moves_out):\n    return moves_count + 1"
    place = ast.Subscript(ast.Name("moves_out", ast.Load()), ast.Name("moves_count", ast.Load()), ast.Store())
    written = ast.Assign([place], move)
    return [*ast.parse(full).body, written, *ast.parse("moves_count += 1").body]


class _Absences(ast.NodeTransformer):
    """Makes a name that stands for either None or a tuple of numbers always a tuple, as Numba's sets take no None."""

    def __init__(self, function: ast.FunctionDef) -> None:
        assigned: dict[str, set[int]] = {}
        for part in ast.walk(function):
            match part:
                case ast.Assign([ast.Name(name)], value):
                    is_none = isinstance(value, ast.Constant) and value.value is None
                    length = 0 if is_none else len(value.elts) if isinstance(value, ast.Tuple) else -1
                    assigned.setdefault(name, set()).add(length)
                case ast.Name(name, ast.Store()):
                    assigned.setdefault(name, set())
        self.lengths = {name: max(each) for name, each in assigned.items() if len(each) == 2 and min(each) == 0}

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node:
            case ast.Assign([ast.Name(name)], ast.Constant(None)) if name in self.lengths:
                node.value = ast.Tuple([ast.Constant(ABSENT)] * self.lengths[name], ast.Load())
                return node
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        match node:
            case ast.Compare(ast.Name(name), [ast.Is() | ast.IsNot() as op], [ast.Constant(None)]) if (
                name in self.lengths
            ):
                return self._presence(node.left, ast.Eq() if isinstance(op, ast.Is) else ast.NotEq())
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        node = self.generic_visit(node)  # type: ignore[assignment]
        node.values = [self._truth(value) for value in node.values]
        return node

    def visit_If(self, node: ast.If) -> Any:
        node = self.generic_visit(node)  # type: ignore[assignment]
        node.test = self._truth(node.test)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        node = self.generic_visit(node)  # type: ignore[assignment]
        node.operand = self._truth(node.operand)
        return node

    def _truth(self, node: ast.expr) -> ast.expr:
        return self._presence(node, ast.NotEq()) if isinstance(node, ast.Name) and node.id in self.lengths else node

    def _presence(self, name: ast.expr, op: ast.cmpop) -> ast.expr:
        return ast.Compare(ast.Subscript(name, ast.Constant(0), ast.Load()), [op], [ast.Constant(ABSENT)])


class _Letters(ast.NodeTransformer):
    """Turns texts into numbers and lists, which compiled code handles faster: a letter is the number of its character.

    met: whether there are any. converters: the functions called that would read such a number in another way.
    """

    def __init__(self) -> None:
        self.met = False
        self.converters: set[str] = set()

    def visit_Expr(self, node: ast.Expr) -> Any:
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> Any:
        return node

    def visit_Assert(self, node: ast.Assert) -> Any:
        return ast.Assert(self.visit(node.test), None)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        raise Untranslatable("a formatted text")

    def visit_Constant(self, node: ast.Constant) -> Any:
        if not isinstance(node.value, str):
            return node
        self.met = True
        numbers: list[ast.expr] = [ast.Constant(ord(letter)) for letter in node.value]
        if not numbers:
            return ast.parse("[0][:0]").body[0].value  # type: ignore[attr-defined]
        return numbers[0] if len(numbers) == 1 else ast.List(numbers, ast.Load())

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """A letter that is repeated or put before or after a text is a list."""
        left, right = (
            ast.List([self.visit(side)], ast.Load()) if _is_text(side, True) else self.visit(side)
            for side in (node.left, node.right)
        )
        return ast.BinOp(left, node.op, right)

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Two constant texts, such as a variant and its name, are compared now, not when the code runs."""
        match node:
            case ast.Compare(ast.Constant(str(left)), [ast.Eq() | ast.NotEq() as op], [ast.Constant(str(right))]):
                return ast.Constant((left == right) == isinstance(op, ast.Eq))
            case ast.Compare(ast.Constant(str(left)), [ast.In() | ast.NotIn()], _) if len(left) != 1:
                raise Untranslatable("a part of a text")
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        match node.func:
            case ast.Attribute(ast.Constant(""), "join"):
                return ast.Subscript(self.visit(node.args[0]), ast.Slice(), ast.Load())
            case ast.Attribute(_, "count" | "index") if _is_text(node.args[0], False):
                raise Untranslatable("a part of a text")
            case ast.Name("ord" | "chr"):
                return self.visit(node.args[0])
            case ast.Name("int" | "str" | "float" as name):
                self.converters.add(name)
        return self.generic_visit(node)


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


def _unpacked(target: ast.expr, row: ast.expr | None = None) -> list[ast.stmt]:
    """Statements that assign the elements of `row` to the names of a target."""
    row = row or ast.Name("row", ast.Load())
    if isinstance(target, ast.Name):
        return [ast.Assign([target], row)]
    if not isinstance(target, ast.Tuple):
        raise Untranslatable("a pattern that has more than names")
    parts = [ast.Subscript(row, ast.Constant(number), ast.Load()) for number in range(len(target.elts))]
    return [each for part, name in zip(parts, target.elts, strict=True) for each in _unpacked(name, part)]


def _is_text(node: ast.AST, one_letter: bool) -> bool:
    """Whether a node is a constant text of one letter, or if not `one_letter`, of any other length."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and one_letter == (len(node.value) == 1)


def _is_call_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _statement_list(visited: Any) -> list[Any]:
    return visited if isinstance(visited, list) else [] if visited is None else [visited]
