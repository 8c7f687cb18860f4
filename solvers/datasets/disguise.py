"""Disguises: the same game told with another story, other names of cells and pieces, and in another order.

A move is named by what it changes on the board. So what is told is as much of the game as its board shows, and two
tellings of a position differ in names alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import count

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.view import ALPHABET, EMPTY, VOID

STORIES = (
    (
        "ka lo mi ru ta ve no si ba du",
        "On a chain of islands two families put up signs and move them about. {0} and {1} take turns; {2} starts.",
    ),
    (
        "ar ze qu or il xa un ey th om",
        "Two observers, {0} and {1}, mark the stars of a small sky, one after the other. {2} is the first.",
    ),
    (
        "pol fen gar wick holm sted bury den ham ley",
        "In an old museum the keepers {0} and {1} arrange what is shown in the rooms, in turn, {2} first.",
    ),
)
"""For each disguise the syllables of its names, and its beginning: the two players, and the one who begins."""

MANY = 200
"""Names after which they get longer, as there are some thousand short ones."""


class Disguise:
    """One telling of a variant: the story of this number, with names drawn by the seed."""

    def __init__(self, rules: Rules, number: int, seed: int) -> None:
        self._rules = rules
        rng = random.Random(f"{seed} {rules.full_id} {number}")
        syllables, self._story = STORIES[number]
        names = _names(rng, syllables.split())
        start = rules.board(rules.start())
        self._cols = start.cols
        self._sides = next(names), next(names)
        self._cells = [next(names) for _ in range(start.rows * start.cols)]
        self._pieces = {char: next(names).lower() for char in sorted(ALPHABET)} | {EMPTY: "nothing"}
        self._order = rng.sample(range(len(self._cells)), len(self._cells))

    @property
    def rules(self) -> str:
        """The rules in words, with the places as they lie."""
        rules = self._rules
        start = rules.board(rules.start()).cells
        names = [VOID if char == VOID else name for name, char in zip(self._cells, start, strict=True)]
        rows = [" ".join(names[first : first + self._cols]) for first in range(0, len(names), self._cols)]
        story = self._story.format(*self._sides, self._sides[rules.turn(rules.start()) - 1])
        text = re.sub(rf"\b{re.escape(rules.name)}\b", "this game", rules.instructions, flags=re.IGNORECASE)
        text = re.sub(r"`(.)`", lambda match: self._pieces.get(match[1], match[0]), text)
        return "\n".join([story, f"The places, as they lie ({VOID}: none):", *rows, text])

    def side(self, position: Position) -> str:
        """The player to move."""
        return self._sides[self._rules.turn(position) - 1]

    def cells(self, position: Position) -> dict[str, str]:
        """What is where."""
        board = self._rules.board(position).cells
        return {self._cells[cell]: self._pieces[board[cell]] for cell in self._order if board[cell] != VOID}

    def moves(self, position: Position, children: Sequence[Position]) -> list[str]:
        """The names of the moves to these positions, no two alike: each by what it changes."""
        before = self.cells(position)
        names: list[str] = []
        for child in children:
            after = self.cells(child)
            changes = [f"{cell}: {piece}" for cell, piece in after.items() if before.get(cell) != piece]
            name = ", ".join(changes) or "no change"
            names.append(next(each for each in _numbered(name) if each not in names))
        return names


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name} ({number})" for number in count(2))


def _names(rng: random.Random, syllables: Sequence[str]) -> Iterator[str]:
    """Names of two or three syllables, or of more once many are given, in capitals, no two alike."""
    given: set[str] = set()
    while True:
        name = "".join(rng.choice(syllables) for _ in range(rng.choice((2, 3)) + len(given) // MANY)).capitalize()
        if name not in given:
            given.add(name)
            yield name
