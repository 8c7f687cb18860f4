"""Hop N' Drop: hop over platforms that lose a layer whenever you leave them, and reach the goal once all are gone.

A position is a string of 36 cells, row by row: `-` for nothing to stand on, a digit for a platform with that
many layers, `G` for the goal. The player is a letter: `a` over a void (fallen), `b` on a platform of
one layer, `c` of two and so on, `W` on the goal. The board shows the same characters.

A position is legal if no platform has more layers than at the start of the map, the
goal is in its place, and the player is in exactly one cell, wherever that is. (This includes positions that no play
from the start reaches; those that cannot be solved are lost.)

Its text is the six rows, each ended by `|`; the player is `X(...)` around what it is on: `X(1)`,
`X(-)`, `X(G)`. Map 1 starts at `--1111|-11-G1|-1----|-111--|-X(1)11--|------|`. A rank has the player's
cell in its lowest six bits and above them the number of layers of each platform.
"""

import re
from collections.abc import Iterable

from perfect_play.puzzles import Board, KeptStart, Kernel, Move, Room, Table, Value, Variant
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, check_text, short

SIDE = 6
GROUND = "-123456789G"
PLAYER = "abcdefghijW"
CELL = r"(?:[-1-9G]|X\([-1-9G]\))"
TEXT = re.compile(rf"(?:{CELL}{{{SIDE}}}\|){{{SIDE}}}")
GROUND_OF = dict(zip(PLAYER, GROUND, strict=True))
PLAYER_ON = dict(zip(GROUND, PLAYER, strict=True))
LAYERS = {cell: layers for cells in (GROUND[:-1], PLAYER[:-1]) for layers, cell in enumerate(cells)}
LOWER = dict(zip(GROUND[1:-1], GROUND, strict=False))
HIGHER = {lower: ground for ground, lower in LOWER.items()}
STEPS = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}


def _neighbors(cell: int) -> dict[str, int]:
    """The cells next to this one, by the name of the hop that leads there."""
    row, col = divmod(cell, SIDE)
    steps = {name: (row + down, col + right) for name, (down, right) in STEPS.items()}
    return {name: SIDE * r + c for name, (r, c) in steps.items() if 0 <= r < SIDE and 0 <= c < SIDE}


NEXT = [_neighbors(cell) for cell in range(SIDE * SIDE)]
NEIGHBORS = tuple(cells.get(name, -1) for cells in NEXT for name in STEPS)
"""The four cells beside each cell, -1 beyond the edge of the grid."""


