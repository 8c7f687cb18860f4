"""The picture of Solitaire Chess: pieces on a board of 4 x 4."""

from __future__ import annotations

from perfect_play.puzzles.picture import Picture


class Chessboard(Picture):
    def name(self, position: str, move: tuple[int, int]) -> str:
        """The string of the arrow that is drawn."""
        return f"M_{move[0]}_{move[1]}_{self.sound(position, move)}"
