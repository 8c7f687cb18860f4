"""The picture of Yoté, on the page's boards; a jump that leaves a choice is touched before the other man it takes."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.picture import Picture, Touch, Touches, changed
from perfect_play.puzzles.view import EMPTY, Add, Move


class Men(Picture):
    def touches(self, position: Position, move: int) -> Touches | None:
        """A jump, and another enemy man is taken."""
        number, source, target = parts_of(move)
        if not number:
            return None
        captured = number - 1
        first, second = self.name(position, move).split("x")
        between = changed(self.cells(self.rules.do_move(position, move)), {captured: position[1][captured]})
        take = Touch(Add(EMPTY, captured), "-", f"x{second}")
        return Touches(Touch(Move(source, target), "-", first), between, (take,))
