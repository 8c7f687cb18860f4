"""Euclid's Game: take the difference of two numbers already taken; whoever cannot loses.

The first player takes any number, the second any other. From then on the differences lead to every multiple of the
greatest common divisor of these two up to the greater one, and to nothing else, in whatever order: the moves left are
counted, and an even number of them loses. A position is (player to move, cells): a cell for each number, `X` if
it is taken, the second and the first number taken with three digits each, `---` before, and padding for the board. The
text ends before the padding.

The nimber before the first two moves follows from those after them: there is one heap, which is the number of moves
left, or beyond these, a number taken alone, or the start.
"""

from collections.abc import Collection, Iterable
from math import gcd

from perfect_play.puzzles import EMPTY, VOID, Add, Board, IllegalPosition, MalformedPosition, Turn, Variant, short
from perfect_play.puzzles.closed_form import ClosedFormGame, Heaps, Take, sorted_heaps
from perfect_play.puzzles.turns import Position

COLS = 10
CROSSED = "X"
DIGITS = 3
NO_PICK = EMPTY * DIGITS
PADDING = VOID * (COLS - 2 * DIGITS)


class EuclidsGame(ClosedFormGame):
    name = "Euclid's Game"
    also_called = ("Game of differences",)
    description = "Take differences of numbers already taken, and leave the other player none to take."
    instructions = """The first player takes any number, the second player any other. From then on, take a number
        that is the **difference of two taken ones** and not yet taken. Whoever cannot take a number loses."""
    author = "Alexander Bogomolny"
    date_created = "1990s"
    variants = (
        Variant("regular", "Regular", (100,)),
        Variant("10", "Numbers up to 10", (10,), testing=True, positions=1),
    )
    gap = CROSSED

    def prepare(self, limit: int) -> None:
        self.limit = limit
        self.game = f"{self.id} {limit}"
        self._nimbers: dict[int, int] = {}
        self._remotenesses: dict[int, int] = {}
        # Heaps up to `most` are moves left; then each number taken alone; then the start.
        for heap in range(2 * limit + 2):
            after = [sum(option) for option in self.heap_options(heap)]
            nimbers = {self._nimbers[option] for option in after}
            self._nimbers[heap] = next(nimber for nimber in range(len(nimbers) + 1) if nimber not in nimbers)
            best = [self._remotenesses[option] for option in after if not self._nimbers[option]]
            lost = [self._remotenesses[option] for option in after]
            self._remotenesses[heap] = 1 + (min(best) if best else max(lost, default=-1))

    def start_board(self) -> Board:
        return Board(self.limit // COLS + 1, COLS, EMPTY * self.limit + 2 * NO_PICK + PADDING)

    def _numbers(self, cells: str) -> list[int]:
        return [number for number in range(1, self.limit + 1) if cells[number - 1] == CROSSED]

    def options(self, cells: str) -> Iterable[Take]:
        """The numbers that can be taken, in ascending order."""
        numbers = self._numbers(cells)
        free = set(range(1, self.limit + 1)) if len(numbers) < 2 else _differences(numbers)
        for number in sorted(free - set(numbers)):
            yield Take(Add("h", number - 1), str(number), self._after(cells, number))

    def _after(self, cells: str, number: int) -> str:
        numbers = cells[: number - 1] + CROSSED + cells[number : self.limit]
        second, first = cells[self.limit :][:DIGITS], cells[self.limit + DIGITS :][:DIGITS]
        if first == NO_PICK:
            first = f"{number:0{DIGITS}}"
        elif second == NO_PICK:
            second = f"{number:0{DIGITS}}"
        return numbers + second + first + PADDING

    def heaps(self, cells: str) -> list[int]:
        numbers = self._numbers(cells)
        if len(numbers) < 2:
            return [self.limit + sum(numbers)] if numbers else [2 * self.limit + 1]
        return [numbers[-1] // gcd(*numbers) - len(numbers)]

    def named_heaps(self, cells: str) -> Iterable[tuple[str, int]]:
        """After the first two moves, the number left."""
        remaining = [heap for heap in self.heaps(cells) if heap and len(self._numbers(cells)) > 1]
        return ((f"{heap} moves left", heap) for heap in remaining)

    def heap_options(self, heap: int) -> set[Heaps]:
        """One move fewer; after the first number, the moves left by each second one; at the start, each number."""
        first = heap - self.limit
        if first > self.limit:
            return {(self.limit + number,) for number in range(1, self.limit + 1)}
        if first > 0:
            seconds = set(range(1, self.limit + 1)) - {first}
            return {sorted_heaps([max(first, second) // gcd(first, second) - 2]) for second in seconds}
        return {sorted_heaps([heap - 1])} if heap else set()

    def place(self, heaps: Iterable[int]) -> str:
        """A board with this heap, of which there is only one."""
        heap = sum(heaps)
        cells = self.start_board().cells
        if heap > 2 * self.limit:
            return cells
        numbers = [heap - self.limit] if heap > self.limit else [heap + 2, 1]
        for number in numbers:
            cells = self._after(cells, number)
        return cells

    def heap_nimber(self, heap: int) -> int:
        return self._nimbers[heap]

    def sum_remoteness(self, heaps: Heaps) -> int:
        return self._remotenesses[sum(heaps)]

    def bound(self) -> int:
        return 2 * self.limit + 2

    def write_cells(self, cells: str) -> str:
        return cells.removesuffix(PADDING)

    def read_cells(self, text: str) -> str:
        return text + PADDING

    def _checked(self, cells: str, turn: Turn, text: str) -> Position:
        """The position, if differences of the first two numbers lead to all that are taken."""
        length = self.limit + 2 * DIGITS
        picks = [cells[self.limit + DIGITS : length], cells[self.limit : self.limit + DIGITS]]
        if len(cells) != length + len(PADDING) or set(cells[: self.limit]) - {EMPTY, CROSSED}:
            raise MalformedPosition(
                f"{short(text)}: expected {self.limit} cells, each '{EMPTY}' or '{CROSSED}', and two numbers of 3 "
                "digits."
            )
        numbers = self._numbers(cells)
        reachable = {number for number in numbers if f"{number:0{DIGITS}}" in picks}
        expected = min(2, len(numbers))
        if len(reachable) != expected or picks.count(NO_PICK) != 2 - expected:
            raise IllegalPosition(f"{short(text)}: expected the second and the first number taken at the end.")
        while differences := _differences(reachable) & set(numbers) - reachable:
            reachable |= differences
        if len(reachable) != len(numbers) or (expected == 1 and picks[0] == NO_PICK):
            raise IllegalPosition(f"{short(text)}: no play from the start leads here.")
        return (turn, cells)


def _differences(numbers: Collection[int]) -> set[int]:
    bits = sum(1 << number for number in numbers)
    difference_bits = 0
    for number in numbers:
        difference_bits |= bits >> number
    return {difference for difference in range(1, bits.bit_length()) if difference_bits >> difference & 1}
