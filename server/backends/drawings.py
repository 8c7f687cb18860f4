"""Boards and moves as GamesmanClassic draws them, in games where our own pictures differ.

GamesCraftersUWAPI has a picture for each game, with numbered centers; a board has a character for each center, and
a move names the centers of its button or arrow. Games without a picture there use texts instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.grid import mirrored
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player import connect4twist, othello
from perfect_play.server.notation import autogui

Json = dict[str, Any]


def _name(picture: Picture, position: Position, move: Any) -> str:
    return str(picture.name(position, move))


class Drawing(NamedTuple):
    """The drawing of a game: the string of a board without the player to move, that of a move, and a move's name."""

    board: Callable[[Picture, Position], str]
    move: Callable[[Picture, Position, Any], str]
    name: Callable[[Picture, Position, Any], str] = _name


def as_drawn(picture: Picture, answer: Json, position: Position) -> Json:
    """An answer with the strings of GamesmanClassic, if they are different in its game."""
    rules = picture.rules
    drawing = DRAWINGS.get(rules.id)
    if drawing is None:
        return answer

    def board(position: Position) -> str:
        return f"{rules.turn(position)}_{drawing.board(picture, position)}"

    if "moves" not in answer:
        return {**answer, "autoguiPosition": board(position)}
    by_name = {picture.name(position, move): move for move in rules.moves(position)}
    moves = []
    for entry in answer["moves"]:
        move = by_name[entry["move"]]
        strings = {"move": drawing.name(picture, position, move), "autoguiMove": drawing.move(picture, position, move)}
        moves.append({**entry, **strings, "autoguiPosition": board(rules.do_move(position, move))})
    return {**answer, "autoguiPosition": board(position), "moves": moves}


# --- by game --------------------------------------------------------------------------------------


def _text(picture: Picture, position: Position) -> str:
    """The text of the position, without the player to move."""
    text: str = picture.rules.format(position)
    return text.partition("_")[2]


def _twist_move(picture: Picture, position: Position, move: int) -> str:
    """A turn has its button where the turning row meets the column of the drop."""
    cell, direction = divmod(move, 3)
    if direction:
        return f"A_{'l' if direction == connect4twist.LEFT else 'r'}_{cell}_y"
    return _usual_move(picture, position, move)


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


def _othello_board(picture: Picture, position: Position) -> str:
    """The mirrored cells, so that player 1 begins on the other side; then the scores."""
    cells = picture.cells(position)
    side = picture.rules.cols
    return mirrored(cells[: side * side], side) + cells[side * side :]


def _othello_move(picture: Picture, position: Position, move: int) -> str:
    return _usual_move(picture, position, _other_side(picture, move))


def _othello_name(picture: Picture, position: Position, move: int) -> str:
    return _name(picture, position, _other_side(picture, move))


def _other_side(picture: Picture, move: int) -> int:
    """The mirrored move; a pass stays a pass."""
    side = picture.rules.cols
    return move if move == othello.PASS else move - 2 * (move % side) + side - 1


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


def _usual_move(picture: Picture, position: Position, move: Any) -> str:
    return str(autogui.write_drawn(picture, position, move))


DRAWINGS = {
    "abalone": Drawing(_text, _name),
    "connect4twist": Drawing(_cells, _twist_move),
    "dinododgem": Drawing(_dino_board, _dino_move),
    "mancala": Drawing(_text, _name),
    "othello": Drawing(_othello_board, _othello_move, _othello_name),
    "tactix": Drawing(_cells, _tactix_move),
}
"""By id of the game."""
