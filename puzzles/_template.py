"""A tiny puzzle that passes every check: copy me to `one_player/<id>.py` and change me.

Frog on a path: a frog sits on one of n stones and hops one stone left or two stones right;
it wants to reach the last stone.

A position is an int, the stone the frog sits on, from 0. Every stone is a legal position.
Its text is one character a stone, `f` for the frog and `-` elsewhere: `f----`.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.base import IllegalPosition, MalformedPosition, Puzzle, Value, Variant


class Template(Puzzle):
    id = "template"
    name = "Frog on a Path"
    description = "Bring the frog to the last stone."
    instructions = "The frog hops **one** stone to the left or **two** to the right. Reach the last stone."
    author = "You"
    date_created = "2026-11-21"
    variants = (Variant("5", "5 stones", (5,), testing=True), Variant("8", "8 stones", (8,)))

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.stones: int = variant.options[0]

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterable[int]:
        return [hop for hop in (2, -1) if 0 <= position + hop < self.stones]

    def do_move(self, position: int, move: int) -> int:
        return position + move

    def primitive(self, position: int) -> Value | None:
        return Value.WIN if position == self.stones - 1 else None

    def format(self, position: int) -> str:
        return "-" * position + "f" + "-" * (self.stones - 1 - position)

    def parse(self, text: str) -> int:
        if len(text) != self.stones or set(text) - set("f-"):
            raise MalformedPosition(f"{text!r}: expected {self.stones} characters, each 'f' or '-'.")
        if text.count("f") != 1:
            raise IllegalPosition(f"{text!r}: expected exactly one frog 'f'.")
        return text.index("f")

    # Optional. With these two, every stone has an answer, not only those the start reaches.

    def solutions(self) -> Iterable[int]:
        return [self.stones - 1]

    def parents(self, position: int) -> Iterable[int]:
        return [position - hop for hop in (2, -1) if 0 <= position - hop < self.stones]
