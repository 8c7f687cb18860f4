"""Hashi: join islands by bridges, so that each has as many as its number says and all are connected.

A position is a number with one digit in base 3 for each pair of islands that can be joined, the first pair the lowest:
its bridges, 0, 1 or 2. It is legal if no bridges cross. Its text is that number in decimal.

A move adds a bridge to a pair, or takes both away if it has two. So every position can be solved, and any board whose
islands have their numbers and are connected is a solution, even if the puzzle intended another.

The board has a cell for each island and each gap between neighboring rows and columns: an island is its number, a small
letter (`a` for 1) once it has that many bridges, and a capital letter with too many; `v` and `V` are one and two
vertical bridges, `h` and `H` horizontal ones.
"""

from itertools import combinations
from typing import NamedTuple

from perfect_play.puzzles import EMPTY, ONGOING, WON, Add, Board, Kernel, OwnText, Room, Table, Value, Variant
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, check_rows, short

SATISFIED, EXCEEDED = "-abcdefgi", "-ABCDEFGI"
UPRIGHT, LEVEL = "-vV", "-hH"


class Island(NamedTuple):
    x: int
    y: int
    number: int


def _large(id_: str, islands: str, positions: int) -> Variant:
    return Variant(id_, id_, (islands,), positions=positions, presolve=False)


