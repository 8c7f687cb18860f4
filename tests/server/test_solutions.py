"""`/api/<id>/<variant>/solution`: best lines from a table, without one, and by search; refusals with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles.base import Game, Position, Rules, Value
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.notation.autogui import write_position
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.server import create_app
from perfect_play.server.api import solutions
from perfect_play.server.middleware import search_workers
from tests.helpers import TILES, examples, in_first_ring, late, lines_by_table, load, name_of, result_of, small_rules


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[FlaskClient]:
    """A service without tables; requests write nothing."""
    yield create_app({"data_dir": tmp_path, "build": False}).test_client()
    assert list(tmp_path.iterdir()) == []


def ask(client: FlaskClient, path: str) -> dict[str, Any]:
    response = client.get(f"/api/{path}")
    assert response.status_code == 200, response.get_json()
    body = response.get_json()
    assert body["status"] == "ok"
    answer: dict[str, Any] = body["response"]
    return answer


def names(line: list[dict[str, Any]]) -> list[str]:
    return [step["moveName"] for step in line]


def one_of_each() -> list[Rules]:
    """A small variant of every plug-in, and every example custom start."""
    found = {rules.id: rules for rules in reversed(small_rules())}
    return [*found.values(), *examples()]


def test_number_of_shortest_solutions_is_counted_if_asked_for(asking: FlaskClient):
    answer = ask(asking, "lightsout/3/solution?p=111111111&count=true")
    assert (answer["remoteness"], answer["count"]) == (5, 120), "in any order"
    assert "count" not in ask(asking, "lightsout/3/solution?p=111111111")
    assert asking.get("/api/lightsout/3/solution?count=2").status_code == 400


def test_count_of_solutions_is_refused_where_each_position_is_searched(asking: FlaskClient):
    answer = asking.get("/api/npuzzle/4/solution?count=true")
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["detail"] == (
        "count=true: lines are counted from a table, and each position of npuzzle/4 is searched."
    )


def test_answer_has_the_line_and_every_move_and_position_in_it(asking: FlaskClient):
    expected = {
        "position": "R_A_2_3_1234-5",
        "positionText": "1234-5",
        "positionValue": "win",
        "remoteness": 1,
        "answeredBy": "A*",
        "expanded": 1,
        "generated": 4,
        "complete": True,
        "message": None,
        "solution": [
            {
                "move": "M_5_4",
                "moveName": "5",
                "autoguiMove": "M_5_4_x",
                "position": "R_A_2_3_12345-",
                "positionText": "12345-",
                "autoguiPosition": "1_12345-",
            }
        ],
    }
    for given in ("?p=1234-5", "?p=R_A_2_3_1234-5", ""):
        assert ask(asking, f"npuzzle/2x3/solution{given}") == expected
        every = ask(asking, f"npuzzle/2x3/solution/?all=true&{given[1:]}")
        assert every == {**expected, "answeredBy": "IDA*", "solutions": [expected["solution"]]}


def follow(rules: Rules, line: list[dict[str, Any]], position: Position | None = None) -> Position:
    """Where a line leads from a position (default: the start), by legal moves, with every step stated correctly."""
    position = rules.start() if position is None else position
    for step in line:
        moves = {words_of(rules, position, move): move for move in rules.moves(position)}
        position = rules.do_move(position, moves[step["moveName"]])
        assert (step["positionText"], step["position"]) == (rules.format(position), write_position(rules, position))
    return position


@pytest.mark.parametrize(
    "rules", [rules if in_first_ring(rules) else late(rules) for rules in one_of_each()], ids=name_of
)
def test_solutions_of_starts_are_followed_to_their_end_or_say_why_none_is_given(rules: Rules, client: FlaskClient):
    answer = ask(client, f"{rules.id}/{rules.variant.id}/solution")
    value, remoteness, line = answer["positionValue"], answer["remoteness"], answer["solution"]
    if value == Value.DRAW:
        assert (line, remoteness) == (None, None)
        assert "never end" in answer["message"]
    elif line is None:
        assert not isinstance(rules, Game)
        assert (value, remoteness) == (Value.LOSE, None)
        assert "cannot be solved" in answer["message"]
    else:
        position, left = follow(rules, line), remoteness
        while not answer["complete"]:  # time ran out: ask again from the last position, as the message says
            assert line, answer
            left = None if left is None else left - len(line)
            given = quote(write_position(rules, position))
            answer = ask(client, f"{rules.id}/{rules.variant.id}/solution?p={given}")
            line = answer["solution"]
            assert answer["remoteness"] == left
            position = follow(rules, line, position)
        assert left in (None, len(line))
        ended = rules.primitive(position)
        assert ended is not None
        if not isinstance(rules, Game):
            assert ended is Value.WIN


def test_best_play_of_both_ties_tic_tac_toe_in_nine(client: FlaskClient):
    line = ask(client, "tictactoe/regular/solution")
    assert (line["positionValue"], line["remoteness"], len(line["solution"])) == ("tie", 9, 9)
    rules = load("tictactoe/regular")
    assert rules.primitive(follow(rules, line["solution"])) is Value.TIE


def test_draw_has_no_solution_and_says_that_nobody_wins(client: FlaskClient):
    answer = ask(client, "mutorere/regular/solution")
    assert (answer["positionValue"], answer["solution"], answer["complete"]) == ("draw", None, True)
    assert answer["message"].startswith("With best play of both nobody wins")


@pytest.mark.second_ring
def test_stalemate_is_a_draw_with_an_empty_solution(client: FlaskClient):
    rules = load("chess/4x4-krk")
    assert isinstance(rules, BoardGame)
    stalemate = next(position for position in rules.positions() if rules.primitive(position) is Value.DRAW)
    given = f"?p={quote(rules.format(stalemate))}"
    answer = ask(client, f"chess/4x4-krk/solution{given}")
    assert (answer["positionValue"], answer["solution"], answer["complete"]) == ("draw", [], True)
    assert answer["message"] == "The game is over: draw for the player to move."
    known = client.get(f"/universal/v1/chess/4x4-krk/positions/{given}").get_json()
    assert (known["positionValue"], known["moves"]) == ("draw", [])


@pytest.mark.parametrize("text", ["432-51", "51-432", "1234-5"])
def test_solutions_by_table_and_by_search_are_the_same(text: str, client: FlaskClient, asking: FlaskClient):
    position = load("npuzzle/2x3").parse(text)
    expected = list(lines_by_table("npuzzle/2x3", position))
    path = f"npuzzle/2x3/solution?all=true&limit=100&p={text}"
    by_table, by_search = ask(client, path), ask(asking, path)
    assert (by_table["answeredBy"], by_search["answeredBy"]) == ("table", "IDA*" if expected else "the rules")
    remoteness = result_of("npuzzle/2x3", position).remoteness
    for answer in (by_table, by_search):
        assert (answer["complete"], answer["remoteness"]) == (True, remoteness)
        assert len(answer["solutions"]) == len(expected)
    assert sorted(map(names, by_table["solutions"])) == sorted(map(names, by_search["solutions"]))


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches take as long as they need on a busy machine."""
    for module in (solutions, search_workers):
        monkeypatch.setattr(module, "SECONDS", 60.0)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("text", [late(text) if text == "8672543-1" else text for text in TILES])
