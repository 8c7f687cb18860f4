"""Mix-ins: optional features of puzzles and games, each a base class to name before any other.

An engine checks `isinstance(rules, Searchable)` before it uses a heuristic. If a plug-in defined a method of a
mix-in without deriving from it, the method would never be called, so the law `metadata` forbids that.
Each mix-in derives from `Puzzle` or `Game`: `class Walk(KeptStart, Searchable)` is a puzzle, and
`class Walk(Searchable, OnDemandPuzzle)` is one with another base class, which comes last.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from perfect_play.puzzles.base import Game, Order, Position, Puzzle, Rules, Turn, Value
from perfect_play.puzzles.levels import LevelMaker

# --- puzzles ----------------------------------------------------------------------------------


class Searchable(Puzzle):
    """A puzzle that helps searches for a shortest solution of one position."""

    by_search: bool = False
    """Whether each position is searched on request while there is no table."""

    def heuristic(self, position: Position) -> int:
        """A lower bound on the moves that solve the position, found without looking ahead.

        Admissible: never more than the fewest moves that solve it; any number if it cannot be solved.
        Consistent: no move lowers it by more than 1. The larger it is, the less a search has to explore.
        Default: 0.
        """
        return 0

    def hopeless(self, position: Position) -> str | None:
        """A sentence that says why the position cannot be solved, if that is clear without looking ahead; else None.

        Everything a hopeless position leads to must be hopeless as well; searches skip it. Default: None.
        """
        return None

    def orders(self) -> Mapping[str, Order]:
        """Named tie-breakers among positions with the same heuristic: a search expands the least first.

        They may be wrong. A search uses the first of them unless another is requested. Default: none.
        """
        return {}


class KeptStart(Puzzle):
    """A puzzle whose `prepare` sets its start, `_start`."""

    _start: Position

    def start(self) -> Position:
        """The start."""
        return self._start


class OneGoal(Puzzle):
    """A puzzle that is solved in a single position, `_goal`."""

    _goal: Position

    def primitive(self, position: Position) -> Value | None:
        """A win at the goal."""
        return Value.WIN if position == self._goal else None

    def solutions(self) -> Iterable[Position]:
        """The goal."""
        return [self._goal]


class OwnText(Puzzle):
    """A puzzle whose positions are texts or numbers, written unchanged."""

    def format(self, position: Position) -> str:
        """The position."""
        return str(position)


# --- games ------------------------------------------------------------------------------------


class Impartial(Game):
    """A game in which both players have the same moves; if play always ends, every position has a nimber."""

    def nimber(self, position: Position) -> int | None:
        """The nimber by a closed form; None (the default) if none is known."""
        return None


class Evaluated(Game):
    """A game with an evaluation, for searches of a fixed depth."""

    @abstractmethod
    def evaluate(self, position: Position) -> int:
        """How good a position looks to the player to move, without looking ahead: the higher, the better.

        For the other player it is the negative of that. Ended positions are not evaluated.
        """


class Scored(Evaluated):
    """A game in which the margin of victory counts; a table stores the margin of every position.

    Such a game must end: no position comes up twice.
    """

    @abstractmethod
    def margin(self, position: Position) -> int:
        """The number of points by which the player to move is ahead, from -127 to 127.

        In an ended position, the points by which that player has won: positive where `primitive` is WIN,
        negative where it is LOSE, 0 where it is TIE.
        """

    def evaluate(self, position: Position) -> int:
        """The margin."""
        return self.margin(position)


class Exchangeable(Game):
    """A game in which the players can change places; tables then also answer as if the other player had begun."""

    @abstractmethod
    def exchanged(self, position: Position) -> Position | None:
        """A position with the players exchanged, worth the same to its player to move; None if there is none."""


class Partizan(Game):
    """A game under normal play (a player who cannot move loses) in which each player may have moves of their own.

    It always ends. Every position has a value in the sense of combinatorial game theory, no matter who is to move:
    player 1 is Left, player 2 is Right. The defaults fit games whose positions are (player to move, cells).
    """

    def components(self, position: Position) -> Sequence[Any] | None:
        """The independent parts of a position, each hashable: every move changes one of them and no other.

        Parts with the same moves should be equal, wherever they are on the board. None: the position has no value,
        as the other player has no moves of their own in it. Default: the cells, as one part.
        """
        return [position[1]]

    def options_of(self, component: Any, turn: Turn) -> Iterable[Sequence[Any]]:
        """For each move of a player in a part, the parts that it leaves. Default: those of the children."""
        for child in self.children((turn, component)):
            yield self.components(child) or ()


# --- for engines ------------------------------------------------------------------------------


def ranks_of(rules: Rules, images: Sequence[Position]) -> Iterable[int | None]:
    """The rank of each of these images of a position; there is at least one."""
    return [rules.rank(images[0])] * len(images) if rules.images_share_rank else map(rules.rank, images)


def heuristic_of(rules: Puzzle) -> Callable[[Position], int]:
    """The puzzle's heuristic; 0 everywhere if it has none."""
    return rules.heuristic if isinstance(rules, Searchable) else _zero


def orders_of(rules: Puzzle) -> Mapping[str, Order]:
    """The puzzle's orders by name."""
    return rules.orders() if isinstance(rules, Searchable) else {}


def least_cost_of(rules: Puzzle) -> Callable[[Position], float]:
    """The lower bound on the cost of solving a position; the heuristic if all moves cost 1."""
    return rules.least_cost if rules.has_costs else heuristic_of(rules)


def _zero(position: Position) -> int:
    return 0


def nimber_of(rules: Rules, position: Position) -> int | None:
    """The nimber of a position by a closed form; None if there is none."""
    return rules.nimber(position) if isinstance(rules, Impartial) else None


def margin_of(rules: Rules, position: Position) -> int | None:
    """The margin of a position; None if the game is not won by points."""
    return rules.margin(position) if isinstance(rules, Scored) else None


def table_id(rules: Rules) -> str:
    """The id of the variant whose table holds the positions of these rules, usually their own."""
    return rules.tabled_as or rules.variant.id


def shares_table(rules: Rules) -> bool:
    """Whether the positions of these rules are in the table of another variant."""
    return rules.tabled_as is not None


# --- misplaced methods ------------------------------------------------------------------------

MIXINS: tuple[Any, ...] = (
    Searchable,
    LevelMaker,
    Impartial,
    Evaluated,
    Scored,
    Exchangeable,
    Partizan,
)
_FLAGS: dict[str, Any] = {"impartial": Impartial, "wins_by": Scored}
"""Attributes replaced by deriving from a mix-in."""
_OWNER: dict[str, Any] = {
    name: mixin
    for mixin in reversed(MIXINS)
    for name in (*vars(mixin), *vars(mixin).get("__annotations__", ()))
    if not name.startswith("_")
} | _FLAGS


def misplaced(rules: Rules) -> Iterator[str]:
    """A sentence for each name that belongs to a mix-in from which the plug-in does not derive."""
    for name, mixin in _OWNER.items():
        if not isinstance(rules, mixin) and getattr(rules, name, None):
            cls = type(rules).__name__
            remedy = f" in place of `{name} = True`" if name in _FLAGS else f", or call `{name}` something else"
            yield (
                f"`{name}` belongs to the mix-in {mixin.__name__} of puzzles/mixins.py, "
                f"from which {cls} does not derive. Write `class {cls}({mixin.__name__}, ...)`{remedy}"
            )
