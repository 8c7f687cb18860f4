"""N Queens: place n queens on an n x n board so that none attacks another.

A position is a str with one character per square, row by row from the top left: `Q` a queen, `-` an
empty square. Every board on which no queen attacks another is legal (so there are never more than
n queens); boards that cannot be completed are lost.

The text is the position itself: the start on 4 x 4 is `----------------`. A rank has a digit for each
row, the top one first: 0 if the row is empty, else the column of its queen, from 1.
"""

from perfect_play.puzzles import Add, IllegalPosition, OwnText, Searchable, all_images, cell_name, check_text, rays
from perfect_play.puzzles.values import Kernel, Room, Value, Variant


def _variant(side: int, positions: int) -> Variant:
    return Variant(str(side), f"{side} Boards", (side,), testing=side <= 6, positions=positions)


class NQueens(OwnText, Searchable):
    name = "N Queens Puzzle"
    opens = "8"
    also_called = ("Eight queens", "8 queens")
    description = "Place as many queens as the board has rows, so that none attacks another."
    instructions = """Place a queen on any square that no other queen attacks: not in the row, the column or a
        diagonal of one. The puzzle is solved when there are as many queens as rows. A queen, once placed, stays."""
    author = "Max Bezzel"
    date_created = "1848"
    variants = (
        _variant(4, 6),
        _variant(5, 42),
        _variant(6, 36),
        _variant(7, 576),
        _variant(8, 2469),
        _variant(9, 17_934),
    )

    dense = False

    def prepare(self, side: int) -> None:
        self.side = self.cols = side
        self.squares: int = side**2
        self.size = (side + 1) ** side
        self._attacked = [self._attacked_from(square) for square in range(self.squares)]

    def _attacked_from(self, square: int) -> frozenset[int]:
        """The squares that a queen on `square` attacks, and the square itself."""
        return frozenset([square]).union(*rays(square, self.side, self.side))

    def start(self) -> str:
        return "-" * self.squares

    def moves(self, position: str) -> list[int]:
        """The squares that no queen attacks, row by row."""
        queens = _queens(position)
        return [square for square, attacked in enumerate(self._attacked) if attacked.isdisjoint(queens)]

    def do_move(self, position: str, move: int) -> str:
        return f"{position[:move]}Q{position[move + 1 :]}"

    def parents(self, position: str) -> list[str]:
        """The boards with one queen fewer."""
        return [f"{position[:queen]}-{position[queen + 1 :]}" for queen in _queens(position)]

    def primitive(self, position: str) -> Value | None:
        return Value.WIN if position.count("Q") == self.side else None

    def solutions(self) -> list[str]:
        """Fills the rows from the top, as every solution has one queen in each row."""
        sets: list[tuple[int, ...]] = [()]
        for row in range(self.side):
            squares = range(row * self.side, (row + 1) * self.side)
            sets = [
                (*queens, square) for queens in sets for square in squares if self._attacked[square].isdisjoint(queens)
            ]
        return ["".join("Q" if square in queens else "-" for square in range(self.squares)) for queens in sets]

    def heuristic(self, position: str) -> int:
        """The number of queens still missing."""
        return self.side - position.count("Q")

    def parse(self, text: str) -> str:
        check_text(text, self.squares, "Q-", f"{self.squares} characters, each 'Q' (a queen) or '-'")
        queens = set(_queens(text))
        for queen in queens:
            if len(queens & self._attacked[queen]) > 1:
                raise IllegalPosition(f"{text!r}: the queen on {self.format_move(text, queen)} attacks another.")
        return text

    def format_move(self, position: str, move: int) -> str:
        return cell_name(move, self.side, self.side)

    def images(self, position: str) -> list[str]:
        """The eight symmetries of the square."""
        return all_images(position, self.side)

    def rank(self, position: str) -> int:
        number = 0
        for row in range(0, self.squares, self.side):
            number = number * (self.side + 1) + position[row : row + self.side].find("Q") + 1
        return number

    def unrank(self, number: int) -> str:
        rows = []
        for _ in range(self.side):
            number, queen = divmod(number, self.side + 1)
            rows.append("".join("Q" if col == queen else "-" for col in range(1, self.side + 1)))
        return "".join(reversed(rows))

    def kernel(self) -> Kernel:
        return Kernel(_children, self.squares, (self.side,), parents=_parents)

    def button(self, position: str, move: int) -> Add:
        return Add("h", move)


def _queens(position: str) -> list[int]:
    """The squares with a queen."""
    return [square for square, char in enumerate(position) if char == "Q"]


def _children(number: int, out: Room, scratch: Room, side: int) -> int:
    """`moves` and `do_move` over ranks: in every empty row, the columns that no queen attacks."""
    remainder = number
    for row in range(side):  # from the bottom: the last digit is the last row
        scratch[row] = remainder % (side + 1)
        remainder //= side + 1
    count, digit = 0, 1
    for row in range(side):
        if scratch[row] == 0:
            attacked = 0
            for second in range(side):
                if scratch[second]:
                    queen, away = 1 << (side + scratch[second]), abs(row - second)
                    attacked |= queen | queen << away | queen >> away
            for col in range(1, side + 1):
                if not attacked >> (side + col) & 1:
                    out[count] = number + col * digit
                    count += 1
        digit *= side + 1
    return count


def _parents(number: int, out: Room, scratch: Room, side: int) -> int:
    """`parents` over ranks: sets one nonzero digit to 0."""
    count, digit, remainder = 0, 1, number
    for _ in range(side):
        if remainder % (side + 1):
            out[count] = number - remainder % (side + 1) * digit
            count += 1
        remainder //= side + 1
        digit *= side + 1
    return count
