"""What a `BoardGame` promises beyond the laws of all games.

No move leads to a lower tier, moves are taken back exactly, and only `make_move` and `unmake_move` change the cells.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from perfect_play.puzzles.base import IllegalPosition
from perfect_play.puzzles.boards.game import ROLES, BoardGame, Position
from perfect_play.puzzles.boards.moves import MOST_MOVES

Require = Callable[[bool, str], None]


def board(rules: BoardGame, positions: Iterable[Position], require: Require) -> None:
    """Every move leads to a legal position of its tier or a later one; unmoves take back exactly those within a tier.

    require: raises an error with the message unless the condition holds.
    """
    for position in (*positions, *of_each_material(rules)):
        name, tier = rules.format(position), tier_of(rules, position)
        for function in changing(rules, position):
            require(False, f"{name!r}: `{function}` changes the cells, which only `make_move` and `unmake_move` may")
        children = rules.children(position)
        for child in children:
            child_name = rules.format(child)
            try:
                rules.parse(child_name)
            except IllegalPosition as error:
                require(False, f"{name!r} leads to {child_name!r}, which is not legal: {error}")
            later = tier_of(rules, child)
            require(later >= tier, f"{name!r} of tier {tier} leads to {child_name!r} of tier {later}, which is lower")
            if rules.list_unmoves is not None and later == tier:
                forth, back = children.count(child), rules.unmoves(child).count(position)
                require(
                    forth == back,
                    f"{forth} moves of {name!r} lead to {child_name!r}, but {back} of its unmoves lead back",
                )
        if rules.list_unmoves is None:
            continue
        for before in rules.unmoves(position):
            if (
                rules.is_legal(before)
                and rules.occurs(before)
                and tier_of(rules, before) == tier
                and rules.primitive(before) is None
            ):
                leads = position in rules.children(before)
                require(leads, f"{rules.format(before)!r} is among the unmoves of {name!r} but does not lead to it")


def changing(rules: BoardGame, position: Position) -> Iterator[str]:
    """The functions of the rules that should only read the cells of a position, but leave them changed."""
    turn, cells = position
    before = rules.numbers(cells)
    for function, argument in ROLES.items():
        if argument == "move" or getattr(rules, function, None) is None:
            continue
        if function == "list_moves" and rules.primitive(position) is not None:
            continue
        numbers = before[:]
        lists = [[0] * MOST_MOVES] if argument else []
        getattr(rules, function)(numbers, turn, *lists, *rules.arguments(function))
        if numbers != before:
            yield function


def of_each_material(rules: BoardGame, limit: int = 60) -> Iterator[Position]:
    """A random position of each material, or of `limit` materials if there are more; the same in every run."""
    rng = random.Random(limit)
    stretches = rules.arrangements.stretches if rules.dense else ()
    for stretch in rng.sample(stretches, min(limit, len(stretches))):
        position = rules.unrank(stretch.first + rng.randrange(stretch.size))
        if rules.occurs(position):
            yield position


def tier_of(rules: BoardGame, position: Position) -> Any:
    """The tier of a legal position."""
    _, counts, extras = rules.material(position)
    return rules.tier(*counts, *extras)
