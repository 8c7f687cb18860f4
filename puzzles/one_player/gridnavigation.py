"""Grid navigation: walk from the start to the goal around obstacles, in eight directions.

A position is the number of the player's cell. Every cell without an obstacle is legal, whether or not the goal can be
reached from it. The text is the cell's name as on a chessboard, `a1` at the bottom left.

A scene is rows of text: `.` a free cell, `X` an obstacle, `s` the start and `g` the goal. The listed scenes are in
`data/levels/gridnavigation/`, one file each; a custom scene has `_` between its rows.

A diagonal step only needs its target to be free: it may pass the corners of obstacles, and even squeeze between
two that touch there. The rules follow an assignment of the course CMPSC 442 at Penn State, in which
only the cell itself decides whether it can be entered.

Remoteness counts steps. The cost of a step is its length, 1 or the square root of 2, and the shortest path may
take more steps than another. A search on demand answers everything; there are no ranks.
"""

import re
from math import sqrt

from perfect_play.puzzles import DIRECTIONS, EMPTY, VOID, Board, CustomVariant, Move, Variant, cell_name, level
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, short
from perfect_play.puzzles.mixins import KeptStart, OneGoal, Searchable
from perfect_play.puzzles.on_demand import Motion, OnDemandPuzzle
from perfect_play.puzzles.values import joined_rows

MAX_SIDE = 26  # rows or columns, named a to z
DIAGONAL = sqrt(2)
FREE, OBSTACLE, START, GOAL = ".Xsg"
TOKEN, TOKEN_AT_GOAL = "s", "S"  # on a board
TO_BOARD = str.maketrans({FREE: EMPTY, OBSTACLE: VOID})
NAMED = {"wall": "Wall", "rooms": "Four rooms", "spiral": "Spiral", "zigzag": "Zigzag"}


def _scene(text: str) -> tuple[str, int]:
    """The cells of a scene with `_` between its rows, and its number of columns. Raises ValueError with a sentence."""
    rows = text.split("_")
    if len({*map(len, rows)}) > 1:
        raise ValueError(f"Its rows have {' and '.join(map(str, sorted({*map(len, rows)})))} cells.")
    for char, name in ((START, "start"), (GOAL, "goal")):
        if text.count(char) != 1:
            raise ValueError(f"It has {text.count(char)} cells {char}, the {name}; expected one.")
    return "".join(rows), len(rows[0])


def _typed(text: str) -> str:
    """A scene as a variant is named; the start and the goal may follow a scene without them: `..X ... a2 c1`."""
    scene = joined_rows(text).translate(str.maketrans("#SG", OBSTACLE + START + GOAL))
    apart = re.fullmatch(r"([.X_]+?)[_~]?([a-z][0-9]{1,2})[_~]?([a-z][0-9]{1,2})", scene)
    if not apart:
        return scene
    rows = apart[1].split("_")
    for char, cell in ((START, apart[2]), (GOAL, apart[3])):
        row, col = len(rows) - int(cell[1:]), ord(cell[0]) - ord("a")
        if not 0 <= row < len(rows) or col >= len(rows[row]) or rows[row][col] != FREE:
            raise ValueError(f"{cell} is no free cell.")
        rows[row] = rows[row][:col] + char + rows[row][col + 1 :]
    return "_".join(rows)


def _variant(id: str) -> Variant:
    cells, cols = _scene("_".join(level(f"gridnavigation/{id}")))
    return Variant(id, NAMED[id], (cells, cols), testing=True, positions=len(cells) - cells.count(OBSTACLE))


