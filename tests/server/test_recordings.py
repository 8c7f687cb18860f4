"""Every recorded request is replayed; answers differ only where `differences.py` says so."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from flask import Flask

from tests.server.comparison import mismatches
from tests.server.differences import DIFFERENCES, Difference, expected
from tests.server.recordings import Recording, outcome, recordings
from tests.server.replaying import Asker, said

LEAST = 490  # recorded requests when this was written: 493
RECORDED = [pytest.param(recording, id=recording.path) for recording in recordings()]


@pytest.fixture(scope="module")
def asker(app: Flask) -> Asker:
    return Asker(app)


@pytest.mark.parametrize("recording", RECORDED)
def test_recorded_requests_get_the_same_answer_except_where_declared(asker: Asker, recording: Recording):
    """With and without a slash at the end."""
    found = asker.unexplained(recording, DIFFERENCES)
    assert not found, "\n  ".join([f"{recording.path} differs from the recording:", *found])
    assert recording.path.endswith("/")
    with_slash, without = asker.ask(recording.path), asker.ask(recording.path[:-1])
    assert said(without) == said(with_slash)


@pytest.mark.second_ring
@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference.name.replace(" ", "-"))
def test_difference_is_needed(asker: Asker, difference: Difference):
    asker.assert_needed(difference, DIFFERENCES, recordings())


def test_recordings_are_replayed_completely():
    counts = Counter(recording.id for recording in recordings())
    assert len(recordings()) >= LEAST
    assert len({recording.path for recording in recordings()}) == len(recordings())
    least = {"kayles": 113, "dawsonschess": 70, "nim": 60, "hanoi": 118, "bishop": 29, "lights": 24, "nqueens": 17}
    least |= {"hopNdrop": 14, "topspin": 12, "npuzzle": 11, "chairs": 10, "pegSolitaire": 8, "rubiks": 4}
    assert {id_: counts[id_] for id_ in least} == least


def test_recorded_positions_are_mostly_compared_unchanged():
    """Value and remoteness of recorded puzzle positions, and values of games, are never rewritten."""
    compared = 0
    for recording in recordings():
        answer, _ = expected(recording)
        if not recording.about_positions() or answer.status != 200 or recording.moves_only:
            continue
        old, new = recording.body["response"], answer.response
        assert new["positionValue"] == old["positionValue"]
        if recording.kind == "puzzles":
            assert new["remoteness"] == old["remoteness"]
        compared += 1
    assert compared >= 200


def test_the_oracle_knows_what_was_recorded_exactly():
    """The recordings of Nim 3_3_3 have correct remotenesses; minimax agrees with them all."""
    compared = 0
    for recording in recordings():
        if (recording.id, recording.variant) != ("nim", "3_3_3") or not recording.about_positions():
            continue
        response = recording.body["response"]
        for told in response if recording.moves_only else [response, *response["moves"]]:
            cells = told["position"].split("_")[4]
            heaps = sorted(filter(None, (cells[row : row + 3].count("l") for row in (0, 6, 12))))
            assert outcome("nim", tuple(heaps)) == (told["positionValue"], told["remoteness"])
            compared += 1
    assert compared >= 60


@pytest.mark.parametrize(
    ("expected_", "found", "wrong"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": 1}, {"b": 1}, True),
        ({"a": 1}, {"a": "1"}, True),
        ({"a": 1}, {"a": True}, True),
        ({"a": None}, {"a": None}, False),
        ([{"a": 1}, {"a": 2}], [{"a": 2}, {"a": 1}], True),
        ([1], [1, 2], True),
        ({"a": {"b": [1]}}, {"a": {"b": [2]}}, True),
    ],
)
def test_comparison_itself_finds_differences(expected_: Any, found: Any, wrong: bool):
    assert bool(mismatches(expected_, found)) is wrong
