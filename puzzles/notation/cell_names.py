"""The names that moves give to the rows and columns of a board, for showing them at its edges."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add, Move

CELL = re.compile(r"(?<![a-z])([a-z]|(?<![A-Z])[A-Z])([0-9]{1,2})")
FURTHER = 20
"""Positions read after the start if all its moves are in one row, so that either way of counting rows fits them."""


class CellNames(NamedTuple):
    """The number of the topmost row, what each further row adds, and the letter of the first column.

    Where pieces drop, moves are named by the number of their column alone: then rows add 0.
    """

    top: int
    step: int
    first: str


DROPS = CellNames(0, 0, "1")


def cell_names(rules: Rules) -> CellNames | None:
    """How the moves of a variant name cells; None unless each from the start names one by its row and column."""
    start = rules.start()
    moves = list(rules.moves(start)) if rules.primitive(start) is None else []
    if rules.board(start).rows > 1 and len(moves) > 1 and all(_is_drop(rules, start, move) for move in moves):
        return DROPS
    named = [list(_cells_named(rules, start, move)) for move in moves]
    if not all(named):
        return None
    ways = ({_names(cell, step) for cells in named for cell in cells} for step in (-1, 1))
    fitting = [names for way in ways if len(way) == 1 for names in way]
    if len(fitting) < 2:
        return fitting[0] if fitting else None
    later = Counter(_names(cell, step) for cell in _later(rules) for step in (-1, 1))
    return max(fitting, key=later.__getitem__)


Cell = tuple[int, str, int]
"""A cell of which a move says the name: its row from the top, and the letter and number of the name."""


def _names(cell: Cell, step: int) -> CellNames:
    row, letter, number = cell
    return CellNames(number - step * row, step, "a" if letter.islower() else "A")


def _later(rules: Rules) -> Iterator[Cell]:
    """The cells named at the start and in some positions after it."""
    position = rules.start()
    for _ in range(FURTHER):
        moves = list(rules.moves(position)) if rules.primitive(position) is None else []
        for move in moves:
            yield from _cells_named(rules, position, move)
        if moves:
            position = rules.do_move(position, moves[0])


def _is_drop(rules: Rules, position: Position, move: object) -> bool:
    button = rules.button(position, move)
    column = button.cell % rules.board(position).cols + 1 if isinstance(button, Add) else 0
    return words_of(rules, position, move) == str(column)


def _cells_named(rules: Rules, position: Position, move: object) -> Iterator[Cell]:
    """The first cell in the name of a move and the last, if these are where its button is."""
    texts = CELL.findall(words_of(rules, position, move))
    match rules.button(position, move):
        case Add(_, cell):
            ends = list(zip(texts[:1], [cell], strict=False))
        case Move(source, target):
            ends = list(zip(texts[:1] + texts[-1:], [source, target], strict=False))
        case _:
            return
    centers, cols = picture_of(rules).look.centers, rules.board(position).cols
    for (letter, number), cell in ends:
        if centers and cell >= len(centers):
            continue
        placed = centers.index(centers[cell]) if centers else cell  # moves of several parts have cells of their own
        if placed % cols == ord(letter.lower()) - ord("a"):
            yield placed // cols, letter, int(number)
