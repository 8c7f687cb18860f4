"""The old protocol: some positions in full, lost ones, Kayles in two steps, and unknown remotenesses."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.two_player.kayles import Kayles
from tests.helpers import late
from tests.server.asking import Asker, check_answer, check_error
from tests.server.recordings import game_facts

# --- two positions in full --------------------------------------------------------------------


def test_nim_example_is_answered_in_full(client: FlaskClient):
    response = client.get("/games/nim/variants/1_3_5/positions/R_A_5_3_--l--l-ll-lllll/")
    moves = [
        # move, what it is, position, nimber, delta, remoteness
        ("A_l_8", "3 from pile 3", "R_B_5_3_-------l--lllll", 0, 0, 6),
        ("A_l_12", "1 from pile 1", "R_B_5_3_--l--l-ll-ll-ll", 6, 0, 7),
        ("A_l_7", "1 from pile 2", "R_B_5_3_--l--l--l-lllll", 6, 0, 7),
        ("A_l_5", "2 from pile 3", "R_B_5_3_-------ll-lllll", 1, 0, 7),
        ("A_l_2", "1 from pile 3", "R_B_5_3_-----l-ll-lllll", 6, 0, 7),
        ("A_l_13", "3 from pile 2", "R_B_5_3_--l--l--l--ll-l", 4, 4, 3),
        ("A_l_10", "2 from pile 2", "R_B_5_3_--l--l--l--llll", 5, 4, 3),
        ("A_l_14", "5 from pile 3", "R_B_5_3_-------l--l-ll-", 2, 4, 3),
        ("A_l_11", "4 from pile 3", "R_B_5_3_-------l--l-lll", 3, 4, 3),
    ]
    assert response.get_json() == {
        "status": "ok",
        "response": {
            "position": "R_A_5_3_--l--l-ll-lllll",
            "positionValue": "win",
            "remoteness": 7,
            "nimber": 7,
            "moves": [
                {
                    "move": move,
                    "moveName": name,
                    "moveValue": "lose" if nimber else "win",
                    "deltaRemoteness": delta,
                    "position": position,
                    "positionValue": "win" if nimber else "lose",
                    "remoteness": remoteness,
                    "nimber": nimber,
                }
                for move, name, position, nimber, delta, remoteness in moves
            ],
        },
    }
    for _, _, position, nimber, _, remoteness in moves:
        assert game_facts("nim", position) == ("win" if nimber else "lose", remoteness)


def test_hanoi_example_is_answered_in_full(client: FlaskClient):
    whole = {
        "status": "ok",
        "response": {
            "position": "R_A_3_3_A--B--C--",
            "positionValue": "win",
            "remoteness": 7,
            "moves": [
                {
                    "move": "M_0_8",
                    "moveName": "1 → 3",
                    "moveValue": "win",
                    "deltaRemoteness": 1,
                    "position": "R_A_3_3_---B--C-A",
                    "positionValue": "win",
                    "remoteness": 6,
                },
                {
                    "move": "M_0_7",
                    "moveName": "1 → 2",
                    "moveValue": "tie",
                    "deltaRemoteness": 0,
                    "position": "R_A_3_3_---B--CA-",
                    "positionValue": "win",
                    "remoteness": 7,
                },
            ],
        },
    }
    for position in ("R_A_3_3_A--B--C--", "7-0-0", "A--B--C--"):
        assert client.get(f"/puzzles/hanoi/3_3/{position}/").get_json() == whole


# --- positions that cannot be solved ------------------------------------------------------------


def lost_with_moves(client: FlaskClient, path: str) -> dict[str, Any]:
    here = client.get(path).get_json()["response"]
    assert (here["positionValue"], here["remoteness"]) == ("lose", -1)
    assert here["moves"]
    for move in here["moves"]:
        assert (move["moveValue"], move["positionValue"], move["deltaRemoteness"]) == ("lose", "lose", 0)
    return here


def test_exchanged_8_puzzle_is_lost_and_has_moves(client: FlaskClient):
    here = lost_with_moves(client, "/puzzles/npuzzle/3/R_A_3_3_12345687-/")
    assert [move["remoteness"] for move in here["moves"]] == [-1, -1]
    assert [move["move"] for move in here["moves"]] == ["M_5_8", "M_7_8"]


def test_unsolvable_lights_list_all_moves_with_no_remoteness(client: FlaskClient):
    here = lost_with_moves(client, "/puzzles/lights/4/R_A_4_4_-***************/")
    assert len(here["moves"]) == 16
    assert {move["remoteness"] for move in here["moves"]} == {-1}


def test_dead_peg_solitaire_is_lost_in_0_without_moves(client: FlaskClient):
    path = "/puzzles/pegSolitaire/Triangle/1_00_000_0000_00001_/"
    here = client.get(path).get_json()["response"]
    position = "R_A_5_9_****x*******-*-*****-*-*-***-*-*-*-*-*-*-*-*x"
    assert here == {"position": position, "positionValue": "lose", "remoteness": 0, "moves": []}


def test_the_move_before_a_dead_end(client: FlaskClient):
    """Two pegs side by side and one far off: one jump, and then none."""
    here = lost_with_moves(client, "/puzzles/pegSolitaire/Triangle/1_10_000_0000_00001_/")
    assert [move["remoteness"] for move in here["moves"]] == [0]


def test_fallen_hop_n_drop(client: FlaskClient):
    start = client.get("/puzzles/hopndrop/map1/R_A_6_6_--1111-11-G1-1-----111---b11--------/").get_json()["response"]
    assert (start["positionValue"], start["remoteness"]) == ("win", 14)
    told = {
        move["moveName"]: (move["moveValue"], move["deltaRemoteness"], move["remoteness"]) for move in start["moves"]
    }
    assert told == {"Right": ("win", 1, 13), "Up": ("lose", 0, -1), "Down": ("lose", 0, 0), "Left": ("lose", 0, 0)}
    fallen = next(move["position"] for move in start["moves"] if move["moveName"] == "Down")
    here = client.get(f"/puzzles/hopndrop/map1/{fallen}/").get_json()["response"]
    assert here == {"position": fallen, "positionValue": "lose", "remoteness": 0, "moves": []}
    path = "/puzzles/hopndrop/map1/------%7C----X(G)1%7C------%7C------%7C------%7C------%7C"
    early = client.get(path).get_json()["response"]
    assert (early["positionValue"], early["remoteness"], early["moves"]) == ("lose", 0, [])


def test_a_won_position_of_a_one_way_puzzle_with_every_kind_of_move(client: FlaskClient):
    """A move that keeps or raises the remoteness is a tie only in puzzles that can be lost."""
    here = client.get("/puzzles/pegSolitaire/Triangle/1_01_111_1001_01111_/").get_json()["response"]
    told = [(move["moveValue"], move["deltaRemoteness"], move["remoteness"]) for move in here["moves"]]
    assert told[:2] == [("win", 1, 9), ("win", 1, 9)]
    assert {value for value, _, _ in told[2:]} == {"lose"}


# --- Kayles in two steps ------------------------------------------------------------------------

KAYLES = "/games/kayles/variants/5/positions/"


def test_kayles_first_step_lists_its_moves(client: FlaskClient):
    here = client.get(f"{KAYLES}R_A_1_5_-----/").get_json()["response"]
    assert here["moveValue"] is None
    assert (here["positionValue"], here["remoteness"], here["nimber"]) == ("win", 5, 4)
    told = [(move["move"], move["position"], move["moveValue"], move["remoteness"]) for move in here["moves"]]
    assert told == [
        ("A_x_2", "R_A_1_6_--x---_prevmove=2", "win", 5),
        ("A_x_0", "R_A_1_6_x-----_prevmove=0", "lose", 4),
        ("A_x_1", "R_A_1_6_-x----_prevmove=1", "lose", 4),
        ("A_x_3", "R_A_1_6_---x--_prevmove=3", "lose", 4),
        ("A_x_4", "R_A_1_6_----x-_prevmove=4", "lose", 4),
    ]
    assert all(move["positionValue"] == move["moveValue"] for move in here["moves"]), "the same player goes on"


def test_kayles_second_step_lists_its_moves(client: FlaskClient):
    here = client.get(f"{KAYLES}R_A_1_6_--x---_prevmove=2/").get_json()["response"]
    assert (here["moveValue"], here["positionValue"], here["remoteness"]) == ("win", "win", 5)
    told = [(move["move"], move["position"], move["moveValue"], move["positionValue"]) for move in here["moves"]]
    assert told == [
        ("A_1_5", "R_B_1_5_--x--", "win", "lose"),
        ("A_x_3", "R_B_1_5_--xx-", "lose", "win"),
        ("A_x_1", "R_B_1_5_-xx--", "lose", "win"),
    ]
    assert [move["remoteness"] for move in here["moves"]] == [4, 3, 3]
    assert [move["nimber"] for move in here["moves"]] == [0, 3, 3]


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ("R_A_1_6_x-----_prevmove=0", {"A_x_1", "A_1_5"}),
        ("R_A_1_6_----x-_prevmove=4", {"A_x_3", "A_1_5"}),
        ("R_B_1_6_xxxxx-_prevmove=4", {"A_1_5"}),
        ("R_B_1_6_x-x---_prevmove=2", {"A_x_1", "A_x_3", "A_1_5"}),
        ("R_B_1_6_--xx--_prevmove=2", {"A_x_1", "A_1_5"}),
        ("R_B_1_6_--xx--_prevmove=3", {"A_x_4", "A_1_5"}),
    ],
)
def test_kayles_second_pins_lead_to_the_other_player(client: FlaskClient, position: str, moves: set[str]):
    here = client.get(f"{KAYLES}{position}/").get_json()["response"]
    assert {move["move"] for move in here["moves"]} == moves
    other = {"A": "B", "B": "A"}[position[2]]
    assert all(move["position"].startswith(f"R_{other}_1_5_") for move in here["moves"])


@pytest.mark.parametrize(
    "position",
    [
        "R_A_1_6_------_prevmove=2",  # nothing has been touched
        "R_A_1_6_--x---_prevmove=1",  # another pin
        "R_A_1_6_--x---_prevmove=5",  # the extra cell
        "R_A_1_6_--x---_prevmove=6",
        "R_A_1_6_--x---_prevmove=02",
        "R_A_1_6_--x---_prevmove=",
        "R_A_1_6_--x---_prevmove=-1",
        "R_A_1_6_--x---_prevmove=2_prevmove=2",
        "R_A_1_6_--x---_prevmove=99999",
        "R_A_1_6_--x--x_prevmove=2",  # the extra cell is never taken
        "R_A_1_5_--x--_prevmove=2",  # of four pins
        "R_A_1_7_--x----_prevmove=2",  # of six pins
        "R_A_1_6_--x---",  # a whole position of six pins
        "R_C_1_6_--x---_prevmove=2",
    ],
)
def test_kayles_bad_half_position_is_refused(client: FlaskClient, position: str):
    response = client.get(f"{KAYLES}{position}/")
    assert response.status_code == 400
    check_error(response.get_json(), "/games")


@pytest.mark.parametrize(
    "path",
    [
        "/games/dawsonschess/variants/5/positions/R_A_1_6_xxx---_prevmove=1/",
        "/games/nim/variants/2/positions/R_A_2_2_-ll-_prevmove=1/",
        "/puzzles/chairs/4/R_A_1_6_xx-oo-_prevmove=1/",
    ],
)
def test_half_positions_exist_in_kayles_only(client: FlaskClient, path: str):
    assert client.get(path).status_code == 400


# --- placeholders -------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [late("kayles/46"), "dawsonschess/60"])
def test_placeholder_of_an_unknown_remoteness_is_a_possible_one(client: FlaskClient, variant: str):
    """For a position that is too large, 1 if won and 2 if lost; nearer the end it is exact."""
    game, start = variant.split("/")
    asker = Asker(client, registry.load(game, start))
    here = asker.ask(asker.start())
    least = {"win": 1, "lose": 2}
    assert here["remoteness"] == least[here["positionValue"]]
    exact = False
    while here["moves"]:
        odd = {"win": 1, "lose": 0}
        assert here["remoteness"] % 2 == odd[here["positionValue"]]
        assert all(move["remoteness"] % 2 == odd[move["positionValue"]] for move in here["moves"])
        best = here["moves"][0]
        before, here = here, asker.ask(here["moves"][0]["position"])
        exact = exact or before["remoteness"] > least[before["positionValue"]]
        if exact and "_prevmove" not in best["position"] + before["position"]:
            assert before["remoteness"] == best["remoteness"] + 1
    assert exact


@pytest.mark.parametrize("variant", ["nim/60_60_60", "kayles/46", "dawsonschess/60"])
def test_placeholder_near_the_end_counts_down_to_it(client: FlaskClient, variant: str):
    """The next to last move, the last, and the end of a game whose remotenesses are unknown."""
    game, start = variant.split("/")
    rules = registry.load(game, start)
    if game == "nim":
        last, end = "R_A_60_3_" + 177 * "-" + "l--", "R_B_60_3_" + 180 * "-"
    else:
        taken = len(rules.first_board.cells)
        last, end = f"R_A_1_{taken}_{(taken - 1) * 'x'}-", f"R_B_1_{taken}_{taken * 'x'}"
    asker = Asker(client, rules)
    here = asker.ask(last)
    assert (here["positionValue"], here["remoteness"], here["nimber"]) == ("win", 1, 1)
    while here["moves"]:
        assert len(here["moves"]) == 1
        check_answer(rules, here)
        here = asker.ask(here["moves"][0]["position"])
    assert (here["position"], here["positionValue"], here["remoteness"]) == (end, "lose", 0)


def test_a_large_kayles_is_answered_without_cubic_work(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    """One request generates the moves of a position a few times per pin, not per pair of pins."""
    calls = 0
    options = Kayles.options

    def counted(self: Kayles, cells: str) -> Any:
        nonlocal calls
        calls += 1
        return options(self, cells)

    monkeypatch.setattr(Kayles, "options", counted)
    response = client.get(f"/games/kayles/variants/50/positions/R_A_1_50_{50 * '-'}/")
    assert len(response.get_json()["response"]["moves"]) == 50
    assert calls < 20 * 50
