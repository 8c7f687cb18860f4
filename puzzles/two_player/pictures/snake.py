"""The picture of Snake, on the page's board; a snake that could lie on its cells in several ways is drawn in one."""

from __future__ import annotations

from string import digits

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player import snake
from perfect_play.puzzles.view import EMPTY

SIDES = {1: "r", -1: "l", 4: "d", -4: "u"}
BENDS = dict(zip(map(frozenset, ("lr", "ur", "lu", "ud", "rd", "ld", "l", "u", "r", "d")), digits, strict=True))
"""The image of a part of the body, by the sides on which it goes on."""


class Snake(Picture):
    def cells(self, position: Position) -> str:
        """The cells with the bends of the body, then the ends again."""
        cells = position[1]
        board, route = [*cells], _route(cells)
        for place, cell in enumerate(route):
            joined = route[max(0, place - 1) : place] + route[place + 1 : place + 2]
            board[cell] = BENDS[frozenset(SIDES[neighbor - cell] for neighbor in joined)]
        return "".join(board) + "".join(char if char in "ht" else EMPTY for char in cells)


def _route(cells: str) -> list[int]:
    """The cells of a snake from its head to its tail; empty if no route leads through its whole body."""
    head, tail = cells.index("h"), cells.index("t")
    length = len(cells.replace(EMPTY, ""))
    waiting = [[head]]
    while waiting:
        route = waiting.pop()
        if len(route) == length and route[-1] == tail:
            return route
        neighbors = snake.Snake.neighbors[route[-1]]
        waiting += [[*route, cell] for cell in neighbors if cells[cell] != EMPTY and cell not in route]
    return []
