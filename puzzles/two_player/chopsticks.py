"""Chopsticks: tap a hand with one of yours, which adds as many fingers to it, until a player is out of hands.

A position's text is the player to move, `_`, and how many fingers player 1's left and right hand show, then player 2's:
`1_1111`. A hand of five or more is out and shows none; there is no remainder. All numbers up to four are legal, with
either player to move. Play that never ends is a draw.

The four variants are those of GamesmanClassic, with its names. From the start, play reaches 1,004, 1,070, 1,116 and
1,198 positions. The second player wins variant `2` in 26 moves; the others are draws (GamesmanClassic).
"""

from perfect_play.puzzles import (
    EMPTY,
    LOST,
    ONGOING,
    WON,
    Add,
    Button,
    MalformedPosition,
    Move,
    Variant,
    read_turn,
    short,
)
from perfect_play.puzzles.boards import MORE, BoardGame, Cells, Layout, Moves, Position, add, parts_of, step

HANDS, FINGERS = 4, 4


class Chopsticks(BoardGame):
    name = "Chopsticks"
    also_called = ("Finger Chess", "Splits")
    description = "Tap the other player's hands until both are out."
    instructions = """Each hand begins with one finger. On your turn, **tap** one of the other player's hands with one
        of yours, which adds as many fingers to it as yours shows. At **five or more**, a hand is **out**. Or
        **transfer** fingers from one of your hands to the other, up to four on a hand; a hand that is out can come back
        that way. In the variants with passing, you may also **pass** (where full transfers are not allowed, only while
        both your hands are in), and transfer so that your hands merely **trade places**; in those with full transfers,
        transfer **all the fingers** of a hand. Whoever has **both hands out** loses."""
    author = "Traditional; played by children in Japan and elsewhere"
    variants = (
        Variant("0", "Standard: neither passing nor full transfers", (False, False), testing=True, positions=225),
        Variant("1", "Passing, and transfers that only swap hands", (True, False), testing=True, positions=225),
        Variant("2", "Full transfers", (False, True), testing=True, positions=225),
        Variant("3", "Passing, swapping and full transfers", (True, True), testing=True, positions=225),
    )
    pieces = other_side = "1234"
    setup = "1111"
    counts = dict.fromkeys(pieces, range(HANDS + 1))
    rows, cols = 1, HANDS
    # A row for each player's hands, then a row of buttons for each number of fingers that a hand can pass on.
    layout = Layout(3 + FINGERS, HANDS, (0, 1, HANDS, HANDS + 1))
    symmetries = ((1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2))
    exchanged_cells = (2, 3, 0, 1)

    def prepare(self, passing: bool, full: bool) -> None:
        self.passing, self.full = int(passing), int(full)

    def format(self, position: Position) -> str:
        """The player and the fingers on each hand."""
        return super().format(position).replace(EMPTY, "0")

    def parse(self, text: str) -> Position:
        """Reads the player and the fingers."""
        turn, hands = read_turn(text, limit=2 + HANDS)
        if len(hands) != HANDS or set(hands) - set("0" + self.pieces):
            raise MalformedPosition(f"{short(text)}: expected a player, '_' and {HANDS} digits up to {FINGERS}.")
        return self.read(hands.replace("0", EMPTY), turn)

    def format_move(self, position: Position, move: int) -> str:
        """The player's own hand and the other's for a tap; the hand and the number of fingers for a transfer."""
        fingers, source, target = parts_of(move)
        return "LR"[source % 2] + (str(fingers) if source // 2 == target // 2 else "LR"[target % 2])

    def button(self, position: Position, move: int) -> Button:
        """An arrow for a tap, a number below the hand for a transfer."""
        fingers, source, target = parts_of(move)
        if source // 2 == target // 2:
            return Add(str(fingers), HANDS * (2 + fingers) + source)
        return Move(self.layout.places[source], self.layout.places[target])


def list_moves(cells: Cells, turn: int, moves: Moves, passing: int, full: int) -> int:
    first_hand, count = 2 * turn - 2, 0
    for source in (first_hand, first_hand + 1):
        for target in (2 - first_hand, 3 - first_hand):
            if cells[source] > 0 and cells[target] > 0:
                count = add(moves, count, step(source, target))
        target = 2 * first_hand + 1 - source
        for fingers in range(1, cells[source] + 1):
            after = cells[source] - fingers
            if cells[target] + fingers <= FINGERS and (after > 0 or full) and (after != cells[target] or passing):
                count = add(moves, count, MORE * fingers + step(source, target))
    if passing and (full or (cells[first_hand] > 0 and cells[first_hand + 1] > 0)):
        count = add(moves, count, step(first_hand, first_hand + 1))
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    fingers, source, target = parts_of(move)
    if source // 2 == target // 2:
        cells[source] -= fingers
        cells[target] += fingers
    else:
        cells[target] += cells[source]
        if cells[target] > FINGERS:
            cells[target] = 0
    return 3 - turn


def outcome(cells: Cells, turn: int) -> int:
    first_hand = 2 * turn - 2
    if cells[first_hand] + cells[first_hand + 1] == 0:
        return LOST
    return WON if cells[2 - first_hand] + cells[3 - first_hand] == 0 else ONGOING
