"""Every recorded request of today's protocol is replayed; answers differ only where declared."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from flask import Flask

from perfect_play.puzzles import registry
from tests.server.comparison import EqualData, PartialList, mismatches
from tests.server.current_differences import CURRENT_DIFFERENCES, best_first
from tests.server.current_recordings import (
    UNIVERSAL,
    current_recordings,
    game_outcome,
    of_position,
    of_variant,
)
from tests.server.differences import Difference, expected
from tests.server.recordings import Recording
from tests.server.replaying import Asker, said

LARGE = ("clocksolitaire/regular", "eightball/3", "pegsolitaire/trapezoid", "tiltago/regular")
"""Variants of which services of the first ring of tests have no table."""
RECORDED = [
    pytest.param(
        recording,
        id=recording.path,
        marks=[pytest.mark.second_ring] * any(f"/{full_id}/positions" in recording.path for full_id in LARGE),
    )
    for recording in current_recordings()
]
STARTS = {"position", "autoguiPosition", "startPosition", "autoguiStartPosition"}
CHANGING = STARTS | {"uptime", "cpu_usage", "memory_usage", "timestamp"}
LEAST = 190  # recorded requests: 139 and 51
LEAST_COMPARED = 60  # recorded positions, when this was written: 68


@pytest.fixture(scope="module")
def asker(app: Flask) -> Asker:
    return Asker(app)


@pytest.mark.parametrize("recording", RECORDED)
def test_recorded_requests_get_the_same_answer_except_where_declared(asker: Asker, recording: Recording) -> None:
    """With and without a slash at the end of the path."""
    found = asker.unexplained(recording, CURRENT_DIFFERENCES)
    assert not found, "\n  ".join([f"{recording.path} differs from the recording:", *found])
    path, mark, query = recording.path.partition("?")
    with_slash, without = (asker.ask(end + mark + query) for end in (f"{path.rstrip('/')}/", path.rstrip("/")))
    assert said(without)[0] == said(with_slash)[0]
    assert unchanging(without[1]) == unchanging(with_slash[1])


def unchanging(body: Any) -> Any:
    """An answer without what varies: a random start, and the state of the process."""
    if not isinstance(body, dict) or "moves" in body:
        return body
    return {key: value for key, value in body.items() if key not in CHANGING}


@pytest.mark.parametrize("difference", CURRENT_DIFFERENCES, ids=lambda difference: difference.name.replace(" ", "-"))
def test_difference_is_needed(asker: Asker, difference: Difference) -> None:
    asker.assert_needed(difference, CURRENT_DIFFERENCES, current_recordings())


def test_recordings_are_replayed_completely() -> None:
    assert len(current_recordings()) >= LEAST
    assert len({recording.path for recording in current_recordings()}) == len(current_recordings())
    counts = Counter(recording.id for recording in current_recordings())
    least = {"kayles": 25, "dawsonschess": 15, "nim": 16, "towersofhanoi": 14, "npuzzle": 15, "lightsout": 10}
    assert {id_: counts[id_] >= number for id_, number in least.items()} == dict.fromkeys(least, True)


def test_recorded_positions_are_mostly_compared_unchanged() -> None:
    """Texts, drawings, values and names of recorded positions and moves are never rewritten, nor a puzzle's numbers."""
    compared = 0
    for recording in filter(of_position, current_recordings()):
        answer, _ = expected(recording, CURRENT_DIFFERENCES)
        if answer.status != 200 or recording.id == "rushhour":  # recorded as lost: that board had not been solved
            continue
        old, new = recording.body, answer.body
        rewritten = {"moves", "remoteness"} if (old.get("mex") is not None) else {"moves"}
        assert {key: new[key] for key in old.keys() - rewritten} == {key: old[key] for key in old.keys() - rewritten}
        if isinstance(new["moves"], PartialList) and new["moves"].entries:
            for was, now in zip(old["moves"], new["moves"].entries, strict=True):
                kept = was.keys() - ({"remoteness", "deltaRemoteness"} if "mex" in was else set())
                assert {key: now[key] for key in kept} == {key: was[key] for key in kept}
        compared += 1
    assert compared >= LEAST_COMPARED


def test_pictures_are_compared_as_they_were_recorded() -> None:
    """Everything in the image data is compared except how numbers are written."""
    compared = 0
    for recording in filter(of_variant, current_recordings()):
        answer, _ = expected(recording, CURRENT_DIFFERENCES)
        if answer.status == 200 and recording.body["imageAutoGUIData"] is not None:
            assert answer.body["imageAutoGUIData"] == EqualData(recording.body["imageAutoGUIData"])
            compared += 1
    assert compared >= 28


@pytest.mark.parametrize("recording", [r for r in RECORDED if of_position(r.values[0])])
def test_moves_stand_best_first(asker: Asker, recording: Recording) -> None:
    status, body = asker.ask(recording.path)
    if status != 200:
        assert recording.position == "garbage"
        return
    if recording.kind == UNIVERSAL:
        order = [best_first(move) for move in body["moves"]]
        puzzle = "mex" not in body
        assert order == sorted(order, key=lambda worth: (worth[0], -worth[1] if puzzle else worth[1]))
        assert not body["moves"] or any(move["moveValue"] == body["positionValue"] for move in body["moves"])
    else:
        remotenesses = [move.get("remoteness", 10**6) for move in body["moves"]]
        assert remotenesses == sorted(remotenesses)


def test_list_has_all_plugins_by_name(asker: Asker) -> None:
    _, listed = asker.ask("/universal/v1/")
    names = [entry["name"].lower() for entry in listed]
    assert names == sorted(names)
    assert {entry["id"] for entry in listed} == {cls.id for cls in registry.all_rules()}
    assert {entry["gui"] for entry in listed} == {"v0", "v2", "v3"}


def test_the_oracle_knows_the_values_that_were_recorded() -> None:
    compared = 0
    for recording in current_recordings():
        if of_position(recording) and "mex" in recording.body and recording.position != "garbage":
            for told in (recording.body, *recording.body["moves"]):
                assert game_outcome(str(recording.id), told["position"])[0] == told["positionValue"]
                assert (told["mex"] == "0") is (told["positionValue"] == "lose")
                compared += 1
    assert compared >= 290


@pytest.mark.parametrize(
    ("expected_", "found", "wrong"),
    [
        (EqualData({"scale": 1}), {"scale": "1"}, False),
        (EqualData([0.5, 18]), [0.5, 18.0], False),
        (EqualData([0.5]), [0.55], True),
        (EqualData({"image": "a/b.svg"}), {"image": "a/c.svg"}, True),
        (EqualData({"over": True}), {"over": 1}, True),
        (PartialList("id", ({"id": 1},), alone=True), [{"id": 1}, {"id": 2}], True),
        (PartialList("id", ({"id": 1},)), [{"id": 1}, {"id": 2}], False),
    ],
)
def test_comparison_itself_finds_differences(expected_: Any, found: Any, wrong: bool) -> None:
    assert bool(mismatches(expected_, found)) is wrong


def test_the_text_of_dawsons_chess_says_how_it_was_played(asker: Asker) -> None:
    """The same position, requested as another plug-in writes it and as it was played."""
    for text, position in (("2_-x-----", "2_-x-----"), ("2_xxx----", "2_-x-----"), ("1_xx-xxx---", "1_x---x---")):
        size = len(text) - 2
        status, body = asker.ask(f"/universal/v1/dawsonschess/{size}/positions/?p={text}")
        assert status == 200
        assert re.fullmatch(r"[12]_[-x]+", body["position"])
        assert body["position"][: len(position)] == position
