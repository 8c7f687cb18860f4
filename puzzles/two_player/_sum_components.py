"""Games as parts of a sum: what any impartial game has to offer there, and which can offer it.

A closed-form game is a component as it is. Any other impartial game under normal play is, if it is
small: its positions are gone through once, and each counts as one heap with the mex of those its
moves lead to for its nimber (R. P. Sprague 1935, P. M. Grundy 1939).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter

from puzzles import registry
from puzzles.base import Game, IllegalPosition, Position, RulesError, Value, short
from puzzles.closed_form import ClosedFormGame, Heaps, sorted_heaps

MAX_POSITIONS = 2000  # of a component that is gone through


class Enumerated:
    """A small impartial game as a closed form: its positions are heaps, numbered from the ends on.

    Ended positions are heap 0. Raises ValueError with a sentence for a game that is too large, whose
    play need not end, or in which who cannot move has not lost.
    """

    pairs_cancel = False

    def __init__(self, rules: Game) -> None:
        self.rules = rules
        self._number: dict[Position, int] = {}
        self._nimbers = [0]
        self._options: list[set[Heaps]] = [set()]
        children = self._children()
        try:
            ends_first = list(TopologicalSorter(children).static_order())
        except CycleError:
            raise ValueError(f"In {rules.full_id} play need not end.") from None
        for position in ends_first:
            after = {self._number[child] for child in children[position]}
            self._number[position] = len(self._nimbers) if after else 0
            if after:
                self._options.append({sorted_heaps((heap,)) for heap in after})
                nimbers = {self._nimbers[heap] for heap in after}
                self._nimbers.append(next(n for n in range(len(nimbers) + 1) if n not in nimbers))

    def _children(self) -> dict[Position, set[Position]]:
        """What the start reaches, one for all that are equal by symmetry, and what each leads to."""
        rules = self.rules
        found: dict[Position, set[Position]] = {}
        waiting = [rules.canonical(rules.start())]
        while waiting:
            position = waiting.pop()
            if position in found:
                continue
            if len(found) == MAX_POSITIONS:
                raise ValueError(f"{rules.full_id} has no formula, and more than {MAX_POSITIONS:,} positions.")
            ended = rules.primitive(position)
            if ended not in (None, Value.LOSE):
                raise ValueError(f"In {rules.full_id} it is not always so that who cannot move loses.")
            found[position] = set() if ended else set(map(rules.canonical, rules.children(position)))
            waiting += found[position]
        return found

    @property
    def game(self) -> str:
        """As of a closed-form game: what says that heaps mean the same."""
        return self.rules.full_id

    def heaps(self, cells: str) -> Iterable[int]:
        """The one heap of a board. Raises PositionError for what the start does not reach."""
        position = self.rules.canonical(self.rules.from_board(cells, 1))
        if position not in self._number:
            raise IllegalPosition(f"{short(cells)}: no play from the start of {self.rules.full_id} leads here.")
        return (self._number[position],)

    def heap_nimber(self, heap: int) -> int:
        """As of a closed-form game."""
        return self._nimbers[heap]

    def heap_options(self, heap: int) -> set[Heaps]:
        """As of a closed-form game."""
        return self._options[heap]

    def bound(self) -> int:
        """As of a closed-form game."""
        return len(self._number)


Component = ClosedFormGame | Enumerated


@lru_cache(maxsize=128)
def component(text: str) -> tuple[Game, Component]:
    """The rules of `<id>_<variant>`, and what knows its heaps. Raises ValueError with a sentence."""
    name, _, variant = text.partition("_")
    try:
        cls = registry.find(name)
        if not issubclass(cls, Game) or not cls.impartial:
            raise ValueError(f"{cls.name} is no game in which both players have the same moves.")
        rules = cls(cls.find_variant(variant))
    except RulesError as error:
        raise ValueError(f"{short(text)} is no game from a start: {error}") from None
    return rules, rules if isinstance(rules, ClosedFormGame) else Enumerated(rules)
