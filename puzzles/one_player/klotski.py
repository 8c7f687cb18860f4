"""Klotski: slide the blocks in a tray until the large one stands at its goal.

A position is the 60-bit code of a tray (see `_klotski_blocks.py`); blocks of one shape are interchangeable. Every
placement of the variant's blocks is legal, whether or not the start leads to it; those that cannot be solved
are lost. The code is also the rank; where mirror images are equal, the lesser of the two codes. The board shows
the characters.

Its text names every block by a letter, from `A` on: first those of one cell, then the horizontal, the vertical and the
large one, and within a shape the last in reading order first. Letters are reassigned after every move. The donkey
starts as `IJJHIJJHGEEFGDCFB--A`.

The variant decides what counts as one move: one block by one cell; one block straight on, however far; or
everything that one block does in a row, reaching each place by one of the paths with the fewest steps. The donkey takes
116, 90 and 81 (M. Gardner, The hypnotic fascination of sliding-block puzzles, 1964), the Setting Sun 112, 90
and 79, the pennant 83, 62 and 59.
"""

import re
from collections.abc import Iterable, Iterator
from string import ascii_uppercase
from typing import Any

from perfect_play.puzzles import (
    Board,
    CustomVariant,
    IllegalPosition,
    KeptStart,
    Move,
    Notation,
    Searchable,
    Turn,
    Value,
    Variant,
    check_text,
)
from perfect_play.puzzles.levels import LevelMaker, LevelSizes, scattered
from perfect_play.puzzles.one_player import _klotski_blocks as trays
from perfect_play.puzzles.one_player._klotski_blocks import (
    BITS,
    BLOCK_CODES,
    BLOCKS,
    CELLS,
    COLS,
    DIRECTIONS,
    ROWS,
    SHAPES,
    STEPS,
)

ANY_WAY = "".join(DIRECTIONS)
FOLLOWS = {
    "steps": dict.fromkeys(ANY_WAY, ""),
    "slides": {direction: direction for direction in ANY_WAY},
    "moves": dict.fromkeys(ANY_WAY, ANY_WAY),
}
"""For each way to count moves: the directions that may follow each direction within one move."""

STARTS = {  # name, board, goal of the large block, number of positions stored
    "donkey": ("Donkey", "VWXVvYZvVHhVvoovo--o", 13, 27_046),
    "pennant": ("Pennant", "WXHhYZHhoo--VVHhvvHh", 12, 6287),
    "settingsun": ("Setting Sun", "VWXVvYZv-Hh-VooVvoov", 13, 27_046),
}


LABELS = "[1-9A-Za-z-]{20}"


def _variant(id: str, counted: str) -> Variant:
    name, board, goal, positions = STARTS[id]
    suffix = ("", "") if counted == "steps" else (f"_{counted}", f", {counted}")
    options = board, goal, counted
    return Variant(id + suffix[0], name + suffix[1], options, testing=id == "pennant", positions=positions)


def tray_of(labels: str) -> str:
    """The tray in which each block has a letter or digit of its own, and gaps are `-`. Raises IllegalPosition."""
    tray = [trays.GAP] * CELLS
    for label in sorted(set(labels) - {trays.GAP}):
        places = [cell for cell, char in enumerate(labels) if char == label]
        shape = next((shape for shape in SHAPES if sorted(BLOCKS.get((shape, places[0]), ())) == places), None)
        if shape is None:
            raise IllegalPosition(f"{labels!r}: the cells {label} are no block of one, two or four cells.")
        for cell, char in BLOCKS[shape, places[0]].items():
            tray[cell] = char
    return "".join(tray)


def with_gaps(text: str) -> str:
    """A board in one row, with `-` for gaps, and capitals if all its letters are small."""
    text = text if re.search("[A-Z]", text) else text.upper()
    return re.sub(r"[\s|]", "", text).translate(str.maketrans("._0", "---"))


def read_labels(rules: "Klotski", text: str) -> int | None:
    """20 cells with a letter or digit for each block, and `-`, `.`, `_` or `0` for a gap."""
    labels = with_gaps(text)
    return rules.from_board(tray_of(labels), 1) if re.fullmatch(LABELS, labels, re.ASCII) else None


