"""The picture of Hashi: the names of moves."""

from __future__ import annotations

from typing import Any

from perfect_play.puzzles.picture import Picture


class Islands(Picture):
    def description(self, position: Any, move: Any) -> str:
        """The cells of the two islands: `a4 – e4`."""
        *_, between = self.rules.pairs[move]
        return f"{self.name_of(between[0] - between.step)} – {self.name_of(between[-1] + between.step)}"
