"""Rewrites recordings into expected answers: the `where` and `instead` of `differences.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.notation import autogui
from tests.server.comparison import Answer, Moves, PartialList, Text
from tests.server.recordings import (
    Recording,
    button,
    drawn,
    game_facts,
    half_parts,
    jumps_its_own_kind,
    piles_in_rows,
    stick_in_rows,
    stuck,
)

TODAYS_ID = {
    "hanoi": "towersofhanoi",
    "lights": "lightsout",
    "pegSolitaire": "pegsolitaire",
    "chairs": "toadsandfrogspuzzle",
    "bishop": "bishoppuzzle",
    "hopNdrop": "hopndrop",
    "rubiks": "rubikscube",
}
TODAYS_VARIANT = {
    ("bishop", "2x5"): "4x5_4",
    ("bishop", "2x7"): "4x7_4",
    ("bishop", "3x7"): "6x7_6",
    ("pegSolitaire", "Triangle"): "triangle",
    ("rubiks", "2x2"): "2x2x2",
}
NOMINAL_START = {
    ("topspin", "6_2"): "R_A_2_3_654123",
    ("rubiks", "2x2"): "R_A_6_8_**21*---**35*---0204345112450102**33*---**45*---",
    **{("nqueens", str(n)): f"R_A_{n}_{n}_{'-' * n * n}" for n in range(4, 9)},
}
UNSOLVED = {("rubiks", "2x2")}
ALWAYS_WINNABLE = {"npuzzle", "hanoi", "lights", "bishop", "topspin"}
HOPS = {"map1": 14, "map2": 17, "map3": 21}
VALUES = ("win", "tie", "draw", "lose")


def error(recording: Recording, answer: Answer, status: int) -> Answer:
    """An error of the old protocol."""
    body: dict[str, Any] = {"status": "error", "error": Text()}
    if recording.kind == "puzzles":
        body["response"] = Text()
    return Answer(answer.path, status, body)


def good(answer: Answer, response: Any) -> Answer:
    return Answer(answer.path, 200, {"status": "ok", "response": response})


def moves_of(answer: Answer) -> list[dict[str, Any]]:
    response = answer.response
    return response if isinstance(response, list) else response["moves"]


def with_moves(answer: Answer, moves: list[dict[str, Any]]) -> Answer:
    response = moves if isinstance(answer.response, list) else {**answer.response, "moves": moves}
    return good(answer, response)


def of_puzzle(recording: Recording) -> bool:
    return recording.kind == "puzzles" and recording.about_positions()


def of_game(recording: Recording) -> bool:
    return recording.kind == "games" and recording.about_positions()


def in_texts(recording: Recording) -> bool:
    return of_puzzle(recording) and not recording.position.startswith("R_")


def says(word: str) -> Callable[[Recording], bool]:
    return lambda recording: recording.body["status"] == "error" and word in str(recording.body.get("response"))


def hop(recording: Recording, answer: Answer) -> Answer:
    name = drawn(recording, recording.position)
    remoteness = HOPS[recording.variant]
    return good(answer, {"position": name, "positionValue": "win", "remoteness": remoteness, "moves": Moves()})


def offered(recording: Recording, answer: Answer) -> Answer:
    variant = {
        "variantId": recording.variant,
        "description": Text(),
        "startPosition": NOMINAL_START[recording.id, recording.variant],
        "status": "unavailable" if (recording.id, recording.variant) in UNSOLVED else "available",
    }
    return good(answer, {**variant, "gameId": recording.id, "variant": [variant]})


def true_status(recording: Recording, answer: Answer) -> Answer:
    if answer.body["status"] != "error":
        return answer
    typed = recording.kind == "games" and recording.variant is not None  # a start that the game's rules refuse
    return error(recording, answer, 400 if recording.position or typed else 404)


def null_moves(recording: Recording) -> bool:
    return recording.moves_only and recording.body.get("response", 0) is None


def size_0(recording: Recording) -> bool:
    return recording.kind == "games" and "0" in (recording.variant or "").split("_")


def foreign(recording: Recording) -> bool:
    if recording.id != "kayles" or not recording.about_positions():
        return False
    half = half_parts(recording.position)
    return len(half[0] if half else recording.position.split("_")[4]) != int(recording.variant)


def variants_of(answer: Answer) -> list[dict[str, Any]]:
    """The variants an answer describes, wherever they appear in it."""
    response = answer.response
    if not isinstance(response, dict) or "positionValue" in response:
        return []
    found = [*response.get("variants", ()), *response.get("variant", ())]
    return found + ([response] if "startPosition" in response else [])


def changed_variants(change: Callable[[Recording, dict[str, Any]], dict[str, Any]]) -> Callable[..., Answer]:
    def instead(recording: Recording, answer: Answer) -> Answer:
        if answer.body["status"] == "ok":
            for variant in variants_of(answer):
                variant.update(change(recording, variant))
        return answer

    return instead


def drawn_start(recording: Recording, variant: dict[str, Any]) -> dict[str, Any]:
    return {"startPosition": drawn(recording, variant["startPosition"], variant["variantId"])}


def nominal_start(recording: Recording, variant: dict[str, Any]) -> dict[str, Any]:
    start = NOMINAL_START.get((recording.id, variant["variantId"]))
    return {"startPosition": start} if start else {}


def without_unsolved(recording: Recording, answer: Answer) -> Answer:
    """What no service will solve by itself is not listed; asked for by its id, it is there."""
    response = answer.response
    listed = [one for one in response["variants"] if (recording.id, one["variantId"]) not in UNSOLVED]
    return good(answer, {**response, "variants": listed})


def state(recording: Recording, variant: dict[str, Any]) -> dict[str, Any]:
    if variant["status"] != "not available":
        return {}
    return {"status": "unavailable" if (recording.id, variant["variantId"]) in UNSOLVED else "available"}


def drawn_positions(recording: Recording, answer: Answer) -> Answer:
    moves = [{**move, "position": drawn(recording, move["position"])} for move in moves_of(answer)]
    return with_moves(good(answer, {**answer.response, "position": drawn(recording, recording.position)}), moves)


def buttons(recording: Recording, answer: Answer) -> Answer:
    here = drawn(recording, recording.position)
    return with_moves(answer, [{**m, "move": button(recording, here, m["move"])} for m in moves_of(answer)])


def without_own_kind(recording: Recording, answer: Answer) -> Answer:
    here = drawn(recording, recording.position)
    return with_moves(answer, [m for m in moves_of(answer) if not jumps_its_own_kind(here, m["move"])])


def ended(recording: Recording, answer: Answer) -> Answer:
    return with_moves(answer, []) if answer.response["remoteness"] == 0 else answer


def worth(recording: Recording, answer: Answer) -> Answer:
    """Value and delta of every move from the remotenesses; a lost child has the remoteness -1."""
    moves = []
    for move in moves_of(answer):
        if move["positionValue"] == "lose":
            moves.append({**move, "moveValue": "lose", "deltaRemoteness": 0})
            continue
        delta = answer.response["remoteness"] - move["remoteness"]
        back = "lose" if recording.id in ALWAYS_WINNABLE else "tie"
        moves.append({**move, "moveValue": "win" if delta > 0 else back if delta < 0 else "tie"})
        moves[-1]["deltaRemoteness"] = delta
    return with_moves(answer, moves)


def dead_ends(recording: Recording, answer: Answer) -> Answer:
    moves = moves_of(answer)
    for move in moves:
        if move["remoteness"] == -1 and stuck(recording, move["position"]):
            move["remoteness"] = 0
    return with_moves(answer, moves)


def best_first(recording: Recording, answer: Answer) -> Answer:
    rules = registry.load(recording.id, recording.variant)
    position = autogui.read_position(rules, answer.response["position"])
    own = [autogui.write_move(rules, position, move) for move in rules.moves(position)]

    def order(move: dict[str, Any]) -> tuple[int, int, int]:
        rest = move["remoteness"] if move["positionValue"] == "win" else 1 << 30
        return VALUES.index(move["moveValue"]), rest, own.index(move["move"])

    return with_moves(answer, sorted(moves_of(answer), key=order))


def in_columns(recording: Recording, answer: Answer) -> Answer:
    path = answer.path.replace(recording.position, piles_in_rows(recording.position))
    moves = [
        {**move, "move": stick_in_rows(move["move"]), "position": piles_in_rows(move["position"])}
        for move in moves_of(answer)
    ]
    answer = replace(with_moves(answer, moves), path=path)
    if not recording.moves_only:
        answer.response["position"] = piles_in_rows(answer.response["position"])
    return answer


def start_in_columns(recording: Recording, variant: dict[str, Any]) -> dict[str, Any]:
    return {"startPosition": piles_in_rows(variant["startPosition"])}


def real_pins(recording: Recording, answer: Answer) -> Answer:
    half = half_parts(recording.position)
    phantom = half and f"A_x_{len(half[0])}"
    return with_moves(answer, [move for move in moves_of(answer) if move["move"] != phantom])


def exact(recording: Recording, answer: Answer) -> Answer:
    for move in moves_of(answer):
        move["remoteness"] = game_facts(recording.id, move["position"])[1]
    if not recording.moves_only:
        answer.response["remoteness"] = game_facts(recording.id, answer.response["position"])[1]
    return answer


def exact_deltas(recording: Recording, answer: Answer) -> Answer:
    moves = moves_of(answer)
    for move in moves:
        same = [other["remoteness"] for other in moves if other["moveValue"] == move["moveValue"]]
        won = move["moveValue"] == "win"
        move["deltaRemoteness"] = move["remoteness"] - min(same) if won else max(same) - move["remoteness"]
    return answer


def exact_order(recording: Recording, answer: Answer) -> Answer:
    def order(move: dict[str, Any]) -> tuple[int, int]:
        return VALUES.index(move["moveValue"]), move["deltaRemoteness"]

    return with_moves(answer, sorted(moves_of(answer), key=order))


def words(recording: Recording, answer: Answer) -> Answer:
    response = answer.response
    described = [response] if isinstance(response, dict) else response
    for entry in described:
        for key in {"description", "instructions", "author", "date_created"} & entry.keys():
            entry[key] = Text()
        if recording.kind == "puzzles" and "name" in entry:
            entry["name"] = Text()
    for variant in variants_of(answer):
        variant["description"] = Text()
    return answer


def todays_lists(recording: Recording, answer: Answer) -> Answer:
    response = answer.response
    if recording.id is None:
        entries = [{**entry, "gameId": TODAYS_ID.get(entry["gameId"], entry["gameId"])} for entry in response]
        return good(answer, PartialList("gameId", tuple(entries)))
    for variant in response["variants"]:
        variant["variantId"] = TODAYS_VARIANT.get((recording.id, variant["variantId"]), variant["variantId"])
    return good(answer, {**response, "variants": PartialList("variantId", tuple(response["variants"]))})


def lists(recording: Recording) -> bool:
    return recording.body["status"] == "ok" and recording.variant is None


def described(recording: Recording) -> bool:
    return recording.body["status"] == "ok" and recording.position is None
