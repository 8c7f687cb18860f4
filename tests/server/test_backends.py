"""The service as a back end of GamesCraftersUWAPI: its names, its two URL forms, and its way of drawing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.back_ends import CLASSIC_NAMES, ONE_NAMES
from perfect_play.puzzles.base import UnknownPuzzle
from perfect_play.puzzles.picture import TILE, Picture, picture_class
from perfect_play.puzzles.values import Value
from tests.docs import uwapi_list

pytestmark = pytest.mark.usefixtures("no_searches")

DRAWN = json.loads((Path(__file__).parent / "uwapi-drawn.json").read_text())
"""Starts by program and option, as GamesCraftersUWAPI draws them, obtained from GamesmanClassic in November 2026."""

PARTS = json.loads((Path(__file__).parent / "uwapi-parts.json").read_text())
"""Edges (from, string, to) of move parts, by program and option and by position, from GamesmanClassic."""

MOVES = json.loads((Path(__file__).parent / "uwapi-moves.json").read_text())
"""Boards and their moves (string, board after it), from the same source; moves of several parts have no string."""

NAMES = {**CLASSIC_NAMES, **ONE_NAMES}


def is_here(id_: str) -> bool:
    try:
        return bool(registry.find(id_))
    except UnknownPuzzle:
        return False


def test_every_name_stands_for_what_uwapi_lists():
    listed = {(id_, variant) for id_, (_, variants) in uwapi_list.LISTED.items() for variant in variants}
    assert set(NAMES.values()) <= listed
    assert len(set(NAMES.values())) == len(NAMES)
    assert {id_ for id_, _ in NAMES.values() if not is_here(id_)} <= set(uwapi_list.ABSENT)


@pytest.mark.parametrize("name", DRAWN, ids=lambda name: name.replace("/", "-"))
def test_a_start_is_drawn_as_uwapi_draws_it(client: FlaskClient, name: str):
    """Except for trailing characters without meaning."""
    answer = client.get(f"/backends/classic/{name}/start/")
    assert answer.status_code == 200
    assert answer.get_json()["autoguiPosition"].rstrip("-.") == DRAWN[name].rstrip("-.")


def test_moves_point_at_the_centers_of_uwapi(client: FlaskClient):
    """As recorded: a placement in Achi, whose squares lie beneath its cells here, and steps in Hare and Hounds."""
    achi = client.get("/backends/classic/achi/2/positions/?p=1_---------").get_json()
    assert {move["autoguiMove"][:6] for move in achi["moves"]} == {f"A_-_{cell}_"[:6] for cell in range(9)}
    hounds = client.get("/backends/classic/haregame/1/positions/?p=1_dd-d------r").get_json()
    assert "M_0_2" in {move["autoguiMove"][:5] for move in hounds["moves"]}
    assert all(len(move["autoguiPosition"]) == len("1_dd-d------r") for move in hounds["moves"])


@pytest.mark.parametrize("name", MOVES, ids=lambda name: name.replace("/", "-"))
def test_boards_and_moves_are_drawn_as_by_the_program(client: FlaskClient, name: str):
    """Except for trailing characters without meaning."""
    for position, (board, moves) in MOVES[name].items():
        found = client.get(f"/backends/classic/{name}/positions/", query_string={"p": position}).get_json()
        told = {(move.get("autoguiMove", ""), move["autoguiPosition"].rstrip("-.")) for move in found["moves"]}
        assert found["autoguiPosition"].rstrip("-.") == board.rstrip("-.")
        assert told == {(string, after.rstrip("-.")) for string, after in moves}


def drawn_alike() -> list[Any]:
    """Address of the back end's form, id and variant of the games that both routes draw by the same strings; of all but
    one variant of each as exhaustive tests."""
    forms = {"classic/{}/{}/positions/?p={{}}": CLASSIC_NAMES, "one/{}/{}/{{}}/": ONE_NAMES}
    alike = [
        ("/backends/" + form.format(*name), id_, variant)
        for form, names in forms.items()
        for name, (id_, variant) in names.items()
        if is_here(id_) and picture_class(registry.find(id_), "classic") is Picture
    ]
    last = {id_: variant for _, id_, variant in alike}
    return [pytest.param(*one, marks=() if last[one[1]] == one[2] else pytest.mark.exhaustive) for one in alike]


@pytest.mark.parametrize(
    ("address", "id_", "variant"), drawn_alike(), ids=lambda text: text.replace("/", "-").replace("{}", "")
)
def test_todays_page_and_uwapi_are_given_the_same_strings(client: FlaskClient, address: str, id_: str, variant: str):
    """On the client's own boards: the same position, the same buttons, and the same boards between two touches."""
    text = client.get(f"/universal/v1/{id_}/{variant}/").get_json()["startPosition"]
    for _ in range(2):
        back_end = client.get(address.format(text)).get_json()
        today = client.get(f"/universal/v1/{id_}/{variant}/positions/", query_string={"p": text}).get_json()
        assert re.sub(f"(?<=^._){TILE}+", "", today["autoguiPosition"]) == back_end["autoguiPosition"]
        if today["autoguiPosition"] != back_end["autoguiPosition"]:
            return  # there, the squares of the board come first
        assert {move["autoguiMove"] for move in today["moves"]} == {
            edge["autoguiMove"]
            for edge in (*back_end["moves"], *back_end.get("partMoves", ()))
            if "from" not in edge and "autoguiMove" in edge
        }
        between = {edge["to"] for edge in back_end.get("partMoves", ()) if "to" in edge}
        touched = [move for move in today["moves"] if ";" in move["position"]]
        assert {move["autoguiPosition"] for move in touched} == between
        for move in touched[:3]:
            half = client.get(
                f"/universal/v1/{id_}/{variant}/positions/", query_string={"p": move["position"]}
            ).get_json()
            assert {second["autoguiMove"] for second in half["moves"]} == {
                edge["autoguiMove"] for edge in back_end["partMoves"] if edge.get("from") == move["autoguiPosition"]
            }
        if not back_end["moves"]:
            return
        text = back_end["moves"][-1]["position"]


