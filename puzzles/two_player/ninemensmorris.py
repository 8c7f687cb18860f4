"""Nine Men's Morris and Six Men's Morris: place men, then move them; three in a row take an enemy man.

The points are numbered row by row from the top left, from 0. A position's text is the player, `_`, the points, then the
men in hand of White (player 1) and Black, as two digits; once all men have been placed they are `--`.

A placement is legal if play can lead to its numbers of men on the board and in hand. While there are men in hand, their
numbers show who is to move. Play that never ends is a draw.

As in GamesmanClassic, a man in hand must be placed; a man that closes two mills takes only one enemy man, and none if
there is none on the board; and once all men have been placed, the player to move loses if either side has fewer than
three. In Six Men's Morris, the lines between the squares make no mill; its play reaches 42,372,745 positions, with
flying 42,383,945 (Liou, 2026). That game is a draw (GamesmanClassic), and so is Nine Men's Morris (R. Gasser, "Solving
nine men's morris", Computational Intelligence 12, 1996). The materials that play reaches in the latter are those of
G. E. Gevay and G. Danner, "Calculating ultrastrong and extended solutions for nine men's morris, Morabaraba, and Lasker
morris", IEEE TCIAIG 8, 2016. The game on one square is not a published game, but a small one for trying out the same
rules.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from perfect_play.puzzles import (
    EMPTY,
    LOST,
    NEXT,
    ONGOING,
    VOID,
    Add,
    Board,
    Button,
    Move,
    Notation,
    Variant,
    read_turn,
)
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, short
from perfect_play.puzzles.boards import BoardGame, Position, count_of, make_step, unmake_step
from perfect_play.puzzles.boards.moves import MORE, Cells, Moves, Rows, add, parts_of, step

# The squares, the outermost first, each clockwise from its top left corner.
ONE_SQUARE = ((0, 1, 2, 4, 7, 6, 5, 3),)
TWO = ((0, 1, 2, 9, 15, 14, 13, 6), (3, 4, 5, 8, 12, 11, 10, 7))
THREE = ((0, 1, 2, 14, 23, 22, 21, 9), (3, 4, 5, 13, 20, 19, 18, 10), (6, 7, 8, 12, 17, 16, 15, 11))
MIN_MEN = 3
"""Once all men have been placed, a player with fewer loses, and one with just as many may fly."""
SOURCES = 4
"""A point has at most this many neighbors, and a player who may fly has fewer men."""


def read_sanmill(rules: "NineMensMorris", text: str) -> Position | None:
    """`O@******/********/******** w p p 1 8 1 8`: the squares from the inner one, each clockwise from its top.

    Then the player, the phase, the action, and the men on the board and in hand of both players.
    """
    parsed = re.fullmatch(r"([O@*X/]{26}) ([wb]) ([a-z]) ([a-z]) ([0-9]) ([0-9]) ([0-9]) ([0-9])(?: .*)?", text)
    if not parsed or rules.cols != len(THREE) * 8:
        return None
    rings = parsed[1].split("/")
    if [len(ring) for ring in rings] != [8, 8, 8] or "X" in parsed[1]:
        raise MalformedPosition(f"{short(text)}: expected three squares of 8 points O, @ or *.")
    if parsed[4] == "r":
        raise IllegalPosition(
            f"{short(text)}: a man is still to be taken. Here that is part of the move that closes a mill."
        )
    cells = [EMPTY] * rules.cols
    for square, ring in zip(reversed(THREE), rings, strict=True):
        for place, char in enumerate(ring, start=1):
            cells[square[place % 8]] = {"O": "W", "@": "B", "*": EMPTY}[char]
    if [cells.count("W"), cells.count("B")] != [int(parsed[5]), int(parsed[7])]:
        raise IllegalPosition(f"{short(text)}: it says that {parsed[5]} men O and {parsed[7]} men @ are on the board.")
    hands = f"{parsed[6]}{parsed[8]}".replace("00", "--")
    return rules.parse(f"{1 if parsed[2] == 'w' else 2}_{''.join(cells)}{hands}")


class NineMensMorris(BoardGame):
    name = "Nine Men's Morris"
    also_called = ("Mill", "Mills", "Merels", "Six Men's Morris")
    description = "Line up three men to take an enemy man, until fewer than three are left."
    instructions = """In turn, **place** your men on empty points; `W` begins. When all have been placed, **move** a man
        along a line to the next point, if it is empty. In Nine Men's Morris, and in Six Men's Morris if its name says
        so, whoever has only three men left may **fly** with them to any empty point. Three men in a row along a line
        are a **mill**: if you close one, **take** an enemy man, but from a mill only if all enemy men are in mills. You
        win when the other player has **fewer than three** men, or **cannot move**."""
    author = "Traditional; known in the Roman Empire"
    date_created = "Before the first century"
    variants = (
        Variant("3mmNoFly", "Three men, one square", (ONE_SQUARE, 3, False), testing=True, positions=437),
        Variant("6mmNoFly", "Six Men's Morris", (TWO, 6, False), presolve=False, positions=3_178_119),
        Variant("6mm", "Six Men's Morris, flying", (TWO, 6, True), presolve=False, positions=3_178_119),
        Variant("regular", "Nine Men's Morris", (THREE, 9, True), presolve=False, positions=28_178_341_754),
    )
    notations = (Notation("Sanmill's FEN", "O@******/********/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 1", read_sanmill),)
    stuck = LOST
    pieces, other_side = "WB", "BW"
    exchanged_extras = (1, 0)
    numbered_from = 0
    rows = 1

    def prepare(self, squares: tuple[tuple[int, ...], ...], men: int, flying: bool) -> None:
        self.men, self.flying = men, flying
        self.cols = 8 * len(squares)
        self.counts = {piece: range(men + 1) for piece in "WB"}
        self.extras = (range(men + 1), range(men + 1))
        places = {point: (ring, i) for ring, square in enumerate(squares) for i, point in enumerate(square)}
        spokes = [tuple(square[i] for square in squares) for i in range(1, 8, 2)]
        sides = [tuple(square[(i + j) % 8] for j in range(3)) for square in squares for i in range(0, 8, 2)]
        lines = sides + spokes
        joined = {frozenset(pair) for line in lines for pair in pairwise(line)}
        points = range(self.cols)
        self.neighbors = tuple(tuple(b for b in points if frozenset((a, b)) in joined) for a in points)
        # For each point, the other two points of each of its mills, one after another.
        mills = [line for line in lines if len(line) == 3]
        self.mills = tuple(
            tuple(mate for mill in mills if point in mill for mate in mill if mate != point) for point in points
        )
        self.symmetries = [
            tuple(
                squares[-1 - ring if inside_out else ring][(turned + direction * i) % 8]
                for ring, i in map(places.__getitem__, points)
            )
            for turned in range(0, 8, 2)
            for direction in (1, -1)
            for inside_out in (False, True)
        ]
        self.setup = f"{'-' * self.cols}{men}{men}"

    def materials(self) -> Iterator[tuple[Turn, tuple[int, ...], tuple[int, ...]]]:
        """All that play can lead to; a player with at least three men may close a mill."""
        waiting: list[tuple[Turn, tuple[int, ...], tuple[int, ...]]] = [(1, (0, 0), (self.men, self.men))]
        materials = set(waiting)
        for turn, men, hands in waiting:
            player, opponent = turn - 1, 2 - turn
            after, held = list(men), list(hands)
            if any(hands):
                after[player] += 1
                held[player] -= 1
            elif min(men) < MIN_MEN:
                continue
            for captures in (0, 1) if after[player] >= MIN_MEN and after[opponent] > 0 else (0,):
                after[opponent] -= captures
                child = (NEXT[turn], tuple(after), tuple(held))
                if child not in materials:
                    materials.add(child)
                    waiting.append(child)
        yield from materials

    def tier(self, white: int, black: int, white_hand: int, black_hand: int) -> tuple[int, int, int]:
        """The numbers of men placed and taken, and the difference between the players' numbers."""
        held = white_hand + black_hand
        return 2 * self.men - held, 2 * self.men - held - white - black, abs(white - black)

    unmake_move = unmake_step

    def format(self, position: Position) -> str:
        """The player, `_`, the points, and the men in hand."""
        return f"{position[0]}_{_spaced(position[1])}"

    def parse(self, text: str) -> Position:
        """Reads the player, the points and the men in hand."""
        turn, cells = read_turn(text, limit=2 + self.cols + 2)
        return self._read(cells, turn)

    def from_board(self, cells: str, turn: Turn) -> Position:
        """Reads as `parse` does, without the cells that only carry buttons."""
        return self._read(cells[: self.cols + 2], turn)

    def _read(self, cells: str, turn: Turn) -> Position:
        if cells[self.cols :] == "00":
            raise MalformedPosition(f"{short(cells)}: expected '--' for the men in hand once all have been placed.")
        return self.read(cells[: self.cols] + cells[self.cols :].replace("--", "00"), turn)

    def board(self, position: Position) -> Board:
        """The points and the men in hand; then cells that only carry the buttons of moves that take a man."""
        return Board(1, self.cols + 2 + SOURCES * self.cols, _spaced(position[1]) + VOID * SOURCES * self.cols)

    def format_move(self, position: Position, move: int) -> str:
        """The points, numbered from 0; `r` and a point where a man is taken."""
        captured = parts_of(move)[0]
        return super().format_move(position, move) + (f"r{captured - 1}" if captured else "")

    def button(self, position: Position, move: int) -> Button:
        """If a man is taken, an arrow from it to where one is placed, or else to a cell that stands for the move."""
        turn, cells = position
        captured, source, target = parts_of(move)
        if not captured:
            return Move(source, target) if source >= 0 else Add(self.pieces[turn - 1], target)
        if source < 0:
            return Move(captured - 1, target)
        own_points = [cell for cell in range(self.cols) if cells[cell] == self.pieces[turn - 1]]
        sources = own_points if self.flying and len(own_points) <= MIN_MEN else self.neighbors[target]
        return Move(captured - 1, self.cols + 2 + SOURCES * target + sources.index(source))


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, mills: Rows, flying: int) -> int:
    points, count = len(neighbors), 0
    placing, own_count = cells[points] + cells[points + 1] > 0, count_of(cells, points, turn)
    for target in range(points):
        if cells[target] == 0:
            if placing:
                count = add_moves(cells, turn, -1, target, moves, count, mills)
            elif flying and own_count <= MIN_MEN:
                for source in range(points):
                    if cells[source] == turn:
                        count = add_moves(cells, turn, source, target, moves, count, mills)
            else:
                for source in neighbors[target]:
                    if cells[source] == turn:
                        count = add_moves(cells, turn, source, target, moves, count, mills)
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    captured, source, _ = parts_of(move)
    if source < 0:
        cells[len(cells) - 3 + turn] -= 1
    if captured > 0:
        cells[captured - 1] = 0
    return make_step(cells, turn, move)


