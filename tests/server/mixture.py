"""Requests of every kind to every plug-in, good and bad, with the required answers, for soak tests."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import quote

import orjson

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Position, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.server import create_app
from perfect_play.server.api.batch import NO_TIME
from perfect_play.server.api_docs.openapi import document, example_address
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.sampling import DIFFICULTIES, NothingToDraw
from perfect_play.solvers.untabled.closed_form_answers import ClosedForms
from perfect_play.solvers.untabled.linear_algebra import LinearAlgebra
from tests.server.asking import position_path

MANY = 100  # moves
GOOD = frozenset((200,))
BAD = frozenset((400, 404, 405, 413, 414, 415, 422))
WITHIN_LIMITS = frozenset((200, 422, 503))  # of positions searched on request, within a time limit
CHANCE = GOOD | BAD | {503}
KNOWN_BY = ("table", ClosedForms.name, LinearAlgebra.name)
LONGEST = 30  # moves of a walk from the start
PER_MILLE = {
    "position": 600,
    "searched": 2,
    "moves": 80,
    "nonsense": 80,
    "mutated": 60,
    "kept": 40,
    "start": 40,
    "picture": 30,
    "custom": 30,
    "batch": 15,
    "line": 15,
    "route": 10,
}
"""Approximate requests of each kind per thousand."""

Json = dict[str, Any]
Check = Callable[[bytes], str | None]


class MixtureRequest(NamedTuple):
    """One request. statuses: those allowed; check: returns what is wrong with a body of status 200."""

    line: str
    statuses: frozenset[int] = GOOD
    check: Check | None = None
    headers: tuple[str, ...] = ()
    body: bytes = b""


class TablePosition(NamedTuple):
    """A position and what the tables say of it and of the positions its moves lead to (None if not stored)."""

    rules: Rules
    position: Position
    result: Result | None
    children: tuple[Result, ...] | None

    @property
    def name(self) -> str:
        """Its AutoGUI string."""
        return autogui.write_position(self.rules, self.position)


def get(path: str, statuses: frozenset[int] = GOOD, check: Check | None = None, *headers: str) -> MixtureRequest:
    return MixtureRequest(f"GET {path} HTTP/1.1", statuses, check, headers)


class Mixture:
    """All kinds of requests, drawn at random. each: the number of positions per listed variant."""

    def __init__(self, manager: PuzzleManager, seed: int, each: int) -> None:
        rng = random.Random(seed)
        self.known = [known for rules in registry.listed() for known in _positions(manager, rules, rng, each)]
        by_table = [known for known in self.known if known.result is not None]
        batches: dict[str, list[TablePosition]] = {}
        for known in by_table:
            batches.setdefault(known.rules.full_id, []).append(known)
        described = document(create_app({"data_dir": manager.data_dir, "build": False}))["paths"]
        self.kinds: dict[str, list[MixtureRequest]] = {
            "position": [asked for known in by_table for asked in _ways_to_ask(known)],
            "moves": [_asked(known, "moves/", _moves) for known in by_table],
            "searched": [asked for known in self.known if known.result is None for asked in _ways_to_ask(known)],
            "kept": [_asked(known, "", None, frozenset((304,)), "If-None-Match: *") for known in by_table],
            "picture": [get(f"{_api(known)}/image.svg?moves=true&p={quote(known.name)}") for known in by_table],
            "line": [_line(known) for known in by_table],
            "batch": [_batch(batch) for batch in batches.values()],
            "start": [_start(known.rules, rng) for known in by_table if not isinstance(known.rules, Game)],
            "route": [_route(path, told["get"]) for path, told in described.items() if "get" in told],
        }

    def draw(self, rng: random.Random) -> MixtureRequest:
        """A request of any kind."""
        (kind,) = rng.choices(list(PER_MILLE), list(PER_MILLE.values()))
        if kind == "mutated":
            return _mutated(rng.choice(self.known), rng)
        if kind == "nonsense":
            return _nonsense(rng)
        if kind == "custom":
            return _custom(rng)
        return rng.choice(self.kinds[kind])


# --- good -----------------------------------------------------------------------------------------


def _positions(manager: PuzzleManager, rules: Rules, rng: random.Random, each: int) -> Iterator[TablePosition]:
    """Positions on a walk from the start and, if the variant is solved, some from anywhere."""
    if not manager.missing(rules) or manager.direct(rules):
        held = manager.solver_name(rules) in KNOWN_BY
        position = rules.start()
        for _ in range(each):
            yield _known(manager, rules, position, held)
            for _ in range(rng.randrange(1, LONGEST // 3)):
                moves = [] if rules.primitive(position) is not None else list(rules.moves(position))
                position = rules.do_move(position, rng.choice(moves)) if moves else rules.start()
        if manager.solver_name(rules) == "table":
            with contextlib.suppress(NothingToDraw):
                for _ in range(each):
                    yield _known(manager, rules, manager.random_position(rules, rng, None), held)


def _known(manager: PuzzleManager, rules: Rules, position: Position, held: bool) -> TablePosition:
    if not held:
        return TablePosition(rules, position, None, None)
    here = manager.result(rules, position)
    if getattr(rules, "two_step", False):
        return TablePosition(rules, position, here, None)
    children = [] if here.remoteness == 0 or rules.primitive(position) is not None else rules.children(position)
    return TablePosition(rules, position, here, tuple(manager.child_results(rules, position, children)))


def _ways_to_ask(known: TablePosition) -> Iterator[MixtureRequest]:
    rules = known.rules
    yield _asked(known, "", lambda body: _whole(known, body["response"]))
    texts = [known.name] if rules.notations else [known.name, rules.format(known.position)]
    rooms = ["/universal/v1"] if isinstance(rules, Game) else ["/universal/v1", "/puzzles"]
    if not known.children and getattr(rules, "two_step", False):
        return
    for room in rooms:
        for text in texts:
            path = f"{room}/{rules.id}/{rules.variant.id}/positions/?p={quote(text)}"
            yield get(path, _statuses(known), _read(lambda body: _whole(known, body)))


def _asked(
    known: TablePosition, more: str, check: Any, statuses: frozenset[int] | None = None, *headers: str
) -> MixtureRequest:
    """A request of the old protocol. check: applied to its JSON."""
    if check is _moves:
        check = partial(_moves, known)
    path = position_path(known.rules, known.name) + more
    return get(path, statuses or _statuses(known), check and _read(check), *headers)


def _route(path: str, described: Json) -> MixtureRequest:
    """The example of a route; one that may search may be busy."""
    busy = {503} if "503" in described["responses"] else set()
    return get(example_address(path, described), GOOD | busy)


def _statuses(known: TablePosition) -> frozenset[int]:
    """The allowed statuses; very many moves take long, and so count as a search even with a table."""
    heavy = known.result is None or sum(1 for _ in known.rules.moves(known.position)) > MANY
    return WITHIN_LIMITS if heavy else GOOD


def _read(check: Callable[[Any], str | None]) -> Check:
    return lambda body: check(orjson.loads(body))


def _whole(known: TablePosition, told: Json) -> str | None:
    """What is wrong with the answer to a position, according to the tables."""
    if known.result is None:
        return None
    value, remoteness = known.result.value, known.result.remoteness
    if told["positionValue"] != value or (remoteness is not None and told["remoteness"] != remoteness):
        return f"{known.name}: {told['positionValue']} in {told.get('remoteness')}, it is {known.result}"
    if any(str(move["move"]).startswith("~") for move in told["moves"]):
        return None  # first touches, which lead to boards between positions
    return _children(known, told["moves"])


def _moves(known: TablePosition, body: Json) -> str | None:
    return _children(known, body["response"])


def _children(known: TablePosition, moves: list[Json]) -> str | None:
    if known.children is None:
        return None
    told = Counter((move["positionValue"], move.get("remoteness")) for move in moves)
    exact = Counter((str(child.value), child.remoteness) for child in known.children if child.remoteness is not None)
    values = Counter(str(child.value) for child in known.children)
    if exact - told or Counter(move["positionValue"] for move in moves) != values:
        return f"{known.name}: moves to {dict(told)}, they lead to {known.children}"
    return None


def _api(known: TablePosition) -> str:
    return f"/api/{known.rules.id}/{known.rules.variant.id}"


def _line(known: TablePosition) -> MixtureRequest:
    """A request for the best line, which must be as long as the tables say."""
    result = known.result
    assert result is not None

    def check(body: Json) -> str | None:
        found = body["response"]["remoteness"]
        return None if found == result.remoteness else f"{known.name}: a line of {found}, it is {result}"

    exact = result.remoteness is not None
    return get(f"{_api(known)}/solution?p={quote(known.name)}", WITHIN_LIMITS, _read(check) if exact else None)


def _batch(batch: list[TablePosition]) -> MixtureRequest:
    rules = batch[0].rules

    def check(body: Json) -> str | None:
        *told, wrong = body["response"]
        for known, one in zip(batch, told, strict=True):
            assert known.result is not None
            if one == {"error": NO_TIME}:  # on a busy machine
                continue
            if (one.get("positionValue"), one.get("remoteness")) != (known.result.value, known.result.remoteness):
                return f"{known.name}: {one}, it is {known.result}"
        return None if "error" in wrong else f"nonsense is {wrong}"

    texts = [*(known.name for known in batch), "nonsense"]
    sent = orjson.dumps({"gameId": rules.id, "variantId": rules.variant.id, "positions": texts})
    return MixtureRequest("POST /api/positions HTTP/1.1", GOOD, _read(check), ("Content-Type: application/json",), sent)


def _start(rules: Rules, rng: random.Random) -> MixtureRequest:
    query = rng.choice([f"difficulty={rng.choice(DIFFICULTIES)}", f"remoteness={rng.randrange(40)}", "seed=a", ""])
    return get(f"/puzzles/{rules.id}/{rules.variant.id}/start/?{query}", WITHIN_LIMITS)


def _custom(rng: random.Random) -> MixtureRequest:
    """A start typed by a user, seldom the same one."""
    path = rng.choice(("/universal/v1/{}", "/api/{}/preview"))
    piles = "_".join(str(rng.randrange(1, 9)) for _ in range(rng.randrange(1, 5)))
    side = f"{rng.randrange(2, 12)}x{rng.randrange(2, 12)}"
    return get(
        path.format(
            rng.choice([f"nim/{piles}", f"lightsout/{side}", f"kayles/{rng.randrange(1, 16)}", f"octal/0.77_{piles}"])
        )
    )


# --- bad ------------------------------------------------------------------------------------------


def _mutated(known: TablePosition, rng: random.Random) -> MixtureRequest:
    """A position with one character changed: refused, or another position."""
    name = known.name
    place = rng.randrange(len(name))
    name = name[:place] + rng.choice("-*_xoABCDabhqQGW0123456789\u00e9~ %/") + name[place + 1 :]
    return get(position_path(known.rules, name), CHANCE)


def _nonsense(rng: random.Random) -> MixtureRequest:
    """A request that can only be refused."""
    word = "".join(rng.choices("abcxyz019_-~.", k=rng.randrange(1, 60)))
    json = ("Content-Type: application/json",)
    rules = rng.choice(registry.listed())
    post = "POST /api/positions HTTP/1.1"
    return rng.choice(
        [
            get(f"/nowhere/{word}", BAD),
            get(f"/puzzles/no{word}/3", BAD),
            get(f"/universal/v1/{rules.id}/{rules.variant.id}/positions/?q={word}", BAD),
            get(f"/universal/v1/npuzzle/3/positions/?p={word}", BAD),
            get(f"/puzzles/npuzzle/3/{'1' * rng.randrange(2000, 6000)}", BAD),
            get("/puzzles/npuzzle/3/%ff%fe%00", BAD),
            get("/../../etc/passwd", BAD),
            get(f"/api/npuzzle/3/image.svg?p=12345678-&moves={word}", BAD),
            get(f"/puzzles/lightsout/3/start?remoteness={word}x", BAD),
            MixtureRequest("DELETE /puzzles/ HTTP/1.1", BAD),
            MixtureRequest(post, BAD, None, json, b'{"gameId": ' + word.encode()),
            MixtureRequest(post, BAD, None, json, b"[" * 5000),
            MixtureRequest(
                post, BAD, None, json, b'{"gameId": "npuzzle", "variantId": "3", "positions": ["\\ud800", 1e999]}'
            ),
            MixtureRequest(post, BAD, None, (), b"positions=1"),
        ]
    )
