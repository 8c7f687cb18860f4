"""Questions with known answers, computed in this process by the reference solver, independently of the service."""

from __future__ import annotations

import json
import random
import re
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote

from perfect_play.puzzles.base import Position, Rules, Value
from perfect_play.puzzles.notation import autogui
from perfect_play.server.api.batch import NO_TIME
from perfect_play.solvers.result import LOST, Result, result
from tests.helpers import load, result_of, solved
from tests.server.asking import position_path

TABLED = (
    "towersofhanoi/3_5",  # dense
    "npuzzle/2x3",  # dense, half of it unsolvable
    "nqueens/6",  # sorted
    "bishoppuzzle/4x7_4",  # sparse
    "dotsandboxes/2x2",  # a game with margins
    "tictactoe/regular",  # with ties
    "mutorere/regular",  # with draws
)
"""Small variants of every layout and kind of table, solved at start-up by the services of these tests."""

UNTABLED = ("nim/1_3_5", "lightsout/3", "npuzzle/4", "rushhour/basic")
"""Variants answered without a table: by closed form, algebra, IDA*, or search on demand."""

LATE = re.compile(rf"^{re.escape(NO_TIME)}$|^[0-9]+ searches are running|^The search was interrupted")
"""The errors for positions that a busy machine has no time for, or whose search was killed."""


class NoneYet(Exception):
    """Raised if an answer says that nothing is known yet."""


TILES_NEAR = 9  # moves from solved, for boards that the reference solver cannot solve
EACH = 30  # positions of a variant

Json = Any


@dataclass(frozen=True)
class Question:
    """A question. path, body: as sent, None for GET. wrong: returns what is wrong with the body of a 200, if anything.

    needs: the full ids of the tables needed to answer; always: it is answered whatever befalls tables.
    """

    path: str
    wrong: Callable[[Json], str | None]
    body: str | None = None
    needs: str | None = None


def questions(seed: int) -> list[Question]:
    """Some of each kind, and of each variant above."""
    rng = random.Random(seed)
    asked: list[Question] = []
    for full_id in (*TABLED, *UNTABLED):
        known = results(full_id)
        chosen = rng.sample(sorted(known, key=repr), min(EACH, len(known)))
        asked += [_position(full_id, position) for position in chosen]
        asked += [_batch(full_id, rng.sample(chosen, min(10, len(chosen)))) for _ in range(3)]
        won = [position for position in chosen if known[position].value is not Value.DRAW]
        asked += [_solution(full_id, position) for position in won[:3]]
    asked += [Question("/health", _is("status", "ok")), Question("/puzzles/", _is("status", "ok"))]
    asked += [Question("/ready", _is("status", "ready")), Question("/metrics", lambda body: None)]
    asked += [Question(f"/api/{name}/table", lambda body: None, needs=name) for name in TABLED[:3]]
    return asked


@cache
def results(full_id: str) -> dict[Position, Result]:
    """The known results of a variant: all, or, for boards of many tiles, those near the end."""
    rules = load(full_id)
    if full_id == "npuzzle/4":
        (home,) = rules.solutions()  # type: ignore[attr-defined]
        return {position: result(Value.WIN, steps) for position, steps in _from(rules, home, TILES_NEAR).items()}
    if full_id == "rushhour/basic":
        return _connected(rules)
    found = dict(solved(full_id).results)
    if full_id == "npuzzle/2x3":
        found |= dict.fromkeys(_from(rules, rules.parse("12354-"), 12), LOST)
    return found


def _from(rules: Rules, first: Position, steps: int) -> dict[Position, int]:
    """All positions within `steps` moves of a position, with their distances, by breadth-first search."""
    found, waiting = {first: 0}, deque([first])
    while waiting:
        position = waiting.popleft()
        for child in rules.children(position):
            if child not in found and found[position] < steps:
                found[child] = found[position] + 1
                waiting.append(child)
    return found


def _connected(rules: Rules) -> dict[Position, Result]:
    """All positions connected with the start, by distance to the nearest solved one; moves can be undone."""
    every = _from(rules, rules.start(), 1 << 30)
    ends = [position for position in every if rules.primitive(position) is Value.WIN]
    far, waiting = dict.fromkeys(ends, 0), deque(ends)
    while waiting:
        position = waiting.popleft()
        for child in rules.children(position):
            if child not in far:
                far[child] = far[position] + 1
                waiting.append(child)
    return {position: result(Value.WIN, steps) for position, steps in far.items()}