def outcome(cells: Cells, turn: int, neighbors: Rows) -> int:
    points = len(neighbors)
    if cells[points] + cells[points + 1] > 0:
        return ONGOING
    return LOST if count_of(cells, points, 1) < MIN_MEN or count_of(cells, points, 2) < MIN_MEN else ONGOING


def list_unmoves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, mills: Rows, flying: int) -> int:
    points, count = len(neighbors), 0
    if cells[points] + cells[points + 1] > 0:
        return 0
    opponent_count = count_of(cells, points, 3 - turn)
    for cell in range(points):
        if cells[cell] == 3 - turn and not closes_mill(cells, 3 - turn, -1, cell, mills):
            if flying and opponent_count <= MIN_MEN:
                for source in range(points):
                    if cells[source] == 0:
                        count = add(moves, count, step(source, cell))
            else:
                for source in neighbors[cell]:
                    if cells[source] == 0:
                        count = add(moves, count, step(source, cell))
    return count


def add_moves(cells: Cells, turn: int, source: int, target: int, moves: Moves, count: int, mills: Rows) -> int:
    """Write a move to `moves`, from moves[count] on, once for each man it can take; returns the new count."""
    move, before = step(source, target), count
    if closes_mill(cells, turn, source, target, mills):
        for even_in_mills in range(2):
            for cell in range(len(mills)):
                if cells[cell] == 3 - turn and (even_in_mills or not closes_mill(cells, 3 - turn, -1, cell, mills)):
                    count = add(moves, count, MORE * (cell + 1) + move)
            if count > before:
                return count
    return add(moves, count, move)


def closes_mill(cells: Cells, turn: int, source: int, target: int, mills: Rows) -> bool:
    """Whether this player's man makes a mill on `target`, after it has left `source`."""
    partners = mills[target]
    for i in range(0, len(partners), 2):
        a, b = partners[i], partners[i + 1]
        if cells[a] == turn and cells[b] == turn and a != source and b != source:
            return True
    return False


def _spaced(cells: str) -> str:
    return cells[:-2] + "--" if cells.endswith("00") else cells
