"""0 to 10 by 1 or 2: add one of a few numbers to a running total; whoever reaches the goal wins.

The goal and the numbers vary and name the variant: `21_1_2_3` is 0 to 21 by 1, 2 or 3. The total may not pass the goal,
and a player who can add nothing loses: at the goal and, if 1 is not among the numbers, also just before it.

A position is (player to move, cells): a cell for each number up to the goal, `x` for those up to
the total, `-` for the others; its text gives the total: `1_7`. Every total that is a sum of
the numbers is legal, with either player to move. The distance to the goal is one heap; its nimber
is, by definition, the least number that is not the nimber of a heap after one move.
"""

from collections.abc import Iterable

from perfect_play.puzzles import Add, Board, CustomVariant, Variant
from perfect_play.puzzles.closed_form import ClosedFormGame, Take, nimbers_by_definition

MAX_GOAL, MAX_NUMBERS, MAX_NUMBER = 500, 5, 99


def _options(text: str) -> tuple[int, tuple[int, ...]]:
    goal, *numbers = map(int, text.split("_"))
    if goal > MAX_GOAL:
        raise ValueError(f"That is a goal of {goal}, more than {MAX_GOAL}.")
    if len(numbers) > MAX_NUMBERS:
        raise ValueError(f"That is {len(numbers)} numbers, more than {MAX_NUMBERS}.")
    if sorted(set(numbers)) != numbers or numbers[-1] > goal:
        raise ValueError("The numbers must rise, and none may be greater than the goal.")
    return goal, tuple(numbers)


def _variant(start: str, name: str, variant_id: str = "") -> Variant:
    """A listed variant with this goal and these numbers, whose id is `start` unless another is given."""
    options = _options(start)
    aliases = (start,) if variant_id else ()
    return Variant(variant_id or start, name, options, aliases, testing=True, positions=options[0] + 1)


class CountTo(ClosedFormGame):
    id = "0to10by1or2"
    name = "0 to 10 by 1 or 2"
    aliases = ("1210",)
    also_called = ("Twenty-one", "Counting game", "Subtraction game")
    description = "Add 1 or 2 to the total; reach 10 to win."
    instructions = """The total begins at 0. On your turn, add **1 or 2** to it, or one of the numbers that the
        variant names. Whoever reaches **10**, or the variant's goal, wins. The goal may not be passed: whoever
        cannot add loses."""
    author = "Claude-Gaspard Bachet de Méziriac, with 100 and the numbers from 1 to 10"
    date_created = "1612"
    variants = (
        _variant("10_1_2", "0 to 10 by 1 or 2", "regular"),
        _variant("21_1_2_3", "0 to 21 by 1, 2 or 3"),
        _variant("25_1_3_4", "0 to 25 by 1, 3 or 4"),
        _variant("20_2_3", "0 to 20 by 2 or 3"),
    )
    custom = CustomVariant(
        pattern=r"[1-9][0-9]{0,2}(_[1-9][0-9]?)+",
        options=_options,
        help=(
            "Type the goal and the numbers that may be added, in rising order, with underscores between them: a goal "
            f"from 1 to {MAX_GOAL}, and 1 to {MAX_NUMBERS} numbers from 1 to {MAX_NUMBER}, none greater than the goal."
        ),
        example="31_1_5",
    )
    gap = "x"
    heap_word = "distance"

    def prepare(self, goal: int, numbers: tuple[int, ...]) -> None:
        self.goal, self.numbers = goal, numbers
        self.game = f"{self.id} {numbers}"
        self._nimbers = nimbers_by_definition(goal + 1, lambda n: [n - number for number in numbers if number <= n])
        self._totals = {0}
        for n in range(goal + 1):
            if n in self._totals:
                self._totals.update(n + number for number in numbers)

    def start_board(self) -> Board:
        return Board(1, self.goal, "-" * self.goal)

    def options(self, cells: str) -> Iterable[Take]:
        """The numbers that may be added, in ascending order."""
        total = cells.count("x")
        for number in self.numbers:
            if total + number <= self.goal:
                yield Take(Add("x", total + number - 1), f"add {number}", self._draw(total + number))

    def _draw(self, total: int) -> str:
        return "x" * total + "-" * (self.goal - total)

    def heap_nimber(self, heap: int) -> int:
        return self._nimbers[heap]

    def bound(self) -> int:
        return self.goal + 1

    def legal(self, cells: str) -> bool:
        total = cells.count("x")
        return total in self._totals and self._draw(total) == cells

    def write_cells(self, cells: str) -> str:
        return str(cells.count("x"))

    def read_cells(self, text: str) -> str:
        readable = text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= self.goal
        return self._draw(int(text)) if readable else "?"
