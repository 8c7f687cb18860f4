"""Boards and moves as GamesmanClassic draws them, in games where our own pictures differ.

GamesCraftersUWAPI has a picture for each game, with numbered centers; a board has a character for each center, and
a move names the centers of its button or arrow. Games without a picture there use texts instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from puzzles.base import Position
from puzzles.boards.moves import parts_of, source_of, target_of
from puzzles.grid import mirrored
from puzzles.picture import Picture
from puzzles.two_player import connect4twist, lgame, othello
from puzzles.two_player.snake import Snake
from puzzles.view import EMPTY, Add
from server.notation import autogui

Json = dict[str, Any]


def _name(picture: Picture, position: Position, move: Any) -> str:
    return str(picture.name(position, move))


class Drawing(NamedTuple):
    """The drawing of a game: the string of a board without the player to move, that of a move, and a move's name."""

    board: Callable[[Picture, Position], str]
    move: Callable[[Picture, Position, Any], str]
    name: Callable[[Picture, Position, Any], str] = _name


def as_drawn(picture: Picture, answer: Json, position: Position) -> Json:
    """An answer with the strings of GamesmanClassic; its game is one of `DRAWINGS`."""
    rules = picture.rules
    drawing = DRAWINGS[rules.id]

    def board(position: Position) -> str:
        return f"{rules.turn(position)}_{drawing.board(picture, position)}"

    if "moves" not in answer:
        return {**answer, "autoguiPosition": board(position)}
    by_name = {picture.name(position, move): move for move in rules.moves(position)}
    moves = []
    for told in answer["moves"]:
        move = by_name[told["move"]]
        drawn = {"move": drawing.name(picture, position, move), "autoguiMove": drawing.move(picture, position, move)}
        moves.append({**told, **drawn, "autoguiPosition": board(rules.do_move(position, move))})
    return {**answer, "autoguiPosition": board(position), "moves": moves}


# --- by game --------------------------------------------------------------------------------------


def _text(picture: Picture, position: Position) -> str:
    """The text of the position, without the player to move."""
    text: str = picture.rules.format(position)
    return text.partition("_")[2]


def _with_message(picture: Picture, position: Position) -> str:
    """The text, then an empty character for a message."""
    return _text(picture, position) + EMPTY


def _above(centers: int) -> Callable[[Picture, Position, Any], str]:
    """One of our buttons; the picture there has an additional center, for a message, after the first `centers`."""

    def move(picture: Picture, position: Position, move: Any) -> str:
        button = picture.button(position, move)
        if not isinstance(button, Add):
            return _name(picture, position, move)  # a move of two parts
        return f"A_{button.char}_{button.cell + (button.cell >= centers)}_{picture.sound(position, move)}"

    return move


def _adugo_move(picture: Picture, position: Position, move: int) -> str:
    """The centers are those of the points, after that of `N` or `I`; the jaguar stops where it stands."""
    source, target = source_of(move), target_of(move)
    return f"A_-_{target + 1}_-" if source < 0 else f"M_{source + 1}_{target + 1}_-"


def _fingers(picture: Picture, position: Position) -> str:
    """Four centers for each hand, as many of them filled as it shows fingers."""
    return "".join(("f" * int(hand)).ljust(4, EMPTY) for hand in _text(picture, position))


def _chopsticks_move(picture: Picture, position: Position, move: int) -> str:
    """Taps are arrows between centers of their own; transfers are in a row, by how many fingers go to the left."""
    fingers, source, target = parts_of(move)
    second = source // 2
    if source // 2 != target // 2:
        first = 20 if source % 2 == target % 2 else 16
        return f"M_{first + source}_{first + target}_x"
    to_left = [_to_left(other) for other in picture.rules.moves(position) if _is_transfer(other)]
    count = len(to_left)
    first = 24 + 9 * second + 5 * (count % 2 == 0) + (5 - (count | 1)) // 2
    place = sum(other > _to_left(move) for other in to_left)
    inward = fingers != 0 and source % 2 != second
    return f"A_{10 - fingers if inward else fingers}_{first + place}_x"


