"""The picture of Chung-Toi: a place on the left of each cell lays a stone upright, one on the right crosswise."""

from __future__ import annotations

from typing import ClassVar

from puzzles.boards.game import Position
from puzzles.boards.moves import source_of, target_of
from puzzles.picture import PLACE, SLIDE, Drawn, Image, Pieces, Theme, grid_centers
from puzzles.two_player.chungtoi import CELLS
from puzzles.view import EMPTY, Add, Move


class Stones(Pieces):
    images: ClassVar = {
        "T": Image("chungtoi/T.svg", 1.28),
        "X": Image("chungtoi/X.svg", 1.28),
        "t": Image("chungtoi/tt.svg", 1.28),
        "x": Image("chungtoi/xx.svg", 1.28),
        "p": Image("chungtoi/p.svg", 0.4),
        "q": Image("chungtoi/q.svg", 0.4),
    }

    def own_board(self) -> Theme:
        cells = grid_centers(3, 3)
        beside = [(x + aside, y) for aside in (-0.2, 0.2) for x, y in cells]
        return Theme(
            (3, 3),
            (*cells, *beside),
            self.images,
            {"x": PLACE, "z": SLIDE},
            background="chungtoi/grid.svg",
            arrow_width=0.04,
        )

    def cells(self, position: Position) -> str:
        return position[1] + EMPTY * 2 * CELLS

    def button(self, position: Position, move: int) -> Drawn:
        source, target = source_of(move // 2), target_of(move // 2)
        shown = CELLS * (1 + move % 2) + target
        return Add("pq"[move % 2], shown) if source in (-1, target) else Move(source, shown)

    def sound(self, position: Position, move: int) -> str:
        return "x" if source_of(move // 2) in (-1, target_of(move // 2)) else "z"
