"""Bishop Puzzle: white and black bishops trade places on a small board without ever attacking one another.

A position is also its text: one character per square, `X` a white bishop, `O` a black one, `-` empty.
The squares are read **column by column** from the left, each from the top down, as square
`column * rows + row`. The start of the 4 x 5 board with 8 bishops is `XXXX------------OOOO`.

A position is legal if it has the bishops of the start and no two bishops of different sides
attack each other. Bishops never change the color of their square, so each side keeps the numbers it has on
light and on dark squares at the start (if all stand on one color, they always do). And
no move ever makes an attack, so positions with an attack come only from such.
"""

import re
from collections.abc import Callable
from itertools import product
from operator import itemgetter

from perfect_play.puzzles import (
    Board,
    IllegalPosition,
    KeptStart,
    Move,
    Notation,
    OneGoal,
    OwnText,
    Turn,
    Variant,
    check_text,
    moved,
)

EXCHANGE = str.maketrans("XO", "OX")
ROW_LETTERS = "abcdefg"
Symmetry = Callable[[str], tuple[str, ...]]


def read_older(rules: "BishopPuzzle", text: str) -> str | None:
    """`2_5_a1-c1_a5-c5`: bishops per side, ranks, white squares, black squares; a file is one of our rows."""
    parsed = re.fullmatch(r"([0-9])_([0-9])_([a-h][1-9](?:-[a-h][1-9])*)_([a-h][1-9](?:-[a-h][1-9])*)", text)
    if not parsed or int(parsed[1]) != rules._start.count("X") or int(parsed[2]) != rules.cols:
        return None
    cells = ["-"] * len(rules._start)
    for piece, squares in (("X", parsed[3]), ("O", parsed[4])):
        for square in squares.split("-"):
            file, rank = ord(square[0]) - ord("a"), int(square[1]) - 1
            if file >= rules.rows or rank >= rules.cols or cells[rank * rules.rows + file] != "-":
                raise IllegalPosition(f"{text!r}: {square} is occupied twice or off the board.")
            cells[rank * rules.rows + file] = piece
    return rules.parse("".join(cells))


