"""What a puzzle or a game is: the classes every plug-in derives from, and their errors.

One object is the rules of **one variant**. A position and a move are plain immutable values
(int, str, tuple) that the plug-in chooses; every method is a pure function of its arguments.

The words: *primitive* = ended by the rules; *solution* = a primitive win of a puzzle;
*remoteness* = moves to the end under best play; *canonical* = the one position that stands for
all that are equal to it by symmetry; *rank* = a position's number in a dense index.
"""

from __future__ import annotations

import difflib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar, Literal

from puzzles.view import Board, Button, button_between

Position = Any  # hashable and immutable; every plug-in says what its own looks like
Move = Any  # likewise
Turn = Literal[1, 2]
Order = Callable[[Position], int]

RESERVED = frozenset(("api", "variants", "start", "positions", "moves", "randpos", "health", "ready", "metrics"))
"""Words with a meaning of their own in URLs: no id, alias or variant may be one of them."""


class Value(StrEnum):
    """The value of a position for the player to move."""

    WIN = "win"
    LOSE = "lose"
    TIE = "tie"
    DRAW = "draw"


OPPOSITE = {Value.WIN: Value.LOSE, Value.LOSE: Value.WIN, Value.TIE: Value.TIE, Value.DRAW: Value.DRAW}
"""What a value is to the other player."""


def value_by_points(ahead: int) -> Value:
    """The value of an ended position for a player who is so many points ahead."""
    return Value.WIN if ahead > 0 else Value.LOSE if ahead < 0 else Value.TIE


# --- errors -----------------------------------------------------------------------------------


class RulesError(Exception):
    """Something asked of the rules cannot be: the message says what was given and what to do."""


class UnknownPuzzle(RulesError):
    """No plug-in has this id or alias."""

    def __init__(self, given: str, known: Iterable[str], kind: str = "puzzle or game") -> None:
        super().__init__(f"No {kind} is called {short(given)}.{suggest(given, known)}")


class UnknownVariant(RulesError):
    """The plug-in has no variant of this id, and no custom variant can be made of it."""

    def __init__(self, puzzle: str, given: str, known: Iterable[str]) -> None:
        known = list(known)
        listed = ", ".join(known) if len(known) <= 60 else f"{', '.join(known[:60])}, ..."
        super().__init__(f"{puzzle} has no variant {short(given)}. Its variants: {listed}.{suggest(given, known)}")


class BadCustomVariant(RulesError):
    """The text is not a custom start of this game; the message is the game's own help sentence."""

    def __init__(self, puzzle: str, given: str, custom: CustomVariant, why: str = "") -> None:
        why = f" {why}" if why else ""
        super().__init__(f"{short(given)} is not a start of {puzzle}.{why} {custom.help} Example: {custom.example}.")


class PositionError(RulesError):
    """The text is not a position of this variant."""


class MalformedPosition(PositionError):
    """The text does not have the form of a position."""


class IllegalPosition(PositionError):
    """The text has the form of a position, but the rules allow no such position."""


def short(text: str, limit: int = 80) -> str:
    """`text` quoted for an error message, cut to `limit` characters."""
    return repr(text) if len(text) <= limit else f"{text[:limit]!r}... ({len(text)} characters)"


def suggest(given: str, known: Iterable[str]) -> str:
    """' Did you mean ...?' when something known is close to what was given, else ''."""
    close = difflib.get_close_matches(given[:80].lower(), sorted(set(known)), n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(map(repr, close))}?" if close else ""


# --- variants ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variant:
    """One size or board of a puzzle.

    id: its name in URLs. name: for people. options: whatever the plug-in's `__init__` needs.
    presolve: solved when the service starts, if the setting UWAPI_PRESOLVE_LIMIT allows its positions.
    testing: small enough that the tests solve it whole; every plug-in has one.
    positions: about how many positions its table will store, one for each class of symmetry, if
    known (0: unknown); smaller variants are solved first.
    """

    id: str
    name: str
    options: tuple[Any, ...] = ()
    aliases: tuple[str, ...] = ()
    presolve: bool = True
    testing: bool = False
    positions: int = 0
    custom: bool = False


@dataclass(frozen=True, slots=True)
class CustomVariant:
    """Starts that the user types: which texts are meant, and how to say so.

    pattern: a regular expression the whole text must match (ASCII).
    options: makes a variant's options of a matching text; raises ValueError with a sentence
    when a limit is exceeded. help: a sentence that says what may be typed, limits included.
    """

    pattern: str
    options: Callable[[str], tuple[Any, ...]]
    help: str
    example: str
    max_length: int = 200


