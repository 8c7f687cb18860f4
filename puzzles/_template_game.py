"""Two Frogs: hop toward each other; whoever can no longer hop loses.

The questions to settle before writing code, answered for these frogs; replace the answers with your own.

Position: what must be known to play on, and does the board show who is to move?
    It does not: (player to move, stones), the stones as a str with `x` for the frog of player 1, `o` for that of
    player 2 and `-` elsewhere. Its text is the player, `_` and the stones: `1_x----o`.
Legal: which positions can there be, whether or not the start leads to them?
    Every one with the frog `x` somewhere to the left of the frog `o`, either player to move.
Moves: what may be done, and how is a move written?
    The frog of the player to move hops 1 or 2 stones toward the other, not over it: 1 or 2.
End: when is it over, and who has won, as seen by the player to move?
    When the frogs are side by side: the player to move has lost.
Variants: which sizes or boards are there, and which is small enough for a test?
    Rows of 6 and of 9 stones; both are small.
How many positions does each variant have?
    Two for each pair of stones: 6 stones have 30, 9 have 72. Only those that the start leads to are solved.
Optimization: which positions are equal by symmetry, does each position have a number?
    A position is equal to its mirror image with the players exchanged; that is left out here.
Known results: what is known or published that the results can be compared with?
    A game of taking 1 or 2 from a heap, here the stones between the frogs, is lost when 3 divides the heap
    (E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, 1982).
"""

from perfect_play.puzzles import Board, Game, IllegalPosition, MalformedPosition, Turn, Value, Variant

Position = tuple[Turn, str]


class TemplateGame(Game):
    id = "templategame"  # without this line, the name of the file
    name = "Two Frogs"
    description = "Hop toward the other frog; the last who can hop wins."
    instructions = "On your turn, hop your frog **one or two** stones toward the other. Whoever cannot hop has lost."
    author = "You"
    date_created = "2026-11-21"
    variants = (Variant("6", "6 stones", (6,), testing=True), Variant("9", "9 stones", (9,)))

    def prepare(self, stones: int) -> None:
        self.stones = stones

    def start(self) -> Position:
        return (1, "x" + "-" * (self.stones - 2) + "o")

    def moves(self, position: Position) -> list[int]:
        between = position[1].index("o") - position[1].index("x") - 1
        return [hop for hop in (1, 2) if hop <= between]

    def do_move(self, position: Position, move: int) -> Position:
        turn, stones = position
        left, right = stones.index("x"), stones.index("o")
        return (2, self._row(left + move, right)) if turn == 1 else (1, self._row(left, right - move))

    def _row(self, left: int, right: int) -> str:
        return "".join("x" if stone == left else "o" if stone == right else "-" for stone in range(self.stones))

    def primitive(self, position: Position) -> Value | None:
        """LOSE for the player to move, who cannot hop once the frogs are side by side."""
        return Value.LOSE if "xo" in position[1] else None

    def format(self, position: Position) -> str:
        return f"{position[0]}_{position[1]}"

    def parse(self, text: str) -> Position:
        if text[:2] not in ("1_", "2_") or len(text) != 2 + self.stones or set(text[2:]) - set("xo-"):
            raise MalformedPosition(f"{text!r}: expected '1_' or '2_', then {self.stones} of 'x', 'o' and '-'.")
        return self.from_board(text[2:], 1 if text[0] == "1" else 2)

    def from_board(self, cells: str, turn: Turn) -> Position:
        if len(cells) != self.stones or cells.replace("-", "") != "xo":
            raise IllegalPosition(f"{cells!r}: expected one 'x' and, to the right of it, one 'o'.")
        return (turn, cells)

    def board(self, position: Position) -> Board:
        return Board(1, self.stones, position[1])