class BishopPuzzle(KeptStart, OneGoal, OwnText):
    name = "Bishop Puzzle"
    aliases = ("bishop",)
    also_called = ("Bishops", "Bishop swap")
    description = "Let the white and the black bishops trade places without ever attacking each other."
    instructions = """Bishops move any distance along a **diagonal**, but not over another bishop. They never
        capture, and no bishop may move to a square that a bishop of the other side attacks. Either side may move at
        any time. The puzzle is solved when the white bishops stand where the black ones were, and the other way
        around."""
    author = "Henry Ernest Dudeney"
    date_created = "1917"
    variants = (
        Variant("4x5_8", "Standard", (4, 5, "XXXX------------OOOO"), testing=True, positions=1653),
        Variant("4x7_4", "Standard", (4, 7, "X-X-" + 20 * "-" + "O-O-"), ("2x7",), testing=True, positions=506),
        Variant("6x7_6", "Standard", (6, 7, "X-X-X-" + 30 * "-" + "O-O-O-"), ("3x7",), positions=13_391),
        Variant("4x5_4", "One Square Color", (4, 5, "X-X-" + 12 * "-" + "O-O-"), ("2x5",), testing=True, positions=57),
    )
    notations = (Notation("the older form", "2_5_a1-c1_a5-c5", read_older),)
    reversible = True

    def prepare(self, rows: int, cols: int, start: str) -> None:
        self.rows, self.cols, self._start = rows, cols, start
        self._goal = start.translate(EXCHANGE)
        self._rays = [self._rays_from(square) for square in range(rows * cols)]
        self._symmetries = self._find_symmetries()

    def _rays_from(self, square: int) -> list[list[int]]:
        """The squares along each diagonal, nearest first; empty diagonals are left out."""
        col, row = divmod(square, self.rows)
        rays = []
        for across, down in product((-1, 1), repeat=2):
            length = min(col if across < 0 else self.cols - 1 - col, row if down < 0 else self.rows - 1 - row)
            rays.append([square + i * (across * self.rows + down) for i in range(1, length + 1)])
        return [ray for ray in rays if ray]

    def _find_symmetries(self) -> list[Symmetry]:
        """Every symmetry, as the places of its characters in a position followed by its exchanged form.

        Bishops on light and on dark squares never meet. So a left-right mirror that also exchanges the
        sides may be applied to the squares of one color alone; and the board may be turned upside down.
        Every such mapping that preserves the solution is a symmetry.
        """
        size = self.rows * self.cols
        colors = {color for _, color in self._inventory(self._start)}
        symmetries = []
        for upside_down, mirrored in product((False, True), [(), (0,), (1,), (0, 1)]):
            places = []
            for square in range(size):
                col, row = divmod(square, self.rows)
                row = self.rows - 1 - row if upside_down else row
                mirror = (row + col) % 2 in mirrored
                places.append((self.cols - 1 - col) * self.rows + row + size if mirror else col * self.rows + row)
            symmetry: Symmetry = itemgetter(*places)
            if colors.issuperset(mirrored) and "".join(symmetry(self._goal + self._start)) == self._goal:
                symmetries.append(symmetry)
        return symmetries

    def moves(self, position: str) -> list[tuple[int, int]]:
        """(from square, to square), in order of the squares left."""
        reach: dict[str, set[int]] = {"X": set(), "O": set()}
        steps = []
        for square, piece in enumerate(position):
            if piece != "-":
                for ray in self._rays[square]:
                    for target in ray:
                        if position[target] != "-":
                            break
                        reach[piece].add(target)
                        steps.append((square, target))
        attacked = {"X": reach["O"], "O": reach["X"]}
        return [(square, target) for square, target in steps if target not in attacked[position[square]]]

    def do_move(self, position: str, move: tuple[int, int]) -> str:
        return moved(position, *move)

    def parse(self, text: str) -> str:
        size = f"{self.cols} columns of {self.rows} characters"
        check_text(text, len(self._start), "XO-", f"{size}, each 'X', 'O' or '-'")
        if self._inventory(text) != self._inventory(self._start):
            raise IllegalPosition(
                f"{text!r}: the bishops on light and on dark squares must be as many as at the start."
            )
        for square, piece in enumerate(text):
            for ray in self._rays[square] if piece != "-" else ():
                first = next((text[target] for target in ray if text[target] != "-"), piece)
                if first != piece:
                    raise IllegalPosition(f"{text!r}: no bishop may attack one of the other side.")
        return text

    def _inventory(self, position: str) -> list[tuple[str, int]]:
        """The bishops, each with the color of its square, sorted."""
        squares = enumerate(position)
        return sorted((piece, sum(divmod(square, self.rows)) % 2) for square, piece in squares if piece != "-")

    def format_move(self, position: str, move: tuple[int, int]) -> str:
        """From and to, each a row letter (`a` at the bottom) and a column number from 0.

        The target's letter is one too high: an old mistake, kept because clients know these names.
        """
        (from_col, from_row), (to_col, to_row) = (divmod(square, self.rows) for square in move)
        source = ROW_LETTERS[self.rows - 1 - from_row]
        target = ROW_LETTERS[self.rows - to_row]
        return f"{source}{from_col} {target}{to_col}"

    def images(self, position: str) -> set[str]:
        both = position + position.translate(EXCHANGE)
        return {"".join(symmetry(both)) for symmetry in self._symmetries}

    def board(self, position: str) -> Board:
        rows = (position[row :: self.rows] for row in range(self.rows))
        return Board(self.rows, self.cols, "".join(rows))

    def from_board(self, cells: str, turn: Turn) -> str:
        return self.parse("".join(cells[col :: self.cols] for col in range(self.cols)))

    def button(self, position: str, move: tuple[int, int]) -> Move:
        source, target = (square % self.rows * self.cols + square // self.rows for square in move)
        return Move(source, target)
