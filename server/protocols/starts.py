"""Chooses the start of a puzzle: the nominal one, or one drawn at random, of a given remoteness or difficulty."""

import random
from collections.abc import Mapping

from perfect_play.puzzles.base import Position, Puzzle, Rules, short
from perfect_play.server.request_args import BadQuery, is_number
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.status import NotReady
from perfect_play.solvers.tables.sampling import DIFFICULTIES, remotenesses_of

MAX_SEED = 64  # characters
WALK = 300  # moves


def checked_seed(text: str | None) -> str | None:
    """The seed that a query gives, if any. Raises BadQuery if it is too long."""
    if text is not None and len(text) > MAX_SEED:
        raise BadQuery(f"seed {short(text)}: expected at most {MAX_SEED} characters.")
    return text


def checked_difficulty(text: str | None) -> str | None:
    """The difficulty that a query asks for, if any. Raises BadQuery if there is none of this name."""
    if text is not None and text not in DIFFICULTIES:
        raise BadQuery(f"difficulty={short(text)}: expected {', '.join(DIFFICULTIES)}.")
    return text


def choose_start(manager: PuzzleManager, rules: Rules, query: Mapping[str, str]) -> Position:
    """The start of this variant that a query's parameters request.

    `remoteness`: the exact number of moves to the end; `difficulty`: the first, second or last third of the
    remotenesses that occur; `seed`: any text, which draws the same start each time. All positions of a suitable
    remoteness are equally likely. Without parameters: the nominal start, or a random one if the puzzle always has
    one. Raises BadQuery, NothingToDraw, and NotReady if it takes a table that is not built yet.
    """
    seed = checked_seed(query.get("seed"))
    rng = random.Random(None if seed is None else f"{rules.full_id} {seed}")
    remoteness, difficulty = query.get("remoteness"), checked_difficulty(query.get("difficulty"))
    if remoteness is not None and difficulty is not None:
        raise BadQuery("remoteness and difficulty: expected one of the two, not both.")
    if remoteness is not None:
        if not is_number(remoteness):
            raise BadQuery(f"remoteness {short(remoteness)}: expected a number of moves, such as ?remoteness=12.")
        with manager.limiter.if_long():
            return manager.random_position(rules, rng, range(int(remoteness), int(remoteness) + 1))
    if difficulty is not None:
        with manager.limiter.if_long():
            return manager.random_position(rules, rng, remotenesses_of(difficulty, manager.greatest_remoteness(rules)))
    if seed is not None or (isinstance(rules, Puzzle) and rules.random_start):
        return manager.random_position(rules, rng, None, request=seed is not None)
    return rules.start()


def start_to_show(manager: PuzzleManager, rules: Rules) -> Position:
    """The start to display: random if the puzzle always has a random start, else the nominal one.

    If none can be drawn yet, a random walk leads away from the nominal start, provided that moves can be undone.
    """
    try:
        return choose_start(manager, rules, {})
    except NotReady:
        position = rules.start()
        for _ in range(WALK if isinstance(rules, Puzzle) and rules.random_start and rules.reversible else 0):
            position = random.choice(list(rules.children(position)))
        return position
