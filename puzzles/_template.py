"""Frog on a Path: bring the frog to the last stone.

The questions to settle before writing code, answered for this frog; replace the answers with your own.

Position: what must be known to play on? It is one plain value: an int, a str, a tuple.
    An int, the stone the frog sits on, from 0. Its text has one character per stone, `f` for the frog and `-`
    elsewhere: `f----`.
Legal: which positions can there be, whether or not the start leads to them?
    Every stone.
Moves: what may be done, and how is a move written?
    The frog hops one stone to the left, -1, or two to the right, 2.
End: when is it solved, when lost?
    Solved on the last stone. Never lost by rule; a dead end needs no mention.
Variants: which sizes or boards are there, and which is small enough for a test?
    Paths of 5 and of 8 stones; both are small.
How many positions does each variant have?
    As many as stones.
Optimization: which positions are equal by symmetry, can moves be undone, does each position have a number?
    None are equal. No hop undoes a hop, but `parents` knows where the frog came from. The stone is the number.
Known results: what is known or published that the results can be compared with?
    Five stones take two hops; eight take five, four to the right and one to the left.
"""

from perfect_play.puzzles import IllegalPosition, Puzzle, Value, Variant, check_text


class Template(Puzzle):
    id = "template"  # without this line, the name of the file
    name = "Frog on a Path"
    description = "Bring the frog to the last stone."
    instructions = "The frog hops **one** stone to the left or **two** to the right. Reach the last stone."
    author = "You"
    date_created = "2026-11-21"
    variants = (Variant("5", "5 stones", (5,), testing=True), Variant("8", "8 stones", (8,)))

    def prepare(self, stones: int) -> None:
        self.stones = stones

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> list[int]:
        return [hop for hop in (2, -1) if 0 <= position + hop < self.stones]

    def do_move(self, position: int, move: int) -> int:
        return position + move

    def primitive(self, position: int) -> Value | None:
        return Value.WIN if position == self.stones - 1 else None

    def format(self, position: int) -> str:
        return "-" * position + "f" + "-" * (self.stones - 1 - position)

    def parse(self, text: str) -> int:
        check_text(text, self.stones, "f-", f"{self.stones} characters, each 'f' or '-'")
        if text.count("f") != 1:
            raise IllegalPosition(f"{text!r}: expected exactly one frog 'f'.")
        return text.index("f")

    # Optional. With these two, every stone has an answer, not only those the start reaches.

    def solutions(self) -> list[int]:
        return [self.stones - 1]

    def parents(self, position: int) -> list[int]:
        return [position - hop for hop in (2, -1) if 0 <= position - hop < self.stones]
