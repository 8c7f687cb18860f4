"""`BoardGame`: a game on a board of cells whose rules are written once and solved natively as they are.

Its positions are those of `positions.py`, which says how to declare them.

The rules are functions over `cells`, a list of small integers (0: empty, 1: the first of `pieces`, and so on, followed
by the extras). They use only what the compiler understands: integers, loops, conditions and functions of this kind. The
service runs them as they are, and the engine compiles them. Any further parameter of such a function takes the value of
the game's attribute of that name: an integer, a tuple of integers, or a tuple of such tuples.

`docs/native-speed.md` describes what may be written; `puzzles/two_player/achi.py` is an example.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from types import FunctionType
from typing import Any, ClassVar

from perfect_play.puzzles.base import IMPOSSIBLE, ONGOING, PRIMITIVES, IllegalPosition, Kernel, Turn, Value, Variant
from perfect_play.puzzles.boards.actions import make_step
from perfect_play.puzzles.boards.moves import MOST_MOVES, Cells, Moves, source_of, target_of
from perfect_play.puzzles.boards.positions import BoardPositions, Position
from perfect_play.puzzles.grid import cell_name
from perfect_play.puzzles.view import EMPTY, Add, Button
from perfect_play.puzzles.view import Move as Arrow

__all__ = ["BoardGame", "Position"]

VALUES = {outcome: value for value, outcome in PRIMITIVES.items()} | {IMPOSSIBLE: None}
ROLES = {
    "outcome": "",
    "list_moves": "moves",
    "make_move": "move",
    "list_unmoves": "moves",
    "unmake_move": "move",
    "lead": "",
}
"""The functions of the rules, by name, and what each is given besides cells and turn. The last three are optional."""


@cache
def _find_rules(cls: type[BoardGame]) -> None:
    """Make the rules in a class, and in its module, functions that are called without the game as first argument.

    Of classes of one module that derive from each other, the first one gets the module's.
    """
    derived = any(base.__module__ == cls.__module__ for base in cls.__mro__[1:])
    functions = {} if derived else vars(sys.modules[cls.__module__])
    for role in ROLES:
        function = vars(cls).get(role, functions.get(role))
        if isinstance(function, FunctionType):
            setattr(cls, role, staticmethod(function))


def always_ongoing(cells: Cells, turn: int) -> int:
    """The `outcome` of games that end only when a player cannot move."""
    return ONGOING


class BoardGame(BoardPositions):
    """Derive from this, and write the functions `list_moves`, `make_move` if a move does more than to move or place a
    piece, and `outcome`, unless `stuck` says all; name the `setup`, too, unless the board begins empty.

    These functions are the rules. They are written below the class, as functions of its module with just these names; a
    shared one is adopted in the class, by `list_moves = list_steps`.

    By default, all legal positions are solved and stored; with `dense = False`, only those that play reaches: set it if
    they are few. Such a game can have no extras, and `tier` is ignored.
    """

    setup: str = ""
    """The cells and extras at the start, where player 1 is to move. Default: all cells empty."""

    most_moves: int = MOST_MOVES
    """The greatest number of moves in any position. Used only if `dense` is False."""

    list_moves: Callable[..., int]
    """list_moves(cells, turn, moves, ...) writes the legal moves to moves[0], moves[1], ..., each an integer from 0 on,
    and returns how many there are. It is called only while play goes on."""

    make_move: Callable[..., int] = make_step
    """make_move(cells, turn, move, ...) changes `cells`, and returns the player who moves next. Default: moves a piece,
    which takes what is on the target, or places one of the player's own."""

    outcome: Callable[..., int] = always_ongoing
    """outcome(cells, turn, ...) is ONGOING, or WON, LOST or TIED for the player to move."""

    stuck: int = ONGOING
    """The result for a player who cannot move although `outcome` is ONGOING: WON, LOST, TIED, or DRAWN, which is like
    play that never ends, in games without ties. ONGOING: that never happens."""

    rules_out: ClassVar[bool] = False
    """Whether `outcome` is IMPOSSIBLE for some arrangements that `counts` and `possible` allow: they cannot occur, so
    they are not positions. No move leads to one, and all images of one are impossible."""

    numbered_from: ClassVar[int | None] = None
    """The number of the first cell in the names of moves; None: cells are named as on a chessboard."""

    list_unmoves: ClassVar[Callable[..., int] | None] = None
    """list_unmoves(cells, turn, moves, ...), optional, writes for `unmake_move` the numbers of exactly the moves that
    lead here within the tier; moves from positions that have ended or that are of other tiers may be among them. With
    it, large games with cycles are solved faster."""

    unmake_move: ClassVar[Callable[..., int] | None] = None
    """unmake_move(cells, turn, move, ...) takes a move back, and returns the player who made it."""

    def __init__(self, variant: Variant) -> None:
        for cls in type(self).__mro__:
            if issubclass(cls, BoardGame):
                _find_rules(cls)
        super().__init__(variant)

    @cached_property
    def counts(self) -> Mapping[str, Iterable[int]]:  # type: ignore[override]
        """The possible numbers of each piece on the board.

        Default: those of the `setup`, for games in which nothing is placed or taken; any if the board begins empty.
        """
        board = self.setup[: self.cells]
        return {piece: (board.count(piece),) if board else range(self.cells + 1) for piece in self.pieces}

    def start(self) -> Position:
        """The `setup`, with player 1 to move."""
        return (1, self.setup or EMPTY * self.cells)

    def format_move(self, position: Position, move: int) -> str:
        """The cells of a step, or the cell where a piece is placed: `a1-a2`, `a1`."""
        return "-".join(self.name_of(cell) for cell in (source_of(move), target_of(move)) if cell >= 0)

    def name_of(self, cell: int) -> str:
        """The name of a cell, by `numbered_from`."""
        if self.numbered_from is not None:
            return str(cell + self.numbered_from)
        return cell_name(cell, self.rows, self.cols)

    def button(self, position: Position, move: int) -> Button:
        """An arrow for a step; otherwise, what is on the cell afterward."""
        source, target, places = source_of(move), target_of(move), self.layout.places
        if source >= 0:
            return Arrow(places[source], places[target])
        return Add(self.do_move(position, move)[1][target], places[target])

    # positions

    def occurs(self, position: Position) -> bool:
        """Whether this arrangement is not IMPOSSIBLE by `outcome`."""
        return not self.rules_out or self._outcome(position) != IMPOSSIBLE

    def read(self, cells: str, turn: Turn) -> Position:
        """As in `BoardPositions`; also raises IllegalPosition if `outcome` is IMPOSSIBLE."""
        position = super().read(cells, turn)
        if not self.occurs(position):
            raise IllegalPosition(f"{cells!r}: such a position cannot occur with player {turn} to move.")
        return position

    def positions(self) -> Iterator[Position]:
        """One position of every rank that belongs to any."""
        return filter(self.occurs, super().positions())

    # rules

    def moves(self, position: Position) -> list[int]:
        """The legal moves; none when the game is over."""
        return self._listed("list_moves", position) if self._outcome(position) == ONGOING else []

    def do_move(self, position: Position, move: int) -> Position:
        """The position after a move."""
        return self._changed("make_move", position, move)

    def children(self, position: Position) -> list[Position]:
        """The positions after each move."""
        turn, cells = position
        numbers, arguments = self.numbers(cells), self.arguments("make_move")
        children: list[Position] = []
        for move in self.moves(position):
            after = numbers[:]
            next_turn = self.make_move(after, turn, move, *arguments)
            children.append((2 if next_turn == 2 else 1, self.text(after)))
        return children

    def primitive(self, position: Position) -> Value | None:
        """The value of a position in which the game is over."""
        ended = self._outcome(position)
        if ended == ONGOING and self.stuck != ONGOING and not self._listed("list_moves", position):
            ended = self.stuck
        return VALUES[ended]

    def _outcome(self, position: Position) -> int:
        turn, cells = position
        return self.outcome(self.numbers(cells), turn, *self.arguments("outcome"))

    def unmoves(self, position: Position) -> list[Position]:
        """The positions that `list_unmoves` and `unmake_move` lead back to."""
        return [self._changed("unmake_move", position, move) for move in self._listed("list_unmoves", position)]

    @cached_property
    def _arguments(self) -> dict[str, tuple[Any, ...]]:
        return {}

    def arguments(self, function: str) -> tuple[Any, ...]:
        """The attributes that a function of the rules names as further parameters."""
        arguments = self._arguments.get(function)
        if arguments is None:
            arguments = self._arguments[function] = tuple(self.named_arguments(function).values())
        return arguments

    def named_arguments(self, function: str) -> dict[str, Any]:
        """The same, by name."""
        names = list(inspect.signature(getattr(self, function)).parameters)
        return {name: getattr(self, name) for name in names[3 if ROLES[function] else 2 :]}

    def _listed(self, function: str, position: Position) -> list[int]:
        turn, cells = position
        moves = [0] * MOST_MOVES
        count: int = getattr(self, function)(self.numbers(cells), turn, moves, *self.arguments(function))
        return moves[:count]

    def _changed(self, function: str, position: Position, move: int) -> Position:
        turn, cells = position
        numbers = self.numbers(cells)
        next_turn: Turn = getattr(self, function)(numbers, turn, move, *self.arguments(function))
        return (next_turn, self.text(numbers))

    def kernel(self) -> Kernel | None:
        """If not `dense`, the rules over ranks, for engines that find what play reaches."""
        if self.dense or self.size is None:
            return None
        return Kernel(self._write_children, self.most_moves, primitive=self._primitive_of)

    def _write_children(self, number: int, out: Moves, scratch: Moves) -> int:
        position = self.unrank(number)
        for i, child in enumerate(children := self.children(position)):
            out[i] = ~self.rank(child) if child[0] == position[0] else self.rank(child)
        return len(children)

    def _primitive_of(self, number: int, scratch: Moves) -> int:
        return PRIMITIVES[self.primitive(self.unrank(number))]
