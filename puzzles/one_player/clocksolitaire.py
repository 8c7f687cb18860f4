"""Clock Solitaire: peg solitaire on a clock face, down to a single peg or to a given pattern.

The 12 cells of the ring are numbered clockwise from the top, 0 to 11; the center is cell 18. Between the
center and each odd-numbered cell of the ring lies a cell of the inner ring: 12 below 1, 13 below 3, and
so on to 17 below 11. A peg jumps along the ring, between the ring and the center, or across the center.

Positions, legality, texts and ranks are those of `puzzles/jumping.py`: a bit for each cell, `x` or `-` in the text.
The start is `xxxxxxxxxxxxxxxxxx-`. The only solution is the board whose pegs are exactly those of the variant.
"""

from perfect_play.puzzles import OneGoal, Variant
from perfect_play.puzzles.jumping import Jumping, Line

RING = 12
CENTER = 18
FACE = (
    *((0, 4), (1, 6), (2, 7), (4, 8), (6, 7), (7, 6), (8, 4), (7, 2), (6, 1), (4, 0), (2, 1), (1, 2)),  # the ring
    *((3, 5), (4, 6), (5, 5), (5, 3), (4, 2), (3, 3)),  # the inner ring
    (4, 4),
)
"""Row and column of each cell on a board."""


def _variant(name: str, *pegs: int, positions: int) -> Variant:
    return Variant(name.lower().replace(" ", ""), name, pegs, testing=True, positions=positions)


class ClockSolitaire(OneGoal, Jumping):
    name = "Clock Solitaire"
    description = "Jump pegs over their neighbors on a clock's face until only the pegs of a pattern are left."
    instructions = """A peg jumps over a neighboring peg into the hole right behind it: along the **ring**, straight
        between the ring and the **center**, or straight across the center. The jumped peg is removed. The puzzle is
        solved when exactly the marked cells hold a peg; on the regular board that is the center alone. Jumps are
        final."""
    author = "Unknown"
    variants = (
        _variant("Regular", 18, positions=70_683),
        _variant("Pattern 4", 0, 4, 8, 18, positions=26_996),
        _variant("Pattern 7", 0, 3, 6, 9, positions=31_368),
        _variant("Pattern 10", 3, 9, 13, 16, 18, positions=7861),
        _variant("Pattern 12", 1, 5, 9, 12, 14, 16, 18, positions=2166),
    )

    def prepare(self, *goal: int) -> None:
        self.lay_out(FACE, _lines())
        self._goal = sum(map(self._bit, goal))

    def start(self) -> int:
        """A peg in every cell but the center."""
        return (1 << self.cells) - 1 - self._bit(CENTER)


def _lines() -> list[Line]:
    """All lines of three cells, in both directions."""
    around = [((cell - 1) % RING, cell, (cell + 1) % RING) for cell in range(RING)]
    spokes = [(2 * inner + 1, RING + inner, CENTER) for inner in range(6)]
    across = [(RING + inner, CENTER, RING + inner + 3) for inner in range(3)]
    lines = around + spokes + across
    return lines + [(b, over, a) for a, over, b in lines]
