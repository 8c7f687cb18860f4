r"""Marble Circuit: fill the slots of a triangle with tiles so that the marbles leave by the right exits.

Ten slots stand in rows of 1 to 4, numbered from the top. A marble enters a tile at its upper left or right and leaves
it at its lower left or right: 1 (`H`) takes both straight down, 2 (`\`) takes both to the right, 3 (`y`) both to the
left, and 4 (`x`) crosses them. From the lower left of a slot a marble enters the slot below it at the upper right, and
the other way around. Eight marbles start, one at each outer upper corner of the triangle.

A position is (tiles, confirmed): ten digits, `0` for a free slot, and whether the player has confirmed the full board,
after which it is won or lost. The supply fills the board exactly. The text is the digits, the supply left of
each kind, and `1` if confirmed, joined by `_`, as in `1400412321_0_0_1_1_0`.

A challenge is the ten digits of the start, the supply of each kind, and how many marbles should leave by each exit.

The board shows the slots, below them the supply left and the confirmation, then the goal and, once confirmed, how many
marbles left by each exit.
"""

from itertools import product
from math import factorial, prod

from perfect_play.puzzles import EMPTY, VOID, Add, Board, Button, Move, Value, Variant, level
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Puzzle, Turn, check_rows, short

Position = tuple[str, bool]

ROWS = 4
SLOTS = 10
FREE, TILES = "0", "1234"
NAMES = "-H\\yx"
LEFT, RIGHT = 0, 1
LEAVES = {"1": (LEFT, RIGHT), "2": (RIGHT, RIGHT), "3": (LEFT, LEFT), "4": (RIGHT, LEFT)}
"""By tile: the side at which a marble leaves that came in at the left, or at the right."""
MARBLES = (*((row, 0, LEFT) for row in range(ROWS)), *((row, row, RIGHT) for row in range(ROWS)))
"""The starts of the marbles: row, place in the row, and side."""
CONFIRM = (SLOTS, 0)  # the move

WIDTH = ROWS + 1  # of the board
SUPPLY = ROWS * WIDTH  # its first cell
CONFIRMED = SUPPLY + len(TILES)
CELLS = [row * WIDTH + place for row in range(ROWS) for place in range(row + 1)]  # of the slots


