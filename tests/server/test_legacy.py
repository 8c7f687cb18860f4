"""The old protocol: routes, envelope, words, lists and variants."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.solvers.status import State
from tests.helpers import load
from tests.server.asking import check_error
from tests.server.conftest import Get

PUZZLES = [cls.id for cls in registry.all_puzzles()]
GAMES = [cls.id for cls in registry.all_games()]
TYPED = [cls.id for cls in registry.all_games() if cls.custom]
GOOD = [
    "/puzzles/",
    "/puzzles/hanoi/",
    "/puzzles/hanoi/variants/",
    "/puzzles/hanoi/3_3/",
    "/puzzles/hanoi/variants/3_3/",
    "/puzzles/hanoi/3_3/R_A_3_3_A--B--C--/",
    "/puzzles/hanoi/3_3/R_A_3_3_A--B--C--/moves/",
    "/puzzles/hanoi/variants/3_3/positions/R_A_3_3_A--B--C--/",
    "/puzzles/hanoi/variants/3_3/positions/R_A_3_3_A--B--C--/moves/",
    "/puzzles/hanoi/3_3/7-0-0/",
    "/puzzles/lights/2/R_A_2_2_-***/",
    "/puzzles/lights/2/R_A_2_2_-%2A%2a%2A/",
    "/puzzles/hopNdrop/map1/--1111%7C-11-G1%7C-1----%7C-111--%7C-X%281%2911--%7C------%7C/",
    "/games/",
    "/games/nim/",
    "/games/nim/variants/3_3_3/",
    "/games/nim/variants/1_3_5/",
    "/games/nim/variants/1_3_5/positions/R_A_5_3_--l--l-ll-lllll/",
    "/games/nim/variants/1_3_5/positions/R_A_5_3_--l--l-ll-lllll/moves/",
    "/games/kayles/variants/5/positions/R_A_1_6_--x---_prevmove=2/",
    "/games/kayles/variants/5/positions/R_A_1_6_--x---_prevmove%3D2/",
]
BAD = {
    "/puzzles/nope/": 404,
    "/puzzles/nope/variants/": 404,
    "/puzzles/nope/3_3/": 404,
    "/puzzles/nope/3_3/7-0-0/": 404,
    "/puzzles/hanoi/nope/": 404,
    "/puzzles/hanoi/variants/nope/": 404,
    "/puzzles/hanoi/nope/7-0-0/": 404,
    "/puzzles/hanoi/3_3/garbage/": 400,
    "/puzzles/hanoi/3_3/garbage/moves/": 400,
    "/puzzles/hanoi/variants/3_3/positions/garbage/": 400,
    "/puzzles/nim/": 404,
    "/puzzles/nim/3_3_3/": 404,
    "/puzzles/hanoi/3_3/7-0-0/nothing/": 404,
    "/puzzles/rubikscube/2x2x2/R_A_6_8_**21*---**35*---0204345112450102**33*---**45*---/": 503,
    "/games/nope/": 404,
    "/games/nope/variants/7/": 404,
    "/games/nope/variants/7/positions/R_A_1_7_-------/": 404,
    "/games/hanoi/": 404,
    "/games/towersofhanoi/variants/3_3/": 404,
    "/games/nim/variants/": 404,
    "/games/nim/3_3_3/": 404,
    "/games/nim/variants/nope/": 400,
    "/games/nim/variants/nope/positions/R_A_3_3_lllllllll/": 400,
    "/games/nim/variants/3_3_3/positions/garbage/": 400,
    "/games/nim/variants/3_3_3/positions/garbage/moves/": 400,
    "/games/nim/variants/3_3_3/positions/": 404,
}


# --- routes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOOD)
@pytest.mark.parametrize("slash", [True, False])
def test_good_requests_of_the_old_protocol_get_its_envelope(client: FlaskClient, path: str, slash: bool):
    response = client.get(path if slash else path[:-1])
    assert response.status_code == 200
    assert response.mimetype == "application/json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert set(response.get_json()) == {"status", "response"}
    assert response.get_json()["status"] == "ok"


@pytest.mark.parametrize("path", BAD)
@pytest.mark.parametrize("slash", [True, False])
def test_errors_of_the_old_protocol_are_json_open_to_every_origin(client: FlaskClient, path: str, slash: bool):
    response = client.get(path if slash else path[:-1])
    assert response.status_code == BAD[path]
    assert response.mimetype == "application/json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    check_error(response.get_json(), path)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/puzzles/", "/puzzles/hanoi/3_3/7-0-0/", "/games/nim/", "/health/", "/ready/", "/"])
def test_methods_not_allowed_are_refused_with_those_that_are(client: FlaskClient, path: str, method: str):
    response = client.open(path, method=method)
    assert response.status_code == 405
    assert {"GET", "HEAD", "OPTIONS"} <= set(response.headers["Allow"].split(", "))
    assert method not in response.headers["Allow"]
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    body = response.get_json()
    if path.startswith(("/puzzles", "/games")):
        assert method in check_error(body, path)
    else:
        assert response.mimetype == "application/problem+json"
        assert body["status"] == 405
        assert method in body["detail"]


@pytest.mark.parametrize("path", ["/puzzles", "/puzzles/hanoi/3_3/7-0-0", "/games/nim", "/health", "/ready"])
def test_wrong_method_without_slash_is_refused(client: FlaskClient, path: str):
    test_methods_not_allowed_are_refused_with_those_that_are(client, path, "POST")


@pytest.mark.parametrize("path", ["/puzzles/", "/puzzles/hanoi/3_3/7-0-0/", "/games/nim/variants/1_3_5/", "/health/"])
@pytest.mark.parametrize("slash", [True, False])
def test_head_and_options_are_answered_without_a_body(client: FlaskClient, path: str, slash: bool):
    path = path if slash else path[:-1]
    whole, head, options = client.get(path), client.head(path), client.options(path)
    assert head.status_code == options.status_code == 200
    assert head.data == b""
    assert head.headers["Content-Type"] == whole.headers["Content-Type"]
    for response in (head, options):
        assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "GET" in options.headers["Allow"]
    assert client.head("/puzzles/hanoi/3_3/garbage").status_code == 400


def test_queries_are_ignored(client: FlaskClient):
    plain = client.get("/puzzles/hanoi/3_3/7-0-0/")
    assert client.get("/puzzles/hanoi/3_3/7-0-0/?x=1&p=%ff").data == plain.data


def test_paths_are_percent_decoded_once(client: FlaskClient):
    assert client.get("/puzzles/lights/2/" + quote("R_A_2_2_-***", safe="")).status_code == 200
    assert client.get("/puzzles/lights/2/" + quote(quote("R_A_2_2_-***", safe=""), safe="")).status_code == 400


# --- lists and variants -----------------------------------------------------------------------


@pytest.mark.second_ring
def test_list_of_puzzles_is_sorted_and_available(client: FlaskClient):
    listed = client.get("/puzzles/").get_json()["response"]
    assert {entry["gameId"] for entry in listed} == set(PUZZLES)
    assert len(listed) >= 10
    assert [entry["name"] for entry in listed] == sorted(entry["name"] for entry in listed)
    assert all(set(entry) >= {"gameId", "name", "status"} for entry in listed)
    assert {entry["status"] for entry in listed} == {"available"}


@pytest.mark.second_ring
def test_list_of_games_is_sorted_and_available(client: FlaskClient):
    listed = client.get("/games/").get_json()["response"]
    assert {entry["gameId"] for entry in listed} == set(GAMES)
    assert {"gameId": "nim", "name": "Nim", "status": "available"} in listed
    assert {"gameId": "tictactoe", "name": "Tic-Tac-Toe", "status": "available"} in listed
    assert [entry["name"] for entry in listed] == sorted(entry["name"] for entry in listed)
    assert {entry["status"] for entry in listed} == {"available"}


def test_a_variant_that_nobody_will_solve_is_not_listed(client: FlaskClient):
    """The page of 2022 would open it, and get no position; asked for by its id, it says why."""
    listed = client.get("/games/quickchess/").get_json()["response"]["variants"]
    assert [variant["variantId"] for variant in listed] == ["rooks"]
    alone = client.get("/games/quickchess/variants/regular/").get_json()["response"]["variant"]
    assert [variant["status"] for variant in alone] == ["unavailable"]


@pytest.mark.parametrize("id_", [*PUZZLES, *GAMES])
def test_variants_are_inline(client: FlaskClient, id_: str):
    kind = "puzzles" if id_ in PUZZLES else "games"
    whole = client.get(f"/{kind}/{id_}/").get_json()["response"]
    cls = registry.find(id_)
    assert whole["gameId"] == id_
    assert whole["name"] == cls.name
    assert isinstance(whole["instructions"], str)
    assert whole["instructions"]
    states = {
        one.id: client.application.extensions["manager"].status(load(f"{id_}/{one.id}")).state for one in cls.variants
    }
    answered = [variant for variant, state in states.items() if state != State.UNAVAILABLE]
    assert [variant["variantId"] for variant in whole["variants"]] == answered
    assert whole["custom"] == ("true" if cls.custom else None)
    if kind == "puzzles":
        assert all(isinstance(whole[key], str) and whole[key] for key in ("author", "description", "date_created"))
        assert client.get(f"/puzzles/{id_}/variants/").get_json()["response"] == whole
    for variant in whole["variants"]:
        assert set(variant) >= {"variantId", "description", "status", "startPosition"}
        assert variant["status"] in ("available", "solving", "unavailable")
        assert variant["startPosition"].startswith("R_A_")
        paths = [f"/{kind}/{id_}/variants/{variant['variantId']}/"]
        if kind == "puzzles":
            paths.append(f"/{kind}/{id_}/{variant['variantId']}/")
        for path in paths:
            alone = client.get(path).get_json()["response"]
            assert alone["variant"] == [variant]
            assert alone["gameId"] == id_
            if kind == "puzzles":
                assert {key: alone[key] for key in variant} == variant


@pytest.mark.parametrize(
    ("alias", "id_"),
    [
        ("hanoi", "towersofhanoi"),
        ("lights", "lightsout"),
        ("pegSolitaire", "pegsolitaire"),
        ("chairs", "toadsandfrogspuzzle"),
        ("bishop", "bishoppuzzle"),
        ("rubiks", "rubikscube"),
        ("hopNdrop", "hopndrop"),
    ],
)
def test_alias_is_echoed(get: Get, alias: str, id_: str):
    echoed, plain = get("puzzles", alias).get_json()["response"], get("puzzles", id_).get_json()["response"]
    assert (echoed.pop("gameId"), plain.pop("gameId")) == (alias, id_)
    assert echoed == plain
    variant = plain["variants"][0]["variantId"]
    assert get("puzzles", alias, variant).get_json()["response"]["gameId"] == alias


@pytest.mark.parametrize(("id_", "alias", "variant"), [("bishop", "2x5", "4x5_4"), ("npuzzle", "3x3", "3")])
def test_alias_of_a_variant_is_echoed(get: Get, id_: str, alias: str, variant: str):
    response = get("puzzles", id_, alias).get_json()["response"]
    assert response["variantId"] == response["variant"][0]["variantId"] == alias
    assert response["startPosition"] == get("puzzles", id_, variant).get_json()["response"]["startPosition"]


@pytest.mark.parametrize(
    ("game", "start", "position"),
    [
        ("nim", "1_3_5", "R_A_5_3_--l--l-ll-lllll"),
        ("nim", "1", "R_A_1_1_l"),
        ("nim", "10", "R_A_10_1_llllllllll"),
        ("nim", "2_3", "R_A_3_2_-lllll"),
        ("dawsonschess", "10", "R_A_1_10_----------"),
        ("dawsonschess", "500", "R_A_1_500_" + 500 * "-"),
        ("kayles", "4", "R_A_1_4_----"),
        ("kayles", "500", "R_A_1_500_" + 500 * "-"),
    ],
)
def test_custom_start_of_a_game_is_described_with_its_position(
    client: FlaskClient, game: str, start: str, position: str
):
    response = client.get(f"/games/{game}/variants/{start}/").get_json()["response"]
    described = {"variantId": start, "description": "custom", "status": "available", "startPosition": position}
    assert response == {"gameId": game, "variant": [described]}


BAD_STARTS = ["0", "0_0", "1_0", "-1", "01", "1.5", "1__2", "_1", "1_", "٧", "1e3", "nope", "5000", "1_x"]


@pytest.mark.parametrize("game", TYPED)
@pytest.mark.parametrize("start", BAD_STARTS)
def test_bad_custom_starts_are_refused_with_help_and_an_example(get: Get, game: str, start: str):
    response = get("games", game, "variants", start)
    assert response.status_code == 400
    sentence = check_error(response.get_json(), "/games")
    custom = registry.find(game).custom
    assert custom is not None
    assert custom.help in sentence
    assert custom.example in sentence
    assert repr(start) in sentence
    assert get("games", game, "variants", custom.example).status_code == 200


@pytest.mark.parametrize("game", [game for game in GAMES if game not in TYPED])
def test_games_without_custom_starts_refuse_typed_variants(get: Get, game: str):
    """Any typed variant is unknown; the sentence names those that exist."""
    names = {name for variant in registry.find(game).variants for name in (variant.id, *variant.aliases)}
    for start in (start for start in BAD_STARTS if start not in names):
        response = get("games", game, "variants", start)
        assert response.status_code == 404
        sentence = check_error(response.get_json(), "/games")
        assert f"{game} has no variant {start!r}. Its variants: " in sentence
        assert all(variant.id in sentence for variant in registry.find(game).variants)
        assert get("games", game, "variants", start, "positions", "x").status_code == 404


def test_largest_custom_starts_are_answered_and_larger_ones_refused(get: Get):
    assert get("games", "nim", "variants", "_".join(["25"] * 20)).status_code == 200
    assert get("games", "nim", "variants", "_".join(["1"] * 21)).status_code == 400
    assert get("games", "nim", "variants", "_".join(["26"] * 20)).status_code == 400
    assert get("games", "nim", "variants", "501").status_code == 400
    assert get("games", "kayles", "variants", "501").status_code == 400
    assert get("games", "dawsonschess", "variants", "501").status_code == 400


@pytest.mark.parametrize(
    ("parts", "suggestion"),
    [
        (("puzzles", "hanio"), "hanoi"),
        (("puzzles", "npuzle"), "npuzzle"),
        (("puzzles", "Lights"), "lights"),
        (("games", "kayle"), "kayles"),
        (("games", "nym"), "nim"),
        (("puzzles", "hanoi", "3_16"), "4_16"),
        (("puzzles", "hopndrop", "map5"), "map4"),
    ],
)
def test_suggestion_of_a_near_name_comes_with_an_unknown_one(get: Get, parts: tuple[str, ...], suggestion: str):
    response = get(*parts)
    assert response.status_code == 404
    assert f"Did you mean '{suggestion}'" in response.get_json()["error"].replace(" or ", " Did you mean ")
