"""Sokoban: push the boxes of a warehouse onto the goals. A move is one push by one cell; walking is free.

A position is (cell of the player, boxes): bit c of `boxes` is set where cell c holds a box; cells count row by row
over the whole level. Legal is the player anywhere on the floor, and as many boxes as the level has anywhere else on
it, whether or not the start leads there. Floor is where the player of the start could walk if there were no boxes.
Solved is every position without a box off the goals.

Positions that differ by a walk are images of each other; the least cell that the player can walk to stands for all.
They have the same children, but not the same parents, as a push leaves the player exactly where the box was: so
`parents_of_class` walks first. A box from whose cell no goal can be reached, even if it were alone, will never leave
such cells: a position with one has no rank, and is lost. What else is lost the solver finds out.

Its text is the level, row by row: `W` a wall, `t` floor or outside, `p` the player, `b` a box, `G` a goal, `g` a box on
a goal, `P` the player on one. Boards of the old protocol have `-` for floor and `*` for outside.

A rank is the number of the set of boxes in the combinatorial number system (D. E. Knuth, The Art of Computer
Programming 4A, 7.2.1.3), over the cells from which a goal can be reached, times the cells of the floor, plus the
player's. Levels 1 to 11 are those of GamesmanPuzzles; the others are from Microban by David W. Skinner, 2000, whose
least numbers of pushes are in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from itertools import combinations
from math import comb

from puzzles.base import IllegalPosition, Kernel, MalformedPosition, Puzzle, Turn, Value, Variant, short
from puzzles.view import EMPTY, VOID, Board, Move

Situation = tuple[int, int]  # cell of the player, boxes
Push = tuple[int, str]  # cell of the box, way
Room = MutableSequence[int]
Table = Sequence[int]

WAYS = "RDLU"
CELLS = "WtGpPbg"
BARE = str.maketrans("#.$*@+ ", "WGtGtGt")
"""Of a level as it is usually written, what is left without player and boxes."""
ON = {"t": {"player": "p", "box": "b"}, "G": {"player": "P", "box": "g"}}
FROM_BOARD = str.maketrans(EMPTY + VOID, "tt")
LEVELS = {
    "1": "########/###   ##/#.@$  ##/### $.##/#.##$ ##/# # . ##/#$ *$$.#/#   .  #/########",
    "2": "  ###   /  # #   /  #.#   /###$#   /#. $@###/####   #/   #   #/   #####",
    "3": (
        "########## /#        # /# $$ $   # /#      ### /####   #   /"
        "   # @ #   /   # $ #   /####   ####/#....     #/###########"
    ),
    "4": "  #####  /  #   #  /###$  #  /#   $ #  /#   @ ###/##### $ #/  ### $ #/  #.... #/  #######",
    "6": "  ####   /  #  #   /###  ####/#  +*   #/# $.. $ #/### $####/  #  #   /  ####   ",
    "7": "####  /#@ ###/# $$.#/#  $.#/# $ .#/# # .#/######",
    "8": "   ##### /####.  ##/# $.$.  #/#@$# #$ #/# $. .  #/####$#$ #/  #. .  #/  #######",
    "9": "   ######/####.  @#/#  $$$  #/#.##.##.#/#   $   #/#  $.# ##/###    # /  ###### ",
    "10": "#######/#. . .#/# $$$ #/#.$@$.#/# $$$ #/#. . .#/#######",
    "11": "  #########/###   #   #/#  $. * $ #/# #.#.#.# #/# $ $@$ $ #/# #.#.#.# #/# $ * .$  #/#   #######/#####      ",
    "microban_1": "####  /# .#  /#  ###/#*@  #/#  $ #/#  ###/####  ",
    "microban_2": "######/#    #/# #@ #/# $* #/# .* #/#    #/######",
    "microban_3": "  ####   /###  ####/#     $ #/# #  #$ #/# . .#@ #/#########",
    "microban_4": "########/#      #/# .**$@#/#      #/#####  #/    ####",
    "microban_5": " #######/ #     #/ # .$. #/## $@$ #/#  .$. #/#      #/########",
    "microban_6": "###### #####/#    ###   #/# $$     #@#/# $ #...   #/#   ########/#####       ",
    "microban_8": (
        "  ######/  # ..@#/  # $$ #/  ## ###/   # #  /   # #  /#### #  /#    ## /# #   # /#   # # /###   # /  ##### "
    ),
    "microban_9": "##### /#.  ##/#@$$ #/##   #/ ##  #/  ##.#/   ###",
    "microban_10": "      #####/      #.  #/      #.# #/#######.# #/# @ $ $ $ #/# # # # ###/#       #  /#########  ",
    "microban_11": "  ###### /  #    # /  # ##@##/### # $ #/# ..# $ #/#       #/#  ######/####     ",
    "microban_12": "#####    /#   ##   /# $  #   /## $ ####/ ###@.  #/  #  .# #/  #     #/  #######",
    "microban_13": "####   /#. ##  /#.@ #  /#. $#  /##$ ###/ # $  #/ #    #/ #  ###/ ####  ",
    "microban_14": "#######/#     #/# # # #/#. $*@#/#   ###/#####  ",
    "microban_15": "     ### /######@##/#    .* #/#   #   #/#####$# #/    #   #/    #####",
    "microban_16": " ####     / #  ####  / #     ## /## ##   # /#. .# @$##/#   # $$ #/#  .#    #/##########",
    "microban_17": "##### /# @ # /#...# /#$$$##/#    #/#    #/######",
    "microban_18": "#######/#     #/#. .  #/# ## ##/#  $ # /###$ # /  #@ # /  #  # /  #### ",
    "microban_19": "########/#   .. #/#  @$$ #/##### ##/   #  # /   #  # /   #  # /   #### ",
    "microban_20": "#######  /#     ###/#  @$$..#/#### ## #/  #     #/  #  ####/  #  #   /  ####   ",
    "microban_21": "####   /#  ####/# . . #/# $$#@#/##    #/ ######",
    "microban_22": "#####  /#   ###/#. .  #/#   # #/## #  #/ #@$$ #/ #    #/ #  ###/ ####  ",
    "microban_23": "#######/#  *  #/#     #/## # ##/ #$@.# / #   # / ##### ",
    "microban_24": "# #####/  #   #/###$$@#/#   ###/#     #/# . . #/#######",
    "microban_25": " ####  / #  ###/ # $$ #/##... #/#  @$ #/#   ###/#####  ",
    "microban_26": " #####/ # @ #/ #   #/###$ #/# ...#/# $$ #/###  #/  ####",
    "microban_27": "###### /#   .# /# ## ##/#  $$@#/# #   #/#.  ###/#####  ",
    "microban_28": "#####  /#   #  /# @ #  /# $$###/##. . #/ #    #/ ######",
    "microban_29": (
        "     ##### /     #   ##/     #    #/ ######   #/##     #. #/# $ $ @  ##/# ######.# /#        # /########## "
    ),
    "microban_30": "####  /#  ###/# $$ #/#... #/# @$ #/#   ##/##### ",
}
POSITIONS = (
    *(23_934, 7, 29_789, 990, 531, 170, 19_360, 6008, 207_217, 1_950_366, 39, 9, 33, 47, 453, 384, 128),
    *(33, 375, 89, 36, 359, 16, 43, 700, 72, 57, 60, 57, 10, 59, 57, 25, 96, 51, 61, 22, 76, 74),
)
"""How many classes of positions can be solved, level by level."""


def _variant(id: str, positions: int) -> Variant:
    name = f"Level {id}" if id.isdigit() else id.replace("_", " ").capitalize()
    return Variant(id, name, (LEVELS[id],), testing=positions <= 10_000, positions=positions)


def cells_of(bits: int) -> Iterator[int]:
    """The cells whose bits are set, in order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class Sokoban(Puzzle):
    id = "sokoban"
    name = "Sokoban"
    description = "Push the boxes of a warehouse onto the goals; they can never be pulled."
    instructions = (
        "Push a box by **one cell** right, down, left or up, where the cell behind it is free. The player must be able "
        "to walk to the other side of the box; walking is free. Two boxes cannot be pushed at once, and none can be "
        "pulled. The puzzle is solved when **every box stands on a goal**."
    )
    author = "Hiroyuki Imabayashi"
    date_created = "1982"
    variants = tuple(_variant(*level) for level in zip(LEVELS, POSITIONS, strict=True))
    dense = False

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        level: list[str] = variant.options[0].split("/")
        self.rows, self.cols = len(level), len(level[0])
        self._steps = dict(zip(WAYS, (1, self.cols, -1, -self.cols), strict=True))
        cells = "".join(level)
        player, boxes = _where(cells, "@+"), _where(cells, "$*")
        self._start = player.bit_length() - 1, boxes
        self._bare = cells.translate(BARE)
        self._goals = _where(self._bare, "G")
        # There are walls all around the floor: no step from it leaves its row, or the level.
        self._floor = self._walks(player, _where(self._bare, "tG"))
        self._live = self._goals
        while more := self._pulled(self._live):
            self._live |= more
        self._boxes = boxes.bit_count()
        self._floor_cells, self._live_cells = list(cells_of(self._floor)), list(cells_of(self._live))
        self.size = comb(len(self._live_cells), self._boxes) * len(self._floor_cells)

    def _walks(self, cells: int, free: int) -> int:
        """These cells, and all that a walk over free cells leads to from there."""
        known = 0
        while cells != known:
            known = cells
            cells |= (cells << 1 | cells >> 1 | cells << self.cols | cells >> self.cols) & free
        return cells

    def _pulled(self, live: int) -> int:
        """The cells from which a box that is alone can be pushed to one of these, but for these."""
        found = 0
        for step in self._steps.values():
            found |= _moved(live, -step) & _moved(self._floor, step)
        return found & self._floor & ~live

    def _region(self, cell: int, boxes: int) -> int:
        """Where the player can walk to."""
        return self._walks(1 << cell, self._floor & ~boxes)

    def start(self) -> Situation:
        return self._start

    def moves(self, position: Situation) -> Iterable[Push]:
        """(cell of the box, R, D, L or U), by cells in order."""
        boxes = position[1]
        region, free = self._region(*position), self._floor & ~boxes
        return [
            (box, way)
            for box in cells_of(boxes)
            for way, step in self._steps.items()
            if region >> box - step & 1 and free >> box + step & 1
        ]

    def do_move(self, position: Situation, move: Push) -> Situation:
        box, way = move
        return box, position[1] ^ 1 << box ^ 1 << box + self._steps[way]

    def primitive(self, position: Situation) -> Value | None:
        return None if position[1] & ~self._goals else Value.WIN

    def solutions(self) -> Iterable[Situation]:
        for chosen in combinations(cells_of(self._goals), self._boxes):
            boxes = sum(1 << cell for cell in chosen)
            yield from ((cell, boxes) for cell in cells_of(self._floor & ~boxes))

    def parents(self, position: Situation) -> Iterable[Situation]:
        """The push taken back, and then any walk: it may have begun anywhere."""
        for before in self._pulls(1 << position[0], position[1]):
            yield from self.images(before)

    def parents_of_class(self, position: Situation) -> Iterable[Situation]:
        """The player first walks to where a push can have ended; of each class one parent, where it pushes from."""
        return self._pulls(self._region(*position), position[1])

    def _pulls(self, players: int, boxes: int) -> Iterator[Situation]:
        """The positions right before the pushes that leave the player in one of these cells."""
        for step in self._steps.values():
            for cell in cells_of(players & _moved(boxes, -step) & _moved(self._floor & ~boxes, step)):
                yield cell - step, boxes ^ 1 << cell ^ 1 << cell + step

    def images(self, position: Situation) -> Iterable[Situation]:
        """The player anywhere within a walk."""
        return [(cell, position[1]) for cell in cells_of(self._region(*position))]

    def canonical(self, position: Situation) -> Situation:
        return next(cells_of(self._region(*position))), position[1]

    def rank(self, position: Situation) -> int | None:
        cell, boxes = self.canonical(position)
        if boxes & ~self._live:
            return None
        chosen = [place for place, live in enumerate(self._live_cells) if boxes >> live & 1]
        number = sum(comb(place, count) for count, place in enumerate(chosen, 1))
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
        if len(text) != self.rows * self.cols or set(text) - set(CELLS):
            size = f"{self.rows} rows of {self.cols} cells"
            raise MalformedPosition(f"{short(text)}: expected {size} without breaks, each one of {', '.join(CELLS)}.")
        player, boxes = _where(text, "pP"), _where(text, "bg")
        if player.bit_count() != 1 or boxes.bit_count() != self._boxes or (player | boxes) & ~self._floor:
            raise IllegalPosition(
                f"{text!r}: expected one player and {self._boxes} boxes, on the floor inside the walls."
            )
        position = player.bit_length() - 1, boxes
        if self.format(position) != text:
            raise IllegalPosition(f"{text!r}: expected walls and goals where they are in {self.format(self._start)!r}.")
        return position

    def format_move(self, position: Situation, move: Push) -> str:
        return f"{move[0]}{move[1]}"

    def button(self, position: Situation, move: Push) -> Move:
        box, way = move
        return Move(box, box + self._steps[way])

    def board(self, position: Situation) -> Board:
        cells = [
            (EMPTY if self._floor >> cell & 1 else VOID) if char == "t" else char
            for cell, char in enumerate(self.format(position))
        ]
        return Board(self.rows, self.cols, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> Situation:
        return self.parse(cells.translate(FROM_BOARD))

    def kernel(self) -> Kernel:
        places = {cell: place for place, cell in enumerate(self._floor_cells)}
        live = {cell: place for place, cell in enumerate(self._live_cells)}
        beside = tuple(places.get(cell + step, -1) for cell in places for step in self._steps.values())
        constants = (
            self._boxes,
            beside,
            tuple(live.get(cell, -1) for cell in places),
            tuple(places[cell] for cell in live),
            tuple(comb(place, count) for place in range(len(live)) for count in range(self._boxes + 1)),
        )
        return Kernel(_children, 4 * self._boxes, constants, parents=_parents)


def _where(cells: str, chars: str) -> int:
    """The cells with one of these characters, as bits."""
    return sum(1 << cell for cell, char in enumerate(cells) if char in chars)


def _moved(cells: int, step: int) -> int:
    return cells << step if step >= 0 else cells >> -step


# In the kernel cells are numbered along the floor, which fits into 63 bits. `live` has for each of them its
# number among the cells from which a goal can be reached, or -1, `squares` the other way round; `beside` has four for
# each; `ways` the binomial coefficients, a row for each live cell.


def _children(
    number: int, out: Room, work: Room, count: int, beside: Table, live: Table, squares: Table, ways: Table
) -> int:
    """As `moves`, `do_move` and `canonical`, but for boxes that come to where no goal can be reached."""
    boxes = _boxes_of(number // len(live), count, squares, ways)
    region = _region(number % len(live), boxes, work, beside)
    found = 0
    for place in range(len(squares)):
        box = squares[place]
        if boxes >> box & 1:
            for way in range(4):
                behind, to = beside[4 * box + (way ^ 2)], beside[4 * box + way]
                if behind >= 0 and to >= 0 and live[to] >= 0 and region >> behind & 1 and not boxes >> to & 1:
                    out[found] = _rank(box, boxes ^ 1 << box ^ 1 << to, work, beside, live, squares, ways, count)
                    found += 1
    return found


def _parents(
    number: int, out: Room, work: Room, count: int, beside: Table, live: Table, squares: Table, ways: Table
) -> int:
    """As `parents_of_class` and `canonical`."""
    boxes = _boxes_of(number // len(live), count, squares, ways)
    region = _region(number % len(live), boxes, work, beside)
    found = 0
    for place in range(len(squares)):
        box = squares[place]
        if boxes >> box & 1:
            for way in range(4):
                cell = beside[4 * box + way]
                if cell >= 0 and region >> cell & 1:
                    behind = beside[4 * cell + way]
                    if behind >= 0 and not boxes >> behind & 1:
                        before = boxes ^ 1 << box ^ 1 << cell
                        out[found] = _rank(behind, before, work, beside, live, squares, ways, count)
                        found += 1
    return found


def _boxes_of(number: int, count: int, squares: Table, ways: Table) -> int:
    """The cells of the set of boxes of this number, as bits."""
    boxes = 0
    place = len(squares) - 1
    for left in range(count, 0, -1):
        while ways[place * (count + 1) + left] > number:
            place -= 1
        number -= ways[place * (count + 1) + left]
        boxes |= 1 << squares[place]
    return boxes


def _region(cell: int, boxes: int, work: Room, beside: Table) -> int:
    """Where the player can walk to, as bits; `work` holds cells whose neighbours have not been looked at."""
    taken = boxes | 1 << cell
    work[0] = cell
    waiting = 1
    while waiting > 0:
        waiting -= 1
        first = 4 * work[waiting]
        for way in range(first, first + 4):
            to = beside[way]
            if to >= 0 and not taken >> to & 1:
                taken |= 1 << to
                work[waiting] = to
                waiting += 1
    return taken ^ boxes


def _rank(
    cell: int, boxes: int, work: Room, beside: Table, live: Table, squares: Table, ways: Table, count: int
) -> int:
    """The rank of the class of a position; every box is live."""
    region = _region(cell, boxes, work, beside)
    player = 0
    while not region >> player & 1:
        player += 1
    number = 0
    chosen = 0
    for place in range(len(squares)):
        if boxes >> squares[place] & 1:
            chosen += 1
            number += ways[place * (count + 1) + chosen]
    return number * len(live) + player