def test_tiles_are_solved_in_as_many_shortest_lines_with_a_table_as_without(
    text: str, client: FlaskClient, asking: FlaskClient
):
    for asked in (client, asking):
        answer = ask(asked, f"npuzzle/3/solution?all=true&limit=100&p={text}")
        assert (answer["remoteness"], len(answer["solutions"]), answer["complete"]) == (*TILES[text], True)


@pytest.mark.second_ring
@pytest.mark.usefixtures("patient")
def test_limit_on_lines_is_respected_and_says_whether_there_are_more(client: FlaskClient, asking: FlaskClient):
    for asked in (client, asking):
        answer = ask(asked, "npuzzle/3/solution?all=true&limit=39&p=8672543-1")
        assert (len(answer["solutions"]), answer["complete"]) == (39, False)
        assert answer["message"] == "There are more lines as good as the 39 that are told."
        assert ask(asked, "npuzzle/3/solution?all=true&limit=40&p=8672543-1")["complete"]


def test_long_lines_are_cut(client: FlaskClient, asking: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solutions, "MOST_MOVES", 10)
    for asked in (client, asking):
        for more in ("", "?all=true"):
            answer = ask(asked, f"towersofhanoi/3_5/solution{more}")
            assert (answer["remoteness"], len(answer["solution"]), answer["complete"]) == (31, 10, False)
            assert answer["message"].startswith("These are the first 10 moves only.")
            rest = ask(asked, f"towersofhanoi/3_5/solution?p={answer['solution'][-1]['positionText']}")
            assert rest["remoteness"] == 21


