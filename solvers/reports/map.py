"""The map of a game or puzzle: its positions with their results and the moves between them, or those near a position.

Positions that are images of one another are one node, represented by the canonical one.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from perfect_play.puzzles.base import Position, Rules
from perfect_play.solvers.budget import SECONDS, seconds_left, within
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.result import Result
from perfect_play.solvers.status import NotReady
from perfect_play.solvers.tables.reader import NotCovered

MAX_NODES = 2000  # nodes of a whole map
MAX_NEARBY = 150  # nodes around a position if the whole map has more
MOST_LINKS = 20_000


@dataclass(frozen=True)
class PositionMap:
    """Positions and the moves between them.

    complete: whether these are all positions that the start leads to. nodes: the position that represents each.
    results: of each node; None if it is not known now. links: from node to node, by their numbers. path: the nodes of
    the requested positions.
    """

    complete: bool
    nodes: Sequence[Position]
    results: Sequence[Result | None]
    links: Sequence[tuple[int, int]]
    path: Sequence[int]


def map_of(manager: PuzzleManager, rules: Rules, positions: Sequence[Position]) -> PositionMap:
    """The whole map, or the part near the last of these legal positions, with all of them. Raises NotReady."""
    exploration = _Exploration(rules)
    with within(SECONDS / 2):
        complete = exploration.explore([rules.start(), *positions], MAX_NODES)
    if not complete:
        exploration = _Exploration(rules)
        exploration.explore(positions[-1:], MAX_NEARBY)
        for position in positions:
            exploration.number(position)
    nodes = list(exploration.numbers)
    return PositionMap(
        complete,
        nodes,
        _results(manager, rules, nodes),
        exploration.links(),
        [exploration.number(position) for position in positions],
    )


class _Exploration:
    """Positions by their numbers, in the order in which a breadth-first search finds them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.numbers: dict[Position, int] = {}
        self._children: dict[Position, list[Position]] = {}

    def number(self, position: Position) -> int:
        """The number of a position's class, a new one if there is none."""
        return self.numbers.setdefault(self.rules.canonical(position), len(self.numbers))

    def children(self, position: Position) -> list[Position]:
        """The classes that a move leads to."""
        if position not in self._children:
            rules = self.rules
            moves = () if rules.primitive(position) is not None else rules.moves(position)
            self._children[position] = [rules.canonical(rules.do_move(position, move)) for move in moves]
        return self._children[position]

    def explore(self, positions: Sequence[Position], limit: int) -> bool:
        """Number everything that these lead to; False if that is more than `limit` or takes too long."""
        waiting = list(dict.fromkeys(map(self.rules.canonical, positions)))
        self.numbers.update((position, number) for number, position in enumerate(waiting))
        for position in waiting:
            for child in self.children(position):
                if child not in self.numbers:
                    if len(self.numbers) >= limit:
                        return False
                    self.numbers[child] = len(self.numbers)
                    waiting.append(child)
            if not seconds_left(1):
                return False
        return True

    def links(self) -> list[tuple[int, int]]:
        """The moves between numbered positions."""
        links: dict[tuple[int, int], None] = {}
        for position, number in list(self.numbers.items()):
            for child in self.children(position):
                if child in self.numbers and len(links) < MOST_LINKS:
                    links[number, self.numbers[child]] = None
        return list(links)


def _results(manager: PuzzleManager, rules: Rules, nodes: Sequence[Position]) -> list[Result | None]:
    """The results of positions, None for those not known now. Raises NotReady."""
    with suppress(NotCovered):
        stored = manager.stored_results(rules, nodes)
        if stored is not None:
            return list(stored)

    def result(position: Position) -> Result | None:
        try:
            return manager.result(rules, position) if seconds_left(1) else None
        except NotReady:
            raise
        except NoAnswer:
            return None

    return list(map(result, nodes))
