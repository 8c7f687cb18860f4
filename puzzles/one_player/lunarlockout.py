"""Lunar Lockout: slide the red robot onto the center of the grid, using the others as stops.

A robot slides until another stops it. A position is a tuple with the cell of every robot, red first. The grid of 5 x 5
cells has a border of space around it, which makes 7 rows of 7, numbered row by row. A robot that slides into the border
stays there; one that was there already is gone, and its cell is `GONE`. A position is legal if red is in a
cell, no two robots share one, none is in a corner of the border, and, if any robot is gone, one is in the border.

Moves cannot be undone: a table holds what the start of its variant leads to, and nothing is known of other
positions. The puzzle is solved when red stops on the center, and lost when red is in the border.

The text, like the board, has the number of the robot in every cell, or `-`: the first variant starts as
`------------1----2-----3--------4-------0--------`. A rank has six bits for every robot, red's the lowest.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from perfect_play.puzzles import EMPTY, CustomVariant, IllegalPosition, KeptStart, Move, Searchable, check_text
from perfect_play.puzzles.levels import LevelMaker, LevelSizes
from perfect_play.puzzles.values import LOST, ONGOING, WON, Kernel, Room, Value, Variant

Robots = tuple[int, ...]  # the cell of each, or GONE
Slide = tuple[int, str]  # number of the robot, direction

SIDE = 7
CELLS = SIDE * SIDE
CENTER = CELLS // 2
GONE = CELLS
CORNERS = (0, SIDE - 1, CELLS - SIDE, CELLS - 1)
STEPS = {"u": -SIDE, "r": 1, "d": SIDE, "l": -1}
ON_GRID = tuple(int(0 < cell // SIDE < SIDE - 1 and 0 < cell % SIDE < SIDE - 1) for cell in range(CELLS + 1))
"""1 for the cells of the grid, 0 for the border and GONE."""
PRESOLVE_LIMIT = 1_000_000  # a variant with at least this many positions is not solved at startup
MOST_ROBOTS = 6  # of a start that is typed
BITS = 6  # per robot in a rank
MASK = (1 << BITS) - 1


def _variant(id: str, start: str, positions: int) -> Variant:
    aliases = (id.lower().replace("_", "-"),)
    return Variant(
        id, id, (start,), aliases, testing=positions < 20_000, positions=positions, presolve=positions < PRESOLVE_LIMIT
    )


def typed_start(text: str) -> tuple[str]:
    """The start of a variant that was typed. Raises ValueError."""
    robots = sorted(char for char in text if char != EMPTY)
    if not robots or robots != [str(number) for number in range(len(robots))] or len(robots) > MOST_ROBOTS:
        raise ValueError(f"Its robots are {', '.join(robots) or 'none'}.")
    if any(not ON_GRID[cell] for cell, char in enumerate(text) if char != EMPTY):
        raise ValueError("A robot is in the border.")
    return (text,)


class LunarLockout(LevelMaker, KeptStart, Searchable):
    name = "Lunar Lockout"
    description = "Slide the robots against each other until the red one stops on the center of the grid."
    instructions = """Choose a robot and a direction: it slides **until another robot stops it**, right in front of
        that one. It must move at least one cell. With nothing in its way it is lost in space and stops nobody. The
        puzzle is solved when the **red** robot stops on the **center**; it is lost when red is in space."""
    author = "Binary Arts (now ThinkFun)"
    date_created = "about 1999"
    variants = (
        _variant("Beginner_1", "------------1----2-----3--------4-------0--------", 19_759),
        _variant("Beginner_2", "----------1--------2---3--------4----0-----------", 52_004),
        _variant("Easy_16", "--------1-0------------2--3----------4-----------", 152_044),
        _variant("Easy_17", "----------1-2----------3--------4----0-----------", 116_671),
        _variant("Medium_28", "--------1-0-2-----------------------3---4--------", 245_452),
        _variant("Medium_29", "---------1--2-------------3--4----------0--------", 257_142),
        _variant("Hard_34", "----------1-2---------3---------4---5---0--------", 9_398_601),
        _variant("Hard_35", "--------1-0-2----3------------------4---5--------", 8_688_935),
    )
    custom = CustomVariant(
        pattern=f"[-0-9]{{{CELLS}}}",
        options=typed_start,
        help=f"Type the 49 cells row by row, the border included: 0 for the red robot, 1 to {MOST_ROBOTS - 1} in this "
        "order for others, - for nothing.",
        example="---------3---------1---------2-0-----------------",
        symbols="-012345",
        cols=SIDE,
    )
    cols = SIDE
    dense = False
    level_sizes = LevelSizes(range(2, MOST_ROBOTS + 1), "robots", 5, size=(SIDE - 2, SIDE - 2))
    hardened = False

    def prepare(self, start: str) -> None:
        self.names = "".join(sorted(set(start) - {EMPTY}))
        self._start = self._read(start)
        self.size = 1 << BITS * len(self._start)
        self.by_search = self.variant.custom

    def moves(self, position: Robots) -> list[Slide]:
        """(number of the robot; u, r, d or l), by robots; none once red is in the border."""
        if not ON_GRID[position[0]]:
            return []
        return [
            (robot, direction)
            for robot, cell in enumerate(position)
            if ON_GRID[cell]
            for direction, step in STEPS.items()
            if not ON_GRID[cell + step] or cell + step not in position
        ]

    def _target(self, position: Robots, move: Slide) -> int:
        """The cell where a slide ends."""
        robot, direction = move
        cell, step = position[robot], STEPS[direction]
        while ON_GRID[cell] and not (ON_GRID[cell + step] and cell + step in position):
            cell += step
        return cell

    def do_move(self, position: Robots, move: Slide) -> Robots:
        target = self._target(position, move)
        after = [GONE if cell == target else cell for cell in position]
        after[move[0]] = target
        return tuple(after)

    def primitive(self, position: Robots) -> Value | None:
        if position[0] == CENTER:
            return Value.WIN
        return None if ON_GRID[position[0]] else Value.LOSE

    def format(self, position: Robots) -> str:
        cells = [EMPTY] * (CELLS + 1)
        for name, cell in zip(self.names, position, strict=True):
            cells[cell] = name
        return "".join(cells[:CELLS])

    def parse(self, text: str) -> Robots:
        form = f"{CELLS} cells, each '-' or one of the robots {', '.join(self.names)}"
        check_text(text, CELLS, self.names + EMPTY, form)
        position = self._read(text)
        if self.format(position) != text or any(text[corner] != EMPTY for corner in CORNERS):
            raise IllegalPosition(f"{text!r}: expected every robot once at most, and none in a corner.")
        if position[0] == GONE:
            raise IllegalPosition(f"{text!r}: expected the red robot '0'.")
        if GONE in position and all(ON_GRID[cell] for cell in position if cell != GONE):
            raise IllegalPosition(
                f"{text!r}: expected all robots, {self.names}, as none is in the border to have replaced another."
            )
        return position

    def _read(self, text: str) -> Robots:
        return tuple(text.index(name) if name in text else GONE for name in self.names)

    def format_move(self, position: Robots, move: Slide) -> str:
        return f"{move[0]} {move[1]}"

    def button(self, position: Robots, move: Slide) -> Move:
        return Move(position[move[0]], self._target(position, move))

    def rank(self, position: Robots) -> int:
        return sum(cell << BITS * robot for robot, cell in enumerate(position))

    def unrank(self, number: int) -> Robots:
        return tuple(number >> BITS * robot & MASK for robot in range(len(self._start)))

    # new levels

    @classmethod
    def random_level(cls, rng: Any, size: tuple[int, int], pieces: int) -> str | None:
        """Robots anywhere on the grid, but not the red one on the center."""
        red, *others = rng.sample([cell for cell in range(CELLS) if ON_GRID[cell]], pieces)
        return None if red == CENTER else _text([red, *others])

    def with_one_less(self, position: Robots) -> Iterator[str]:
        """Without one robot, but for the red one."""
        for robot in range(1, len(position)):
            yield _text(position[:robot] + position[robot + 1 :])

    def level_class(self, position: Robots) -> Robots:
        """The robots but for the red one can be exchanged, and it makes no difference where one was lost."""
        return position[0], *sorted(cell if ON_GRID[cell] else GONE for cell in position[1:])

    def apparent_distance(self, position: Robots) -> int:
        """The rows and the columns between the red robot and the center."""
        row, col = divmod(position[0], SIDE)
        return abs(row - CENTER // SIDE) + abs(col - CENTER % SIDE)

    def kernel(self) -> Kernel:
        robots = len(self._start)
        return Kernel(_children, len(STEPS) * robots, (robots,), primitive=_primitive)


def _text(cells: Sequence[int]) -> str:
    """The text of a position with robots in these cells, red first."""
    named = {cell: str(number) for number, cell in enumerate(cells)}
    return "".join(named.get(cell, EMPTY) for cell in range(CELLS))


STEP_SIZES = tuple(STEPS.values())


def _primitive(number: int, scratch: Room, robots: int) -> int:
    """`primitive` over ranks."""
    red = number & MASK
    if red == CENTER:
        return WON
    return ONGOING if ON_GRID[red] else LOST


def _children(number: int, out: Room, scratch: Room, robots: int) -> int:
    """`moves` and `do_move` over ranks. Only robots on the grid stop others, and only those in the border vanish."""
    grid = 0  # one bit for every grid cell with a robot
    for robot in range(robots):
        cell = number >> BITS * robot & MASK
        grid |= ON_GRID[cell] << cell
    count = 0
    for robot in range(robots):
        cell = number >> BITS * robot & MASK
        if ON_GRID[number & MASK] and ON_GRID[cell]:
            for step in STEP_SIZES:
                target = cell
                while ON_GRID[target] and not grid >> target + step & 1:
                    target += step
                if target != cell:
                    out[count] = _without_robot(number, target, robots) + (target - cell << BITS * robot)
                    count += 1
    return count


def _without_robot(number: int, target: int, robots: int) -> int:
    """The rank after the robot in cell `target`, if any, is gone."""
    for robot in range(robots):
        if number >> BITS * robot & MASK == target:
            return number + (GONE - target << BITS * robot)
    return number