def test_solved_position_has_an_empty_solution(client: FlaskClient, asking: FlaskClient):
    for asked in (client, asking):
        answer = ask(asked, "npuzzle/2x3/solution?p=12345-&all=true")
        assert (answer["remoteness"], answer["solution"], answer["solutions"]) == (0, [], [[]])
        assert answer["message"] == "It is solved."
    over = ask(asking, "nim/1_3/solution?p=2_0,0")
    assert (over["solution"], over["message"]) == ([], "The game is over: lose for the player to move.")


def test_unsolvable_position_says_how_that_is_known(client: FlaskClient, asking: FlaskClient):
    """From the table, by the rules, and by exhaustive search."""
    for asked, path, part in (
        (client, "npuzzle/2x3/solution?p=21345-", "This position cannot be solved."),
        (asking, "npuzzle/2x3/solution?p=21345-&all=true", "what no move changes"),
        (asking, "solitairechess/1/solution?p=N--------------P", "1 positions"),
    ):
        answer = ask(asked, path)
        assert (answer["positionValue"], answer["remoteness"], answer["solution"]) == ("lose", None, None)
        assert part in answer["message"]


def test_position_outside_its_table_is_searched(client: FlaskClient):
    text = "K-----------N-P-"  # no start leads there
    assert client.get(f"/puzzles/solitairechess/1/R_A_4_4_{text}").get_json()["response"]["positionValue"] == "lose"
    rules = load("solitairechess/1")
    answer = ask(client, f"solitairechess/1/solution?p={text}")
    assert (answer["answeredBy"], answer["positionValue"]) == ("exact search", "lose")
    assert answer["remoteness"] is answer["solution"] is None
    assert answer["position"] == write_position(rules, rules.parse(text))


def test_search_beyond_its_node_limit_is_refused_with_a_bound(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solutions, "NODES", 500)
    response = asking.get("/api/npuzzle/3x4/solution?p=b9a876543-21")
    assert response.status_code == 422
    assert response.mimetype == "application/problem+json"
    body = response.get_json()
    rules = load("npuzzle/3x4")
    assert body["lowerBound"] >= rules.heuristic(rules.parse("b9a876543-21")) > 20
    assert body["generated"] <= 500
    assert f"fewer than {body['lowerBound']} moves do not solve this position" in body["detail"]


@pytest.mark.second_ring
def test_search_of_a_typed_tray_takes_all_of_its_time(asking: FlaskClient):
    response = asking.get("/api/klotski/CQQS-QQLZ--LZ-TTPGGW/solution")  # generates 457,790 positions
    body = response.get_json()
    assert body["response"]["remoteness"] == 32 if response.status_code == 200 else "2 seconds" in body["detail"]


