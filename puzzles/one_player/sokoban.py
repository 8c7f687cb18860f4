"""Sokoban: push the boxes of a warehouse onto the goals.

A move is one push by one cell, and walking is free; in variants that count moves, every step of the player is one.

A position is (cell of the player, boxes): bit c of `boxes` is set if cell c holds a box; cells are numbered row by row
over the whole level. It is legal if the player is anywhere on the floor and the level's number of boxes anywhere else
on it, whether or not the start leads there. The floor is where the player could walk from the start without boxes.
A position is solved if no box is off the goals.

Where walking is free, positions that differ by a walk are images of each other; the lowest cell that the player can
walk to represents them all. They have the same children but not the same parents, as a push leaves the player exactly
where the box was: so `parents_of_class` walks first. A box from whose cell no goal can be reached, even if it were
alone, never leaves such cells: a position with one has no rank, and is lost. The solver finds whatever else is lost.

Its text is the level, row by row: `W` a wall, `t` floor or outside, `p` the player, `b` a box, `G` a goal, `g` a box on
a goal, `P` the player on one. Boards of the old protocol have `-` for floor and `*` for outside.

A rank is the number of the set of boxes in the combinatorial number system (D. E. Knuth, The Art of Computer
Programming 4A, 7.2.1.3), over the cells from which a goal can be reached, times the number of floor cells, plus the
player's cell. Levels 1 to 11 are those of GamesmanPuzzles; the others are from Microban by David W. Skinner, 2000;
tests check their least numbers of pushes and of moves. Where moves are counted, they have their usual names:
a lowercase letter for a step, an uppercase one for a push.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any

from perfect_play.puzzles import (
    EMPTY,
    SHIPPED,
    VOID,
    Board,
    CustomVariant,
    KeptStart,
    Kernel,
    MalformedPosition,
    Move,
    Notation,
    Searchable,
    Value,
    Variant,
)
from perfect_play.puzzles.base import IllegalPosition, Turn, check_text, short
from perfect_play.puzzles.levels import LevelMaker, LevelSizes
from perfect_play.puzzles.one_player import _sokoban_notation as notation
from perfect_play.puzzles.one_player._sokoban_boxes import alike, bits_of, cells_of, children, parents, shifted

Situation = tuple[int, int]  # cell of the player, boxes
Step = tuple[int, str]  # cell that the player enters, direction

DIRECTIONS = "RDLU"
CELLS = "WtGpPbg"
BARE = str.maketrans("#.$*@+ ", "WGtGtGt")
"""Maps a level in the usual notation to the same without player and boxes."""
ON = {"t": {"player": "p", "box": "b"}, "G": {"player": "P", "box": "g"}}
FROM_BOARD = str.maketrans(EMPTY + VOID, "tt")
MOST_RANKS, MOST_FLOOR = 1 << 62, 63
"""Of levels that can be solved into a table, and whose moves can be compiled."""
EXAMPLE = "  ###\n  # #\n  #.#\n###$#\n#. $@###\n####   #\n   #   #\n   #####"
LEVELS = json.loads((SHIPPED / "levels" / "sokoban.json").read_text(encoding="ascii"))
"""Each level in the usual notation, the number of its classes of solvable positions, and, for those with a variant in
which moves are counted, an upper bound on the number of positions there."""


def _variant(id: str, counted: str) -> Variant:
    name = f"Level {id}" if id.isdigit() else id.replace("_", " ").capitalize()
    suffix = ("", "") if counted == "pushes" else (f"_{counted}", f", {counted}")
    options, positions = (LEVELS[id]["cells"], counted), LEVELS[id][counted]
    return Variant(id + suffix[0], name + suffix[1], options, testing=positions <= 10_000, positions=positions)


def read_level(rules: "Sokoban", text: str) -> Situation | None:
    """The level in the usual notation, with the player and the boxes anywhere."""
    try:
        level = notation.one_level(text)
    except ValueError as error:
        raise MalformedPosition(f"{short(text)}: {error}") from None
    if level is None:
        return None
    rows = level.split("/")
    if (len(rows), len(rows[0])) != (rules.rows, rules.cols):
        raise MalformedPosition(
            f"{short(text)}: expected the level of this variant, {rules.rows} rows of {rules.cols}. Other levels are "
            "variants of their own."
        )
    return rules.parse("".join(rows).translate(notation.OWN))


class Sokoban(LevelMaker, KeptStart, Searchable):
    name = "Sokoban"
    aliases = ("sokobaniq", "sokobanlarge")
    also_called = ("Warehouse keeper",)
    description = "Push the boxes of a warehouse onto the goals; they can never be pulled."
    instructions = """Push a box by **one cell** right, down, left or up, where the cell beyond it is free. The
        player must be able to walk to the other side of the box; walking is free. Two boxes cannot be pushed at
        once, and none can be pulled. Where moves are counted, every step of the player counts as one, with a box or
        without. The puzzle is solved when **every box stands on a goal**."""
    author = "Hiroyuki Imabayashi"
    date_created = "1982"
    variants = tuple(_variant(id, counted) for counted in ("pushes", "moves") for id in LEVELS if counted in LEVELS[id])
    custom = CustomVariant(
        pattern="[WtGpPbg]+(_[WtGpPbg]+)*",
        options=notation.checked_level,
        help="Paste a level in the usual notation, or type its rows with _ between them: W a wall, t floor, p the "
        f"player, b a box, G a goal, g and P a box and the player on one; at most {notation.MOST_ROWS} rows of "
        f"{notation.MOST_COLS} cells.",
        example="WWWWWW_WptbGW_WWWWWW",
        max_length=notation.MOST_ROWS * (notation.MOST_COLS + 1),
        read=notation.variant_of,
        symbols="tWGpPbg",
    )
    notations = (Notation("the usual notation (XSB)", EXAMPLE, read_level),)
    dense = False
    level_sizes = LevelSizes(range(1, 5), "boxes", 2, sides=range(4, 13), size=(7, 7))
    images_share_rank = True
    reads = ()  # the options of a variant are its level

    def prepare(self, text: str, counted: str) -> None:
        level: list[str] = text.split("/")
        self._walking_is_free = counted == "pushes"
        self.rows, self.cols = len(level), len(level[0])
        self._steps = dict(zip(DIRECTIONS, (1, self.cols, -1, -self.cols), strict=True))
        cells = "".join(level)
        player, boxes = bits_of(cells, "@+"), bits_of(cells, "$*")
        self._start = player.bit_length() - 1, boxes
        self._bare = cells.translate(BARE)
        self._goals = bits_of(self._bare, "G")
        # Walls surround the floor, so no step from it leaves its row or the level.
        self._floor = self._walks(player, bits_of(self._bare, "tG"))
        self._live = self._goals
        self._pushes = dict.fromkeys(cells_of(self._goals), 0)  # of a box that is alone, to the nearest goal
        while pulled := self._pulled(self._live):
            self._pushes |= dict.fromkeys(cells_of(pulled), max(self._pushes.values()) + 1)
            self._live |= pulled
        self._boxes = boxes.bit_count()
        self._floor_cells, self._live_cells = list(cells_of(self._floor)), list(cells_of(self._live))
        self.size = comb(len(self._live_cells), self._boxes) * len(self._floor_cells)
        if self.size > MOST_RANKS:
            self.size = None
        self.by_search = self.variant.custom

    def heuristic(self, position: Situation) -> int:
        """The pushes that every box needs, if it were alone."""
        return sum(self._pushes.get(cell, self.rows * self.cols) for cell in cells_of(position[1]))

    def hopeless(self, position: Situation) -> str | None:
        """A sentence if a box can no longer be pushed to a goal."""
        return "A box can never be pushed to a goal again." if position[1] & ~self._live else None

    def _walks(self, cells: int, free: int) -> int:
        """These cells and all that a walk from them over free cells can reach."""
        before = 0
        while cells != before:
            before = cells
            cells |= (cells << 1 | cells >> 1 | cells << self.cols | cells >> self.cols) & free
        return cells

    def _pulled(self, live: int) -> int:
        """The cells, other than these, from which a lone box can be pushed to one of these."""
        pulled = 0
        for step in self._steps.values():
            pulled |= shifted(live, -step) & shifted(self._floor, step)
        return pulled & self._floor & ~live

    def _region(self, cell: int, boxes: int) -> int:
        """The cells that the player can walk to without making a move."""
        return self._walks(1 << cell, self._floor & ~boxes) if self._walking_is_free else 1 << cell

    def _free_steps(self, cell: int, boxes: int) -> list[tuple[int, str]]:
        """The cells to which a step without a box is a move, each with its direction."""
        if self._walking_is_free:
            return []
        free = self._floor & ~boxes
        return [(cell + step, direction) for direction, step in self._steps.items() if free >> cell + step & 1]

    def moves(self, position: Situation) -> list[Step]:
        """(cell that the player enters; R, D, L or U): pushes, in order of cells, then steps that are moves."""
        boxes = position[1]
        region, free = self._region(*position), self._floor & ~boxes
        pushes = [
            (box, direction)
            for box in cells_of(boxes)
            for direction, step in self._steps.items()
            if region >> box - step & 1 and free >> box + step & 1
        ]
        return pushes + self._free_steps(*position)

    def do_move(self, position: Situation, move: Step) -> Situation:
        cell, direction = move
        boxes = position[1]
        return cell, boxes ^ 1 << cell ^ 1 << cell + self._steps[direction] if boxes >> cell & 1 else boxes

    def primitive(self, position: Situation) -> Value | None:
        return None if position[1] & ~self._goals else Value.WIN

    def solutions(self) -> Iterable[Situation]:
        for targets in combinations(cells_of(self._goals), self._boxes):
            boxes = sum(1 << cell for cell in targets)
            yield from ((cell, boxes) for cell in cells_of(self._floor & ~boxes))

    def parents(self, position: Situation) -> Iterable[Situation]:
        """The push or step undone, followed by any free walk, as it may have begun anywhere."""
        for before in self._before_pushes(1 << position[0], position[1]):
            yield from self.images(before)
        yield from self._walked(position)

    def parents_of_class(self, position: Situation) -> Iterable[Situation]:
        """The player first walks to where a push may have ended; one parent per class, the player ready to push."""
        yield from self._before_pushes(self._region(*position), position[1])
        yield from self._walked(position)

    def _walked(self, position: Situation) -> Iterator[Situation]:
        """The positions right before the steps without a box that lead here."""
        return ((cell, position[1]) for cell, _ in self._free_steps(*position))

    def _before_pushes(self, players: int, boxes: int) -> Iterator[Situation]:
        """The positions right before the pushes that leave the player in one of these cells."""
        for step in self._steps.values():
            for cell in cells_of(players & shifted(boxes, -step) & shifted(self._floor & ~boxes, step)):
                yield cell - step, boxes ^ 1 << cell ^ 1 << cell + step

    def images(self, position: Situation) -> list[Situation]:
        """The player anywhere within a free walk."""
        return [(cell, position[1]) for cell in cells_of(self._region(*position))]

    def canonical(self, position: Situation) -> Situation:
        return next(cells_of(self._region(*position))), position[1]

    def rank(self, position: Situation) -> int | None:
        cell, boxes = self.canonical(position)
        if boxes & ~self._live:
            return None
        occupied = [place for place, live in enumerate(self._live_cells) if boxes >> live & 1]
        number = sum(comb(place, count) for count, place in enumerate(occupied, 1))
        return number * len(self._floor_cells) + self._floor_cells.index(cell)

    def unrank(self, number: int) -> Situation:
        number, player = divmod(number, len(self._floor_cells))
        boxes, place = 0, len(self._live_cells)
        for count in range(self._boxes, 0, -1):
            place = next(place for place in range(place - 1, -1, -1) if comb(place, count) <= number)
            number -= comb(place, count)
            boxes |= 1 << self._live_cells[place]
        return self._floor_cells[player], boxes

    def format(self, position: Situation) -> str:
        player, boxes = position
        cells = list(self._bare)
        cells[player] = ON[cells[player]]["player"]
        for cell in cells_of(boxes):
            cells[cell] = ON[cells[cell]]["box"]
        return "".join(cells)

    def parse(self, text: str) -> Situation:
        size = f"{self.rows} rows of {self.cols} cells"
        check_text(text, self.rows * self.cols, CELLS, f"{size} without breaks, each one of {', '.join(CELLS)}")
        player, boxes = bits_of(text, "pP"), bits_of(text, "bg")
        if player.bit_count() != 1 or boxes.bit_count() != self._boxes or (player | boxes) & ~self._floor:
            raise IllegalPosition(
                f"{text!r}: expected one player and {self._boxes} boxes, on the floor inside the walls."
            )
        position = player.bit_length() - 1, boxes
        if self.format(position) != text:
            raise IllegalPosition(f"{text!r}: expected walls and goals where they are in {self.format(self._start)!r}.")
        return position

    def format_move(self, position: Situation, move: Step) -> str:
        cell, direction = move
        if self._walking_is_free:
            return f"{cell}{direction}"
        return direction if position[1] >> cell & 1 else direction.lower()

    def other_move_names(self, position: Situation, move: Step) -> tuple[str, ...]:
        """The direction of a push alone, which may be that of several boxes."""
        return (move[1],) if self._walking_is_free else ()

    def moves_written(self, position: Situation, text: str) -> Iterable[str] | None:
        """The usual record of a solution, such as `2lU`: a small letter for a step, a capital for a push."""
        steps = "".join(text.split())
        strange = re.sub("[lurdLURD]", "", steps)
        if strange.isalpha() and len(strange) * 4 <= len(steps):
            raise MalformedPosition(f"{short(text)}: {strange[0]!r} is none of the steps l, u, r, d, L, U, R and D.")
        if not re.fullmatch("(?:[1-9]?[0-9]?[lurdLURD])+", steps):
            return None
        letters = "".join(int(count or 1) * letter for count, letter in re.findall("([0-9]*)(.)", steps))
        return self._pushes_in(position, letters) if self._walking_is_free else letters

    def _pushes_in(self, position: Situation, letters: str) -> Iterator[str]:
        """The names of the pushes among the steps of a record. Raises IllegalPosition."""
        cell, boxes = position
        for number, letter in enumerate(letters, 1):
            step = self._steps[letter.upper()]
            cell += step
            free = self._floor & ~boxes
            if letter.islower() and free >> cell & 1:
                continue
            if letter.islower() or not (boxes >> cell & 1 and free >> cell + step & 1):
                kind = "step" if letter.islower() else "push"
                raise IllegalPosition(f"Step {number}, {letter!r}: no {kind} is possible there.")
            yield f"{cell}{letter}"
            boxes ^= 1 << cell ^ 1 << cell + step

    def button(self, position: Situation, move: Step) -> Move:
        """An arrow from the box to its new cell; where steps are counted, from the player."""
        cell, direction = move
        source = cell if self._walking_is_free else position[0]
        return Move(source, source + self._steps[direction])

    def board(self, position: Situation) -> Board:
        cells = [
            (EMPTY if self._floor >> cell & 1 else VOID) if char == "t" else char
            for cell, char in enumerate(self.format(position))
        ]
        return Board(self.rows, self.cols, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> Situation:
        return self.parse(cells.translate(FROM_BOARD))

    # new levels

    @classmethod
    def random_level(cls, rng: Any, size: tuple[int, int], pieces: int) -> str | None:
        """A room with walls here and there, each box on a goal."""
        rows, cols = size
        cells = ["W"] * rows * cols
        inner = [row * cols + col for row in range(1, rows - 1) for col in range(1, cols - 1)]
        for cell in rng.sample(inner, len(inner) - len(inner) // WALLED):
            cells[cell] = "t"
        floor = notation.reached(rng.choice([cell for cell in inner if cells[cell] == "t"]), cells, cols)
        if len(floor) <= pieces:
            return None
        player, *boxes = rng.sample(floor, pieces + 1)
        cells[player] = "p"
        for cell in boxes:
            cells[cell] = "g"
        return joined(cells, cols)

    def level_text(self, position: Situation) -> str:
        return joined(self.format(position), self.cols)

    def with_one_less(self, position: Situation) -> Iterator[str]:
        """Without one wall inside the level, or one box that stands on a goal, with the goal."""
        text = self.format(position)
        for cell, char in enumerate(text):
            row, col = divmod(cell, self.cols)
            inside = 0 < row < self.rows - 1 and 0 < col < self.cols - 1
            if (char == "W" and inside) or (char == "g" and self._boxes > 1):
                yield joined(text[:cell] + "t" + text[cell + 1 :], self.cols)

    def apparent_distance(self, position: Situation) -> int:
        """The heuristic."""
        return self.heuristic(position)

    def kernel(self) -> Kernel | None:
        if not self._walking_is_free or len(self._floor_cells) > MOST_FLOOR or self.size is None:
            return None
        places = {cell: place for place, cell in enumerate(self._floor_cells)}
        live = {cell: place for place, cell in enumerate(self._live_cells)}
        neighbors = tuple(places.get(cell + step, -1) for cell in places for step in self._steps.values())
        constants = (
            self._boxes,
            neighbors,
            tuple(live.get(cell, -1) for cell in places),
            tuple(places[cell] for cell in live),
            tuple(comb(place, count) for place in range(len(live)) for count in range(self._boxes + 1)),
        )
        return Kernel(children, 4 * self._boxes, constants, parents=parents, alike=alike)


WALLED = 5
"""One of so many cells inside a level that is drawn is a wall."""


def joined(cells: Sequence[str], cols: int) -> str:
    """Cells as the id of a level, with `_` between the rows."""
    return "_".join("".join(cells[first : first + cols]) for first in range(0, len(cells), cols))
