"""Exercises: exactly one move is right by the reference solver, and each has the difficulty that is asked for."""

from __future__ import annotations

from math import ceil, inf, log2
from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles.base import OPPOSITE, Puzzle, Rules, Value
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.solvers.reports import mining
from tests.helpers import exhaustive, late, load, solved

GAMES = (
    "1dchess/regular",
    "achi/regular",
    "beeline/3x3",
    "chomp/4x7",
    "domineering/3x5",
    "eightball/2x3",
    "flowfree/c",
    "hareandhounds/s-hare-first",
    "jenga/12",
    "kalah/3x2",
    "klotski/pennant",
    "konane/4x4",
    "npuzzle/2x3",
    "snakebird/2",
    "sokoban/microban_3_moves",
    "squirrels/expert",
    "tantfant/regular",
    "tictactoe/regular",
    "toadsandfrogs/3_3_3",
    "wythoff/15_20",
)
BOUNDS = {"easy": (0, 6), "medium": (6, 12), "hard": (12, float("inf"))}


def exercise(client: FlaskClient, full_id: str, query: str) -> dict[str, Any]:
    answer = client.get(f"/api/{full_id}/practice?{query}")
    assert answer.status_code == 200, answer.json
    return answer.json["response"]


def right_children(rules: Rules, text: str) -> tuple[Value, int, list[str], int]:
    """(value, remoteness, the positions after all right moves, the number of moves), by the reference solver."""
    results = solved(rules.full_id)
    position = rules.parse(text)
    current = results.result(rules, position)
    children = list(rules.children(position))
    right = []
    for child in children:
        after = results.result(rules, child)
        if isinstance(rules, Puzzle):
            is_right = after.value is Value.WIN and after.remoteness == current.remoteness - 1
        else:
            same_mover = rules.turn(child) == rules.turn(position)
            is_right = (after.value if same_mover else OPPOSITE[after.value]) is current.value
        if is_right:
            right.append(rules.format(child))
    return current.value, current.remoteness, right, len(children)


@pytest.mark.parametrize(
    ("full_id", "difficulties"),
    [
        ("tictactoe/regular", ("easy", "medium")),
        late("dotsandboxes/2x2", ("easy", "medium", "hard")),
        ("npuzzle/2x3", ("easy", "medium", "hard")),
        late("tantfant/regular", ("easy", "medium")),
        ("towersofhanoi/3_3", ("easy", "medium")),
        exhaustive("teeko/4x4", ("easy", "medium", "hard")),
        exhaustive("othello/4x4", ("easy", "medium")),
    ],
)
def test_an_exercise_has_one_right_move_and_the_difficulty_asked_for(
    client, full_id: str, difficulties: tuple[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(mining, "SECONDS", inf)
    rules = load(full_id)
    for seed in range(6):
        for difficulty in difficulties:
            given = exercise(client, full_id, f"difficulty={difficulty}&seed={seed}")
            value, remoteness, right, choices = right_children(rules, given["positionText"])
            assert (given["positionValue"], given["remoteness"], given["choices"]) == (value, remoteness, choices)
            assert value is not Value.LOSE
            assert len(right) == 1
            position = rules.parse(given["positionText"])
            by_name = {words_of(rules, position, move): move for move in rules.moves(position)}
            assert rules.format(rules.do_move(position, by_name[given["moveName"]])) == right[0]
            own_moves = remoteness if isinstance(rules, Puzzle) else ceil(remoteness / 2)
            low, high = BOUNDS[difficulty]
            assert low <= own_moves * log2(choices) < high
            assert given["difficulty"] == difficulty


def test_the_same_seed_draws_the_same_exercise_and_others_draw_others(client):
    texts = [exercise(client, "npuzzle/3", f"seed={seed}")["position"] for seed in (1, 1, 2, 3)]
    assert texts[0] == texts[1]
    assert len(set(texts)) == 3


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("difficulty=hrd", 400, "difficulty='hrd': expected easy, medium, hard."),
        (f"seed={'1' * 65}", 400, "expected at most 64 characters"),
        ("difficulty=hard", 422, "were tried, and none was hard and had one right move."),
    ],
)
def test_a_request_for_an_exercise_that_cannot_be_met_is_refused(client, query: str, status: int, words: str):
    answer = client.get(f"/api/towersofhanoi/3_3/practice?{query}")
    assert answer.status_code == status
    assert words in answer.json["detail"]


def test_game_whose_start_has_many_right_moves_is_practiced_further_on(client):
    texts = {exercise(client, "nim/2_3_2_3_1", f"seed={seed}")["positionText"] for seed in range(20)}
    assert len(texts) > 5


def test_game_without_exercises_refuses_at_once(client, monkeypatch):
    monkeypatch.setattr(mining, "SECONDS", inf)
    answer = client.get("/api/nim/1_1/practice")
    assert answer.status_code == 422
    assert answer.json["detail"] == "3 random positions of nim/1_1 were tried, and none had one right move."


def test_game_without_known_remotenesses_refuses_an_exercise_in_a_sentence(client):
    answer = client.get("/api/kalah/6x4/practice")
    assert answer.status_code == 422
    assert answer.json["detail"].startswith("kalah/6x4 has no table, and")


@pytest.mark.parametrize("games", [late(GAMES[::5]), exhaustive(GAMES)], ids=len)
def test_fifty_exercises_of_each_game_differ(client, games: tuple[str, ...]):
    for full_id in games:
        positions: set[str] = set()
        seed = 0
        while len(positions) < 50:
            positions.add(exercise(client, full_id, f"seed={seed}")["position"])
            seed += 1
            assert seed < 200, f"{full_id}: {len(positions)} exercises"


def test_mined_positions_come_with_solutions_and_can_be_imported(client: FlaskClient):
    path = "/api/npuzzle/2x3/mine"
    found = client.get(f"{path}?kind=only-move&length=4&count=3&seed=1").json["response"]
    assert len(found) == 3
    rules = load("npuzzle/2x3")
    for item in found:
        assert len(item["solution"]) == 4
        assert len(right_children(rules, item["positionText"])[2]) == 1
        assert item["practice"].startswith(f"npuzzle/2x3 {item['position']} 0 20")
    assert client.get(f"{path}?kind=only-move&length=4&count=3&seed=1").json["response"] == found
    assert client.get(f"{path}?kind=hardest&count=1").json["response"][0]["remoteness"] == 21
    zugzwang = client.get("/api/hexapawn/3x3/mine?kind=zugzwang&length=1").json["response"]
    assert zugzwang[0]["remark"].startswith("It is lost;")
    for wrong in ("kind=easy", "length=0", "count=21", "count=x", "seed=" + "x" * 65, "kind=trap"):
        assert client.get(f"{path}?{wrong}").status_code == 400, wrong
    nothing = client.get(f"{path}?kind=unique&length=1000")
    assert nothing.status_code == 422
    assert nothing.json["detail"] == "No such position of npuzzle/2x3 was met. Ask for another length or kind."