# --- kernels ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kernel:
    """The moves once more, over ranks, in plain Python that a compiler understands: for speed.

    children(number, out, work, *constants) writes the ranks of the children of the position of
    rank `number` to out[0], out[1], ... and returns how many; order and repetition do not matter.
    In a game, a child in which the same player moves again is written as ~rank (that is -1 - rank).
    parents is the same for a puzzle's `parents_of_class`, those lost by the rules left out;
    not needed for a reversible puzzle. primitive(number, work, *constants) is one of ONGOING, WON,
    LOST, TIED; needed for games, and for puzzles that are not solved backward; children is never
    asked where it is not ONGOING. margin(number, work, *constants) is the game's `margin`, asked only
    where it is not; needed where `wins_by`. alike(number, work, *constants) is how many different positions
    have this rank; without it, a variant whose positions share ranks is counted by ranks. most: the most
    that children or parents write. `work` is room for 64 numbers.

    The functions may use integers (64 bits), loops, conditions, and other such functions; names of
    their module that are integers or tuples of integers; and `constants`, which are integers and
    tuples of integers too. The law `kernel` holds them to the rules.
    """

    children: Callable[..., int]
    most: int
    constants: tuple[int | tuple[int, ...], ...] = ()
    parents: Callable[..., int] | None = None
    primitive: Callable[..., int] | None = None
    margin: Callable[..., int] | None = None
    alike: Callable[..., int] | None = None


ONGOING, WON, LOST, TIED = 0, 1, 2, 3
"""What a kernel's `primitive` returns: as `Rules.primitive`, for the player to move."""

PRIMITIVES = {None: ONGOING, Value.WIN: WON, Value.LOSE: LOST, Value.TIE: TIED}


# --- rules ------------------------------------------------------------------------------------