def exits(tiles: str) -> list[int]:
    """The number of marbles that leave by each of the five exits of a full board."""
    counts = [0] * (ROWS + 1)
    for row, place, side in MARBLES:
        for below in range(row + 1, ROWS + 1):
            side = LEAVES[tiles[below * (below - 1) // 2 + place]][side]
            place, side = place + side, 1 - side
        counts[place] += 1
    return counts


def _variant(number: int, challenge: str) -> Variant:
    tiles, supply, _ = challenge.split("_")
    free = tiles.count(FREE)
    positions = 0
    for used in product(*(range(int(kind) + 1) for kind in supply)):
        positions += factorial(free) // prod(map(factorial, (*used, free - sum(used))))
    return Variant(
        f"ch{number}",
        f"Challenge {number}",
        (challenge,),
        testing=positions < 500,
        positions=positions,
        presolve=positions < 200_000,
    )


class MarbleCircuit(Puzzle):
    name = "Marble Circuit"
    description = "Lay tiles so that the marbles leave the circuit by the right exits."
    instructions = """Place tiles from the supply on the free slots; you may take them off again. Eight marbles roll
        down the circuit: the **teal** tile (`H`) takes both its marbles straight down, the **orange** one (`\\`) both
        to the right, the **yellow** one (`y`) both to the left, and the **magenta** one (`x`) crosses them. When all
        slots are filled, **confirm**: the puzzle is solved if each exit gets **as many marbles as it asks for**, and
        lost if not."""
    author = "MindWare"
    date_created = "2010s"
    aliases = ("marble_circuit",)
    variants = tuple(
        _variant(number, challenge) for number, challenge in enumerate(level("marblecircuit/challenges"), 1)
    )

    dense = False

    def prepare(self, circuit: str) -> None:
        self.fixed, supply, goal = circuit.split("_")
        self._tiles = [int(count) + self.fixed.count(tile) for tile, count in zip(TILES, supply, strict=True)]
        self.goal = list(map(int, goal))
        self._free = [slot for slot, tile in enumerate(self.fixed) if tile == FREE]
        self._full: int = 5 ** len(self._free)  # above the ranks of boards that are not confirmed
        self.size = 2 * self._full

    def supply(self, tiles: str) -> list[int]:
        """The number of tiles of each kind left."""
        return [count - tiles.count(tile) for tile, count in zip(TILES, self._tiles, strict=True)]

    def start(self) -> Position:
        return (self.fixed, False)

    def moves(self, position: Position) -> list[tuple[int, int]]:
        """(slot, tile to place, or 0 to take it off), slot by slot; or CONFIRM, on a full board."""
        tiles, confirmed = position
        if confirmed:
            return []
        remaining = [tile for tile, count in enumerate(self.supply(tiles), start=1) if count]
        changes = [(slot, tile) for slot in self._free for tile in (remaining if tiles[slot] == FREE else [0])]
        return changes if FREE in tiles else [*changes, CONFIRM]

    def do_move(self, position: Position, move: tuple[int, int]) -> Position:
        tiles, _ = position
        slot, tile = move
        return (tiles, True) if move == CONFIRM else (f"{tiles[:slot]}{tile}{tiles[slot + 1 :]}", False)

    def primitive(self, position: Position) -> Value | None:
        tiles, confirmed = position
        if not confirmed:
            return None
        return Value.WIN if exits(tiles) == self.goal else Value.LOSE

    # Backward

    def solutions(self) -> list[Position]:
        boards = [self.fixed]
        for slot in self._free:
            boards = [
                f"{tiles[:slot]}{tile}{tiles[slot + 1 :]}"
                for tiles in boards
                for tile, count in zip(TILES, self.supply(tiles), strict=True)
                if count
            ]
        return [(tiles, True) for tiles in boards if exits(tiles) == self.goal]

    def parents(self, position: Position) -> list[Position]:
        """Placing and taking off undo each other."""
        tiles, confirmed = position
        if confirmed:
            return [(tiles, False)]
        return [self.do_move(position, move) for move in self.moves(position) if move != CONFIRM]

    def format(self, position: Position) -> str:
        tiles, confirmed = position
        return "_".join(map(str, (tiles, *self.supply(tiles), int(confirmed))))

    def parse(self, text: str) -> Position:
        tiles, confirmed = text[:SLOTS], text[-1:]
        if text.count("_") != 5 or len(tiles) != SLOTS or set(tiles + confirmed) - set(FREE + TILES):
            raise MalformedPosition(
                f"{short(text)}: expected {SLOTS} tiles, each 0 to 4, the supply left of each kind, and 0 or 1, joined "
                f"by '_', such as {self.format(self.start())!r}."
            )
        position = self._checked(tiles, confirmed == "1")
        if self.format(position) != text:
            raise IllegalPosition(f"{short(text)}: with these tiles it is {self.format(position)!r}.")
        return position

    def _checked(self, tiles: str, confirmed: bool) -> Position:
        if any(fixed not in (FREE, tile) for fixed, tile in zip(self.fixed, tiles, strict=True)):
            raise IllegalPosition(f"{tiles!r}: expected the fixed tiles of {self.fixed!r}.")
        if min(self.supply(tiles)) < 0:
            limit = self.supply(self.fixed)
            raise IllegalPosition(f"{tiles!r}: expected at most {limit} tiles of the kinds {TILES} to be added.")
        if confirmed and FREE in tiles:
            raise IllegalPosition(f"{tiles!r}: a slot is free, and only a full board can be confirmed.")
        return (tiles, confirmed)

    def format_move(self, position: Position, move: tuple[int, int]) -> str:
        slot, tile = move
        return "=" if move == CONFIRM else f"{slot}{NAMES[tile]}"

    def rank(self, position: Position) -> int:
        tiles, confirmed = position
        digits = "".join(tiles[slot] for slot in reversed(self._free))
        return int(digits, 5) + self._full * confirmed

    def unrank(self, number: int) -> Position:
        tiles = list(self.fixed)
        for i, slot in enumerate(self._free):
            tiles[slot] = str(number // 5**i % 5)
        return ("".join(tiles), number >= self._full)

    def board(self, position: Position) -> Board:
        tiles, confirmed = position
        cells = [VOID] * SUPPLY
        for cell, tile in zip(CELLS, tiles, strict=True):
            cells[cell] = EMPTY if tile == FREE else tile
        supply = "".join(map(str, self.supply(tiles))) + ("1" if confirmed else EMPTY)
        goal = "".join(map(str, self.goal))
        result = "".join(map(str, exits(tiles))) if confirmed else EMPTY * WIDTH
        return Board(ROWS + 3, WIDTH, "".join(cells) + supply + goal + result)

    def from_board(self, cells: str, turn: Turn) -> Position:
        check_rows(cells, ROWS + 3, WIDTH)
        tiles = "".join(cells[cell] for cell in CELLS).replace(EMPTY, FREE)
        if set(tiles) - set(FREE + TILES):
            raise MalformedPosition(f"{short(cells)}: expected '-' or a digit from 1 to 4 in each slot.")
        return self._checked(tiles, cells[CONFIRMED] == "1")

    def button(self, position: Position, move: tuple[int, int]) -> Button:
        """From the supply to the slot, and back."""
        slot, tile = move
        if move == CONFIRM:
            return Add("1", CONFIRMED)
        if tile:
            return Move(SUPPLY + tile - 1, CELLS[slot])
        return Move(CELLS[slot], SUPPLY + int(position[0][slot]) - 1)
