"""The rules: the legal moves and the looks of every puzzle and game.

Standard library only. Nothing in this package solves, stores or serves anything.

A plug-in imports from here what any may need, and what only board games need from `perfect_play.puzzles.boards`. The
modules of this package import from each other, never from here.
"""

from pathlib import Path

if __name__ == "puzzles":
    raise ImportError("the rules are part of a package: import perfect_play.puzzles")

from perfect_play.puzzles import sources as _sources  # noqa: F401 (first: it keeps the sources of all modules imported after it)
from perfect_play.puzzles.base import (
    DRAWN,
    IMPOSSIBLE,
    LOST,
    ONGOING,
    TIED,
    WON,
    CustomVariant,
    Game,
    IllegalPosition,
    Kernel,
    MalformedPosition,
    Notation,
    Order,
    Puzzle,
    Room,
    Table,
    Turn,
    Value,
    Variant,
    check_rows,
    check_text,
    short,
    value_by_points,
)
from perfect_play.puzzles.grid import (
    BESIDE,
    DIRECTIONS,
    HALF_TURN,
    MIRRORED,
    UPSIDE_DOWN,
    all_images,
    board_variant,
    cell_name,
    check_supported,
    connected,
    four_images,
    mirrored,
    rays,
    step_name,
    symmetries,
    transposed,
    upside_down,
)
from perfect_play.puzzles.mixins import (
    Evaluated,
    Exchangeable,
    Impartial,
    KeptStart,
    OneGoal,
    OwnText,
    Partizan,
    Scored,
    Searchable,
)
from perfect_play.puzzles.turns import (
    EXCHANGED,
    NEXT,
    OWN_AND_OTHER,
    CellsGame,
    check_pieces,
    moved,
    read_numbers,
    read_turn,
)
from perfect_play.puzzles.view import EMPTY, VOID, Add, Board, Button, Line, Move, Shift, in_rows

__all__ = [
    "BESIDE",
    "DIRECTIONS",
    "DRAWN",
    "EMPTY",
    "EXCHANGED",
    "HALF_TURN",
    "IMPOSSIBLE",
    "INSTALLED",
    "LOST",
    "MIRRORED",
    "NEXT",
    "ONGOING",
    "OWN_AND_OTHER",
    "SHIPPED",
    "TIED",
    "UPSIDE_DOWN",
    "VOID",
    "WON",
    "Add",
    "Board",
    "Button",
    "CellsGame",
    "CustomVariant",
    "Evaluated",
    "Exchangeable",
    "Game",
    "IllegalPosition",
    "Impartial",
    "KeptStart",
    "Kernel",
    "Line",
    "MalformedPosition",
    "Move",
    "Notation",
    "OneGoal",
    "Order",
    "OwnText",
    "Partizan",
    "Puzzle",
    "Room",
    "Scored",
    "Searchable",
    "Shift",
    "Table",
    "Turn",
    "Value",
    "Variant",
    "all_images",
    "board_variant",
    "cell_name",
    "check_pieces",
    "check_rows",
    "check_supported",
    "check_text",
    "connected",
    "four_images",
    "in_rows",
    "level",
    "mirrored",
    "moved",
    "rays",
    "read_numbers",
    "read_turn",
    "short",
    "step_name",
    "symmetries",
    "transposed",
    "upside_down",
    "value_by_points",
]

_FOLDER = Path(__file__).absolute().parent

INSTALLED = not _FOLDER.is_symlink()
"""Whether the code was installed as a package, rather than run from the project's folder, where the rooms are links."""

SHIPPED = _FOLDER.parent / "data"
"""The folder of the files that come with the code: levels, opening books, periods of nimbers. Read-only."""


def level(name: str) -> tuple[str, ...]:
    """The lines of `levels/<name>.txt` among the data: the rows of a board, or one board each."""
    return tuple((SHIPPED / "levels" / f"{name}.txt").read_text(encoding="ascii").split())
