"""Bursts: everything a page prefetches at once is answered, and nothing refused."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import orjson
import pytest

from benchmarks.service import ClientConnection
from perfect_play.solvers.manager import PuzzleManager
from tests.helpers import late, load
from tests.server.live import Service

AT_ONCE = 50
BURSTS = 4


def paths(kind: str) -> list[str]:
    """The positions that may come next, as the clients of today and of 2022 request them."""
    rules = load("npuzzle/2x3")
    assert rules.size is not None
    texts = [rules.format(rules.unrank(number)) for number in random.Random(kind).sample(range(rules.size), AT_ONCE)]
    if kind == "today":
        return [f"/universal/v1/npuzzle/2x3/positions/?p={text}" for text in texts]
    return [f"/puzzles/npuzzle/variants/2x3/positions/R_A_2_3_{text}" for text in texts]


@pytest.mark.parametrize("kind", [late("today"), "2022"])
@pytest.mark.second_ring
def test_fifty_requests_at_once_are_all_answered(service: Service, data_dir: Path, kind: str):
    """Every connection is new, and all are open before the first is answered."""
    manager, rules = PuzzleManager(data_dir), load("npuzzle/2x3")
    for _ in range(BURSTS):
        asked = paths(kind)
        told: dict[str, tuple[int, bytes]] = {}
        together = threading.Barrier(len(asked))

        def ask(path: str, told: dict[str, tuple[int, bytes]] = told, together: threading.Barrier = together) -> None:
            connection = ClientConnection(service.port)
            together.wait()
            told[path] = connection.get(path)
            connection.close()

        clients = [threading.Thread(target=ask, args=(path,)) for path in asked]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        assert {status for status, _ in told.values()} == {200}
        assert len(told) == AT_ONCE
        for path, (_, body) in told.items():
            answer = orjson.loads(body)
            facts = answer if kind == "today" else answer["response"]
            expected = manager.result(rules, rules.parse(path[-6:]))
            assert facts["positionValue"] == expected.value
            if expected.remoteness is not None:
                assert facts["remoteness"] == expected.remoteness
