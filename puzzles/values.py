"""The types that rules use: values of positions, variants, and kernels."""

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Value(StrEnum):
    """The value of a position for the player to move."""

    WIN = "win"
    LOSE = "lose"
    TIE = "tie"
    DRAW = "draw"


OPPOSITE = {Value.WIN: Value.LOSE, Value.LOSE: Value.WIN, Value.TIE: Value.TIE, Value.DRAW: Value.DRAW}
"""Each value from the other player's point of view."""


def value_by_points(margin: int) -> Value:
    """The value of an ended position for a player who is `margin` by this many points."""
    return Value.WIN if margin > 0 else Value.LOSE if margin < 0 else Value.TIE


# --- variants ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variant:
    """One size or board of a puzzle.

    id: its name in URLs. name: for people. options: the arguments of the plug-in's `prepare`.
    presolve: solve it when the service starts, if it is small or opens the puzzle and its positions fit the setting
    UWAPI_PRESOLVE_LIMIT.
    testing: small enough for the tests to solve it whole; every plug-in has one.
    positions: roughly how many positions its table will store, counting one per symmetry class
    (0: unknown); smaller variants are solved first.
    """

    id: str
    name: str
    options: tuple[Any, ...] = ()
    aliases: tuple[str, ...] = ()
    presolve: bool = True
    testing: bool = False
    positions: int = 0
    custom: bool = False


PASTED = 10_000


def joined_rows(text: str) -> str:
    """Rows on lines of their own, or between bars, or else blanks, with underscores between them."""
    lines = text.replace("\ufeff", "").replace("|", "\n").split("\n")
    rows = list(filter(None, ("".join(line.split()) for line in lines)))
    return "_".join(rows if len(rows) > 1 else text.replace("\ufeff", "").replace("|", " ").split())


@dataclass(frozen=True, slots=True)
class CustomVariant:
    """Starts that the user types: the accepted texts, and a description of them.

    pattern: a regular expression that the whole text, as `read` returns it, must match (ASCII).
    options: turns a matching text into a variant's options; raises ValueError with a sentence
    if a limit is exceeded. help: a sentence that says what may be typed, limits included. read: turns what is pasted,
    of up to PASTED characters, into such a text; raises ValueError likewise. symbols: the characters of cells, that of
    an empty cell first, if starts are written a character a cell, row by row, so that they can be drawn. cols: columns
    of such a start; 0: any number, with _ between rows.
    """

    pattern: str
    options: Callable[[str], tuple[Any, ...]]
    help: str
    example: str
    max_length: int = 200
    read: Callable[[str], str] = joined_rows
    symbols: str = ""
    cols: int = 0


@dataclass(frozen=True, slots=True)
class Notation:
    """A way of writing positions other than the rules' own.

    name: for people, with its article. example: a text in it. read: takes the rules and a text, and returns the
    position, or None if the text is not in this notation; raises MalformedPosition or IllegalPosition if it is, but
    names no position.
    """

    name: str
    example: str
    read: Callable[[Any, str], Any]


# --- kernels ----------------------------------------------------------------------------------

Room = MutableSequence[int]
"""Where the functions of a kernel write numbers."""
Table = Sequence[int]
"""A tuple among the constants of a kernel."""


@dataclass(frozen=True)
class Blocks:
    """A division of a reversible puzzle's ranks into equal blocks that few moves leave: for very many ranks.

    length: ranks in a block, a multiple of 64. Places in a block are counted from 0. Most moves lead from a place to
    another of the same block, in the same way in every block.

    doors: the places that all other moves lead from and to, ascending.

    within(word, bits, out, scratch, *constants) makes the moves of the first kind, from 64 places at once: `bits`,
    which has 64 bits, the highest of them the sign, has one for each place from 64 * word on. It writes pairs of a word
    and the bits of the places that moves lead to, to out[0], out[1], ..., and returns how many numbers these are. It
    may include bits of the places that it was given.

    most: the greatest count that `within` returns.

    All ranks of a block have as many positions as its first, by the kernel's `alike`.
    """

    length: int
    doors: Sequence[int]
    within: Callable[..., int]
    most: int
    constants: tuple[int, ...] = ()


