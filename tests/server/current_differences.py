"""Intended differences between answers of today's protocol and the recorded ones. No others are allowed.

As in `differences.py`, they are applied in order, and `says` is the sentence that requires each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfect_play.puzzles import registry
from tests.server.comparison import Answer, EqualData, PartialList, Text
from tests.server.current_recordings import (
    GAMES,
    UNIVERSAL,
    failed,
    game_outcome,
    of_list,
    of_position,
    of_variant,
)
from tests.server.differences import Difference
from tests.server.recordings import Recording

OWN_ROUTES = {"/puzzles/": None, "/puzzles/npuzzle/": "npuzzle"}
LOST_MOVE = {"positionValue": "lose", "moveValue": "lose", "remoteness": -200, "deltaRemoteness": 0}
LOST_MOVES = (
    {**LOST_MOVE, "move": "7", "autoguiMove": "M_7_8_x", "position": "1234568-7", "autoguiPosition": "1_1234568-7"},
    {**LOST_MOVE, "move": "6", "autoguiMove": "M_5_8_x", "position": "12345-876", "autoguiPosition": "1_12345-876"},
)
OUTAGES: dict[str | None, tuple[str, int, Any]] = {
    "12345678-": ("win", 0, []),
    "12345687-": ("lose", -200, PartialList("autoguiMove", LOST_MOVES, alone=True)),
}
RANDOM_STARTS = {"npuzzle", "lightsout", "rubikscube", "topspin", "pancakes", "rushhour"}
STARTS = {
    ("pegsolitaire", "triangle"): ("-" + 14 * "x", "1_-bcadabcbcadada"),
    ("pegsolitaire", "star"): ("-" + 12 * "x", "1_-bcbcadacbcba"),
    ("nqueens", "4"): (16 * "-", "1_" + 16 * "-"),
    ("bishoppuzzle", "4x5_8"): ("XXXX------------OOOO", "1_XXXX------------OOOO"),
    ("bishoppuzzle", "4x7_4"): ("X-X-" + 20 * "-" + "O-O-", "1_X-X-" + 20 * "-" + "O-O-"),
    ("toadsandfrogspuzzle", "4"): ("xx-oo", "1_xx-oo"),
}
DRAWN = {"defaultTheme": "regular"}
DRAWN_HERE = {"abalone", "adugo", "hopndrop", "mancala"}
"""Games that had no picture when recorded, and were listed so."""
VALUES = ("win", "tie", "draw", "lose")
PLACEHOLDER = -100  # a finite, unknown remoteness


def refused(recording: Recording, answer: Answer) -> Answer:
    """An error with the right status: 404 for unknown names, 400 for meaningless texts."""
    known = registry_names()
    games = {cls.id for cls in registry.all_rules() if cls.custom is not None}
    typed = recording.kind == UNIVERSAL and recording.id in games
    unknown_variant = recording.position is None and recording.id != "nope" and not typed
    status = 404 if recording.id not in known or unknown_variant else 400
    body: dict[str, Any] = {"error": Text()}
    if recording.kind != UNIVERSAL:
        body |= {"status": "error", "response": Text()}
    return Answer(answer.path, status, body)


def registry_names() -> set[str]:
    return {cls.id for cls in registry.all_rules()}


def updated(change: Callable[[Recording, dict[str, Any]], dict[str, Any]]) -> Callable[[Recording, Answer], Answer]:
    """Make a difference from a function that returns the keys of the answer that change."""

    def instead(recording: Recording, answer: Answer) -> Answer:
        return Answer(answer.path, answer.status, {**answer.body, **change(recording, answer.body)})

    return instead


def own_route(recording: Recording, answer: Answer) -> Answer:
    name = OWN_ROUTES[recording.path]
    response: Any = PartialList("gameId", ({"gameId": "npuzzle", "name": Text(), "status": Text()},))
    return Answer(answer.path, 200, {"status": "ok", "response": {"gameId": name} if name else response})


def outage(recording: Recording, answer: Answer) -> Answer:
    value, remoteness, moves = OUTAGES[recording.position]
    names = {"position": recording.position, "autoguiPosition": f"1_{recording.position}"}
    return Answer(answer.path, 200, {**names, "positionValue": value, "remoteness": remoteness, "moves": moves})


def more_variants(recording: Recording, answer: Answer) -> Answer:
    names = {"id": recording.variant, "name": Text(), "gui": "v3", "startPosition": Text()}
    return Answer(answer.path, 200, {**names, "autoguiStartPosition": Text(), "imageAutoGUIData": DRAWN})


def begun(recording: Recording, answer: Answer) -> Answer:
    return Answer(answer.path, 200, {"position": Text(), "autoguiPosition": Text()})


def nominal(recording: Recording, body: dict[str, Any]) -> dict[str, Any]:
    key = (recording.id or "", recording.variant or "")
    text, drawn = STARTS.get(key, (Text(), Text()))
    return {"startPosition": text, "autoguiStartPosition": drawn}


def any_start(recording: Recording, body: dict[str, Any]) -> dict[str, Any]:
    return {key: Text() for key in body if key.removeprefix("autogui").lower() in ("position", "startposition")}


def only_here(recording: Recording, answer: Answer) -> Answer:
    rows = [row for row in answer.body if row["id"] in registry_names()]
    drawn = [row | {"gui": "v3"} if row["id"] in DRAWN_HERE else row for row in rows]
    drawn = [row | {"name": "Chess endgames"} if row["id"] == "chess" else row for row in drawn]
    return Answer(answer.path, 200, PartialList("id", tuple(drawn)))


def exact(recording: Recording, body: dict[str, Any]) -> dict[str, Any]:
    game = recording.id or ""

    def told(entry: dict[str, Any]) -> dict[str, Any]:
        value, remoteness = game_outcome(game, entry["position"])
        assert value == entry["positionValue"]
        assert entry["remoteness"] in (PLACEHOLDER, 0)
        return {"remoteness": remoteness}

    return {**told(body), "moves": [{**move, **told(move)} for move in body["moves"]]}


def exact_deltas(recording: Recording, body: dict[str, Any]) -> dict[str, Any]:
    moves = body["moves"]
    for move in moves:
        alike = [other["remoteness"] for other in moves if other["moveValue"] == move["moveValue"]]
        worst = max(alike) - move["remoteness"]
        move["deltaRemoteness"] = worst if move["moveValue"] == "lose" else move["remoteness"] - min(alike)
    return {"moves": moves}


def best_first(entry: dict[str, Any]) -> tuple[int, int]:
    """The sort key of a list of moves of /universal/v1/."""
    worse = entry["deltaRemoteness"]
    return VALUES.index(entry["moveValue"]), worse


def solved_here(recording: Recording, body: dict[str, Any]) -> dict[str, Any]:
    """Facts about an eleven-move Rush Hour board, from the plain search of tests/puzzles/test_rushhour.py."""
    nearer = {"20 21": 11, "20 22": 10, "34 35": 10}
    moves = [{**move, "positionValue": "win", "remoteness": nearer[move["move"]]} for move in body["moves"]]
    return {"positionValue": "win", "remoteness": 11, "moves": moves}


CURRENT_DIFFERENCES = (
    Difference(
        "routes of the older protocol",
        "/puzzles/ and /puzzles/<id>/ as errors: the legacy generation owns those two routes",
        lambda recording: recording.path in OWN_ROUTES,
        own_route,
    ),
    Difference(
        "positions while a back end was down",
        "Invalid Position for good positions: their back end was down",
        lambda recording: failed(recording) and recording.position in OUTAGES,
        outage,
    ),
    Difference(
        "the cube has a start",
        "rubikscube `Server error` (without its table, which these tests do without, it is the nominal start)",
        lambda recording: recording.body == {"error": "Server error"},
        begun,
    ),
    Difference(
        "variants that others do not have",
        "lists of variants may have more entries than were recorded",
        lambda recording: (recording.id, recording.variant) == ("topspin", "6_2"),
        more_variants,
    ),
    Difference(
        "errors have a true status",
        "Failure: a true HTTP status with {error: <sentence>} - today's servers send errors with 200",
        failed,
        lambda recording, answer: refused(recording, answer) if "error" in answer.body else answer,
    ),
    Difference(
        "garbage is refused",
        "`positions/?p=` is an error, not a 500; bad positions are refused (recorded of Kayles: a lost position)",
        lambda recording: recording.position == "garbage",
        refused,
    ),
    Difference(
        "sizes of 0 are refused",
        "sizes of 0 are refused (recorded: accepted)",
        lambda recording: (recording.id, recording.variant) == ("nim", "0_0"),
        lambda recording, answer: Answer(answer.path, 400, {"error": Text()}),
    ),
    Difference(
        "there is a start",
        "variants with an empty startPosition: their back end was down",
        lambda recording: of_variant(recording) and recording.body["startPosition"] == "",
        updated(nominal),
    ),
    Difference(
        "starts that were drawn by lot",
        "Recorded random starts differ each time",
        lambda recording: recording.id in RANDOM_STARTS and not of_position(recording) and not of_list(recording),
        updated(any_start),
    ),
    Difference(
        "every board is solved",
        "Rush Hour: a board that was recorded as lost, with all its moves, because nobody had solved it",
        lambda recording: recording.id == "rushhour" and of_position(recording),
        updated(solved_here),
    ),
    Difference(
        "numbers of a picture",
        "a number is the same whether it is written 1, 1.0 or as text",
        lambda recording: of_variant(recording) and recording.body["imageAutoGUIData"] is not None,
        updated(lambda recording, body: {"imageAutoGUIData": EqualData(body["imageAutoGUIData"])}),
    ),
    Difference(
        "more is drawn",
        "Hop N' Drop and Mancala were recorded without a picture",
        lambda recording: of_variant(recording) and recording.id in DRAWN_HERE,
        updated(lambda recording, body: {"imageAutoGUIData": DRAWN, "autoguiStartPosition": Text()}),
    ),
    Difference(
        "instructions are there",
        "Descriptions and instructions are in our own words; in the samples they only show the type",
        lambda recording: "instructions" in recording.body,
        updated(lambda recording, body: {"instructions": Text()}),
    ),
    Difference(
        "what there is",
        "the list has what is played here",
        lambda recording: isinstance(recording.body, list),
        only_here,
    ),
    Difference(
        "more variants",
        "lists of variants may have more entries than were recorded",
        of_list,
        updated(lambda recording, body: {"variants": PartialList("id", tuple(body["variants"]))}),
    ),
    Difference(
        "Lights Out and sliding tiles of any size, any board of pegs, and levels of Rush Hour",
        "allowCustomVariantCreation: any rectangle, board of pegs or level may be typed here",
        lambda recording: of_list(recording) and recording.id in ("lightsout", "npuzzle", "pegsolitaire", "rushhour"),
        updated(lambda recording, body: {"allowCustomVariantCreation": True}),
    ),
    Difference(
        "health in numbers of this machine",
        "uptime, cpu_usage, memory_usage and timestamp are those of the moment",
        lambda recording: recording.path == "/puzzles/health",
        updated(lambda recording, body: {key: Text() for key in body if key != "status"}),
    ),
    Difference(
        "solved positions have no moves",
        "every primitive position has moves: [] and remoteness 0 (the recorded systems list moves at solved positions)",
        lambda recording: of_position(recording) and recording.body.get("remoteness") == 0,
        updated(lambda recording, body: {"moves": []}),
    ),
    Difference(
        "remoteness of games is exact",
        "The recorded answers of these three games carry a placeholder; where ours is exact, remoteness differs",
        lambda recording: of_position(recording) and recording.id in GAMES,
        updated(exact),
    ),
    Difference(
        "so are deltas",
        "where ours is exact, deltaRemoteness differs",
        lambda recording: of_position(recording) and recording.id in GAMES,
        updated(exact_deltas),
    ),
    Difference(
        "the order of moves",
        "The recorded order of moves is not contractual: /puzzles/ does not sort, /universal/v1/ leaves equal ones as "
        "they come",
        of_position,
        updated(lambda recording, body: {"moves": PartialList("autoguiMove", tuple(body["moves"]), alone=True)}),
    ),
)