class HopNDrop(KeptStart):
    name = "Hop N' Drop"
    aliases = ("hopNdrop",)
    description = "Hop over all the platforms until none is left, and then onto the goal."
    instructions = """Hop up, down, left or right to the next cell. The platform you leave **loses a layer**, and
        vanishes with its last. Reach the goal **G** when no platform is left. Hopping where there is no platform, or
        onto the goal too early, loses."""
    author = "GamesCrafters, UC Berkeley"
    date_created = "2020"
    variants = (
        Variant("map1", "Map 1", ("--1111|-11-G1|-1----|-111--|-X(1)11--|------|",), testing=True, positions=53),
        Variant("map2", "Map 2", ("---1G-|--11--|--21--|1221--|-X(1)121-|------|",), testing=True, positions=907),
        Variant("map3", "Map 3", ("--12G-|---1--|-12321|-1111-|-X(1)1---|-11---|",), testing=True, positions=3274),
        Variant("map4", "Map 4", ("---111|11-2G1|X(1)21332|25132-|-211--|------|",), positions=4_061_757),
    )

    dense = False

    def prepare(self, start: str) -> None:
        self._start = self._read(start)
        self._ground = "".join(GROUND_OF.get(cell, cell) for cell in self._start)
        self._layers = [int(ground) if ground.isdigit() else 0 for ground in self._ground]  # layers at the start
        self._shifts = [6]  # the bit at which each cell's layers begin in a rank, and the end of the last
        for layers in self._layers:
            self._shifts.append(self._shifts[-1] + layers.bit_length())
        self._platforms = [cell for cell, layers in enumerate(self._layers) if layers]
        self.size = 1 << self._shifts[-1]

    def moves(self, position: str) -> tuple[str, ...]:
        """Up, Down, Left, Right, unless beyond the edge; none from a void or the goal."""
        cell, ground = self._player(position)
        return () if ground in "-G" else tuple(NEXT[cell])

    def do_move(self, position: str, move: str) -> str:
        cell, ground = self._player(position)
        target = NEXT[cell][move]
        cells = list(position)
        cells[cell] = LOWER[ground]
        cells[target] = PLAYER_ON[cells[target]]
        return "".join(cells)

    def primitive(self, position: str) -> Value | None:
        _, ground = self._player(position)
        if ground == "G":
            return Value.WIN if not set(position) - set("-W") else Value.LOSE
        return Value.LOSE if ground == "-" else None

    def _player(self, position: str) -> tuple[int, str]:
        """The cell of the player, and what is under it."""
        return next((i, GROUND_OF[cell]) for i, cell in enumerate(position) if cell in GROUND_OF)

    # Backward: the only solution has the player on the goal and everything else empty.

    def solutions(self) -> list[str]:
        return ["".join("W" if cell == "G" else "-" for cell in self._ground)]

    def parents(self, position: str) -> Iterable[str]:
        """The player came from an adjacent cell, which then had one layer more."""
        cell, ground = self._player(position)
        for source in NEXT[cell].values():
            before = HIGHER.get(position[source])
            if before and self._fits(before, source):
                cells = list(position)
                cells[cell] = ground
                cells[source] = PLAYER_ON[before]
                yield "".join(cells)

    def _fits(self, ground: str, cell: int) -> bool:
        """Whether a cell of this map can ever have this ground."""
        initial = self._ground[cell]
        return ground == initial if "G" in (ground, initial) else GROUND.index(ground) <= GROUND.index(initial)

    def format(self, position: str) -> str:
        cells = [f"X({GROUND_OF[cell]})" if cell in GROUND_OF else cell for cell in position]
        return "".join("".join(cells[i : i + SIDE]) + "|" for i in range(0, len(cells), SIDE))

    def parse(self, text: str) -> str:
        return self._checked(self._read(text), text)

    def _read(self, text: str) -> str:
        if not TEXT.fullmatch(text):
            rows = f"{SIDE} rows of {SIDE} cells, each row ended by '|'"
            raise MalformedPosition(
                f"{short(text)}: expected {rows}; a cell is '-', 1 to 9, 'G', or X(...) around one."
            )
        cells: list[str] = re.findall(CELL, text)
        return "".join(PLAYER_ON[cell[2]] if cell[0] == "X" else cell for cell in cells)

    def _checked(self, cells: str, name: str) -> str:
        """These cells, if they are a legal position; `name` is what the error message quotes."""
        if sum(cell in GROUND_OF for cell in cells) != 1:
            raise IllegalPosition(f"{short(name)}: expected the player in exactly one cell.")
        for i, cell in enumerate(cells):
            if not self._fits(GROUND_OF.get(cell, cell), i):
                initial = self._ground[i]
                only = {"G": "the goal", "-": "no platform"}.get(initial, f"a platform of at most {initial}")
                raise IllegalPosition(f"{short(name)}: cell {i % SIDE + 1} of row {i // SIDE + 1} must be {only}.")
        return cells

    def rank(self, position: str) -> int:
        number, _ = self._player(position)
        for cell in self._platforms:
            number |= LAYERS[position[cell]] << self._shifts[cell]
        return number

    def unrank(self, number: int) -> str:
        fields = zip(self._ground, self._shifts, self._shifts[1:], strict=False)
        cells = ["G" if ground == "G" else GROUND[number % (1 << end) >> shift] for ground, shift, end in fields]
        cells[number & 63] = PLAYER_ON[cells[number & 63]]
        return "".join(cells)

    def kernel(self) -> Kernel:
        masks = tuple((1 << layers.bit_length()) - 1 for layers in self._layers)
        return Kernel(_children, len(STEPS), (tuple(self._shifts), masks, tuple(self._layers)), parents=_parents)

    def board(self, position: str) -> Board:
        return Board(SIDE, SIDE, position)

    def from_board(self, cells: str, turn: Turn) -> str:
        check_text(cells, SIDE * SIDE, GROUND + PLAYER, f"{SIDE * SIDE} cells, each one of {GROUND}{PLAYER}")
        return self._checked(cells, cells)

    def button(self, position: str, move: str) -> Move:
        cell, _ = self._player(position)
        return Move(cell, NEXT[cell][move])


def _children(number: int, out: Room, scratch: Room, shifts: Table, masks: Table, layers: Table) -> int:
    """`moves` and `do_move` over ranks: the player's cell loses a layer."""
    cell = number & 63
    count = 0
    if number >> shifts[cell] & masks[cell]:
        for target in NEIGHBORS[4 * cell : 4 * cell + 4]:
            if target >= 0:
                out[count] = number - (1 << shifts[cell]) + target - cell
                count += 1
    return count


def _parents(number: int, out: Room, scratch: Room, shifts: Table, masks: Table, layers: Table) -> int:
    """`parents` over ranks: the cell that the player came from regains a layer."""
    cell = number & 63
    count = 0
    for source in NEIGHBORS[4 * cell : 4 * cell + 4]:
        if source >= 0 and number >> shifts[source] & masks[source] < layers[source]:
            out[count] = number + (1 << shifts[source]) + source - cell
            count += 1
    return count