def test_lines_found_before_the_budget_ends_are_told(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solutions, "NODES", 20_000)
    answer = ask(asking, "npuzzle/3/solution?all=true&limit=100&p=8672543-1")
    assert (answer["remoteness"], answer["complete"]) == (31, False)
    assert 1 <= len(answer["solutions"]) < 40


def test_solution_of_least_cost_has_its_cost(asking: FlaskClient):
    """With more than the fewest steps: 16 straight and 2 diagonal."""
    quick = ask(asking, "gridnavigation/zigzag/solution")
    answer = ask(asking, "gridnavigation/zigzag/solution?cost=true")
    assert "cost" not in quick
    assert (len(quick["solution"]), len(answer["solution"]), answer["remoteness"]) == (14, 18, 14)
    assert answer["cost"] == pytest.approx(16 + 2 * 2**0.5)
    assert answer["solution"][-1]["positionText"] == "o4"
    there = ask(asking, "gridnavigation/zigzag/solution?cost=true&p=o4")
    assert (there["cost"], there["solution"], there["message"]) == (0, [], "It is solved.")
    for cost in ("true", "false"):
        sealed = ask(asking, f"gridnavigation/s.X.g_..X.._..X../solution?cost={cost}")
        assert (sealed.get("cost"), sealed["solution"], sealed["positionValue"]) == (None, None, "lose")
        assert "6 positions; none is solved" in sealed["message"]


def test_cost_equals_remoteness_if_moves_cost_one(client: FlaskClient, asking: FlaskClient):
    for asked, how in ((client, "table"), (asking, "A*")):
        answer = ask(asked, "npuzzle/3/solution?cost=true&p=412-53786")
        assert (answer["cost"], answer["remoteness"], answer["answeredBy"]) == (5, 5, how)
        assert ask(asked, "npuzzle/3/solution?cost=false&p=412-53786") == {
            key: told for key, told in answer.items() if key != "cost"
        }
    assert ask(client, "npuzzle/2x3/solution?p=21345-&cost=true&all=true")["cost"] is None


def test_unfinished_search_of_a_cost_gives_a_lower_bound(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solutions, "NODES", 50)
    body = asking.get("/api/gridnavigation/rooms/solution?cost=true").get_json()
    assert body["status"] == 422
    assert 10 * 2**0.5 - 1e-9 <= body["lowerBound"] < 16
    assert "moves that cost less than" in body["detail"]


@pytest.mark.second_ring
def test_large_row_is_solved_by_expanding_few_positions(asking: FlaskClient):
    answer = ask(asking, "lineardisks/distinct_12_6/solution")
    assert (answer["remoteness"], answer["answeredBy"], answer["expanded"]) == (21, "A*", 21)


@pytest.mark.parametrize(
    ("path", "status", "part"),
    [
        ("npuzzle/3/solution?cost=1", 400, "cost='1': expected true or false"),
        ("nim/3_4/solution?cost=true", 400, "nim is a two-player game"),
        ("gridnavigation/wall/solution?cost=true&all=true", 400, "expected one of the two"),
        ("gridnavigation/s..g_.../solution", 400, "Its rows have 3 and 4 cells"),
        ("npuzzle/3/solution?all=yes", 400, "all='yes': expected true or false"),
        ("npuzzle/3/solution?all=", 400, "all='': expected"),
        ("npuzzle/3/solution?limit=0", 400, "limit='0': expected a whole number from 1 to 100"),
        ("npuzzle/3/solution?limit=101", 400, "limit='101'"),
        ("npuzzle/3/solution?all=true&limit=-1", 400, "limit='-1'"),
        ("npuzzle/3/solution?all=true&limit=%D9%A3", 400, "expected a whole number"),
        ("npuzzle/3/solution?limit=" + "9" * 3000, 400, "(3000 characters)"),
        ("npuzzle/3/solution?p=", 400, "expected 9 characters"),
        ("npuzzle/3/solution?p=112345678", 400, "exactly once"),
        ("npuzzle/3/solution?p=R_A_3_3_11234567-", 400, "exactly once"),
        ("npuzzle/3/solution?p=" + "1" * 3000, 400, "at most 2000 characters"),
        ("pancakes/9x9/solution", 404, "has no variant '9x9'"),
        ("npuzle/3/solution", 404, "Did you mean 'npuzzle'"),
        ("nim/x/solution", 400, "is not a start of nim"),
        ("tictactoe/regular/solution", 503, "python -m solvers solve"),
    ],
)
def test_bad_requests_for_solutions_are_refused_with_a_sentence(asking: FlaskClient, path: str, status: int, part: str):
    response = asking.get(f"/api/{path}")
    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    body = response.get_json()
    assert part in body.get("command", body["detail"])


