"""`Puzzle` and `Game`, the base classes of every plug-in.

One object holds the rules of **one variant**. A position and a move are plain immutable values
(int, str, tuple) that the plug-in chooses; every method is a pure function of its arguments.
Whatever only some plug-ins need is in the mix-ins of `puzzles/mixins.py`.

Terms: *primitive* = ended by the rules; *solution* = a primitive win of a puzzle;
*remoteness* = moves to the end under best play; *canonical* = the one position that represents
all positions equal to it by symmetry; *rank* = a position's number in a dense index.
"""

import difflib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Literal

from perfect_play.puzzles.sources import Snapshot, files_read_by
from perfect_play.puzzles.values import (
    DRAWN,
    IMPOSSIBLE,
    LOST,
    ONGOING,
    OPPOSITE,
    PASTED,
    PRIMITIVES,
    TIED,
    WON,
    CustomVariant,
    Kernel,
    Notation,
    Room,
    SearchKernel,
    Table,
    Value,
    Variant,
    value_by_points,
)
from perfect_play.puzzles.view import Board, Button, button_between, in_rows

__all__ = [
    "DRAWN",
    "IMPOSSIBLE",
    "LOST",
    "ONGOING",
    "OPPOSITE",
    "PRIMITIVES",
    "RESERVED",
    "TIED",
    "WON",
    "BadCustomVariant",
    "BadText",
    "CustomVariant",
    "Game",
    "IllegalPosition",
    "Kernel",
    "MalformedPosition",
    "Move",
    "Notation",
    "Order",
    "Position",
    "PositionError",
    "Puzzle",
    "Room",
    "Rules",
    "RulesError",
    "StaleRules",
    "Table",
    "Turn",
    "UnknownPuzzle",
    "UnknownVariant",
    "Value",
    "Variant",
    "check_rows",
    "check_text",
    "short",
    "suggest",
    "value_by_points",
]

Position = Any  # hashable and immutable; every plug-in chooses its own
Move = Any  # likewise
Turn = Literal[1, 2]
Order = Callable[[Position], int]

REGULAR = ("regular", "standard")
"""Ids that usually name the best-known variant."""
RESERVED = frozenset(
    ("api", "variants", "start", "positions", "moves", "randpos", "health", "ready", "metrics", "scripts")
)
"""Reserved words in URLs: no id, alias or variant may be one of them."""


# --- errors -----------------------------------------------------------------------------------


class RulesError(Exception):
    """The rules cannot do what was asked; the message says what was given and what to do."""


class BadText(RulesError):
    """A text makes no sense here; the message says what was expected."""


class UnknownPuzzle(RulesError):
    """No plug-in has this id or alias."""

    def __init__(self, name: str, names: Iterable[str], kind: str = "puzzle or game") -> None:
        super().__init__(f"No {kind} is called {short(name)}.{suggest(name, names)}")


class UnknownVariant(RulesError):
    """The plug-in has no variant with this id, and cannot make a custom variant from it."""

    def __init__(self, puzzle: str, variant: str, names: Iterable[str]) -> None:
        names = list(names)
        listed = ", ".join(names) if len(names) <= 60 else f"{', '.join(names[:60])}, ..."
        super().__init__(f"{puzzle} has no variant {short(variant)}. Its variants: {listed}.{suggest(variant, names)}")


class BadCustomVariant(BadText):
    """The text is not a custom start of this game; the message is the game's own help sentence."""

    def __init__(self, puzzle: str, text: str, custom: CustomVariant, reason: str = "") -> None:
        reason = f" {reason}" if reason else ""
        super().__init__(f"{short(text)} is not a start of {puzzle}.{reason} {custom.help} Example: {custom.example}.")


class PositionError(BadText):
    """The text is not a position of this variant."""


class MalformedPosition(PositionError):
    """The text does not have the form of a position."""


class IllegalPosition(PositionError):
    """The text has the form of a position, but the rules allow no such position."""


class StaleRules(RulesError):
    """The files of the rules have changed since this process imported them."""

    def __init__(self, full_id: str) -> None:
        super().__init__(f"the rules of {full_id} have changed since this process started: reload")


def short(text: str, limit: int = 80) -> str:
    """`text` quoted for an error message, cut to `limit` characters."""
    return repr(text) if len(text) <= limit else f"{text[:limit]!r}... ({len(text)} characters)"


