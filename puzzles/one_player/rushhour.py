"""Rush Hour: slide the vehicles of a full parking lot along their lines until the red car can leave.

A position is a string of 36 cells, row by row: `LR` or `LmR` a horizontal vehicle, `T` over `B` or over `M` over `B` a
vertical one, `12` the red car, `-` nothing, and in the variants with walls `x` a cell that nothing can enter. A board
is legal if all its vehicles are whole, and the third row holds the red car and no other horizontal vehicle, whether or
not a start leads there. It is solved when the red car is at the right end.

Its text adds two cells outside the lot: `--`, or `12` when the puzzle is solved; the red car is then
shown there, and the two cells it stands on as empty.

A move slides one vehicle by any free distance: each distance is a separate move, which counts as one however far it
goes. In the variants `..._steps` a move is one cell. The difference is large: the same board can take 49 moves, or 93
steps; and 51 moves is the most without walls (M. Fogleman, Solving Rush Hour, the Puzzle, 2018, who enumerated all
boards).

A search on demand answers everything: there are no tables and no ranks. The boards are in
`data/levels/rushhour.json`, sorted into variants by the number of moves they take.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from string import ascii_uppercase
from typing import Any

from perfect_play.puzzles import EMPTY, SHIPPED, VOID, Board, CustomVariant, Move, Notation, Value, Variant
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, check_rows, short
from perfect_play.puzzles.levels import LevelMaker, LevelSizes, scattered
from perfect_play.puzzles.on_demand import Motion, OnDemandPuzzle
from perfect_play.puzzles.one_player import _rushhour_traffic as traffic
from perfect_play.puzzles.one_player._rushhour_traffic import (
    CELLS,
    COLUMNS,
    HORIZONTAL,
    RED_ROW,
    ROWS,
    SIDE,
    TAILS,
    UPRIGHT,
    WALL,
)

LEVELS = SHIPPED / "levels" / "rushhour.json"
EXIT = (16, 17)  # where the red car stands once solved
OUTSIDE = (36, 37)  # and where it is then shown
COLS = SIDE + len(OUTSIDE)  # of the board as shown

NAMES = {
    "basic": "Basic",
    "easy": "Easy",
    "medium": "Medium",
    "hard": "Hard",
    "expert": "Expert",
    "walls": "With walls",
}


@cache
def levels(level: str) -> tuple[str, ...]:
    """The boards of a variant, the easiest first, except that its nominal start comes before all."""
    return tuple(entry["board"] for entry in json.loads(LEVELS.read_text(encoding="utf-8"))[level])


def cells_of(letters: str) -> str:
    """The cells of a position in which each vehicle has its own letter, `A` the red car. Raises IllegalPosition."""
    cells = [EMPTY if char in "o." else char for char in letters]
    for letter in sorted(set(letters) - set("xo.")):
        places = [cell for cell, char in enumerate(letters) if char == letter]
        lines = {1: "12" if letter == "A" else "LmR", SIDE: "TMB"}
        kind = next((kind for step, kind in lines.items() if places == [*range(places[0], places[-1] + 1, step)]), "")
        if not kind or len(places) not in (2, len(kind)) or (kind != "TMB" and places[0] // SIDE != places[-1] // SIDE):
            raise IllegalPosition(
                f"{short(letters)}: {letter} is no vehicle of 2 or 3 cells in a line; the car A has 2."
            )
        for cell, char in zip(places, kind if len(places) == len(kind) else kind[0] + kind[-1], strict=True):
            cells[cell] = char
    return "".join(cells)


def only_cells(text: str) -> str:
    """A board that is pasted: without blanks, and without the numbers beside it in Fogleman's data base.

    Small letters become capitals, but o and x stay cells of no vehicle. Raises IllegalPosition if they could be one.
    """
    letters = "".join(re.sub(r"^\s*\d+\s+|\s+\d+\s*$", "", text).split())
    if not re.fullmatch("[a-z.|]*a[a-z.|]*", letters):
        return letters
    places = [cell for cell, letter in enumerate(letters.replace("|", "")) if letter == "x"]
    lines = [[*range(places[0], places[-1] + 1, step)] for step in (1, SIDE)] if 2 <= len(places) <= 3 else []
    for letter in ("o" * ("." in letters and "o" in letters), "x" * (places in lines)):
        if letter:
            raise IllegalPosition(f"{short(text)}: is {letter} a vehicle? Write the letters of vehicles as capitals.")
    return re.sub("[^ox]", lambda part: part[0].upper(), letters)


def check_vehicles(cells: str, text: str) -> None:
    """Raises IllegalPosition unless all vehicles are whole, and the red car is alone in its row."""
    for i in range(SIDE):
        row, column = cells.translate(HORIZONTAL)[ROWS[i]], cells.translate(UPRIGHT)[COLUMNS[i]]
        if not re.fullmatch("-*12-*" if i == RED_ROW else "(?:-|LR|LmR)*", row):
            lone = "only the red car 12" if i == RED_ROW else "whole vehicles LR and LmR"
            raise IllegalPosition(f"{text!r}: {row!r} stands in row {i + 1}; expected {lone}.")
        if not re.fullmatch("(?:-|TB|TMB)*", column):
            raise IllegalPosition(f"{text!r}: {column!r} stands in column {i + 1}; expected whole vehicles TB and TMB.")


def read_letters(rules: "RushHour", text: str) -> str | None:
    """36 cells with a letter for each vehicle, `A` the red car, `o` or `.` for nothing and `x` for a wall.

    Also a line of Fogleman's data base, in which the number of moves stands before them, and of positions after them.
    """
    letters = only_cells(text)
    if len(letters) != CELLS or not re.fullmatch("[A-Zxo.]*A[A-Zxo.]*", letters):
        return None
    cells = cells_of(letters)
    if WALL in cells and not rules.walled:
        raise IllegalPosition(f"{short(text)}: {WALL} is a wall, which only the variants with walls have.")
    if cells[EXIT[0] : EXIT[1] + 1] == "12":
        return rules.parse(f"{cells[: EXIT[0]]}--{cells[EXIT[1] + 1 :]}12")
    return rules.parse(f"{cells}--")


def read_board(text: str) -> str:
    """A level as it is pasted. Raises ValueError."""
    try:
        return only_cells(text).replace(".", "o").replace("|", "")
    except IllegalPosition as error:
        raise ValueError(str(error)) from None


def typed_board(text: str) -> tuple[str, int]:
    """The board of a variant that was typed, and how far a move may go. Raises ValueError."""
    try:
        cells = cells_of(text)
        check_vehicles(cells, text)
    except IllegalPosition as error:
        raise ValueError(str(error)) from None
    return cells, SIDE


class RushHour(LevelMaker, OnDemandPuzzle):
    name = "Rush Hour"
    also_called = ("Traffic jam", "Parking puzzle")
    description = "Slide the cars and trucks out of the way until the red car can leave the lot."
    instructions = """Cars and trucks move only **along the line they stand on**, forward and backward, as far as it
        is free. Bring the **red car** to the exit at the right end of its row. A slide counts as one move however
        far it goes; where steps are counted, a move is one cell. On boards with walls, the dark cells are never
        free."""
    author = "Nobuyuki Yoshigahara"
    reads = (str(LEVELS),)
    date_created = "1970s"
    variants = (
        *(Variant(level, name, (level, SIDE), testing=level == "basic") for level, name in NAMES.items()),
        *(Variant(f"{level}_steps", f"{name}, steps", (level, 1)) for level, name in NAMES.items()),
    )

    custom = CustomVariant(
        pattern=f"[A-Zxo]{{{CELLS}}}",
        options=typed_board,
        help="Type the 36 cells row by row: a letter for each vehicle, A the red car in the third row, o for an empty "
        "cell and x for a wall.",
        example="BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN",
        read=read_board,
        symbols=f"o{ascii_uppercase}x",
        cols=SIDE,
    )
    notations = (Notation("letters of vehicles", "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", read_letters),)
    random_start = True
    level_sizes = LevelSizes(range(2, 16), "vehicles", 10, size=(SIDE, SIDE))

    def prepare(self, level: str, farthest: int) -> None:
        self._level, self._farthest = level, farthest  # the most cells that one move may go
        self.random_start = not self.variant.custom
        self.walled = level == "walls" or WALL in level
        self._known = "-LmR12TMB" + WALL * self.walled

    def start(self) -> str:
        return self.starts()[0]

    def starts(self) -> tuple[str, ...]:
        return (self._level,) if self.variant.custom else levels(self._level)

    def moves(self, position: str) -> list[tuple[int, int]]:
        """(first cell of a vehicle, cells forward or, if negative, backward), by vehicles in reading order."""
        moves = []
        for head, char in enumerate(position):
            if char in TAILS:
                line = position[COLUMNS[head % SIDE] if char == "T" else ROWS[head // SIDE]]
                place = head // SIDE if char == "T" else head % SIDE
                before, after = line[:place], line[line.index(TAILS[char], place) + 1 :]
                back = min(self._farthest, len(before) - len(before.rstrip("-")))
                forward = min(self._farthest, len(after) - len(after.lstrip("-")))
                moves += [(head, -cells) for cells in range(1, back + 1)]
                moves += [(head, cells) for cells in range(1, forward + 1)]
        return moves

    def do_move(self, position: str, move: tuple[int, int]) -> str:
        head, by = move
        vehicle = traffic.vehicle(position, head)
        cells = list(position)
        for cell in vehicle:
            cells[cell] = "-"
        for cell in vehicle:
            cells[cell + by * vehicle.step] = position[cell]
        return "".join(cells)

    def primitive(self, position: str) -> Value | None:
        return Value.WIN if position[EXIT[0]] == "1" else None

    def format(self, position: str) -> str:
        if self.primitive(position) is None:
            return position + "--"
        return position[: EXIT[0]] + "--" + position[EXIT[1] + 1 :] + "12"

    def parse(self, text: str) -> str:
        if len(text) != CELLS + len(OUTSIDE) or set(text) - set(self._known):
            raise MalformedPosition(
                f"{short(text)}: expected 36 cells and 2 outside, each one of {self._known}, such as the start "
                f"{self.format(self.start())}"
            )
        outside = text[CELLS:]
        position = text[:CELLS] if outside == "--" else text[: EXIT[0]] + "12" + text[EXIT[1] + 1 : CELLS]
        if self.format(position) != text:
            raise IllegalPosition(
                f"{text!r}: outside is '--', or '12' when the red car is at the end of its row, then shown empty."
            )
        check_vehicles(position, text)
        return position

    def format_move(self, position: str, move: tuple[int, int]) -> str:
        """The leading end's cell and where it goes: `17 23`, or `15 36` to the exit."""
        source, target = self.ends(position, move)
        return f"{source} {target}"

    def board(self, position: str) -> Board:
        """The text, with the two cells outside at the end of the third row."""
        text = self.format(position).replace(WALL, VOID)
        rows = [text[row] + (text[CELLS:] if i == RED_ROW else VOID * 2) for i, row in enumerate(ROWS)]
        return Board(SIDE, COLS, "".join(rows))

    def from_board(self, cells: str, turn: Turn) -> str:
        check_rows(cells, SIDE, COLS)
        rows = [cells[first : first + COLS] for first in range(0, len(cells), COLS)]
        return self.parse("".join(row[:SIDE] for row in rows).replace(VOID, WALL) + rows[RED_ROW][SIDE:])

    def button(self, position: str, move: tuple[int, int]) -> Move:
        source, target = map(_board_cell, self.ends(position, move))
        return Move(source, target)

    def ends(self, position: str, move: tuple[int, int]) -> tuple[int, int]:
        """The cell of the leading end before and after the move; for the red car at the exit, the one outside."""
        head, by = move
        vehicle = traffic.vehicle(position, head)
        source = vehicle[0 if by < 0 else -1]
        target = source + by * vehicle.step
        if position[head] == "1":
            source = OUTSIDE[0] if (source, by < 0) == (EXIT[0], True) else source
            target = OUTSIDE[0] if target == EXIT[1] else target
        return source, target

    # for the search

    def family(self, position: str) -> traffic.Traffic:
        return traffic.family(position, self._farthest)

    def number(self, position: str) -> int:
        return traffic.number(position)

    def numbered(self, position: str, number: int) -> str:
        return traffic.board(self.family(position), number)

    def motion(self, position: str) -> Motion:
        return traffic.motion(self.family(position), EXIT)

    # new levels

    @classmethod
    def random_level(cls, rng: Any, size: tuple[int, int], pieces: int) -> str | None:
        """The red car at the left of its row, and cars and trucks."""
        red = range(SIDE * RED_ROW, SIDE * RED_ROW + 2)
        others = scattered(rng, VEHICLES, pieces - 1, red)
        return None if others is None else _lettered([red, *(cells for cells, _ in others)])

    def level_text(self, position: str) -> str:
        return _lettered(_vehicles(position), position)

    def with_one_less(self, position: str) -> Iterator[str]:
        """Without one vehicle, but for the red car, or one wall."""
        red, *others = _vehicles(position)
        for place in range(len(others)):
            yield _lettered([red, *others[:place], *others[place + 1 :]], position)
        for cell, char in enumerate(position):
            if char == WALL:
                yield _lettered([red, *others], position[:cell] + EMPTY + position[cell + 1 :])

    def apparent_distance(self, position: str) -> int:
        """The cells between the red car and the exit, and those of them that are taken."""
        ahead = position[position.index("2") + 1 : EXIT[1] + 1]
        return 2 * len(ahead) - ahead.count(EMPTY)


VEHICLES = [
    (range(head, head + length * step, step), None)
    for head, step, length in product(range(CELLS), (1, SIDE), (2, 3))
    if (head % SIDE + length <= SIDE and head // SIDE != RED_ROW if step == 1 else head // SIDE + length <= SIDE)
]
"""The cells of all places of cars and trucks, in no other than the red car's row if they lie."""


def _vehicles(position: str) -> list[range]:
    """The cells of each vehicle, the red car's first."""
    heads = [position.index("1"), *(head for head, char in enumerate(position) if char in "LT")]
    return [traffic.vehicle(position, head) for head in heads]


def _lettered(vehicles: Iterable[Iterable[int]], walls: str = "") -> str:
    """The board with a letter for each vehicle, the first `A`, and walls where they are in another one."""
    board = [WALL if char == WALL else "o" for char in walls.ljust(CELLS)]
    for letter, cells in zip(ascii_uppercase, vehicles, strict=False):
        for cell in cells:
            board[cell] = letter
    return "".join(board)


def _board_cell(cell: int) -> int:
    """The place of a cell on the board as shown."""
    if cell in OUTSIDE:
        return RED_ROW * COLS + SIDE + OUTSIDE.index(cell)
    return cell // SIDE * COLS + cell % SIDE