@dataclass(frozen=True)
class Kernel:
    """The moves again, over ranks, in plain Python that a compiler understands: for speed.

    children(number, out, scratch, *constants) writes the ranks of the children of the position with
    rank `number` to out[0], out[1], ... and returns how many there are; order and repetition do not
    matter. In a game, a child in which the same player moves again is written as ~rank (-1 - rank).

    parents does the same for a puzzle's parents (`parents_of_class` where the plug-in has one), leaving
    out positions that the rules have lost. Their images may be among them. A reversible puzzle does not need it, unless
    some images of a position share its rank and others do not: then a move may lead to a rank that has none back.

    primitive(number, scratch, *constants) returns ONGOING, WON, LOST or TIED. Games need it, and so do
    puzzles that are not solved backward; children is called only if it is ONGOING.

    margin(number, scratch, *constants) is the margin of a `Scored` game, which needs it; it is called only
    where primitive is not ONGOING.

    alike(number, scratch, *constants) is how many different positions share this rank. Without it, a
    variant whose positions share ranks is counted by ranks.

    most: the greatest count that children or parents return. `scratch` has room for 64 numbers.

    blocks: how the ranks fall into blocks, if few moves lead from one to another.

    makes_lists: whether the functions make lists and texts of their own, as those that are translated from another
    system do. They may not compile, and then the reference solver solves the variant.

    The functions may use integers (64 bits), loops, conditions, and other such functions; names of
    their module that are integers or tuples of integers; and `constants`, which are integers and
    tuples of integers, too. The law `kernel` compares them with the rules.
    """

    children: Callable[..., int]
    most: int
    constants: tuple[int | tuple[int, ...], ...] = ()
    parents: Callable[..., int] | None = None
    primitive: Callable[..., int] | None = None
    margin: Callable[..., int] | None = None
    alike: Callable[..., int] | None = None
    blocks: Blocks | None = None
    makes_lists: bool = False


CHILD = 5
"""Numbers that a search kernel writes for each child."""


@dataclass(frozen=True)
class SearchKernel:
    """A game of at most `last` moves in plain Python that a compiler understands: for the search that proves values.

    A position is two integers, `first` and `second`. Its score is 0 for a tie, last + 1 - n if the player to move wins
    with the n-th move of the game under best play, and n - last - 1 if the other player does. A tie takes all moves.

    words(position) returns the position's two integers, and the number of moves made.

    survey(first, second, *constants) returns the moves worth a look as a number, in an encoding of its own. It is
    called only for positions in which the player to move cannot win at once.

    expand(first, second, moves, out, *constants) writes the children from out[2] on, CHILD numbers each: two integers,
    its key, and room for two; it returns how many there are. In no child can the player to move win at once. `moves` is
    what `survey` returns. Only scores from out[0] to out[1] matter: the function may raise the one to a lower bound of
    the score and lower the other to an upper bound, and write no children if the two meet.

    weigh(first, second, count, out, *constants) writes each child's weight, the greatest of which are searched first,
    and what `survey` returns for it. It may narrow the bounds further, and stop once they meet.

    key(first, second, *constants) is a number of the position from 1 to 2**56 - 1; only positions of the same score
    share it.

    most: the largest number of children. The functions may use what those of a `Kernel` may.
    """

    words: Callable[[Any], tuple[int, int, int]]
    survey: Callable[..., int]
    expand: Callable[..., int]
    weigh: Callable[..., None]
    key: Callable[..., int]
    most: int
    last: int
    constants: tuple[int, ...] = ()


ONGOING, WON, LOST, TIED, IMPOSSIBLE, DRAWN = 0, 1, 2, 3, 4, 5
"""The results of a kernel's `primitive`, for the player to move, like those of `Rules.primitive`. DRAWN is for the
`stuck` of a board game alone."""

PRIMITIVES = {None: ONGOING, Value.WIN: WON, Value.LOSE: LOST, Value.TIE: TIED, Value.DRAW: DRAWN}
