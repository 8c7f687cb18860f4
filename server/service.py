"""Previews of starts: what the service tells of a variant before anything is solved for it.

Knows neither HTTP nor JSON; raises the domain errors of `puzzles` and `solvers` only.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.base import Game, Position, Rules
from solvers.manager import PuzzleManager
from solvers.paths.space import Unfinished
from solvers.result import Result


@dataclass(frozen=True)
class Preview:
    """What is known of a start before anything is solved for it.

    result: None where only a table can tell, and there is none yet. moves: how many there are.
    """

    rules: Rules
    start: Position
    result: Result | None
    nimber: int | None
    moves: int


def preview(manager: PuzzleManager, rules: Rules) -> Preview:
    """What is known of the start of a variant. Has nothing solved."""
    start = rules.start()
    ended = rules.primitive(start) is not None
    return Preview(
        rules,
        start,
        _known(manager, rules, start),
        rules.nimber(start) if isinstance(rules, Game) else None,
        0 if ended else sum(1 for _ in rules.moves(start)),
    )


def _known(manager: PuzzleManager, rules: Rules, start: Position) -> Result | None:
    """What is known of a start; None, too, where it would take too long to find out."""
    try:
        return manager.peek(rules, start)
    except Unfinished:
        return None
