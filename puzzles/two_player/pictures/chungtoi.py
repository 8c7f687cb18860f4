"""The picture of Chung-Toi: a place on the left of each cell lays a stone upright, one on the right crosswise.

A stone on the board is moved, or touched to stay; then a second touch turns it or leaves it as it lies.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import (
    BLUE,
    DARK_WOOD,
    RED,
    WHITE,
    WOOD,
    Point,
    filled,
    moved,
    path,
    rect,
    scaled,
    stroke,
)
from perfect_play.puzzles.picture import (
    PLACE,
    REMOVE,
    SLIDE,
    UNSEEN,
    Image,
    Pieces,
    Theme,
    Touch,
    Touches,
    changed,
    grid_centers,
)
from perfect_play.puzzles.two_player.chungtoi import CELLS
from perfect_play.puzzles.view import EMPTY, VOID, Add, Move

PITCH = 92  # of the cells in our own drawing
OCTAGON = "M-11 -27H11L27 -11V11L11 27H-11L-27 11V-11Z"
HOLLOW = path(OCTAGON, filled("#00000022", DARK_WOOD))
UPRIGHT, CROSSWISE = "M0 -19V19M-19 0H19", "M-14 -14L14 14M14 -14L-14 14"
STANDING = "abcdefghi"
"""A letter for each cell, that says which stone is to be turned where it stands."""


class Stones(Pieces):
    images: ClassVar = {
        "T": Image("chungtoi/T.svg", 1.28),
        "X": Image("chungtoi/X.svg", 1.28),
        "t": Image("chungtoi/tt.svg", 1.28),
        "x": Image("chungtoi/xx.svg", 1.28),
        "p": Image("chungtoi/p.svg", 0.4),
        "q": Image("chungtoi/q.svg", 0.4),
        "r": Image("chungtoi/rotate.svg", 1.2),
        **dict.fromkeys(STANDING, UNSEEN),
    }

    @cached_property
    def look(self) -> Look:
        """Octagonal stones with their arms, in octagonal hollows; beside each place, one to lay a stone crosswise."""
        stones = {
            char: path(OCTAGON, filled(color, "#00000077")) + stroke(arms, WHITE, 5)
            for char, color, arms in (
                ("T", BLUE, UPRIGHT),
                ("X", BLUE, CROSSWISE),
                ("t", RED, UPRIGHT),
                ("x", RED, CROSSWISE),
            )
        }
        cells = [Point((col + 0.5) * PITCH, (row + 0.5) * PITCH) for row in range(3) for col in range(3)]
        aside = [Point(x + 27, y + 27) for x, y in cells]
        under = "".join(
            rect(x, y, PITCH - 2, PITCH - 2, 6, filled(WOOD, DARK_WOOD)) + moved(scaled(HOLLOW, 1.2), x, y)
            for x, y in cells
        )
        size = Point(3 * PITCH, 3 * PITCH)
        return Look({EMPTY: "", VOID: "", **stones}, centers=(*cells, *aside), size=size, under=under)

    def description(self, position: Any, move: Any) -> str:
        """The cells, and how the stone then lies: `a3-b2 diagonal`."""
        name: str = self.rules.format_move(position, move)
        return f"{name[:-1]} {'diagonal' if name[-1] == 'X' else 'upright'}"

    def own_board(self) -> Theme:
        cells = grid_centers(3, 3)
        aside_places = [(x + aside, y) for aside in (-0.2, 0.2) for x, y in cells]
        return Theme(
            (3, 3),
            (*cells, (0, 0), *aside_places),
            self.images,
            {"x": PLACE, "y": REMOVE, "z": SLIDE},
            background="chungtoi/grid.svg",
            arrow_width=0.04,
        )

    def cells(self, position: Position) -> str:
        return position[1] + EMPTY

    def button(self, position: Position, move: int) -> Add | None:
        placed = source_of(move // 2) < 0
        return Add("pq"[move % 2], CELLS * (1 + move % 2) + 1 + target_of(move // 2)) if placed else None

    def sound(self, position: Position, move: int) -> str:
        return "x"

    def touches(self, position: Position, move: int) -> Touches | None:
        """A stone steps, or is touched where it stands; then it is turned, or left as it is."""
        source, target = source_of(move // 2), target_of(move // 2)
        if source < 0:
            return None
        before = self.cells(position)
        turned = "TXtx".index(before[source]) % 2 != move % 2
        second = Touch(Add("r", target), "x", "turn") if turned else Touch(Add(EMPTY, target), "y", "leave")
        name = self.name(position, move)[:-1]
        if source == target:
            return Touches(Touch(Add(EMPTY, source), "y", name), changed(before, {CELLS: STANDING[source]}), (second,))
        between = changed(before, {source: EMPTY, target: before[source]})
        return Touches(Touch(Move(source, target), "z", name), between, (second,))