@pytest.mark.parametrize("name", ["abalone/1", "mancala/1"])
def test_a_game_without_a_picture_has_its_texts(client: FlaskClient, name: str):
    start = client.get(f"/backends/classic/{name}/start/").get_json()
    assert start["autoguiPosition"] == start["position"]
    found = client.get(f"/backends/classic/{name}/positions/", query_string={"p": start["position"]}).get_json()
    for move in found["moves"]:
        assert (move["autoguiMove"], move["autoguiPosition"]) == (move["move"], move["position"])


def test_quarto_numbers_the_pieces_that_are_chosen(client: FlaskClient):
    """First the piece alone, then the cell and the piece; in the end only the cell."""

    def strings(position: str) -> list[str]:
        found = client.get("/backends/classic/quarto/0/positions/", query_string={"p": position}).get_json()
        return [move["autoguiMove"] for move in found["moves"]]

    assert set(strings("1_" + "-" * 17)) == {f"A_{chr(65 + piece)}_{272 + piece}" for piece in range(16)}
    assert {"A_B_17", "A_P_271"} <= set(strings("2_" + "-" * 16 + "A"))
    assert "A_-_3" in strings("1_ABC" + "-" * 13 + "D")


def test_a_board_of_othello_is_mirrored_with_its_names(client: FlaskClient):
    start = client.get("/backends/classic/othello/136/start/").get_json()
    assert start["position"] == "1_-----ox--xo-----"
    found = client.get("/backends/classic/othello/136/positions/", query_string={"p": start["position"]}).get_json()
    assert {(move["move"], move["autoguiMove"]) for move in found["moves"]} == {
        ("c1", "A_h_2_x"),
        ("d2", "A_h_7_x"),
        ("a3", "A_h_8_x"),
        ("b4", "A_h_13_x"),
    }


@pytest.mark.parametrize("name", PARTS, ids=lambda name: name.replace("/", "-"))
def test_moves_of_two_parts_are_those_of_the_program(client: FlaskClient, name: str):
    """Except for a board's trailing characters without meaning; each part leads to a move of the list."""
    for position, edges in PARTS[name].items():
        found = client.get(f"/backends/classic/{name}/positions/", query_string={"p": position}).get_json()
        told = {
            (edge.get("from", "").rstrip("."), edge["autoguiMove"], edge.get("to", "").rstrip("."))
            for edge in found["partMoves"]
        }
        assert told == set(map(tuple, edges))
        without = {move["move"] for move in found["moves"] if "autoguiMove" not in move}
        assert {edge["full"] for edge in found["partMoves"] if "full" in edge} == without


