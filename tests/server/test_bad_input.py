"""Malformed, illegal, foreign, odd or overlong input is refused with a sentence, and nothing is written."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from perfect_play.puzzles.base import Game, Rules
from perfect_play.puzzles.laws.sample import Sample
from perfect_play.puzzles.notation import autogui
from tests.helpers import cases, examples, late, load, service_cases, start_up
from tests.server.asking import position_path, refused
from tests.server.conftest import Get

RULES = start_up() + examples()
CASES = service_cases(start_up()) + cases(examples())
LONG = pytest.mark.parametrize("size", [3000, 10_000, 100_000])
ODD = [
    "..",
    "../..",
    "../../etc/passwd",
    "..\\..",
    ".",
    " ",
    "\0",
    "a\0b",
    "\n",
    "\r\nX-Header: 1",
    "%2e%2e",
    "%",
    "%00",
    "ÿ",
    "�",
    "🧩",
    "٣_٣",
    "3_3",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "{{7*7}}",
    "${x}",
    "__class__",
    "None",
    "null",
    "-1",
    "0",
    "1e9",
    "9" * 30,
    "A" * 300,
]


# --- positions --------------------------------------------------------------------------------

HANOI = [
    "R_A_3_3_",
    "R_A_3_3",
    "R_A_3_3_A--B--C-",
    "R_A_3_3_A--B--C---",
    "R_A_3_3_A--B--C--_",
    "R_A_3_3_A--B--C--~x",
    "R_A_3_3_A--B--\nC--",
    "R_A_3_3 _A--B--C--",
    "R_A_3_3_A--B--C--R_A_3_3_A--B--C--",
    "r_A_3_3_A--B--C--",
    "R_a_3_3_A--B--C--",
    "R_B_3_3_A--B--C--",
    "R_C_3_3_A--B--C--",
    "R__3_3_A--B--C--",
    "R_A_03_3_A--B--C--",
    "R_A_3_03_A--B--C--",
    "R_A_3.0_3_A--B--C--",
    "R_A_+3_3_A--B--C--",
    "R_A_-3_-3_A--B--C--",
    "R_A_0_0_",
    "R_A_1_9_A--B--C--",
    "R_A_9_1_A--B--C--",
    "R_A_3_4_A--B--C--",
    "R_A_99999999999999999999_1_A--B--C--",
    "R_A_9999_9999_A--B--C--",
    "R_A_٣_٣_A--B--C--",
    "R_A_３_３_A--B--C--",
    "R_A_3_3_А--B--C--",  # a Cyrillic A
    "R_A_3_3_A--B--B--",
    "R_A_3_3_A--B--D--",
    "R_A_3_3_C--B--A--",
    "R_A_3_3_A---B-C--",
    "R_A_3_3_A--B-----",
    "R_A_3_3_ABC------",
    "R_A_3_3_*--------",
    "R_A_3_3_---------",
    "1_A--B--C--",
    "A--B--C-",
    "C--B--A--",
    "7-0",
    "7-0-0-0",
    "8-0-0",
    "6-0-0",
    "7-7-0",
    "7-1-0",
    "3-3-1",  # the right sum, but disk A is on every rod
    "07-0-0",
    "7-00-0",
    "٧-0-0",
    "7_0_0",
    "(7, 0, 0)",
    "random",
    "null",
]


@pytest.mark.parametrize("position", HANOI)
@pytest.mark.parametrize("route", ["short", "long"])
def test_bad_positions_of_hanoi_are_refused_by_both_routes(get: Get, position: str, route: str, nothing_written: None):
    if route == "short":
        response = get("puzzles", "hanoi", "3_3", position)
    else:
        response = get("puzzles", "hanoi", "variants", "3_3", "positions", position)
    refused(response, "/puzzles")


@pytest.mark.parametrize(
    ("id_", "variant", "position"),
    [
        ("npuzzle", "3", "R_A_3_3_123456788"),
        ("npuzzle", "3", "R_A_3_3_1234567--"),
        ("npuzzle", "3", "R_A_3_3_1234567-9"),
        ("lights", "2", "R_A_2_2_--*x"),
        ("lights", "2", "2"),
        ("lights", "2", "11111"),
        ("pegSolitaire", "triangle", "R_A_5_9_****-*******-*-*****-*-*-***-*-*-*-*-*-*-*-*-"),
        ("pegSolitaire", "triangle", "R_A_5_9_*****x******-*-*****-*-*-***-*-*-*-*-*-*-*-*-"),
        ("pegSolitaire", "triangle", "2_11_111_1111_11111_"),
        ("pegSolitaire", "triangle", "0_11_111_1111_11111"),
        ("pegSolitaire", "triangle", "0_00_000_0000_00000_"),
        ("pegSolitaire", "star", "0_11_111_1111_11111_"),
        ("chairs", "4", "xx-oo-"),
        ("chairs", "4", "xx--o"),
        ("chairs", "4", "XX-OO"),
        ("bishop", "2x5", "2_5_a1-a1_a5-c5"),
        ("bishop", "2x5", "2_5_a1-c1_a1-c5"),
        ("bishop", "2x5", "2_5_a1-c2_a5-c5"),
        ("bishop", "2x5", "2_5_a1-b2_a5-c1"),
        ("bishop", "2x5", "2_5_a1-h9_a5-c5"),
        ("bishop", "2x5", "2_7_a1-c1_a7-c7"),
        ("bishop", "2x5", "3_5_a1-c1-d2_a5-c5-d4"),
        ("topspin", "6_2", "1_2-3-4-5-5"),
        ("topspin", "6_2", "1-2-3-4-5-6"),
        ("topspin", "6_2", "1_2_3_4_5_6"),
        ("topspin", "6_2", "01_2-3-4-5-6"),
        ("topspin", "6_4", "1_2-3-4-5-6"),
        ("topspin", "6_2", "R_A_1_6_123456"),
        ("nqueens", "4", "R_A_4_4_QQ--------------"),
        ("nqueens", "4", "R_A_4_4_q---------------"),
        ("hopndrop", "map1", "R_A_6_6_--1111-11-G1-1-----111---111--------"),
        ("hopndrop", "map1", "R_A_6_6_--1111-11-G1-1-----111---b21--------"),
        ("hopndrop", "map1", "R_A_6_6_--1111-11--1-1-----111---b11--------"),
        ("hopndrop", "map1", "R_A_6_6_--1111-11-G1-1-----111---bb1--------"),
        ("hopndrop", "map1", "--1111|-11-G1|-1----|-111--|-X(1)11--|------"),
        ("hopndrop", "map1", "--1111|-11-G1|-1----|-111--|-X(1)11--|-------|"),
        ("rubiks", "2x2x2_FR", "000011112222333344445555" + "0"),
        ("rubiks", "2x2x2_FR", "000011112222333344445554"),
        ("rubiks", "2x2x2_FR", "100001112222333344445555"),
    ],
)
def test_bad_positions_are_refused_with_a_sentence(get: Get, id_: str, variant: str, position: str):
    refused(get("puzzles", id_, variant, position), "/puzzles")


@pytest.mark.parametrize(
    ("game", "variant", "position"),
    [
        ("nim", "1_3_5", "R_A_5_3_--l--l-ll-llll-"),  # fewer at the bottom than above
        ("nim", "1_3_5", "R_A_5_3_l-l--l-ll-lllll"),
        ("nim", "1_3_5", "R_A_5_3_--l--lll--lllll"),  # more than at the start
        ("nim", "1_3_5", "R_C_5_3_--l--l-ll-lllll"),
        ("nim", "1_3_5", "R_A_3_5_--l--l-ll-lllll"),
        ("nim", "1_3_5", "1_1,3,6"),
        ("nim", "1_3_5", "1_1,3"),
        ("nim", "1_3_5", "3_1,3,5"),
        ("nim", "1_3_5", "1_01,3,5"),
        ("nim", "1_3_5", "1_1,3,-5"),
        ("dawsonschess", "7", "R_A_1_7_x------"),
        ("dawsonschess", "7", "R_A_1_7_--xx---"),
        ("dawsonschess", "7", "R_A_1_7_-------x"),
        ("dawsonschess", "7", "R_A_7_1_-------"),
        ("kayles", "9", "R_A_1_9_--------"),
        ("kayles", "9", "R_A_1_9_--------o"),
        ("kayles", "9", "R_A_1_9_********-"),
        ("mockturtles", "3", "R_A_3_3_h**hh*--h"),  # a coin off the diagonal
        ("mockturtles", "3", "R_A_3_3_h**-x*--h"),
        ("mockturtles", "3", "R_A_1_3_hhh"),
        ("mockturtles", "3", "1_hh"),
        ("mockturtles", "3", "1_hhhh"),
        ("sum", "nim_1_2~kayles_3", "R_A_4_3_ll*ll****---"),  # more than at the start
        ("sum", "nim_1_2~kayles_3", "R_A_4_3_-l-ll****---"),  # beside the narrower game
        ("sum", "nim_1_2~kayles_3", "R_A_4_3_-l*ll***----"),  # between the games
        ("sum", "nim_1_2~kayles_3", "R_A_4_3_-l*ll****--o"),
        ("sum", "nim_1_2~kayles_3", "1_1,2"),
        ("sum", "nim_1_2~kayles_3", "1_1,2~xxx~xxx"),
        ("sum", "nim_1_2~kayles_3", "1_1,2~1_xxx"),
        ("sum", "chomp_2x3~nim_2", "1_2,3~2"),  # a row longer than the one above
    ],
)
def test_bad_position_of_a_game_is_refused(get: Get, game: str, variant: str, position: str):
    refused(get("games", game, "variants", variant, "positions", position), "/games")
    refused(get("games", game, "variants", variant, "positions", position, "moves"), "/games")


def shape_of(rules: Rules) -> tuple[int, int]:
    board = rules.board(rules.start())
    return board.rows, board.cols


STARTS = {autogui.write_position(rules, rules.start()): shape_of(rules) for rules in RULES}


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", CASES)
def test_starts_of_other_variants_are_refused(client: FlaskClient, rules: Rules):
    """Unless they are legal here too; then they are answered normally."""
    same = [name for name, shape in STARTS.items() if shape == shape_of(rules)]
    others = [name for name, shape in STARTS.items() if shape != shape_of(rules)]
    answered = set()
    for name in same + others[::20]:
        response = client.get(position_path(rules, name))
        if response.status_code == 200:
            assert response.get_json()["response"]["position"] == name
            answered.add(name)
        else:  # 422: legal, but play never leads there
            refused(response, position_path(rules, ""), 400, *([422] if name in same else []))
    assert autogui.write_position(rules, rules.start()) in answered
    assert answered <= set(same)
    assert len(answered) <= 7, "when this was written: 7, any board of Rush Hour"


# --- any segment ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("parts", ["id", "variant", "position"])
def test_odd_texts_are_refused_wherever_they_stand_in_an_address(
    get: Get, text: str, parts: str, nothing_written: None
):
    if parts == "id":
        refused(get("puzzles", text), "/puzzles", 404)
        refused(get("games", text), "/games", 404)
    elif parts == "variant":
        if text != "3_3":
            refused(get("puzzles", "hanoi", text), "/puzzles", 404)
            refused(get("puzzles", "hanoi", text, "7-0-0"), "/puzzles", 404)
            refused(get("games", "nim", "variants", text), "/games", 400, 404)
            refused(get("games", "mockturtles", "variants", f"{text}!"), "/games", 400, 404)
            refused(get("games", "sum", "variants", f"nim_1~{text}"), "/games", 400, 404)
            refused(get("games", "nim", "variants", text, "positions", "R_A_1_1_l"), "/games", 400, 404)
    else:
        refused(get("puzzles", "hanoi", "3_3", text), "/puzzles", 400, 404)
        refused(get("games", "nim", "variants", "1_3_5", "positions", text), "/games", 400, 404)


@pytest.mark.parametrize(
    "path",
    [
        "/puzzles/../puzzles/hanoi/",
        "/puzzles/hanoi/../../etc/passwd",
        "/puzzles/%2e%2e/%2e%2e/",
        "/puzzles/hanoi/%2e%2e/7-0-0/",
        "/puzzles/hanoi/3_3/%2e%2e%2f%2e%2e%2fpyproject.toml",
        "/puzzles/%00/",
        "/puzzles/hanoi/%00/",
        "/puzzles/hanoi/3_3/%00/",
        "/puzzles/hanoi/3_3/7-0-0%00/",
        "/puzzles/%ff%fe/",
        "/puzzles/hanoi/%ff/",
        "/puzzles/hanoi/3_3/%ff/",
        "/puzzles/hanoi/3_3/%c3%28/",
        "/puzzles/hanoi/3_3/%ed%a0%80/",
        "/games/nim/variants/%ff/",
        "/games/nim/variants/1_3_5/positions/%ff/",
        "/puzzles/%/",
        "/puzzles/hanoi/3_3/%zz/",
        "/puzzles//3_3/",
        "/puzzles//",
        "/puzzles///",
        "/puzzles/hanoi//7-0-0/",
        "/puzzles/hanoi//",
        "/puzzles/hanoi/3_3//",
        "/puzzles/hanoi/3_3//moves/",
        "/puzzles/hanoi/variants//",
        "/puzzles/hanoi/variants/3_3/positions//",
        "/games//variants/3_3_3/",
        "/games/nim//3_3_3/",
        "/games/nim/variants//positions/R_A_3_3_lllllllll/",
        "/games/nim/variants/3_3_3/positions//",
        "/games/nim/variants/3_3_3/positions//moves/",
        "/static/../wsgi.py",
        "/puzzles;/",
        "/Puzzles/",
    ],
)
def test_odd_paths_are_refused_as_bad_or_missing_without_a_traceback(
    client: FlaskClient, path: str, nothing_written: None
):
    response = client.get(path)
    assert response.status_code in (400, 404)
    assert "Traceback" not in response.get_data(as_text=True)
    assert response.headers["Access-Control-Allow-Origin"] == "*"


@LONG
def test_long_texts_are_refused_wherever_they_stand_in_an_address(get: Get, size: int):
    text = "9" * size
    refused(get("puzzles", text), "/puzzles", 404)
    refused(get("puzzles", "hanoi", text), "/puzzles", 404)
    refused(get("puzzles", "hanoi", "3_3", text), "/puzzles")
    refused(get("puzzles", "hanoi", "3_3", f"R_A_1_{size}_{text}"), "/puzzles")
    refused(get("puzzles", "hanoi", "3_3", "-".join(["7"] * size)), "/puzzles")
    refused(get("games", text), "/games", 404)
    refused(get("games", "nim", "variants", text), "/games")
    refused(get("games", "nim", "variants", "_".join(["1"] * size)), "/games")
    refused(get("games", "sum", "variants", "~".join(["nim_1"] * size)), "/games")
    refused(get("games", "mockturtles", "variants", "h" * size), "/games")
    refused(get("games", "kayles", "variants", "9", "positions", f"R_A_1_{size}_{'-' * size}"), "/games")
    refused(get("games", "kayles", "variants", "9", "positions", f"R_A_1_10_{'-' * size}-_prevmove=1"), "/games")
    assert get("nothing", text).status_code == 404
    assert len(get("nothing", text).data) < 1000


def test_longest_position_is_answered_and_one_longer_refused_for_its_length(get: Get, app: Flask):
    limit = app.extensions["settings"].max_position
    assert get("games", "kayles", "variants", "500", "positions", f"R_A_1_500_{'x' * 500}").status_code == 200
    sentence = refused(get("games", "kayles", "variants", "9", "positions", "-" * (limit + 1)), "/games")
    assert f"at most {limit} characters" in sentence
    assert "at most" not in refused(get("games", "kayles", "variants", "9", "positions", "-" * limit), "/games")


def test_a_sentence_names_what_was_given(get: Get):
    sentence = refused(get("puzzles", "hanoi", "3_3", "R_A_3_3_C--B--A--"), "/puzzles")
    assert "R_A_3_3_C--B--A--" in sentence
    assert "need 9 cells" in refused(get("puzzles", "hanoi", "3_3", "R_A_3_3_A--B--C-"), "/puzzles")
    sentence = refused(get("games", "kayles", "variants", "5", "positions", "R_A_1_6_------"), "/games")
    assert "kayles/5" in sentence


@pytest.mark.parametrize("full_id", [late("connect4/4x4"), "tictactoe/regular"])
def test_position_with_the_wrong_player_is_told_whose_turn_it_is(client: FlaskClient, full_id: str):
    """A valid board, which says whose turn it is, with the other player's letter."""
    rules = load(full_id)
    asked = set()
    for position in Sample.of(rules, 30).positions:
        name = autogui.write_position(rules, position)
        right, wrong = name[2], {"A": "B", "B": "A"}[name[2]]
        path = position_path(rules, f"R_{wrong}{name[3:]}")
        sentence = refused(client.get(path), path, 400)
        assert f"it is {right}'s turn." in sentence
        assert client.get(position_path(rules, name)).status_code == 200
        asked.add(right)
    assert asked == {"A", "B"}


def test_a_board_of_no_position_is_not_said_to_be_of_the_other_players_turn(get: Get):
    for board in ("R_A_3_3_ooo------", "R_B_3_3_ooo------", "R_A_3_3_xxxooo---", "R_B_3_3_q--------"):
        sentence = refused(get("games", "tictactoe", "variants", "regular", "positions", board), "/games")
        assert "'s turn" not in sentence
    assert "has one player" in refused(get("puzzles", "hanoi", "3_3", "R_B_3_3_A--B--C--"), "/puzzles")


def test_the_example_in_a_sentence_is_a_position(get: Get):
    sentence = refused(get("puzzles", "hanoi", "3_3", "R_A_3_3_C--B--A--"), "/puzzles")
    assert "R_A_3_3_A--B--C--" in sentence


def test_every_game_route_is_a_game_and_every_puzzle_route_a_puzzle(get: Get):
    for rules in RULES:
        wrong = "puzzles" if isinstance(rules, Game) else "games"
        assert get(wrong, rules.id).status_code == 404
        assert get(wrong, rules.id, "variants", rules.variant.id).status_code == 404
