"""Answers for games that ask to be searched position by position: the native search that proves values.

The answer is exact or none. If the search does not end within its budget, the answer says what it has proved so far.
Results are remembered, and in the service's memory that of a best reply, for whoever goes on to the position.
"""

from __future__ import annotations

import random
from collections.abc import Container, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cachetools import LRUCache

from perfect_play.puzzles.base import Game, Position, Rules, Value
from perfect_play.solvers.budget import within
from perfect_play.solvers.proving.opening_book import Book, key_of, path_of, read_book, search_kernel_of
from perfect_play.solvers.result import Result, result
from perfect_play.solvers.tables.sealed_file import BadFile
from perfect_play.solvers.untabled.native_solver import SinglePositions, unproved

if TYPE_CHECKING:
    from perfect_play.solvers.proving.prover import Prover

SOON = 24  # the most moves left in positions whose search is almost instant
VARIANTS = 24  # whose searches are kept, with transposition tables of 2 MiB, and books


class ProvingSearch(SinglePositions["Prover"]):
    """Exact results of single positions of games that have a search kernel. Threads may share it."""

    kind = Game
    name = "proving search"
    capacity = VARIANTS

    def __init__(self, data_dir: Path) -> None:
        super().__init__(data_dir)
        self._books = LRUCache[str, tuple[Book | None, str]](VARIANTS)

    @classmethod
    def answers(cls, rules: Rules) -> bool:
        """Whether the game has a search kernel."""
        return isinstance(rules, Game) and rules.search_kernel() is not None

    @classmethod
    def replaces_table(cls, rules: Rules) -> bool:
        """Whether it answers in place of a table."""
        return isinstance(rules, Game) and rules.untabled

    def is_immediate(self, rules: Game, position: Position) -> bool:
        """Whether the result is known, or the search is compiled and soon ends."""
        soon = self.cached(rules) is not None and _moves_left(rules, position) <= SOON
        return soon or self._at_once(rules, position) is not None

    def draw(self, rules: Game, rng: random.Random) -> Position:
        """A position in the later half of a game of random moves, before the move that ends it."""
        last = search_kernel_of(rules).last
        moves = rng.randrange(last // 2, last)
        position = rules.start()
        for _ in range(moves):
            children = [child for child in rules.children(position) if rules.primitive(child) is None]
            if not children:
                break
            position = rng.choice(children)
        return position

    def draw_with(self, rules: Game, rng: random.Random, remotenesses: Container[int]) -> Position:
        """As for all games, but compiles the search first."""
        self.search(rules)
        return super().draw_with(rules, rng, remotenesses)

    def _at_once(self, rules: Game, position: Position) -> Result | None:
        """The result if no search is needed: at the end, a move before a win, in the book, or remembered. Else None."""
        answer = super()._at_once(rules, position)
        if answer is not None:
            return answer
        book, _ = self._book(rules)
        score = book.score(key_of(rules, position)) if book else None
        if score is not None:
            return _result(score, _moves_left(rules, position))
        values = [rules.primitive(child) for child in rules.children(position)]
        return result(Value.WIN, 1) if Value.LOSE in values else None

    def probe_children(self, rules: Game, position: Position, children: Sequence[Position]) -> list[Result]:
        """As for all games, but first finds a best move where the book has the position's score and none of a child."""
        if position not in children:
            self._find_reply(rules, position, children)
        return super().probe_children(rules, position, children)

    def _find_reply(self, rules: Game, position: Position, children: Sequence[Position]) -> None:
        """Remember the result of a best reply, unless one is known: the book may have led somebody here to win."""
        book, _ = self._book(rules)
        score = book.score(key_of(rules, position)) if book else None
        if score is None or score < 0:  # after a loss, every move loses
            return
        expected = _result(-score, _moves_left(rules, position) - 1)
        if expected in [self._at_once(rules, child) for child in children]:
            return
        prover = self.search(rules)
        with within(self.seconds), self.limiter:
            low, high = prover.bounds(position, known_score=score)
        reply = prover.reply(position)
        if low == high and reply is not None:
            self.memory.put(rules, reply, self.facts.remember(rules, reply, expected))

    def _search(self, rules: Game, position: Position, prover: Prover) -> Result:
        with self.limiter:
            low, high = prover.bounds(position)
        moves_left = _moves_left(rules, position)
        if low < high:
            raise unproved(rules, position, _proved(low, high, moves_left), prover.fault)
        answer = _result(low, moves_left)
        reply = prover.reply(position)
        if reply is not None:
            self.memory.put(rules, reply, _result(-low, moves_left - 1))
        return answer

    def make(self, rules: Game) -> Prover:
        """A new search. Imports the compiler, which takes half a second."""
        from perfect_play.solvers.proving.prover import Prover

        book, fault = self._book(rules)
        return Prover(rules, self.data_dir, book=book, fault=fault)

    def _book(self, rules: Game) -> tuple[Book | None, str]:
        """A variant's book, if there is a sound one; otherwise why it is not used, if there is one."""
        with self._lock:
            entry = self._books.get(rules.full_id)
        if entry is None:
            entry = None, ""
            try:
                entry = read_book(path_of(rules, self.data_dir), rules), ""
            except FileNotFoundError:
                pass
            except BadFile as error:
                entry = None, error.sentence
            with self._lock:
                self._books[rules.full_id] = entry
        return entry


def _moves_left(rules: Game, position: Position) -> int:
    """The greatest number of moves that can still be made."""
    kernel = search_kernel_of(rules)
    return kernel.last - kernel.words(position)[2]


def _result(score: int, moves_left: int) -> Result:
    """The result that a score stands for, with at most `moves_left` moves to the end."""
    value = Value.TIE if score == 0 else Value.WIN if score > 0 else Value.LOSE
    return result(value, _moves(score, moves_left))


def _moves(score: int, moves_left: int) -> int:
    """The number of moves after which a game with this score ends, if there are at most `moves_left` more."""
    return moves_left if score == 0 else moves_left + 1 - abs(score)


def _proved(low: int, high: int, moves_left: int) -> list[str]:
    """What the bounds of a score say."""
    if low > 0:
        return [f"a win in at most {_moves(low, moves_left)} moves"]
    if high < 0:
        return [f"a loss in at least {_moves(low, moves_left)} moves"]
    parts = []
    if low == 0:
        parts.append("at least a tie")
    elif low > 1 - moves_left:
        parts.append(f"no loss in fewer than {_moves(low, moves_left)} moves")
    parts.append("at most a tie" if high == 0 else f"no win in fewer than {_moves(high, moves_left)} moves")
    return parts
