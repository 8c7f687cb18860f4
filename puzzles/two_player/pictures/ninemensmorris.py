"""The picture of Nine Men's Morris: black and white men, on the page's boards, and the men in hand."""

from __future__ import annotations

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of, source_of, target_of
from perfect_play.puzzles.picture import Mark, Picture, Touch, Touches, changed
from perfect_play.puzzles.view import EMPTY, Add, Move


class Men(Picture):
    def button(self, position: Position, move: int) -> Mark:
        """The place of a man to place, or the arrow of one that moves; first of all if it takes another."""
        source, target = source_of(move), target_of(move)
        return Add(EMPTY, target) if source < 0 else Move(source, target)

    def sound(self, position: Position, move: int) -> str:
        return "x" if source_of(move) < 0 else "y"

    def touches(self, position: Position, move: int) -> Touches | None:
        """A man arrives at a point, and an enemy man is taken."""
        number, source, target = parts_of(move)
        if not number:
            return None
        captured = number - 1
        name = f"{source}-{target}" if source >= 0 else f"{target}"
        between = changed(self.cells(self.rules.do_move(position, move)), {captured: self.cells(position)[captured]})
        take = Touch(Add("z", captured), "z", f"r{captured}")
        return Touches(Touch(self.button(position, move), self.sound(position, move), name), between, (take,))
