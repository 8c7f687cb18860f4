"""Turns made in two steps, for games that are `two_step`: Kayles in the 2021 protocol.

From a whole position the player touches one cell. That leads to a *half-position* with the same player to move, who
may now touch a neighboring cell too, or end the turn. Remoteness counts turns, so a half-position has the value and
remoteness of its best completion.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from perfect_play.puzzles.base import OPPOSITE, Game, IllegalPosition, Position
from perfect_play.puzzles.view import Add, Board, Button, Move
from perfect_play.solvers.budget import checkpoint
from perfect_play.solvers.reports.position import Facts, Oracle, PositionReport, facts, sorted_game_moves
from perfect_play.solvers.result import Result

END_OF_TURN = "1"  # the character of the button that ends the turn


@dataclass(frozen=True)
class HalfPosition:
    """A whole position and the cell its player has touched."""

    position: Position
    first: int


@lru_cache(maxsize=32)  # an answer needs them for every half-position
def _buttons(rules: Game, position: Position) -> tuple[tuple[Any, Button], ...]:
    return tuple((move, rules.button(position, move)) for move in rules.moves(position))


def touched(rules: Game, half: HalfPosition) -> Board:
    """The board after the first touch. Raises IllegalPosition when the cell cannot be touched."""
    move, _ = _touch(rules, half)
    return rules.board(rules.do_move(half.position, move))


def _touch(rules: Game, half: HalfPosition) -> tuple[Any, Add]:
    """The move that the first touch makes if the turn ends there, and its button."""
    for move, button in _buttons(rules, half.position):
        if isinstance(button, Add) and button.cell == half.first:
            return move, button
    raise IllegalPosition(f"cell {half.first} cannot be touched")


def read_half(rules: Game, after: Position, first: int) -> HalfPosition:
    """The half-position in which the player has just touched cell `first`.

    after: the position with the board after that touch. Raises IllegalPosition.
    """
    board, start = rules.board(after), rules.board(rules.start())
    if first >= len(board.cells) or board.cells[first] == start.cells[first]:
        raise IllegalPosition(f"cell {first} has not been touched")
    before = board.cells[:first] + start.cells[first] + board.cells[first + 1 :]
    half = HalfPosition(rules.from_board(before, rules.turn(after)), first)
    if touched(rules, half) != board:
        raise IllegalPosition(f"touching cell {first} does not lead here")
    return half


def half_report(oracle: Oracle, rules: Game, half: HalfPosition) -> PositionReport:
    """A half-position and its completions, best first; equally good ones as right neighbor, left, end of turn."""
    position, first = half.position, half.first
    alone, touch = _touch(rules, half)
    neighbors = []
    for move, button in _buttons(rules, position):
        if isinstance(button, Move) and first in (button.source, button.target):
            neighbors.append((button.source + button.target - first, move))
    completions = [(Add(touch.char, cell), move) for cell, move in sorted(neighbors, key=lambda n: -n[0])]
    completions.append((Add(END_OF_TURN, len(rules.board(position).cells)), alone))
    outcomes = [
        (move, rules.format_move(position, move), button, facts(oracle, rules, rules.do_move(position, move)))
        for button, move in completions
    ]
    moves = sorted_game_moves(outcomes, [OPPOSITE[child.value] for *_, child in outcomes])
    best = moves[0]
    turns = None if best.child.remoteness is None else best.child.remoteness + 1
    half_facts = Facts(half, Result(best.value, turns), False)
    return PositionReport(rules, half_facts, moves)


def whole_report(oracle: Oracle, rules: Game, position: Position) -> PositionReport:
    """A whole position, with the possible first touches as its moves, best first."""
    current = facts(oracle, rules, position)
    buttons = _buttons(rules, position)
    options = []
    with oracle.limiter.if_long():
        for move, button in buttons:
            checkpoint()
            if isinstance(button, Add):
                half = half_report(oracle, rules, HalfPosition(position, button.cell))
                options.append((move, rules.format_move(position, move), button, half.facts))
    return PositionReport(rules, current, sorted_game_moves(options, [child.value for *_, child in options]))
