"""Today's protocol beyond the recordings: instructions, errors, and the description of every variant."""

from __future__ import annotations

import pytest

from perfect_play.puzzles import registry, translations

IDS = [cls.id for cls in registry.all_rules()]
"""Plug-ins without instructions in Spanish; adding one must not require knowing Spanish."""


def test_games_are_listed_by_name_with_type_and_gui(client):
    listed = client.get("/universal/v1/").json
    assert [set(one) for one in listed] == [{"id", "name", "type", "gui"}] * len(IDS)
    assert sorted(one["id"] for one in listed) == sorted(IDS)
    names = [one["name"].lower() for one in listed]
    assert names == sorted(names)
    types = {one["id"]: one["type"] for one in listed}
    assert types["npuzzle"] == "onePlayer"
    assert types["nim"] == "twoPlayer"


@pytest.mark.parametrize("puzzle_id", IDS)
def test_game_is_described_with_its_variants(client, puzzle_id: str):
    told = client.get(f"/universal/v1/{puzzle_id}").json
    cls = registry.find(puzzle_id)
    assert told["id"] == puzzle_id
    only = {"quarto": ["regular"], "sim": ["regular"]}  # the sizes that the page's own components draw
    assert [variant["id"] for variant in told["variants"]] == only.get(puzzle_id, [one.id for one in cls.variants])
    assert told["allowCustomVariantCreation"] == (cls.custom is not None)
    assert isinstance(told["supportsWinBy"], bool)


def test_instructions_come_in_the_language_requested(client):
    def told(locale: str) -> str:
        return client.get(f"/universal/v1/npuzzle/3/instructions/{locale}").json["instructions"]

    english = registry.find("npuzzle").instructions
    spanish = translations.translations()["es", "npuzzle"].instructions
    assert told("") == told("?locale=en") == told("?locale=xx") == told("?locale=../../etc") == english
    assert told("?locale=es") == told("?locale=es-MX") == told("?locale=ES_419") == spanish != english


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/universal/v1/nope/", 404, "No puzzle or game is called 'nope'"),
        ("/universal/v1/pancakes/nope/", 404, "has no variant 'nope'"),
        ("/universal/v1/npuzzle/3/positions/", 400, "Which position?"),
        ("/universal/v1/npuzzle/3/positions/?p=", 400, "Which position?"),
        ("/universal/v1/npuzzle/3/positions/?p=garbage", 400, "'garbage'"),
        ("/universal/v1/npuzzle/3/positions/?p=" + "1" * 5000, 400, "at most"),
        ("/universal/v1/npuzzle/3/nothing/", 404, "nothing at"),
        ("/puzzles/npuzzle/3/positions/", 400, "Which position?"),
        ("/puzzles/pancakes/99/start/", 404, "has no variant '99'"),
        ("/puzzles/nim/1_3_5/start/?seed=1", 404, "there is /games/nim/"),
    ],
)
def test_errors_have_a_status_and_a_sentence(client, path: str, status: int, words: str):
    answer = client.get(path)
    assert answer.status_code == status
    assert words in answer.json["error"]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    if path.startswith("/universal"):
        assert set(answer.json) == {"error"}


def test_a_position_of_either_generation_is_taken(client):
    asked = "/universal/v1/npuzzle/3/positions/?p="
    assert client.get(f"{asked}R_A_3_3_12345678-").json == client.get(f"{asked}12345678-").json


def test_ended_positions_have_no_moves_and_unsolvable_ones_no_remoteness(client):
    """A match ends on remoteness 0 or no moves; GamesCraftersUWAPI wants no remoteness for the unsolvable."""
    solved = client.get("/universal/v1/npuzzle/3/positions/?p=12345678-").json
    assert (solved["positionValue"], solved["remoteness"], solved["moves"]) == ("win", 0, [])
    lost = client.get("/universal/v1/npuzzle/3/positions/?p=12345687-").json
    assert (lost["positionValue"], lost["remoteness"]) == ("lose", -200)
    assert {(move["moveValue"], move["remoteness"], move["deltaRemoteness"]) for move in lost["moves"]} == {
        ("lose", -200, 0)
    }
    for_uwapi = client.get("/puzzles/npuzzle/3/positions/?p=12345687-").json
    assert "remoteness" not in for_uwapi
    assert all("remoteness" not in move and "moveValue" not in move for move in for_uwapi["moves"])
    stuck = client.get("/universal/v1/pegsolitaire/star/positions/?p=x-----------x").json
    assert (stuck["positionValue"], stuck["remoteness"], stuck["moves"]) == ("lose", -200, [])


def test_a_move_that_leads_farther_away_is_losing_where_none_can_be_taken_back(client):
    """As GamesCraftersUWAPI values it; in the protocol of 2021 it is a tie. Moves to unsolvable positions come last."""
    farther = 0
    for variant in registry.find("squirrels").variants[:3]:
        position = client.get(f"/universal/v1/squirrels/{variant.id}/").json["startPosition"]
        for _ in range(12):
            here = client.get(f"/universal/v1/squirrels/{variant.id}/positions/?p={position}").json
            if not here["moves"]:
                break
            order = []
            for move in here["moves"]:
                lost = move["positionValue"] == "lose"
                delta = 0 if lost else here["remoteness"] - move["remoteness"]
                farther += delta < 0
                value = "lose" if lost or delta < 0 else "win" if delta else "tie"
                assert (move["moveValue"], move["deltaRemoteness"]) == (value, delta)
                order.append((["win", "tie", "lose"].index(value), lost, -delta))
            assert order == sorted(order)
            position = here["moves"][0]["position"]
    assert farther > 5


def test_tic_tac_toe_has_the_player_to_move_in_front(client):
    told = client.get("/universal/v1/tictactoe/regular/").json
    assert (told["startPosition"], told["autoguiStartPosition"]) == ("1_---------", "1_---------")
    at = "/universal/v1/tictactoe/regular/positions/?p="
    here = client.get(f"{at}2_----x----").json
    assert here == client.get(f"{at}----x----").json
    assert (here["position"], here["autoguiPosition"]) == ("2_----x----", "2_----x----")
    assert {move["position"][:2] for move in here["moves"]} == {"1_"}
    wrong = client.get(f"{at}1_----x----")
    assert wrong.status_code == 400
    assert wrong.json["error"] == "'1_----x----': with these cells it is player 2's turn."
