"""Opponents of a chosen strength: perfect, wrong at a stated rate, or seeing only a given number of moves ahead.

The service and the terminal choose their moves here. An opponent that sees N moves ahead recognizes every win or loss
within N moves. All other moves look alike to it, so it picks one at random. Where no values are known, it makes the
move that a search to that depth finds by the game's evaluation.
"""

import random
from dataclasses import dataclass
from typing import NamedTuple

from perfect_play.puzzles.base import Game, Move, Position, Puzzle, Rules, RulesError, Value, short
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.alpha_beta import MOST_AHEAD, deepening
from perfect_play.solvers.reports.best_move_report import best_move
from perfect_play.solvers.reports.position import MoveReport, PositionReport, known_report


class BadStrength(RulesError):
    """There is no such strength; the message lists the valid ones."""


@dataclass(frozen=True)
class Strength:
    """How well an opponent plays.

    percent: the percentage of choices in which it makes a best move; in the others it makes another, if there is one.
    depth: how many moves ahead it sees, instead of a percentage; None: to the end.
    """

    percent: int = 100
    depth: int | None = None

    @classmethod
    def parse(cls, text: str) -> "Strength":
        """The strength that a text names: `perfect`, a percentage, or `ahead-N`. Raises BadStrength."""
        if text == "perfect":
            return PERFECT
        kind, number = ("ahead", text[6:]) if text.startswith("ahead-") else ("percent", text)
        minimum, maximum = (1, MOST_AHEAD) if kind == "ahead" else (0, 100)
        if number.isascii() and number.isdecimal() and len(number) <= 3 and minimum <= int(number) <= maximum:
            return cls(depth=int(number)) if kind == "ahead" else cls(int(number))
        raise BadStrength(
            f"{short(text)}: expected perfect; or from 0 to 100, the percentage of choices in which the best move is "
            f"made; or ahead-1 to ahead-{MOST_AHEAD}, the number of moves it sees ahead."
        )


PERFECT = Strength()


@dataclass(frozen=True)
class SearchAllowance:
    """What a search may spend where no values are known. depth: how deep it looks, unless the strength says."""

    depth: int
    nodes: int
    seconds: float


class OpponentMove(NamedTuple):
    """A move, and whether it is known to be one of the best."""

    move: Move
    best: bool


def opponent_move(
    manager: PuzzleManager,
    rules: Rules,
    position: Position,
    strength: Strength,
    rng: random.Random,
    spending: SearchAllowance,
) -> OpponentMove:
    """The move that an opponent of this strength makes in a position that has moves.

    Raises as `best_move` if neither values nor an evaluation is known.
    """
    report = known_report(manager, rules, position)
    if strength.depth is not None:
        move = rng.choice(_best_in_sight(manager, rules, position, report, strength.depth, spending))
        return OpponentMove(move, report is not None and move in best_moves(manager, rules, position, report, spending))
    best = best_moves(manager, rules, position, report, spending)
    moves = [move.move for move in report.moves] if report else list(rules.moves(position))
    alternatives = [move for move in moves if move not in best]
    plays_best = rng.random() * 100 < strength.percent or not alternatives
    return OpponentMove(rng.choice(best if plays_best else alternatives), plays_best)


def best_moves(
    manager: PuzzleManager, rules: Rules, position: Position, report: PositionReport | None, spending: SearchAllowance
) -> list[Move]:
    """All best moves by the report on the position; without one, the best move that a search finds.

    For a puzzle that cannot be solved, these are all moves. Raises as `best_move`.
    """
    if report is not None:
        first = report.moves[0]
        return [move.move for move in report.moves if move.rank == first.rank]
    only_move = best_move(manager, rules, position, spending.depth, spending.nodes, spending.seconds).move
    return list(rules.moves(position)) if only_move is None else [only_move]


def _best_in_sight(
    manager: PuzzleManager,
    rules: Rules,
    position: Position,
    report: PositionReport | None,
    depth: int,
    spending: SearchAllowance,
) -> list[Move]:
    """The moves that look best to a player who sees this many moves ahead. Raises as `best_move`."""
    if report is not None:
        looks = [_look(rules, move, depth) for move in report.moves]
        return [move.move for move, look in zip(report.moves, looks, strict=True) if look == max(looks)]
    if isinstance(rules, Game):
        with manager.limiter:
            return [deepening(rules, position, depth, spending.nodes, spending.seconds).move]
    return best_moves(manager, rules, position, None, spending)


def _look(rules: Rules, move: MoveReport, depth: int) -> int:
    """How good a move looks: above 0 for a win in sight, more if sooner; below 0 for a loss in sight."""
    distance = move.child.remoteness
    if distance is None or distance >= depth:
        return 0
    value = move.child.value if isinstance(rules, Puzzle) else move.value
    return {Value.WIN: depth - distance, Value.LOSE: distance - depth}.get(value, 0)