def known(full_id: str, position: Position) -> Result | None:
    """The result of a position, possibly by its class."""
    if full_id in TABLED:
        return results(full_id).get(position) or result_of(full_id, position)
    found = results(full_id).get(position)
    return found if found or full_id not in ("nim/1_3_5", "lightsout/3") else result_of(full_id, position)


def _is(name: str, value: str) -> Callable[[Json], str | None]:
    return lambda body: None if body.get(name) == value else f"{name} is {body.get(name)!r}, not {value!r}"


def _differs(told: Json, expected: Result | None) -> bool:
    """Whether a position's value is wrong, or its remoteness if that is known."""
    if expected is None:  # not known here
        return False
    return told["positionValue"] != str(expected.value) or (
        expected.remoteness is not None and (told["remoteness"] != expected.remoteness)
    )


def _position(full_id: str, position: Position) -> Question:
    """A question about a position in the protocol of 2021, with all its moves."""
    rules = load(full_id)
    here = known(full_id, position)
    assert here is not None
    ended = here.remoteness == 0 or rules.primitive(position) is not None
    children = [] if ended else [known(full_id, child) for child in rules.children(position)]

    def wrong(body: Json) -> str | None:
        told = body["response"]
        if _differs(told, here):
            return f"{told['positionValue']} in {told['remoteness']} instead of {here}"
        if None in children:
            return None
        moves = Counter((move["positionValue"], move["remoteness"]) for move in told["moves"])
        finite = Counter((str(c.value), c.remoteness) for c in children if c is not None and c.remoteness is not None)
        others = Counter(str(child.value) for child in children if child is not None and child.remoteness is None)
        left = Counter({value: count for (value, _), count in (moves - finite).items()})
        if finite - moves or sum((moves - finite).values()) != others.total() or set(left) != set(others):
            return f"its moves are {dict(moves)}, not {dict(finite)} and {dict(others)}"
        return None

    return Question(position_path(rules, autogui.write_position(rules, position)), wrong, needs=_needs(full_id))


def _batch(full_id: str, positions: list[Position]) -> Question:
    """A question about many positions in one request."""
    rules = load(full_id)
    expected = [known(full_id, position) for position in positions]
    body = {"gameId": rules.id, "variantId": rules.variant.id, "positions": list(map(rules.format, positions))}

    def wrong(body: Json) -> str | None:
        told = [(one.get("positionValue"), one.get("remoteness")) for one in body["response"]]
        right = [(str(found.value), found.remoteness) for found in expected if found is not None]
        late = {place for place, one in enumerate(body["response"]) if LATE.search(one.get("error", ""))}
        same = {place for place, (one, other) in enumerate(zip(told, right, strict=False)) if one == other}
        if len(told) == len(right) == len(same | late):
            if not same:
                raise NoneYet
            return None
        return f"{told} instead of {right}"

    return Question("/api/positions", wrong, json.dumps(body), _needs(full_id))


def _solution(full_id: str, position: Position) -> Question:
    """A question about the best line, which must have the right length and reach the end by legal moves."""
    rules = load(full_id)
    here = known(full_id, position)
    assert here is not None

    def wrong(body: Json) -> str | None:
        told = body["response"]
        if _differs(told, here):
            return f"{told['positionValue']} in {told['remoteness']} instead of {here}"
        line = told["solution"]
        if here.remoteness is None:
            return None if line is None else "a line from what cannot be solved"
        at = position
        for step in line:
            if step["positionText"] not in map(rules.format, rules.children(at)):
                return f"{step['positionText']} is not one move from {rules.format(at)}"
            at = rules.parse(step["positionText"])
        if len(line) != here.remoteness:
            return f"{len(line)} moves instead of {here.remoteness}"
        ended = rules.primitive(at) is not None or not list(rules.moves(at))
        return None if ended else f"it stops at {rules.format(at)}"

    text = quote(rules.format(position), safe="")
    return Question(f"/api/{full_id}/solution?p={text}", wrong, needs=_needs(full_id))


def _needs(full_id: str) -> str | None:
    return full_id if full_id in TABLED else None
