"""Reads and writes AutoGUI strings, the positions and moves of both protocols: `R_A_3_3_...`, `1_xo-`, `A_x_4`.

In the 2021 protocol a position is `R_<A|B>_<rows>_<cols>_<cells>`, where A means that player 1 is to move. A move is
`A_<char>_<cell>` (place or replace), `M_<from>_<to>` (move) or `S_<L|R>_<row>_<amount>` (shift). Games whose turns are
made in two touches also have half-positions: the board after the first touch, with an extra empty cell and the suffix
`_prevmove=<cell>`.

The current protocol has a picture with numbered centers instead of a grid: a position is `<1|2>_<cells>`, followed by
`~<text>` for every text on the picture, and a move ends with the letter of its sound.
"""

import re
from functools import lru_cache
from typing import Any

from perfect_play.puzzles.base import Game, IllegalPosition, MalformedPosition, Position, Rules, Turn, short
from perfect_play.puzzles.picture import TILE, Curve, Letter, Mark, Picture
from perfect_play.puzzles.view import EMPTY, VOID, Add, Board, Button, Line, Move, Shift

PREFIX = "R_"
_POSITION = re.compile(r"R_([AB])_([1-9][0-9]{0,3})_([1-9][0-9]{0,3})_([a-zA-Z0-9*-]+)", re.ASCII)
_HALF = re.compile(r"(R_[AB]_[1-9][0-9]{0,3}_[1-9][0-9]{0,3}_[a-zA-Z0-9*-]+)-_prevmove=(0|[1-9][0-9]{0,3})", re.ASCII)


def write_board(board: Board, turn: Turn) -> str:
    """The string of a board with a player to move."""
    return f"R_{'AB'[turn - 1]}_{board.rows}_{board.cols}_{board.cells}"


def write_position(rules: Rules, position: Position) -> str:
    """The AutoGUI string of a position."""
    return write_board(rules.board(position), rules.turn(position))


def read_position(rules: Rules, text: str) -> Position:
    """The position that an AutoGUI string names. Accepts exactly the strings that `write_position` writes.

    Raises MalformedPosition or IllegalPosition.
    """
    parsed = _POSITION.fullmatch(text)
    if not parsed:
        raise MalformedPosition(f"{short(text)}: expected R_<A or B>_<rows>_<columns>_<cells>, {_example(rules)}.")
    letter, rows, cols, cells = parsed.groups()
    if len(cells) != int(rows) * int(cols):
        raise MalformedPosition(f"{short(text)}: {rows} rows of {cols} need {int(rows) * int(cols)} cells.")
    shape = _shape(rules)
    if (int(rows), int(cols)) != shape:
        raise MalformedPosition(f"{short(text)}: {rules.full_id} has {shape[0]} rows of {shape[1]}.")
    turn: Turn = 1 if letter == "A" else 2
    try:
        if turn == 2 and not isinstance(rules, Game):
            raise IllegalPosition("a puzzle has one player, A.")
        position = rules.from_board(cells, turn)
        if write_board(rules.board(position), turn) != text:
            raise IllegalPosition(f"this is not the board of a position of {rules.full_id}.")
        if rules.turn(position) != turn:
            raise IllegalPosition(f"on this board it is {'BA'[turn - 1]}'s turn.")
    except (MalformedPosition, IllegalPosition) as error:
        raise type(error)(f"{short(text)}: {error} It must be one of this variant; {_example(rules)}.") from None
    return position


@lru_cache(maxsize=1024)
def _shape(rules: Rules) -> tuple[int, int]:
    """The rows and columns of every board of a variant."""
    first = rules.board(rules.start())
    return first.rows, first.cols


def _example(rules: Rules) -> str:
    return f"for example the start {write_position(rules, rules.start())}"


def write_move(rules: Rules, position: Position, move: Any) -> str:
    """The AutoGUI string of a move."""
    return write_button(rules.button(position, move), rules.board(position))


def write_button(button: Button, board: Board) -> str:
    """The AutoGUI string of a move that this button makes on this board. Raises TypeError for buttons on pictures.

    Clients of 2021 draw the character of an `A_` over the cell, so on an occupied cell it is that of the piece there.
    """
    match button:
        case Add(char, cell):
            current = board.cells[cell : cell + 1]  # empty on the extra cell of a half-position
            return f"A_{char if current in ('', EMPTY, VOID) else current}_{cell}"
        case Move(source, target):
            return f"M_{source}_{target}"
        case Shift(side, row, amount):
            return f"S_{side}_{row}_{amount}"
    raise TypeError(f"{button!r} cannot be written in the 2021 protocol")


def write_half(board: Board, turn: Turn, cells: str, first: int) -> str:
    """The half-position string after the first touch of a turn.

    board, turn: before the touch. cells: the cells after it. first: the cell that was touched.
    """
    wider = Board(board.rows, board.cols + 1, cells + EMPTY)
    return f"{write_board(wider, turn)}_prevmove={first}"


def split_half(text: str) -> tuple[str, int] | None:
    """(the board string after the first touch, the touched cell); None if the text is not a half-position."""
    parsed = _HALF.fullmatch(text)
    if not parsed:
        return None
    board, first = parsed.groups()
    parts = board.split("_", 4)
    parts[3] = str(int(parts[3]) - 1)
    return "_".join(parts), int(first)


def write_cells(picture: Picture, position: Position, text: str | None = None) -> str:
    """The string of a position in the current protocol. text: its readable text, where the client chose one."""
    text = picture.text(position) if text is None else text
    return f"{picture.rules.turn(position)}_{TILE * picture.tiles}{picture.cells_of(text, position)}"


def write_drawn(picture: Picture, position: Position, move: Any) -> Any:
    """The string of a move in the current protocol; its name where the picture has no single click for it."""
    button = picture.click(position, move) if picture.has_picture else None
    if button is None:
        return picture.name(position, move)
    return write_place(button, picture.sound(position, move), picture.tiles)


def write_place(button: Mark, sound: str, tiles: int) -> str:
    """The string of something to click on. tiles: the number of centers of squares, which come first."""
    end = f"_{sound}" if sound else ""
    match button:
        case Add(char, center):
            return f"A_{char}_{tiles + center}{end}"
        case Move(source, target):
            return f"M_{tiles + source}_{tiles + target}{end}"
        case Letter(char, center):
            return f"T_{char}_{tiles + center}{end}"
        case Line(a, b):
            return f"L_{tiles + a}_{tiles + b}{end}"
        case Curve(points):
            return "_".join(["LC", "RRRR", *(f"{tiles + center}_{x}_{y}" for center, x, y in points)]) + end
    raise TypeError(f"{button!r} cannot be drawn on a picture")
