"""The names that moves give to the rows and columns of a board, for showing them at its edges."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add, Move

CELL = re.compile(r"(?<![a-z])([a-z]|(?<![A-Z])[A-Z])([0-9]{1,2})")
FURTHER = 20
"""Positions read after the start if all its moves are in one row, so that either way of counting rows fits them."""

Reading = Literal["from", "to"]
"""Which cell a move names. `from`: where its arrow begins, or a button's, the first if it names two; `to`: where its
arrow ends, or the two on either side of a button. Whoever names both ends of an arrow is read alike."""


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
    return _read(rules, "from") or _read(rules, "to")


def _is_drop(rules: Rules, position: Position, move: object) -> bool:
    button = rules.button(position, move)
    column = button.cell % rules.board(position).cols + 1 if isinstance(button, Add) else 0
    return words_of(rules, position, move) == str(column)


Cell = tuple[int, str, int]
"""A cell of which a move says the name: its row from the top, and the letter and number of the name."""


def _read(rules: Rules, reading: Reading) -> CellNames | None:
    """What all moves of the start agree on."""
    named = next(_named(rules, reading))
    if not all(named):
        return None
    ways = ({_names(cell, step) for cells in named for cell in cells} for step in (-1, 1))
    fitting = [names for way in ways if len(way) == 1 for names in way]
    if len(fitting) < 2:
        return fitting[0] if fitting else None
    later = [cell for moves in _named(rules, reading) for cells in moves for cell in cells]
    counts = Counter(_names(cell, step) for cell in later for step in (-1, 1))
    return max(fitting, key=counts.__getitem__)


def _names(cell: Cell, step: int) -> CellNames:
    row, letter, number = cell
    return CellNames(number - step * row, step, "a" if letter.islower() else "A")


def _named(rules: Rules, reading: Reading) -> Iterator[list[list[Cell]]]:
    """The cells that each move names: at the start, and in some positions after it."""
    position = rules.start()
    for _ in range(1 + FURTHER):
        moves = list(rules.moves(position)) if rules.primitive(position) is None else []
        yield [list(_cells_named(rules, position, move, reading)) for move in moves]
        if moves:
            position = rules.do_move(position, moves[0])


def _cells_named(rules: Rules, position: Position, move: object, reading: Reading) -> Iterator[Cell]:
    """The cells in the name of a move that are where its button is."""
    texts = [(letter, int(number)) for letter, number in CELL.findall(words_of(rules, position, move))]
    centers, cols = picture_of(rules).look.centers, rules.board(position).cols
    for (letter, number), cell in _places(texts, rules.button(position, move), reading):
        if centers and cell >= len(centers):
            continue
        placed = centers.index(centers[cell]) if centers else cell  # moves of several parts have cells of their own
        if placed % cols == ord(letter.lower()) - ord("a"):
            yield placed // cols, letter, number


def _places(texts: list[tuple[str, int]], button: object, reading: Reading) -> list[tuple[tuple[str, int], int]]:
    """Names of cells, and the cells where they should be."""
    match button, texts, reading:
        case Add(_, cell), [first, *_, last], "to":
            middle = chr((ord(first[0]) + ord(last[0])) // 2), (first[1] + last[1]) // 2
            return [(middle, cell)]
        case Add(_, cell), [first, *_], _:
            return [(first, cell)]
        case Move(source, target), [first, *_, last], _:
            return [(first, source), (last, target)]
        case Move(source, target), [first], _:
            return [(first, source if reading == "from" else target)]
    return []