class GridNavigation(KeptStart, OneGoal, Searchable, OnDemandPuzzle):
    name = "Grid Navigation"
    also_called = ("Maze", "Pathfinding", "Labyrinth")
    description = "Walk from the start to the goal around the obstacles, stepping in any of eight directions."
    instructions = """Step to one of the **eight** cells around you, unless it holds an obstacle. A diagonal step may
        cut the corner of an obstacle, and even squeeze between two. The puzzle is solved when you stand on the
        **goal**."""
    author = "An assignment of CMPSC 442, Penn State"
    date_created = "2010s"
    variants = tuple(map(_variant, NAMED))
    custom = CustomVariant(
        pattern=rf"[.Xsg]{{1,{MAX_SIDE}}}(_[.Xsg]{{1,{MAX_SIDE}}}){{0,{MAX_SIDE - 1}}}",
        options=_scene,
        help=(
            f"Type a scene, at most {MAX_SIDE} rows of {MAX_SIDE} cells, equally long, with _ between: . a free cell, "
            "X an obstacle, and one each of s, the start, and g, the goal; or these two cells after it: ..X_...~a2~c1."
        ),
        example="s.X._..X._...g",
        max_length=MAX_SIDE * (MAX_SIDE + 1) - 1,
        read=_typed,
        symbols=".Xsg",
    )

    def prepare(self, cells: str, cols: int) -> None:
        self.cols = cols
        self.rows = len(cells) // cols
        self._start, self._goal = cells.index(START), cells.index(GOAL)
        self._scene: str = cells.replace(START, FREE)
        self._cells = self._scene.translate(TO_BOARD)
        self._neighbors = [self._free_beside(cell) for cell in range(len(cells))]

    def _free_beside(self, cell: int) -> list[int]:
        row, col = divmod(cell, self.cols)
        around = [(row + down, col + right) for down, right in DIRECTIONS]
        inside = [r * self.cols + c for r, c in around if 0 <= r < self.rows and 0 <= c < self.cols]
        return [neighbor for neighbor in inside if self._scene[neighbor] != OBSTACLE]

    def moves(self, position: int) -> list[int]:
        """The cells that a step can reach, in ascending order."""
        return self._neighbors[position]

    def do_move(self, position: int, move: int) -> int:
        return move

    def cost(self, position: int, move: int) -> float:
        """The length of a step."""
        return DIAGONAL if min(self._distances(position, move)) else 1.0

    def heuristic(self, position: int) -> int:
        """The number of steps if there were no obstacles."""
        return max(self._distances(position, self._goal))

    def least_cost(self, position: int) -> float:
        """The length of the path if there were no obstacles."""
        straight, diagonal = sorted(self._distances(position, self._goal), reverse=True)
        return straight - diagonal + DIAGONAL * diagonal

    def _distances(self, cell: int, second: int) -> tuple[int, int]:
        """The differences of rows and columns between two cells."""
        row, col = divmod(cell, self.cols)
        other_row, other_col = divmod(second, self.cols)
        return abs(row - other_row), abs(col - other_col)

    def format(self, position: int) -> str:
        return cell_name(position, self.rows, self.cols)

    def parse(self, text: str) -> int:
        match = re.fullmatch(r"([a-z])([1-9][0-9]?)", text, re.ASCII)
        last = cell_name(self.cols - 1, self.rows, self.cols)
        if not match or match[1] > last[0] or int(match[2]) > self.rows:
            raise MalformedPosition(f"{short(text)}: expected a cell from a1 at the bottom left to {last}.")
        return self._legal((self.rows - int(match[2])) * self.cols + ord(match[1]) - ord("a"))

    def _legal(self, cell: int) -> int:
        if self._scene[cell] == OBSTACLE:
            raise IllegalPosition(f"{self.format(cell)!r}: there is an obstacle; expected a free cell.")
        return cell

    def format_move(self, position: int, move: int) -> str:
        return self.format(move)

    def board(self, position: int) -> Board:
        token = TOKEN_AT_GOAL if position == self._goal else TOKEN
        return Board(self.rows, self.cols, self._cells[:position] + token + self._cells[position + 1 :])

    def from_board(self, cells: str, turn: Turn) -> int:
        match = re.search(f"[{TOKEN}{TOKEN_AT_GOAL}]", cells)
        if match is None:
            raise MalformedPosition(f"{short(cells)}: expected a cell {TOKEN}, or {TOKEN_AT_GOAL} on the goal.")
        return self._legal(match.start())

    def button(self, position: int, move: int) -> Move:
        return Move(position, move)

    def family(self, position: int) -> tuple[str, int]:
        return self._scene, self.cols

    def motion(self, position: int) -> Motion:
        return Motion(self._neighbors.__getitem__, self._goal.__eq__)