class Rules(ABC):
    """The rules of one variant. Derive from `Puzzle` or `Game`, not from this."""

    id: ClassVar[str]
    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    variants: ClassVar[tuple[Variant, ...]] = ()
    opens: ClassVar[str] = ""  # the variant to begin with where none is named; "": the first
    also_called: ClassVar[tuple[str, ...]] = ()  # further names that people search for; no ids
    custom: ClassVar[CustomVariant | None] = None
    author: ClassVar[str] = ""
    date_created: ClassVar[str] = ""
    description: ClassVar[str] = ""  # one sentence
    instructions: ClassVar[str] = ""  # Markdown

    size: int | None = None
    """All ranks are below this, at most 2**63; None where positions have no rank."""

    dense: bool = True
    """Whether every rank below `size` is of a legal position. Then a table has one code for each;
    else it has a sorted list of the ranks there are. Without meaning where `size` is None."""

    tabled_as: str | None = None
    """The variant whose table holds all positions of this one, with the same results: then it has none of
    its own. None: it has, or needs none."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    # the six that a newcomer writes

    @abstractmethod
    def start(self) -> Position:
        """The nominal start position."""

    @abstractmethod
    def moves(self, position: Position) -> Iterable[Move]:
        """The legal moves, in a fixed order.

        A puzzle's are pure motion, whether it is solved or not: `parents` and symmetry rely on it. A
        game's need not be: once `primitive` says that play is over, it may return nothing.
        """

    @abstractmethod
    def do_move(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""

    @abstractmethod
    def primitive(self, position: Position) -> Value | None:
        """The value of a position that the rules have ended; None while play goes on.

        A puzzle's dead end without moves need not be named: it is lost.
        """

    @abstractmethod
    def format(self, position: Position) -> str:
        """The position as text: URL-safe, one text per position."""

    @abstractmethod
    def parse(self, text: str) -> Position:
        """The position that `text` names.

        Raises MalformedPosition or IllegalPosition; accepts exactly what `format` writes.
        """

    # optional

    def format_move(self, position: Position, move: Move) -> str:
        """A move for people to read, unique in its position. Default: str(move)."""
        return str(move)

    def images(self, position: Position) -> Iterable[Position]:
        """All positions equal to this one by symmetry, itself included.

        Default: itself alone; then every position is solved and stored on its own.
        """
        return (position,)

    def canonical(self, position: Position) -> Position:
        """The one of `images` that stands for all. Default: the least."""
        return min(self.images(position))

    def rank(self, position: Position) -> int | None:
        """The position's number, from 0 below `size`.

        Positions that share a number must be images of each other. None: a puzzle's position that
        can be seen never to be solved, by something that no move changes; it is lost, and is not
        stored. Without `size`, `rank` and `unrank`, tables are keyed by the texts of canonical
        positions: larger and slower.
        """
        raise NotImplementedError(f"{type(self).__name__} has no ranks")

    def unrank(self, number: int) -> Position:
        """A legal position of this rank: `unrank(rank(p))` is p or an image of it.

        Where `dense`, for every number below `size`; else for those that are of a position.
        """
        raise NotImplementedError(f"{type(self).__name__} has no ranks")

    def kernel(self) -> Kernel | None:
        """The moves over ranks, for native speed. None: the reference solver does it."""
        return None

    def turn(self, position: Position) -> Turn:
        """The player to move. A puzzle's is always 1."""
        return 1

    def board(self, position: Position) -> Board:
        """The position as a grid. Default: its text in one row."""
        text = self.format(position)
        return Board(1, len(text), text)

    def from_board(self, cells: str, turn: Turn) -> Position:
        """The position whose board has these cells, with this player to move.

        The caller compares the board of the answer with what it was given, so this need not
        check what `board` would write otherwise. Raises MalformedPosition or IllegalPosition.
        Default: `parse(cells)`, which fits the default board; override both or neither.
        """
        return self.parse(cells)

    def lettered(self, position: Position) -> Board:
        """The board as it is drawn where moves are typed: with what their names say, in cells of the same kind.

        Default: the board.
        """
        return self.board(position)

    def button(self, position: Position, move: Move) -> Button:
        """How a move is shown on the board. Default: read off the two boards."""
        return button_between(self.board(position), self.board(self.do_move(position, move)))

    def starts(self) -> Sequence[Position]:
        """The positions that may be drawn for a start, where there are only some. Default: the nominal one."""
        return (self.start(),)

    # for engines

    def children(self, position: Position) -> list[Position]:
        """The positions one move away, in the order of `moves`. Override only for speed."""
        do_move = self.do_move
        return [do_move(position, move) for move in self.moves(position)]

    @cached_property
    def symmetric(self) -> bool:
        """Whether the plug-in knows any symmetry."""
        cls = type(self)
        return cls.images is not Rules.images or cls.canonical is not Rules.canonical

    @cached_property
    def full_id(self) -> str:
        """`<id>/<variant>`, as it is written on the command line and in messages."""
        return f"{self.id}/{self.variant.id}"

    @classmethod
    def opening(cls) -> str:
        """The id of the variant to begin with where none is named: a typed start where none is listed."""
        first = cls.variants[0].id if cls.variants else ""
        return cls.opens or first or (cls.custom.example if cls.custom is not None else "")

    @classmethod
    def find_variant(cls, variant_id: str) -> Variant:
        """The variant of this id or alias, or a custom one made of the text.

        Raises UnknownVariant or BadCustomVariant.
        """
        for variant in cls.variants:
            if variant_id == variant.id or variant_id in variant.aliases:
                return variant
        custom = cls.custom
        if custom is None:
            raise UnknownVariant(cls.id, variant_id, [v.id for v in cls.variants])
        if len(variant_id) > custom.max_length or not re.fullmatch(custom.pattern, variant_id, re.ASCII):
            raise BadCustomVariant(cls.id, variant_id, custom)
        try:
            options = custom.options(variant_id)
        except ValueError as error:
            raise BadCustomVariant(cls.id, variant_id, custom, str(error)) from None
        return Variant(variant_id, "custom", options, presolve=False, custom=True)