def check_text(text: str, number: int, letters: Iterable[str], form: str) -> None:
    """Raises MalformedPosition unless there are `number` characters, each one of `letters`; form: what was expected."""
    if len(text) != number or set(text) - set(letters):
        raise MalformedPosition(f"{short(text)}: expected {form}.")


def check_rows(cells: str, rows: int, cols: int) -> None:
    """Raises MalformedPosition unless these are the cells of a board of rows x cols."""
    if len(cells) != rows * cols:
        raise MalformedPosition(f"{short(cells)}: expected {rows} rows of {cols} cells.")


def suggest(name: str, names: Iterable[str]) -> str:
    """' Did you mean ...?' if something known resembles what was given, else ''."""
    close = difflib.get_close_matches(name[:80].lower(), sorted(set(names)), n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(map(repr, close))}?" if close else ""


# --- rules ------------------------------------------------------------------------------------


class Rules(ABC):
    """The rules of one variant. Derive from `Puzzle` or `Game`, not from this."""

    id: ClassVar[str]  # default, for a class with a name: that of its file
    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    variants: ClassVar[tuple[Variant, ...]] = ()
    opens: ClassVar[str] = ""  # the variant to open with if none is named; "": the regular one, or the first
    also_called: ClassVar[tuple[str, ...]] = ()  # further names that people search for; not ids
    custom: ClassVar[CustomVariant | None] = None
    author: ClassVar[str] = ""
    date_created: ClassVar[str] = "Unknown"
    description: ClassVar[str] = ""  # one sentence
    instructions: ClassVar[str] = ""  # Markdown; lines are joined, a blank line begins a paragraph

    notations: ClassVar[tuple[Notation, ...]] = ()
    """Other ways of writing positions, such as FEN, in which they are read."""

    reads: ClassVar[tuple[str, ...]] = ()
    """The files of data that the rules depend on, relative to the plug-in's own: when one changes, tables are solved
    again. They are read on import or in `prepare`, never later."""

    size: int | None = None
    """All ranks are below this, which is at most 2**63. None: positions have no ranks."""

    dense: bool = True
    """Whether every rank below `size` belongs to a legal position. If so, a table has one code for each
    rank; if not, it has a sorted list of the ranks in use. Meaningless where `size` is None."""

    images_share_rank: bool = False
    """Whether all images of a position have one rank, so that it is computed once for all of them."""

    tabled_as: str | None = None
    """The id of the variant whose table holds all positions of this one, with the same results; this one then has no
    table of its own. None: it has one, or needs none."""

    file: ClassVar[str] = ""
    """The file that holds the rules, if it is not the module of the class."""

    _files: ClassVar[tuple[Snapshot, ...]] = ()
    """Those named by `reads`, as they were when the class was made."""

    _mixed: bool = False
    """Whether one of them was another by the time this variant was made, so that its rules may be of both."""

    cols: int = 0
    """The columns of the board, if it shows the text row by row; 0: in one row."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if "name" in vars(cls) and "id" not in vars(cls):
            cls.id = cls.__module__.rpartition(".")[2]
        if "reads" in vars(cls):
            cls._files = files_read_by(cls, cls.reads)
        if "instructions" in vars(cls):
            cls.instructions = "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", cls.instructions))

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.prepare(*variant.options)
        self._mixed = any(file.is_stale() for file in self._files)

    def prepare(self, *options: Any, **named: Any) -> None:  # noqa: B027 (no plug-in has to write it)
        """Set the attributes that the rules use, from the variant's options, its arguments. Default: none."""

    # the six that every author writes

    @abstractmethod
    def start(self) -> Position:
        """The nominal start position."""

    @abstractmethod
    def moves(self, position: Position) -> Iterable[Move]:
        """The legal moves, in a fixed order.

        A puzzle's moves are pure motion and do not stop at a solution: `parents` and symmetry rely on
        that. A game may return none once `primitive` says that play is over.
        """

    @abstractmethod
    def do_move(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""

    @abstractmethod
    def primitive(self, position: Position) -> Value | None:
        """The value of a position that the rules have ended; None while play goes on.

        A puzzle need not name its dead ends: a position without moves is lost.
        """

    @abstractmethod
    def format(self, position: Position) -> str:
        """The position as text: URL-safe, one text per position."""

    @abstractmethod
    def parse(self, text: str) -> Position:
        """The position that `text` names.

        Accepts exactly what `format` writes; raises MalformedPosition or IllegalPosition.
        """

    # optional

    def starts(self) -> Sequence[Position]:
        """The positions of equal standing one of which may be drawn as the start. Default: the start."""
        return (self.start(),)

    def remarks(self, position: Position) -> Iterable[str]:
        """What theory says about a legal position: sentences that are true regardless of its value, and found without
        looking ahead. Default: none."""
        return ()

    def format_move(self, position: Position, move: Move) -> str:
        """A move for people to read, unique in its position. Default: str(move)."""
        return str(move)

    def other_move_names(self, position: Position, move: Move) -> Iterable[str]:
        """Further names by which a move may be given, such as `Qb7#`. Default: none."""
        return ()

    def moves_written(self, position: Position, text: str) -> Iterable[str] | None:
        """The names of the moves in a text that is no list of names, such as `(R U)2`; None in others. Default: None.

        Raises PositionError.
        """
        return None

    def images(self, position: Position) -> Iterable[Position]:
        """All positions equal to this one by symmetry, itself included.

        Default: itself alone; then every position is solved and stored separately.
        """
        return (position,)

    def canonical(self, position: Position) -> Position:
        """The one of `images` that represents all of them. Default: the least.

        It may stand alone where there are too many images to list; then classes are counted instead of positions.
        """
        return min(self.images(position))

    def twins(self, position: Position) -> Iterable[Position]:
        """The images under symmetries that leave the start as it is, so that play reaches all of them or none.

        Default: the position alone, which is right for any game, but counting the positions takes longer.
        """
        return (position,)

    def rank(self, position: Position) -> int | None:
        """The position's number, from 0 to `size` - 1.

        Positions that share a number must be images of each other. None: a puzzle's position that
        an invariant proves unsolvable; it is lost and not stored. Without `size`, `rank`
        and `unrank`, tables are keyed by the texts of canonical positions: larger and slower.
        """
        raise NotImplementedError(f"{type(self).__name__} has no ranks")

    def unrank(self, number: int) -> Position:
        """A legal position of this rank: `unrank(rank(p))` is p or an image of it.

        If `dense`, it takes every number below `size`; otherwise only the ranks of positions.
        """
        raise NotImplementedError(f"{type(self).__name__} has no ranks")

    def kernel(self) -> Kernel | None:
        """The moves over ranks, for native speed. None: the reference solver solves it."""
        return None

    def turn(self, position: Position) -> Turn:
        """The player to move; always 1 in a puzzle."""
        return 1

    def board(self, position: Position) -> Board:
        """The position as a grid. Default: its text in rows of `cols` cells, or in one row."""
        text = self.format(position)
        return in_rows(text, self.cols or len(text))

    def lettered(self, position: Position) -> Board:
        """The board as drawn where moves are typed: the same cells, with the names that moves use. Default: `board`."""
        return self.board(position)

    def from_board(self, cells: str, turn: Turn) -> Position:
        """The position whose board shows `cells`, with player `turn` to move.

        The caller compares the board of the result with `cells`, so this need not check what `board`
        would write differently. Raises MalformedPosition or IllegalPosition.
        Default: `parse(cells)`, which fits the default board; override both or neither.
        """
        return self.parse(cells)

    def button(self, position: Position, move: Move) -> Button:
        """The button that shows a move on the board. Default: derived from the boards before and after it."""
        return button_between(self.board(position), self.board(self.do_move(position, move)))

    # for engines

    def children(self, position: Position) -> list[Position]:
        """The positions one move away, in the order of `moves`. Override only for speed."""
        do_move = self.do_move
        return [do_move(position, move) for move in self.moves(position)]

    @cached_property
    def symmetric(self) -> bool:
        """Whether the plug-in knows of any symmetry."""
        cls = type(self)
        return cls.images is not Rules.images or cls.canonical is not Rules.canonical

    @cached_property
    def lists_images(self) -> bool:
        """Whether `images` lists all images; where `canonical` alone says what is equal, it need not."""
        return type(self).images is not Rules.images

    @cached_property
    def full_id(self) -> str:
        """`<id>/<variant>`, as written on the command line and in messages."""
        return f"{self.id}/{self.variant.id}"

    @classmethod
    def opening(cls) -> str:
        """The id of the variant to open with if none is named; the custom example if none is listed."""
        ids = [variant.id for variant in cls.variants]
        if not ids:
            return cls.custom.example if cls.custom is not None else ""
        return next((name for name in (cls.opens, *REGULAR) if name in ids), ids[0])

    @classmethod
    def find_variant(cls, variant_id: str) -> Variant:
        """The variant with this id or alias, or a custom one made from the text.

        Raises UnknownVariant or BadCustomVariant.
        """
        for variant in cls.variants:
            if variant_id == variant.id or variant_id in variant.aliases:
                return variant
        custom = cls.custom
        if custom is None:
            raise UnknownVariant(cls.id, variant_id, [v.id for v in cls.variants])
        try:
            pasted = variant_id.replace("\ufeff", "").rstrip("\r\n")
            text = custom.read(pasted) if len(pasted) <= PASTED else ""
            if not 0 < len(text) <= custom.max_length or not re.fullmatch(custom.pattern, text, re.ASCII):
                strange = [char for char in text if char not in f"{custom.symbols}_"]
                is_board = 0 < len(strange) * 4 <= len(text)  # not a misspelled id
                is_counted = custom.cols and not strange and len(custom.example) != len(text) > len(custom.example) / 2
                counted = f"It has {len(text)} cells." if is_counted else ""
                reason = f"{strange[0]!r} is no cell." if is_board else counted
                raise BadCustomVariant(cls.id, variant_id, custom, reason)
            options = custom.options(text)
        except ValueError as error:
            raise BadCustomVariant(cls.id, variant_id, custom, str(error)) from None
        return Variant(text, "custom", options, presolve=False, custom=True)


def files_of(rules: Rules) -> tuple[tuple[Snapshot, ...], bool]:
    """The files that rules `reads`, and whether these rules may be made of two versions of one."""
    return rules._files, rules._mixed


class Puzzle(Rules):
    """A puzzle for one player. Won when solved; a position that cannot be solved is `lose`."""

    reversible: ClassVar[bool] = False
    """True: some move undoes every move, so the children are also the parents."""

    random_start: bool = False
    """True: play begins at a position drawn at random; `start` is only the nominal one."""

    def solutions(self) -> Iterable[Position] | None:
        """Every solved position. None (the default): the solver searches forward from the start
        and can answer only for what the start reaches."""
        return None

    def parents(self, position: Position) -> Iterable[Position]:
        """The positions from which one move leads here. Default: the children, if reversible."""
        if self.reversible:
            return self.children(position)
        raise NotImplementedError(f"{type(self).__name__} cannot take moves back")

    def parents_of_class(self, position: Position) -> Iterable[Position]:
        """At least one position of every class from which one move leads to an image of this position.

        Default: `parents`, which suffices where images are symmetries of the board, as the parents of an image are then
        images of the position's parents. Override where images are equal only for what can be done next, such as all
        cells that the player can walk to.
        """
        return self.parents(position)

    def cost(self, position: Position, move: Move) -> float:
        """The cost of a legal move, more than 0, for searches by cost; that of its image is the same. Default: 1."""
        return 1

    def least_cost(self, position: Position) -> float:
        """A lower bound on the cost of solving the position, as `heuristic` is on the moves; for puzzles with costs.

        Admissible: never more than the least cost that solves it. Consistent: no move lowers it by more
        than the move costs. Both up to the rounding of floats. Default: 0.
        """
        return 0

    @property
    def has_costs(self) -> bool:
        """Whether moves may differ in cost."""
        return type(self).cost is not Puzzle.cost

    @cached_property
    def backward(self) -> bool:
        """Whether the puzzle can be solved backward, from its solutions by `parents`."""
        has_parents = self.reversible or type(self).parents is not Puzzle.parents
        return has_parents and type(self).solutions is not Puzzle.solutions


class Game(Rules):
    """A game for two players; every value is for the player to move."""

    side_names: ClassVar[tuple[str, ...]] = ()
    """What each player plays, such as `("the hounds", "the fox")`, where names say more than drawings of pieces."""

    explored: ClassVar[bool] = False
    """True: no variant, custom ones included, has more than some thousand positions, which are searched on request,
    without a table or ranks."""

    two_step: ClassVar[bool] = False
    """True: old clients make moves in two steps. One shown as an arrow is made by touching its two cells, one shown as
    a button by touching its cell and ending the turn."""

    untabled: bool = False
    """Whether only the search by `search_kernel` answers this variant, as it is too large for a table."""

    def turn(self, position: Position) -> Turn:
        """The player to move, 1 or 2. Default: the first part of the position."""
        first: Turn = position[0]
        return first

    def search_kernel(self) -> SearchKernel | None:
        """The moves over two words of bits, for the search that proves values of single positions. Default: None."""
        return None

    def positions(self) -> Iterable[Position] | None:
        """At least one position of every class of symmetry, for a `dense` table of all legal ones. Default: None."""
        return None