class Hashi(OwnText):
    name = "Hashi"
    also_called = ("Hashiwokakero", "Bridges")
    description = "Connect all the islands with bridges, as many to each as its number says."
    instructions = """Click between two islands in line to build a bridge, again for a second one, and again to take
        both away. Bridges run horizontally or vertically and **never cross**. The puzzle is solved when every island
        has **as many bridges as its number** and all islands are connected."""
    author = "Nikoli"
    date_created = "1990"
    variants = (
        Variant("4x4", "4x4", ("003 033 202 221 331",), testing=True, positions=81),
        Variant("6x6_lvl1", "6x6_lvl1", ("002 304 502 032 332 141 542 052 251",), testing=True, positions=19_683),
        Variant("6x6_lvl2", "6x6_lvl2", ("003 403 113 312 512 331 143 442 052 553",), positions=32_805),
        _large("6x6_lvl3", "002 203 503 411 024 224 523 241 541 053 453", 649_539),
        _large("6x6_lvl4", "003 303 502 211 412 322 523 034 233 433 052 353 553", 7_381_125),
    )

    def prepare(self, islands: str) -> None:
        self.islands = [Island(*map(int, island)) for island in islands.split()]
        self.rows, self.cols = (2 * max(places) + 1 for places in list(zip(*self.islands, strict=True))[1::-1])
        self._at = [2 * island.y * self.cols + 2 * island.x for island in self.islands]
        pairs = [self._between(a, b) for a, b in combinations(range(len(self.islands)), 2)]
        self.pairs = [pair for pair in pairs if pair is not None]
        """The two islands of each pair, and the cells between them."""
        self._powers: tuple[int, ...] = tuple(3**pair for pair in range(len(self.pairs)))
        self._crossing = [
            [crossed for crossed, (*_, theirs) in enumerate(self.pairs) if crossed != pair and set(cells) & set(theirs)]
            for pair, (*_, cells) in enumerate(self.pairs)
        ]
        self._middles: list[int] = []  # where each pair is clicked: two pairs that cross must not share the cell
        for _, _, cells in self.pairs:
            places = (cells[len(cells) // 2], *cells)
            self._middles.append(next(cell for cell in places if cell not in self._middles))
        crossing = tuple(crossed for crossed_pairs in self._crossing for crossed in (*crossed_pairs, -1))
        ends = tuple(1 << a | 1 << b for a, b, _ in self.pairs)
        self._constants = (self._powers, crossing, ends, tuple(island.number for island in self.islands))
        self.size: int = 3 ** len(self.pairs)
        self.dense = not any(self._crossing)

    def _between(self, a: int, b: int) -> tuple[int, int, range] | None:
        """The islands and the cells between them, if they are in line and in sight of each other."""
        first, last = sorted((self._at[a], self._at[b]))
        if self.islands[a].x != self.islands[b].x and self.islands[a].y != self.islands[b].y:
            return None
        step = self.cols if self.islands[a].x == self.islands[b].x else 1
        cells = range(first + step, last, step)
        return None if set(cells) & set(self._at) else (a, b, cells)

    def bridges(self, position: int) -> list[int]:
        """The number of bridges of each pair."""
        return [position // power % 3 for power in self._powers]

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> list[int]:
        """The pairs whose bridges can change: all but those that bridges cross."""
        built = self.bridges(position)
        return [pair for pair, crossing in enumerate(self._crossing) if not any(built[crossed] for crossed in crossing)]

    def do_move(self, position: int, move: int) -> int:
        power = self._powers[move]
        return position + (power if position // power % 3 < 2 else -2 * power)

    def primitive(self, position: int) -> Value | None:
        return Value.WIN if _primitive(position, [], *self._constants) == WON else None

    def _ends(self, built: list[int]) -> list[int]:
        """The number of bridges that end on each island."""
        ends = [0] * len(self.islands)
        for count, (a, b, _) in zip(built, self.pairs, strict=False):
            ends[a] += count
            ends[b] += count
        return ends

    def parse(self, text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= len(str(self.size)) and str(int(text)) == text):
            raise MalformedPosition(f"{short(text)}: expected a number from 0 to {self.size - 1}.")
        position = int(text)
        if position >= self.size:
            raise IllegalPosition(f"{text!r}: expected a number from 0 to {self.size - 1}.")
        return self._checked(position)

    def _checked(self, position: int) -> int:
        built = self.bridges(position)
        for pair, crossing in enumerate(self._crossing):
            for crossed in crossing:
                if built[pair] and built[crossed]:
                    raise IllegalPosition(f"{position}: the bridges of pairs {pair} and {crossed} cross.")
        return position

    def format_move(self, position: int, move: int) -> str:
        return f"edge {move}"

    def rank(self, position: int) -> int:
        return position

    def unrank(self, number: int) -> int:
        return number

    def kernel(self) -> Kernel:
        return Kernel(_children, len(self.pairs), self._constants, primitive=_primitive)

    def board(self, position: int) -> Board:
        cells = [EMPTY] * (self.rows * self.cols)
        built = self.bridges(position)
        for at, island, ends in zip(self._at, self.islands, self._ends(built), strict=True):
            number = island.number
            cells[at] = str(number) if ends < number else (SATISFIED if ends == number else EXCEEDED)[number]
        for count, (_, _, between) in zip(built, self.pairs, strict=True):
            for cell in between if count else ():
                cells[cell] = self._signs(between)[count]
        return Board(self.rows, self.cols, "".join(cells))

    def _signs(self, between: range) -> str:
        return LEVEL if between.step == 1 else UPRIGHT

    def from_board(self, cells: str, turn: Turn) -> int:
        check_rows(cells, self.rows, self.cols)
        signs = [(cells[between[0]], self._signs(between)) for _, _, between in self.pairs]
        built = [kinds.index(sign) if sign in kinds else 0 for sign, kinds in signs]
        return self._checked(sum(count * power for count, power in zip(built, self._powers, strict=True)))

    def button(self, position: int, move: int) -> Add:
        between = self.pairs[move][2]
        return Add("q" if between.step == 1 else "Q", self._middles[move])


def _children(
    number: int, out: Room, scratch: Room, powers: Table, crossing: Table, ends: Table, numbers: Table
) -> int:
    """`moves` and `do_move` over ranks. crossing: for each pair, those that cross it, then -1."""
    count = pair = 0
    free = True
    for crossed in crossing:
        if crossed >= 0:
            free = free and number // powers[crossed] % 3 == 0
        else:
            if free:
                out[count] = number + (powers[pair] if number // powers[pair] % 3 < 2 else -2 * powers[pair])
                count += 1
            pair += 1
            free = True
    return count


def _primitive(number: int, scratch: Room, powers: Table, crossing: Table, ends: Table, numbers: Table) -> int:
    """`primitive` over ranks. ends: for each pair, its islands as bits."""
    connected, every = 1, (1 << len(numbers)) - 1
    for island in range(len(numbers)):
        missing = numbers[island]
        for pair in range(len(ends)):
            bridges = number // powers[pair] % 3
            missing -= bridges * (ends[pair] >> island & 1)
            if bridges and connected & ends[pair]:
                connected |= ends[pair]
        if missing != 0:
            return ONGOING
    return WON if connected == every else ONGOING