class Puzzle(Rules):
    """A puzzle for one player. Won when solved; a position that cannot be solved is `lose`."""

    reversible: ClassVar[bool] = False
    """True: every move can be taken back by a move, so the children are also the parents."""

    random_start: ClassVar[bool] = False
    """True: it is begun from a position drawn at random, and `start` is only the nominal one."""

    by_search: bool = False
    """Whether each position is searched on its own when it is asked for, as long as there is no table."""

    def solutions(self) -> Iterable[Position] | None:
        """Every solved position. None (the default): the solver searches forward from the start
        and can only answer for what the start reaches."""
        return None

    def parents(self, position: Position) -> Iterable[Position]:
        """The positions from which one move leads here. Default: the children, if reversible."""
        if self.reversible:
            return self.children(position)
        raise NotImplementedError(f"{type(self).__name__} cannot take moves back")

    def parents_of_class(self, position: Position) -> Iterable[Position]:
        """Of every class of symmetry from which one move leads to an image of this position, one or more.

        Default: `parents`. That is enough where images are what is seen of a position from elsewhere, as then what
        leads to the one is an image of what leads to the other. Where images are only alike in what can be
        done next, such as the places a player can walk to, it is not.
        """
        return self.parents(position)

    def heuristic(self, position: Position) -> int:
        """A number of moves without which the position cannot be solved, found without looking ahead.

        Admissible: never more than the fewest moves that solve it; whatever of one that cannot be solved. Consistent:
        no move lowers it by more than 1. The larger, the less a search has to look at. Default: 0.
        """
        return 0

    def hopeless(self, position: Position) -> str | None:
        """Why a position can be seen never to be solved, without looking ahead: a sentence. None where it cannot.

        Then all it leads to is hopeless as well. Searches leave out what is. Default: None.
        """
        return None

    def orders(self) -> Mapping[str, Order]:
        """By name, ways to choose among positions of which the heuristic says the same: the least is looked at first.

        They may be wrong. A search takes the first of them, unless another is asked for. Default: none.
        """
        return {}

    def cost(self, position: Position, move: Move) -> float:
        """What a legal move costs, more than 0, where not all moves cost the same. Default: 1.

        Only searches for the cheapest line look at it: remoteness counts moves, whatever they cost. A move
        of an image costs as much as the move it is the image of.
        """
        return 1

    def least_cost(self, position: Position) -> float:
        """A cost below which the position cannot be solved: what `heuristic` is of moves, of their costs.

        Admissible: never more than the least cost that solves it. Consistent: no move lowers it by more than the move
        costs. Both up to the rounding of floats. Default: the heuristic where all moves cost 1, else 0.
        """
        return 0 if self.weighted else self.heuristic(position)

    @cached_property
    def weighted(self) -> bool:
        """Whether the plug-in has costs of its own."""
        return type(self).cost is not Puzzle.cost

    @cached_property
    def informed(self) -> bool:
        """Whether the plug-in has a heuristic of its own."""
        return type(self).heuristic is not Puzzle.heuristic

    @cached_property
    def backward(self) -> bool:
        """Whether the puzzle can be solved backward, from its solutions over parents."""
        has_parents = self.reversible or type(self).parents is not Puzzle.parents
        return has_parents and type(self).solutions is not Puzzle.solutions


class Game(Rules):
    """A game for two players; every value is for the player to move."""

    impartial: ClassVar[bool] = False
    """True: both players have the same moves, so every position has a nimber."""

    two_touches: ClassVar[bool] = False
    """True: a move shown as an arrow is made by touching the two cells, a move shown as a button by
    touching its cell and ending the turn; clients of the old protocol then play in two steps."""

    wins_by: ClassVar[bool] = False
    """True: it matters by how much one wins. Then `margin` says so, and the table holds it for every
    position. Such a game always ends: no position comes up twice."""

    @abstractmethod
    def turn(self, position: Position) -> Turn:
        """The player to move, 1 or 2."""

    def nimber(self, position: Position) -> int | None:
        """The nimber by closed form; None where there is none."""
        return None

    def exchanged(self, position: Position) -> Position | None:
        """A position that is worth the same to its player to move, as the players have changed places in it.

        Tables then answer for what is reached if the other player begins. None: the rules know of none. Default: None.
        """
        return None

    def margin(self, position: Position) -> int:
        """By how many points the player to move is ahead of the other. Only where `wins_by`.

        Of a position that the rules have ended, by how many he has won: above 0 where `primitive` is
        WIN, below where it is LOSE, 0 where it is TIE. -127 to 127.
        """
        raise NotImplementedError(f"{type(self).__name__} is not won by points")

    def evaluate(self, position: Position) -> int | None:
        """How good a position looks, without looking ahead, to the player who is to move in it.

        The more, the better; to the other player it is worth as much less than 0. Searches do not ask it of
        ended positions. None, for all positions: there is no evaluation. Default: the margin, where there is one.
        """
        return self.margin(position) if self.wins_by else None
