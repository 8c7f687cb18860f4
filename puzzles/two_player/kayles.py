"""Kayles: knock down one pin or two adjacent pins; whoever knocks down the last pin wins.

A position is (player to move, cells): `-` a standing pin, `x` a fallen one; its text reverses these, `x` standing and
`-` fallen: `1_xx-x`. Every pattern of pins is legal, with either player to move. It is octal game 0.77; the nimber of n
pins in a row has period 12 from n = 71 on (R. K. Guy, C. A. B. Smith, "The G-values of various games", 1956).
"""

from collections.abc import Iterable

from perfect_play.puzzles import Add, Board, CustomVariant, Move, Variant
from perfect_play.puzzles.closed_form import ClosedFormGame, Take
from perfect_play.puzzles.octal_codes import Octal, some_nimbers

MAX_PINS = 500
OCTAL = Octal.parse("0.77")
SWAP = str.maketrans("-x", "x-")


def row_nimber(pins: int) -> int:
    """The nimber of up to MAX_PINS pins in a row."""
    return some_nimbers(OCTAL)[pins]


def _pins(text: str) -> tuple[int, ...]:
    if int(text) > MAX_PINS:
        raise ValueError(f"That is {text} pins, more than {MAX_PINS}.")
    return (int(text),)


class Kayles(ClosedFormGame):
    name = "Kayles"
    two_step = True
    opens = "9"
    also_called = ("Bowling", "Rip Van Winkle")
    description = "Knock down one pin, or two that stand side by side; knock down the last to win."
    instructions = """On your turn, knock down **one** pin or **two neighboring** pins. Whoever knocks down the last
        pin wins."""
    author = "Henry Ernest Dudeney"
    date_created = "1908"
    variants = tuple(Variant(str(pins), str(pins), (pins,), testing=pins == 5) for pins in range(5, 10))
    custom = CustomVariant(
        pattern=r"[1-9][0-9]{0,2}",
        options=_pins,
        help=f"Type the number of pins in the row, from 1 to {MAX_PINS}.",
        example="9",
    )
    gap = "x"

    def prepare(self, pins: int) -> None:
        self.pins = pins

    def start_board(self) -> Board:
        return Board(1, self.pins, "-" * self.pins)

    def options(self, cells: str) -> Iterable[Take]:
        """Pin by pin: that pin alone, then it and its right neighbor."""
        for i, pin in enumerate(cells):
            if pin == "-":
                yield Take(Add("x", i), f"{i + 1}", f"{cells[:i]}x{cells[i + 1 :]}")
                if cells[i + 1 : i + 2] == "-":
                    yield Take(Move(i, i + 1), f"{i + 1} and {i + 2}", f"{cells[:i]}xx{cells[i + 2 :]}")

    def heap_nimber(self, heap: int) -> int:
        return row_nimber(heap)

    def write_cells(self, cells: str) -> str:
        return cells.translate(SWAP)

    def read_cells(self, text: str) -> str:
        return text.translate(SWAP)