# --- the English peg board, without its table ---------------------------------------------------


@pytest.mark.parametrize(
    ("board", "jumps"), [("cross", 5), ("plus", 8), ("pyramid", 15), ("diamond", 23), ("english", 31)]
)
def test_boards_of_pegs_are_answered_at_once(asking: FlaskClient, board: str, jumps: int):
    answer = ask(asking, f"pegsolitaire/{board}/solution")
    assert (answer["positionValue"], answer["remoteness"], answer["complete"]) == ("win", jumps, True)
    assert answer["expanded"] < 1100
    steps = answer["solution"]
    assert len(steps) == jumps
    assert steps[-1]["positionText"] == "-" * 16 + "x" + "-" * 16
    text = load(f"pegsolitaire/{board}").variant.options[1:] or ("x" * 16 + "-" + "x" * 16,)
    report = asking.get(f"/universal/v1/pegsolitaire/{board}/positions/?p={text[0]}").get_json()
    assert report["remoteness"] == jumps
    assert steps[0]["positionText"] in {move["position"] for move in report["moves"] if move["remoteness"] == jumps - 1}
    old = asking.get(f"/puzzles/pegsolitaire/{board}/{steps[0]['position']}").get_json()
    assert old["response"]["remoteness"] == jumps - 1


def test_typed_board_of_pegs_is_solved_or_refused(asking: FlaskClient):
    grid = "**---****-x-**--xxx-----x------x---**---****---**"
    typed = ask(asking, f"pegsolitaire/english_{grid}/solution")
    assert typed == ask(asking, "pegsolitaire/cross/solution")
    assert ask(asking, f"pegsolitaire/english/solution?p=R_A_7_7_{grid}") == typed
    apart = ask(asking, "pegsolitaire/english_---------------x-x---------------/solution")
    assert (apart["positionValue"], apart["answeredBy"], apart["expanded"]) == ("lose", "the rules", 0)
    assert "too light to be solved" in apart["message"]
    refused = asking.get("/api/pegsolitaire/english_xx/solution")
    assert refused.status_code == 400
    assert "33 cells of the English board" in refused.get_json()["detail"]


def test_solution_out_of_time_is_refused_with_a_bound(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("perfect_play.solvers.untabled.position_search.NODES", 100)
    monkeypatch.setattr(solutions, "NODES", 100)
    with_less = create_app(
        {"data_dir": asking.application.extensions["settings"].data_dir, "build": False}
    ).test_client()
    text = "-x-xxx-xxxxx-xxx-xxx-xxxxx-xxx-x-"
    report = with_less.get(f"/puzzles/pegsolitaire/diamond/{text}")
    assert report.status_code == 503
    today = with_less.get(f"/universal/v1/pegsolitaire/diamond/positions/?p={text}").get_json()
    assert {today["positionValue"], *(move["moveValue"] for move in today["moves"])} == {"unsolved"}
    assert report.get_json()["command"] == "python -m solvers solve pegsolitaire english"
    line = with_less.get("/api/pegsolitaire/diamond/solution")
    assert line.status_code == 422
    assert 1 <= line.get_json()["lowerBound"] <= 23