def typed_tray(labels: str) -> tuple[str, int, str]:
    """The tray of a variant that was typed, its goal, and what counts as a move. Raises ValueError."""
    try:
        tray = tray_of(labels)
    except IllegalPosition as error:
        raise ValueError(str(error)) from None
    if tray.count("W") != 1 or trays.GAP not in tray:
        raise ValueError(f"It has {tray.count('W')} large blocks and {tray.count(trays.GAP)} gaps.")
    return tray, STARTS["donkey"][2], "steps"


class Klotski(LevelMaker, KeptStart, Searchable):
    name = "Klotski"
    also_called = ("Huarong Dao", "L'âne rouge")
    description = "Slide the blocks to bring the large one to its goal at the bottom edge of the tray."
    instructions = """Slide one block by **one cell** up, down, left or right, into gaps. Where slides are counted,
        one move takes a block straight on as far as you like; where moves are counted, along any path. The puzzle is
        solved when the **large** block stands at the bottom edge: in the middle for the donkey and the Setting Sun,
        in the left corner for the pennant. The other blocks may be anywhere."""
    author = "Lewis W. Hardy (the Pennant Puzzle)"
    date_created = "1909"
    variants = tuple(_variant(id, counted) for counted in FOLLOWS for id in STARTS)
    custom = CustomVariant(
        pattern=LABELS,
        options=typed_tray,
        help="Type the 20 cells of the tray row by row: a letter or digit from 1 on for each block, one of them "
        "2 by 2, and - for a gap. The large block must come to the middle of the bottom edge.",
        example="12231223455647869--A",
        read=with_gaps,
        symbols=f"-123456789{ascii_uppercase}",
        cols=COLS,
    )
    notations = (Notation("a letter or digit for each block", "12231223455647869--A", read_labels),)
    reversible = True
    size = 1 << BITS * CELLS
    level_sizes = LevelSizes(range(5, 16), "blocks", 8, size=(ROWS, COLS))
    dense = False
    images_share_rank = True

    def prepare(self, start: str, goal: int, counted: str) -> None:
        self.by_search = self.variant.custom
        self.goal = goal  # of the top left cell of the large block
        self._start = trays.coded({cell: char for cell, char in enumerate(start) if char in SHAPES})
        self._follows = FOLLOWS[counted]
        self._at_goal = "W", goal
        self.blocks = {shape: start.count(shape) for shape in (*SHAPES, trays.GAP)}
        shapes = "".join(shape * self.blocks[shape] for shape in SHAPES)
        self._shape_of = dict(zip(ascii_uppercase, shapes, strict=False))
        self._symmetric_goal = 2 * (goal % COLS) + 2 == COLS

    def moves(self, position: int) -> list[tuple[int, str]]:
        """(top left cell of the block; U, D, L or R for every step), by blocks in reading order."""
        return [move for move, _ in self._moves_and_children(position)]

    def children(self, position: int) -> list[int]:
        return [child for _, child in self._moves_and_children(position)]

    def _moves_and_children(self, position: int) -> list[tuple[tuple[int, str], int]]:
        """Every move, and where it leads."""
        moves = []
        for cell, steps in enumerate(STEPS):
            code = position >> BITS * cell & trays.CODE_MASK
            steps_made = [
                (direction, to, position + change)
                for direction, to, entered, change in steps[code]
                if not position & entered
            ]
            if not steps_made:
                continue
            visited = {cell, *(to for _, to, _ in steps_made)}
            for path, current, child in steps_made:  # grows as the block goes on
                moves.append(((cell, path), child))
                follows = self._follows[path[-1]]
                for direction, to, entered, change in STEPS[current][code] if follows else ():
                    if direction in follows and to not in visited and not child & entered:
                        visited.add(to)
                        steps_made.append((path + direction, to, child + change))
        return moves

    def do_move(self, position: int, move: tuple[int, str]) -> int:
        shape = trays.shape_at(position, move[0])
        return position - BLOCK_CODES[shape, move[0]] + BLOCK_CODES[shape, end_of(move)]

    def primitive(self, position: int) -> Value | None:
        goal = trays.COVERED[self._at_goal]
        return Value.WIN if position & goal == BLOCK_CODES[self._at_goal] else None

    def solutions(self) -> list[int]:
        return list(trays.placements({**self.blocks, "W": 0}, trays.COVERED[self._at_goal], BLOCK_CODES[self._at_goal]))

    def rank(self, position: int) -> int:
        return min(self.images(position))

    def unrank(self, number: int) -> int:
        return number

    def format(self, position: int) -> str:
        letters = iter(ascii_uppercase)
        blocks = trays.blocks_of(position)
        named: dict[int, str] = {}
        for shape in SHAPES:
            for cell in reversed(blocks):
                if blocks[cell] == shape:
                    named.update(dict.fromkeys(BLOCKS[shape, cell], next(letters)))
        return trays.filled(named)

    def parse(self, text: str) -> int:
        letters = "".join(self._shape_of)
        check_text(text, CELLS, letters + trays.GAP, f"{CELLS} cells, each '-' or one of {letters}")
        position = trays.coded({text.find(letter): shape for letter, shape in self._shape_of.items()})
        start = self.format(self._start)
        if sorted(text) != sorted(start) or self.format(position) != text:
            raise IllegalPosition(f"{text!r}: expected the blocks of {start!r}, whole, and lettered in the same way.")
        return position

    def format_move(self, position: int, move: tuple[int, str]) -> str:
        """The block's letter, and a letter for every step."""
        cell, path = move
        return self.format(position)[cell] + path

    def images(self, position: int) -> tuple[int, ...]:
        """The position and, if the goal is in the middle, its mirror image."""
        return (position, trays.mirrored(position)) if self._symmetric_goal else (position,)

    def board(self, position: int) -> Board:
        return Board(ROWS, COLS, trays.tray(position))

    def lettered(self, position: int) -> Board:
        return Board(ROWS, COLS, self.format(position))

    def from_board(self, cells: str, turn: Turn) -> int:
        start = trays.tray(self._start)
        check_text(cells, CELLS, start, f"{CELLS} cells, each one of {''.join(sorted(set(start)))}")
        position = trays.coded({cell: char for cell, char in enumerate(cells) if char in SHAPES})
        if sorted(cells) != sorted(start) or trays.tray(position) != cells:
            raise IllegalPosition(f"{cells!r}: expected the blocks of {start!r}, whole.")
        return position

    def button(self, position: int, move: tuple[int, str]) -> Move:
        """An arrow into the first cell that the block newly enters, from its own cell that comes there."""
        cell, end = move[0], end_of(move)
        shape = trays.shape_at(position, cell)
        target = min(BLOCKS[shape, end].keys() - BLOCKS[shape, cell].keys())
        return Move(target - end + cell, target)

    # new levels

    @classmethod
    def random_level(cls, rng: Any, size: tuple[int, int], pieces: int) -> str | None:
        """The large block and others, with two or three gaps."""
        large = [(cells, shape) for (shape, _), cells in BLOCKS.items() if shape == "W"]
        others = [(cells, shape) for (shape, _), cells in BLOCKS.items() if shape in "oHV"]
        first = rng.choice(large)
        blocks = scattered(rng, others, pieces - 1, first[0])
        if blocks is None or sum(len(cells) for cells, _ in (first, *blocks)) not in LEVEL_CELLS:
            return None
        return _labelled([cells for cells, _ in (first, *blocks)])

    def level_text(self, position: int) -> str:
        return _labelled([BLOCKS[shape, cell] for cell, shape in trays.blocks_of(position).items()])

    def with_one_less(self, position: int) -> Iterator[str]:
        """Without one block, but for the large one."""
        blocks = trays.blocks_of(position)
        for spared, spared_shape in blocks.items():
            if spared_shape != "W":
                yield _labelled([BLOCKS[shape, cell] for cell, shape in blocks.items() if cell != spared])

    def apparent_distance(self, position: int) -> int:
        """The steps of the large block to its goal if it were alone."""
        large = next(cell for cell, shape in trays.blocks_of(position).items() if shape == "W")
        return abs(large // COLS - self.goal // COLS) + abs(large % COLS - self.goal % COLS)


LEVEL_CELLS = (CELLS - 3, CELLS - 2)  # that are taken


def _labelled(blocks: Iterable[Iterable[int]]) -> str:
    """The tray with a letter for each block."""
    return trays.filled({cell: label for label, cells in zip(ascii_uppercase, blocks, strict=False) for cell in cells})


def end_of(move: tuple[int, str]) -> int:
    """The top left cell of the block after a move."""
    cell, path = move
    return cell + sum(down * COLS + right for down, right in map(DIRECTIONS.__getitem__, path))