def test_the_neutron_slides_before_a_piece(client: FlaskClient):
    """Each move after the first slides the neutron and then, from the intermediate board, a piece."""
    start = client.get("/backends/one/neutron/0/").get_json()["position"]
    first = client.get(f"/backends/one/neutron/0/{start}/").get_json()
    assert "partMoves" not in first
    found = client.get(f"/backends/one/neutron/0/{first['moves'][0]['position']}/").get_json()
    begin = [edge for edge in found["partMoves"] if "from" not in edge]
    assert {edge["autoguiMove"].split("_")[1] for edge in begin} == {"12"}, "the neutron stands in the middle"
    ends = {edge["full"]: edge for edge in found["partMoves"] if "from" in edge}
    assert {edge["from"] for edge in ends.values()} <= {edge["to"] for edge in begin}
    assert {move["move"] for move in found["moves"] if "autoguiMove" not in move} == set(ends)
    for move in found["moves"]:
        if "autoguiMove" in move:
            continue  # the neutron reaches a home row, which ends the game
        _, source, target, _ = ends[move["move"]]["autoguiMove"].split("_")
        board = list(ends[move["move"]]["from"].partition("_")[2])
        board[int(target)], board[int(source)] = board[int(source)], "-"
        assert "".join(board) == move["autoguiPosition"].partition("_")[2]


@pytest.mark.parametrize("name", ["ttt/3", "foxes/1", "graphgame/0"])
def test_a_game_is_played_by_what_the_answers_name(client: FlaskClient, name: str):
    """As GamesCraftersUWAPI plays: from the start through positions named by answers; values as in our own form."""
    base = f"/backends/classic/{name}"
    named = client.get(f"{base}/start/").get_json()
    program, option = name.split("/")
    id_, variant = CLASSIC_NAMES[program, option]
    for _ in range(3):
        answer = client.get(f"{base}/positions/", query_string={"p": named["position"]})
        assert answer.status_code == 200
        found = answer.get_json()
        assert found["autoguiPosition"] == named["autoguiPosition"]
        ours = client.get(f"/puzzles/{id_}/{variant}/positions/", query_string={"p": named["position"]}).get_json()
        for a, b in zip([found, *found["moves"]], [ours, *ours["moves"]], strict=True):
            assert a["position"] == b["position"]
            if a["positionValue"] == "unsolved":
                continue  # a search that resumes the last one may know more
            assert a["positionValue"] == b["positionValue"]
            assert a.get("remoteness") == (None if a["positionValue"] == Value.DRAW else b["remoteness"])
        named = found["moves"][-1]


def test_games_of_gamesman_one_have_the_position_in_the_path(client: FlaskClient):
    start = client.get("/backends/one/quixo/2/").get_json()
    found = client.get(f"/backends/one/quixo/2/{start['position']}/").get_json()
    assert (found["positionValue"], found["remoteness"], len(found["moves"])) == ("win", 7, 20)
    assert client.get("/backends/one/quixo/2/nonsense").status_code == 400


@pytest.mark.parametrize("name", ["lunarlockout/beginner-1", "marble_circuit/ch1", "sokobaniq/1", "sokobanlarge/11"])
def test_names_of_gamesman_py_are_understood_below_puzzles(client: FlaskClient, name: str):
    start = client.get(f"/puzzles/{name}/start/")
    assert start.status_code == 200
    named = start.get_json()["position"]
    assert client.get(f"/puzzles/{name}/positions/", query_string={"p": named}).status_code in (200, 503)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("classic/tttt/3/start/", "No program is called 'tttt'. Did you mean 'ttt"),
        ("classic/ttt/7/start/", "ttt has no variant '7'. Its variants: 3, 1."),
        ("classic/ccheckers/0/start/", "No puzzle or game is called 'chinesecheckers'."),
        ("one/ttt/3/", "No program is called 'ttt'."),
        ("two/ttt/3/", "There is nothing at"),
    ],
)
def test_missing_games_of_back_ends_are_explained(client: FlaskClient, path: str, says: str):
    answer = client.get(f"/backends/{path}")
    assert answer.status_code == 404
    assert says in answer.get_json()["error"]


def test_missing_position_of_a_back_end_is_requested_in_a_sentence(client: FlaskClient):
    answer = client.get("/backends/classic/ttt/3/positions/")
    assert answer.status_code == 400
    assert "?p=" in answer.get_json()["error"]