def _is_transfer(move: int) -> bool:
    _, source, target = parts_of(move)
    return source // 2 == target // 2


def _to_left(move: int) -> int:
    """The number of fingers that a transfer brings from the right hand to the left one."""
    fingers, source, _ = parts_of(move)
    return fingers if source % 2 else -fingers


def _twist_move(picture: Picture, position: Position, move: int) -> str:
    """A turn has its button where the turning row meets the column of the drop."""
    cell, way = divmod(move, 3)
    if way:
        return f"A_{'l' if way == connect4twist.LEFT else 'r'}_{cell}_y"
    return _own(picture, position, move)


def _window_move(picture: Picture, position: Position, move: int) -> str:
    return f"A_h_{target_of(move)}_x"  # other moves have two parts


def _dino_order(side: int) -> list[int]:
    """The cells of our board by center: columns from the left, each from the bottom; the exits at the top and right."""
    size = side + 1
    board = [(side - height) * size + column for column in range(side) for height in range(side)]
    return board + list(range(1, side)) + [row * size + side for row in range(1, side)]


def _dino_board(picture: Picture, position: Position) -> str:
    return "".join(position[1][cell] for cell in _dino_order(picture.rules.side))


def _dino_move(picture: Picture, position: Position, move: int) -> str:
    order = _dino_order(picture.rules.side)
    source, target = order.index(source_of(move)), order.index(target_of(move))
    return f"M_{source}_{target}_{'xy'[position[0] - 1]}"


def _ells() -> dict[int, tuple[int, int]]:
    """Each placement of the L, by its cells as bits: its number from 1, and the cell at its corner.

    The long arm goes down from the corner and the foot to the right, or to the left, in each of the six places row by
    row; then all of these follow turned clockwise once, twice and three times.
    """
    found: dict[int, tuple[int, int]] = {}
    side = lgame.SIDE
    for turns in range(4):
        for foot in (1, -1):
            for row in range(2):
                for column in range(3):
                    corner = (row, column + (foot < 0))
                    cells = [corner, *((row + down, corner[1]) for down in (1, 2)), (row, corner[1] + foot)]
                    for _ in range(turns):
                        cells = [(right, side - 1 - down) for down, right in cells]
                    numbers = [side * down + right for down, right in cells]
                    found[sum(1 << cell for cell in numbers)] = (len(found) + 1, numbers[0])
    return found


ELLS = _ells()


def ell_group(shape: int) -> int:
    """The orientation of an L, from 0 to 7; six placements share each."""
    return (ELLS[shape][0] - 1) // 6


def _ells_board(picture: Picture, position: Position) -> str:
    """Each L as a single letter at its corner."""
    cells = position[1]
    board = [cell if cell in "WG" else EMPTY for cell in cells]
    for player, piece in enumerate("BR"):
        shape = sum(1 << cell for cell, char in enumerate(cells) if char == piece)
        board[ELLS[shape][1]] = chr(ord("Hh"[player]) + ell_group(shape))
    return "".join(board)


def _othello_board(picture: Picture, position: Position) -> str:
    """The mirrored cells, so that player 1 begins on the other side; then the scores."""
    cells = picture.cells(position)
    side = picture.rules.cols
    return mirrored(cells[: side * side], side) + cells[side * side :]


def _othello_move(picture: Picture, position: Position, move: int) -> str:
    return _own(picture, position, _other_side(picture, move))


def _othello_name(picture: Picture, position: Position, move: int) -> str:
    return _name(picture, position, _other_side(picture, move))


def _other_side(picture: Picture, move: int) -> int:
    """The mirrored move; a pass stays a pass."""
    side = picture.rules.cols
    return move if move == othello.PASS else move - 2 * (move % side) + side - 1


def _quarto_move(picture: Picture, position: Position, move: tuple[int, str]) -> str:
    cell, chosen = move
    if chosen == EMPTY:
        return f"A_-_{cell}"
    number = ord(chosen) - ord("A")
    return f"A_{chosen}_{272 + number if cell < 0 else 16 + 16 * cell + number}"


