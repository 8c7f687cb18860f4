"""Games as components of a sum: what a component must provide, and which games can be one.

Closed-form games are components as they are. Any other impartial game under normal play can be one if it is
small: its positions are enumerated once, and each counts as one heap whose nimber is the mex of those its
moves lead to (R. P. Sprague 1935, P. M. Grundy 1939).
"""

from collections.abc import Iterable
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter

from perfect_play.puzzles import Game, IllegalPosition, Impartial, Value, registry, short
from perfect_play.puzzles.base import Position, RulesError
from perfect_play.puzzles.closed_form import ClosedFormGame, Heaps, sorted_heaps

MAX_POSITIONS = 2000  # of an enumerated component


class ListedGame:
    """A small impartial game in closed form: its positions are heaps, numbered from the ended ones on.

    Ended positions are heap 0. Raises ValueError with a sentence for a game that is too large, whose
    play may not end, or in which a player who cannot move does not lose.
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
        """The positions the start reaches, one per class of symmetry, and the children of each."""
        rules = self.rules
        children: dict[Position, set[Position]] = {}
        waiting = [rules.canonical(rules.start())]
        while waiting:
            position = waiting.pop()
            if position in children:
                continue
            if len(children) == MAX_POSITIONS:
                raise ValueError(f"{rules.full_id} has no formula, and more than {MAX_POSITIONS:,} positions.")
            ended = rules.primitive(position)
            if ended not in (None, Value.LOSE):
                raise ValueError(f"In {rules.full_id} a player who cannot move does not always lose.")
            children[position] = set() if ended else set(map(rules.canonical, rules.children(position)))
            waiting += children[position]
        return children

    @property
    def game(self) -> str:
        """The key of games whose heaps mean the same, as in a closed-form game."""
        return self.rules.full_id

    def heaps(self, cells: str) -> Iterable[int]:
        """A board's one heap. Raises PositionError if the start does not lead there."""
        position = self.rules.canonical(self.rules.from_board(cells, 1))
        if position not in self._number:
            raise IllegalPosition(f"{short(cells)}: no play from the start of {self.rules.full_id} leads here.")
        return (self._number[position],)

    def heap_nimber(self, heap: int) -> int:
        """The nimber of one heap."""
        return self._nimbers[heap]

    def heap_options(self, heap: int) -> set[Heaps]:
        """What one move can turn a heap into."""
        return self._options[heap]

    def bound(self) -> int:
        """An upper bound on the number of positions."""
        return len(self._number)


Component = ClosedFormGame | ListedGame


@lru_cache(maxsize=128)
def component(text: str) -> tuple[Game, Component]:
    """The rules of `<id>_<variant>`, and the object that knows its heaps. Raises ValueError with a sentence."""
    name, _, variant = text.partition("_")
    try:
        cls = registry.find(name)
        if not issubclass(cls, Impartial):
            raise ValueError(f"{cls.name} is not a game in which both players have the same moves.")
        rules = cls(cls.find_variant(variant))
    except RulesError as error:
        raise ValueError(f"{short(text)} is no game from a start: {error}") from None
    return rules, rules if isinstance(rules, ClosedFormGame) else ListedGame(rules)
