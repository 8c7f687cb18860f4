"""`POST /api/<id>/<variant>/judge`: the answer, every form of a move, and refusals that name the move."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.puzzles.picture import picture_of
from perfect_play.server.api.judging import MOST_BYTES
from perfect_play.server.api_docs.api_schemas import MOST_JUDGED
from tests.helpers import late, load
from tests.server.test_openapi import fitting

PATH = "/api/{game_id}/{variant_id}/judge"
NAMES = {
    "readable": lambda rules, position, move: rules.format_move(position, move),
    "words": words_of,
    "2021": autogui.write_move,
    "drawn": lambda rules, position, move: autogui.write_drawn(picture_of(rules), position, move),
    "current": lambda rules, position, move: picture_of(rules).name(position, move),
}


def ask(client: FlaskClient, full_id: str, body: Any) -> TestResponse:
    answer = client.post(f"/api/{full_id}/judge", json=body)
    fitting(PATH, answer.status_code, answer.get_json())
    return answer


def judged(client: FlaskClient, full_id: str, body: Any) -> Any:
    answer = ask(client, full_id, body)
    assert answer.status_code == 200, answer.text
    return answer.get_json()["response"]


def random_play(full_id: str, most: int = 40) -> tuple[list[Any], list[Any]]:
    """The positions of a random play and its moves, one fewer."""
    rules, rng = load(full_id), random.Random(full_id)
    positions, moves = [rules.start()], []
    while rules.primitive(positions[-1]) is None and len(moves) < most:
        moves.append(rng.choice(list(rules.moves(positions[-1]))))
        positions.append(rules.do_move(positions[-1], moves[-1]))
    assert moves
    return positions, moves


@pytest.mark.parametrize(
    "full_id", ["tictactoe/regular", "npuzzle/3", "nim/3_4_5", late("othello/4x4"), "towersofhanoi/3_3"]
)
def test_a_play_is_judged_alike_however_it_is_written(full_id: str, client: FlaskClient):
    rules = load(full_id)
    positions, moves = random_play(full_id)
    expected = judged(client, full_id, {"positions": list(map(rules.format, positions))})
    assert len(expected["moves"]) == len(moves)
    for name in NAMES.values():
        texts = [name(rules, position, move) for position, move in zip(positions, moves, strict=False)]
        assert judged(client, full_id, {"moves": texts}) == expected
    for text in (rules.format(positions[1]), autogui.write_position(rules, positions[1])):
        later = judged(client, full_id, {"moves": texts[1:], "position": text})
        assert [{**move, "number": 0} for move in later["moves"]] == [
            {**move, "number": 0} for move in expected["moves"][1:]
        ]


@pytest.mark.parametrize("full_id", ["tictactoe/regular", late("othello/4x4"), "npuzzle/2x3"])
def test_values_are_those_of_the_other_routes(full_id: str, client: FlaskClient):
    kind = "puzzles" if full_id.startswith("npuzzle") else "games"
    found = judged(client, full_id, {"positions": list(map(load(full_id).format, random_play(full_id)[0]))})
    game, variant = full_id.split("/")
    for move in found["moves"]:
        path = f"/{kind}/{game}/variants/{variant}/positions/{move['before']['position']}"
        told = client.get(path).get_json()["response"]
        assert (told["positionValue"], told["remoteness"]) == (
            move["before"]["positionValue"],
            move["before"]["remoteness"],
        )
        mine = next(other for other in told["moves"] if other["moveName"] == move["moveName"])
        assert mine["position"] == move["after"]["position"]
        assert mine["remoteness"] == move["after"]["remoteness"]
        if kind == "games":
            assert mine["moveValue"] == move["moveValue"]


def test_judged_play_has_rates_and_its_first_mistake(client: FlaskClient):
    found = judged(client, "tictactoe/regular", {"moves": ["b2", "a2", "a1", "c3", "c1"]})
    assert (found["firstMistake"], found["complete"], found["answeredBy"]) == (2, True, "table")
    assert [(player["bestRate"], player["keptRate"]) for player in found["players"]] == [(1.0, 1.0), (0.5, 0.5)]


def test_play_without_moves_has_an_empty_judgment(client: FlaskClient):
    for body in ({"moves": []}, {"positions": ["---------"]}):
        found = judged(client, "tictactoe/regular", body)
        assert (found["moves"], found["firstMistake"], found["complete"]) == ([], None, True)
        assert [player["bestRate"] for player in found["players"]] == [None, None]


BAD: list[tuple[Any, str]] = [
    ([], "Expected an object"),
    ({}, "Expected an object"),
    ({"moves": ["b2"], "positions": []}, "Expected an object"),
    ({"moves": ["b2"], "more": 1}, "Expected an object"),
    ({"positions": []}, "Expected an object"),
    ({"moves": "b2"}, "moves: expected a list of strings"),
    ({"moves": [1]}, "moves: expected a list of strings"),
    ({"positions": [None]}, "positions: expected a list of strings"),
    ({"moves": [], "position": 3}, "position: expected a string"),
    ({"moves": ["b2"], "position": "zz"}, "'zz': expected 9 cells"),
    ({"moves": ["b2"] * (MOST_JUDGED + 1)}, "1,001 moves: expected at most 1,000"),
    ({"positions": ["---------"] * (MOST_JUDGED + 2)}, "1,002 positions: expected at most 1,001"),
    ({"moves": ["b2", "b2"]}, "Move 2, 'b2': there is no such move in '----x----'."),
    ({"moves": ["x" * 5000]}, "(5000 characters)"),
    ({"positions": ["---------", "xo-------"]}, "Position 2, 'xo-------': no move leads there"),
    ({"positions": ["---------", "zz"]}, "Position 2: 'zz': expected 9 cells"),
    ({"moves": ["a1"], "position": "xxxoo----"}, "Move 1, 'a1': play has ended"),
]


@pytest.mark.parametrize(("body", "sentence"), BAD)
def test_a_bad_play_is_refused_with_a_sentence(body: Any, sentence: str, client: FlaskClient):
    answer = ask(client, "tictactoe/regular", body)
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")
    assert sentence in answer.get_json()["detail"]
    assert len(answer.data) < 2000


def test_bad_requests_to_judge_are_refused_with_the_fitting_status(client: FlaskClient):
    assert ask(client, "nope/regular", {"moves": []}).status_code == 404
    assert ask(client, "tictactoe/nope", {"moves": []}).status_code == 404
    assert ask(client, "quarto/regular", {"moves": ["A"]}).status_code == 503
    for data, status in ((b"{", 400), (b"\xff", 400), (b"[" * 100_000, 400), (b" " * (MOST_BYTES + 1), 413)):
        answer = client.post("/api/tictactoe/regular/judge", data=data, content_type="application/json")
        assert answer.status_code == status
        fitting(PATH, status, answer.get_json())
    assert client.post("/api/tictactoe/regular/judge", data=b"{}").status_code == 415
    assert client.get("/api/tictactoe/regular/judge").status_code == 405


def test_errors_about_large_boards_are_short(client: FlaskClient):
    lights = load("lightsout/25")
    board = lights.format(lights.start())
    for body in ({"positions": [board, board]}, {"moves": ["z9"]}):
        answer = ask(client, "lightsout/25", body)
        assert answer.status_code == 400
        assert len(answer.data) < 10_000


def test_reading_a_play_takes_no_longer_than_an_answer_may(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("perfect_play.solvers.reports.judgments.seconds_left", lambda own: 0.0)
    answer = ask(client, "tictactoe/regular", {"moves": ["b2"]})
    assert answer.status_code == 422
    assert answer.get_json()["detail"].startswith("Move 1, 'b2': There was no time left")


def test_a_long_play_is_answered_whole(client: FlaskClient):
    found = judged(client, "npuzzle/2", {"moves": ["1", "1"] * (MOST_JUDGED // 2)})
    assert len(found["moves"]) == MOST_JUDGED
    assert found["players"][0]["bestRate"] == 0.5