def _snake_board(picture: Picture, position: Position) -> str:
    """The cells with the bends of the body, then the ends again.

    A snake that could lie on the same cells in several ways is drawn in the first one found.
    """
    cells = position[1]
    board, way = [*cells], _way(cells)
    for place, cell in enumerate(way):
        beside = way[max(0, place - 1) : place] + way[place + 1 : place + 2]
        board[cell] = _BENDS[frozenset(_SIDES[other - cell] for other in beside)]
    return "".join(board) + "".join(char if char in "ht" else EMPTY for char in cells)


_SIDES = {1: "right", -1: "left", 4: "down", -4: "up"}
_BENDS = {
    frozenset(sides.split()): str(number)
    for number, sides in enumerate(
        ("left right", "up right", "left up", "up down", "right down", "left down", "left", "up", "right", "down")
    )
}


def _way(cells: str) -> list[int]:
    """The cells of a snake from its head to its tail; empty if no way leads through its whole body."""
    head, tail = cells.index("h"), cells.index("t")
    length = len(cells.replace(EMPTY, ""))
    waiting = [[head]]
    while waiting:
        way = waiting.pop()
        if len(way) == length and way[-1] == tail:
            return way
        last = way[-1]
        waiting += [[*way, cell] for cell in Snake.neighbors[last] if cells[cell] != EMPTY and cell not in way]
    return []


def _tactix_move(picture: Picture, position: Position, move: int) -> str:
    """Lines have two centers each: first rows, then columns, each by length and then by place."""
    rules = picture.rules
    run = rules.runs[move]
    if len(run) == 1:
        return f"A_-_{run[0]}_x"

    def order(run: tuple[int, ...]) -> tuple[bool, int, int, int]:
        down = run[1] - run[0] != 1
        row, column = divmod(run[0], rules.cols)
        return (down, column, len(run), row) if down else (down, row, len(run), column)

    lines = sorted((run for run in rules.runs if len(run) > 1), key=order)
    first = rules.cells + 2 * lines.index(run)
    return f"L_{first}_{first + 1}_x"


def _cells(picture: Picture, position: Position) -> str:
    return str(position[1])


def _own(picture: Picture, position: Position, move: Any) -> str:
    return str(autogui.write_drawn(picture, position, move))


DRAWINGS = {
    "3spot": Drawing(_text, _above(13)),
    "abalone": Drawing(_text, _name),
    "adugo": Drawing(_text, _adugo_move),
    "chopsticks": Drawing(_fingers, _chopsticks_move),
    "chungtoi": Drawing(_with_message, _above(9)),
    "connect4twist": Drawing(_cells, _twist_move),
    "dinododgem": Drawing(_dino_board, _dino_move),
    "lgame": Drawing(_ells_board, _name),
    "mancala": Drawing(_text, _name),
    "othello": Drawing(_othello_board, _othello_move, _othello_name),
    "quarto": Drawing(_text, _quarto_move),
    "rubiksmagic": Drawing(_cells, _own),
    "sim": Drawing(_text, _name),
    "snake": Drawing(_snake_board, lambda picture, position, move: f"M_{source_of(move)}_{target_of(move)}_x"),
    "tactix": Drawing(_cells, _tactix_move),
    "tictactwo": Drawing(_with_message, _window_move),
}
"""By id of the game."""


TOUCHES = {
    "4squaretictactoe": "A_t",
    "achi": "M_y",
    "beeline": "M_b",
    "chomp": "A_t",
    "hobaggonu": "M_s",
    "jan": "M_s",
    "konane": "A_h M_y",
    "lite3": "A_h",
    "ninemensmorris": "M_y",
    "notakto": "A_h",
    "shifttactoe": "M_-",
    "tantfant": "M_y",
    "tsoroyematatu": "M_y",
    "y": "A_h",
}
"""The letters of all buttons, `A_`, and of the sounds of all arrows, `M_`, if they differ from ours."""


def touched(id_: str, string: str) -> str:
    """The string of a move with the letters of its game there."""
    for letter in TOUCHES.get(id_, "").split():
        if string[:2] == letter[:2]:
            parts = string.split("_")
            parts[1 if letter[0] == "A" else -1] = letter[2]
            return "_".join(parts)
    return string
