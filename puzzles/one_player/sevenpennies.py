"""Seven Pennies: put seven pennies on the points of a star, each sliding along a line as soon as it is placed.

A position is (the eight points as a string, `1` a penny and `0` none; the point of the penny that was placed and must
slide next, or None). Points are numbered clockwise; each is joined to the points three places away on either side.
There are only seven pennies. A position is legal if the penny that must slide is on the star; all 1,271 can
come up in play.

Its text is the eight points, `_`, and the point of the penny that must slide, or 9: `00000000_9` is the start. The
board shows the points as an octagon, with `P` for that penny.
"""

import re

from perfect_play.puzzles import EMPTY, VOID, Add, Board, Button, Move, Value, Variant
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Puzzle, Turn, short

POINTS = 8
PENNIES = POINTS - 1
NOBODY = 9  # in a text: no penny must slide
SIDE = 4  # of the grid in which the octagon is drawn
GRID = (2, 7, 11, 14, 13, 8, 4, 1)
"""The cell of each point in the grid."""
PENNY, PLACED = "p", "P"

Pennies = tuple[str, int | None]


def joined(point: int) -> list[int]:
    """The two points joined to this one."""
    return sorted(((point + 3) % POINTS, (point + 5) % POINTS))


def _with(points: str, point: int, penny: str) -> str:
    """The star with or without a penny on this point."""
    return f"{points[:point]}{penny}{points[point + 1 :]}"


class SevenPennies(Puzzle):
    name = "Seven Pennies"
    description = "Place seven pennies on the points of a star, sliding each along a line right away."
    instructions = """**Place** a penny on an empty point of the star, then **slide** it along a line to an empty
        point. It stays there, and the next one is placed. The puzzle is solved when all seven are placed and have
        slid; a penny without an empty point to slide to loses."""
    author = "Traditional"
    date_created = "Traditional"
    variants = (Variant("regular", "Regular", testing=True, positions=153),)

    def start(self) -> Pennies:
        return "0" * POINTS, None

    def moves(self, position: Pennies) -> list[int]:
        """The points where a penny can be placed, or to which the placed one can slide."""
        points, placed = position
        if placed is not None:
            return [point for point in joined(placed) if points[point] == "0"]
        return [point for point in range(POINTS) if points[point] == "0" and points.count("1") < PENNIES]

    def do_move(self, position: Pennies, move: int) -> Pennies:
        points, placed = position
        after = _with(points, move, "1")
        return (after, move) if placed is None else (_with(after, placed, "0"), None)

    def parents(self, position: Pennies) -> list[Pennies]:
        """Takes the placed penny away, or slides any other back to one of the two points it may have come from."""
        points, placed = position
        if placed is not None:
            return [(_with(points, placed, "0"), None)]
        slides = [(source, target) for target in range(POINTS) if points[target] == "1" for source in joined(target)]
        return [
            (_with(_with(points, target, "0"), source, "1"), source)
            for source, target in slides
            if points[source] == "0"
        ]

    def primitive(self, position: Pennies) -> Value | None:
        points, placed = position
        return Value.WIN if placed is None and points.count("1") == PENNIES else None

    def solutions(self) -> list[Pennies]:
        return [(_with("1" * POINTS, point, "0"), None) for point in range(POINTS)]

    def format(self, position: Pennies) -> str:
        points, placed = position
        return f"{points}_{NOBODY if placed is None else placed}"

    def parse(self, text: str) -> Pennies:
        if not re.fullmatch(f"[01]{{{POINTS}}}_[0-7{NOBODY}]", text):
            raise MalformedPosition(
                f"{short(text)}: expected {POINTS} points, each 0 or 1 (a penny), '_' and the point of the penny that "
                f"has to slide, or {NOBODY}, for example the start {self.format(self.start())!r}."
            )
        points, last = text.split("_")
        placed = None if int(last) == NOBODY else int(last)
        if points.count("1") > PENNIES:
            raise IllegalPosition(f"{text!r}: there are {PENNIES} pennies.")
        if placed is not None and points[placed] == "0":
            raise IllegalPosition(f"{text!r}: no penny is on point {placed}, so none has to slide from there.")
        return points, placed

    def format_move(self, position: Pennies, move: int) -> str:
        _, placed = position
        return str(move) if placed is None else f"{placed} -> {move}"

    def board(self, position: Pennies) -> Board:
        points, placed = position
        cells = [VOID] * SIDE**2
        for point, cell in enumerate(GRID):
            cells[cell] = EMPTY if points[point] == "0" else PLACED if point == placed else PENNY
        return Board(SIDE, SIDE, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> Pennies:
        pennies = "".join(cells[cell : cell + 1] for cell in GRID)
        points = "".join("0" if cell == EMPTY else "1" for cell in pennies)
        return self.parse(f"{points}_{pennies.index(PLACED) if PLACED in pennies else NOBODY}")

    def button(self, position: Pennies, move: int) -> Button:
        _, placed = position
        return Add(PENNY, GRID[move]) if placed is None else Move(GRID[placed], GRID[move])
