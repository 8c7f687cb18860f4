"""Answers for board games without a table: each position is searched on request, natively, from the game's own rules.

The answer is exact or none: a search that does not end within its budget says what it has proved so far. Where play can
go on forever, a draw is found only if everything that the position leads to can be explored.
"""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cachetools import LRUCache

from perfect_play.puzzles.base import Rules, Value
from perfect_play.puzzles.boards.game import BoardGame, Position
from perfect_play.puzzles.turns import NEXT
from perfect_play.solvers.budget import seconds_left, within
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.result import Result, result
from perfect_play.solvers.tables.reader import build_command
from perfect_play.solvers.untabled.exploration import NotExplored
from perfect_play.solvers.untabled.native_solver import SinglePositions, unproved

if TYPE_CHECKING:
    from perfect_play.solvers.proving.board_prover import BoardProver, Proof

TABLES = 6  # variants whose transposition tables are kept, of 32 MiB or a little more each
PROVING = 0.7  # share of the time for the proof, the rest being for exploring all that the position leads to
LONGEST = 200  # moves of a game at random
LAST = 4  # the most moves from the end of such a game to a position that is drawn
GLANCE = 0.05  # seconds for a position that shows which remotenesses are usual


class RecentProvers(LRUCache[str, "BoardProver"]):
    """The searches used last, by variant; others give back the memory of their transposition tables."""

    def popitem(self) -> tuple[str, BoardProver]:
        """Drop the search not used for longest."""
        name, prover = super().popitem()
        prover.clear()
        return name, prover


class SearchedBoards(SinglePositions["BoardProver"]):
    """Exact results of single positions of board games that have no table. Threads may share it."""

    kind = BoardGame
    name = "proving search"

    def __init__(self, data_dir: Path) -> None:
        super().__init__(data_dir)
        self._recent = RecentProvers(TABLES)

    @classmethod
    def answers(cls, rules: Rules) -> bool:
        """Whether the variant is not among those that are solved when the service starts."""
        return isinstance(rules, BoardGame) and not rules.variant.presolve

    @classmethod
    def replaces_table(cls, rules: Rules) -> bool:
        """Whether it answers in place of a table: never, since a table answers at once."""
        return False

    def search(self, rules: BoardGame) -> BoardProver:
        """The search of these rules, whose transposition table is now among those that are kept."""
        prover = super().search(rules)
        with self._lock:
            self._recent[rules.full_id] = prover
        return prover

    def is_immediate(self, rules: BoardGame, position: Position) -> bool:
        """Whether play has ended, or the result is remembered."""
        return self._at_once(rules, position) is not None

    def draw(self, rules: BoardGame, rng: random.Random) -> Position:
        """A position a few moves before the end of a game of random moves."""
        line = [rules.start()]
        while len(line) <= LONGEST:
            children = rules.children(line[-1])
            if not children:
                break
            line.append(rng.choice(children))
        return line[-1 - rng.randint(min(1, len(line) - 1), min(LAST, len(line) - 1))]

    def _sample_remotenesses(self, rules: BoardGame, rng: random.Random) -> tuple[int, ...]:
        """The remotenesses of some drawn positions whose search is almost instant, and 0."""
        remotenesses = {0}
        self.search(rules)
        for _ in range(10):
            with within(GLANCE), suppress(SearchTooLong):
                remotenesses.add(self.probe(rules, self.draw(rules, rng)).remoteness or 0)
        return tuple(sorted(remotenesses))

    def _search(self, rules: BoardGame, position: Position, prover: BoardProver) -> Result:
        with self.limiter, within(PROVING * seconds_left()):
            proof = prover.prove(position)
            moves = prover.moves_to_tie(position) if proof.value is Value.TIE else proof.moves
        if proof.value is not None:
            answer = result(proof.value, moves)
        else:
            try:
                answer = self.explorer.result(rules, position)
            except NotExplored as error:
                command = build_command(rules)
                raise unproved(rules, position, _proved(rules, position, proof), command=command) from error
        if proof.reply is not None and moves is not None:
            same_player = rules.turn(proof.reply) == rules.turn(position)
            self.memory.put(rules, proof.reply, result(Value.WIN if same_player else Value.LOSE, moves - 1))
        return answer

    def make(self, rules: BoardGame) -> BoardProver:
        """A new search. Imports the compiler, which takes half a second."""
        from perfect_play.solvers.proving.board_prover import BoardProver

        return BoardProver(rules, self.data_dir)


def _proved(rules: BoardGame, position: Position, proof: Proof) -> list[str]:
    """What is proved of a position without a value."""
    from perfect_play.solvers.proving.board_loops import FOREVER

    turn = rules.turn(position)
    wins, losses = proof.refuted[turn], proof.refuted[NEXT[turn]]
    parts = []
    if losses > 0:
        parts.append("no loss" if losses == FOREVER else f"no loss in {losses} moves or fewer")
    if wins > 0:
        parts.append("no win" if wins == FOREVER else f"no win in {wins} moves or fewer")
    return parts
