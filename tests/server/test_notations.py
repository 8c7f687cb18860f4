"""Positions and moves as people type or paste them, through every door: terminal, play, judge, package, service."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

import perfect_play
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition
from perfect_play.puzzles.notation.move_texts import plain
from perfect_play.puzzles.notation.position_texts import read_position
from perfect_play.server import create_app
from perfect_play.solvers.cli.main import main
from tests.helpers import load
from tests.kept_tables import kept, solve_kept

FEN = "8/8/8/2k1K3/2pP4/8/8/8 b - d3 0 1"
SURROUNDED = ("{}", "\ufeff{}", "{}\n", "  {}\r\n", "\t{} ", "\ufeff {}\xa0")


@pytest.fixture(scope="module", autouse=True)
def solved() -> None:
    solve_kept([load("towersofhanoi/3_3")])


@pytest.mark.parametrize("around", SURROUNDED)
def test_text_around_a_position_is_ignored(around: str):
    rules = load("tictactoe/regular")
    assert read_position(rules, around.format("xo-------")) == rules.parse("xo-------")
    assert read_position(rules, around.format("xo-\r\n---\r\n---")) == rules.parse("xo-------")
    with pytest.raises(MalformedPosition):
        read_position(rules, around.format("xo------"))


def test_chess_is_read_in_forsyth_edwards_notation():
    rules = load("chess/kpkp")
    assert len(list(rules.moves(read_position(rules, f"{FEN}\n")))) == 5
    assert len(list(rules.moves(read_position(rules, FEN.replace("d3", "-"))))) == 4
    with pytest.raises(IllegalPosition):
        read_position(rules, "8/8/8/2k1K3/2pPP3/8/8/8 b - - 0 1")


def test_arrows_may_be_hyphens():
    assert plain("1 → 3") == plain("1->3") == plain("\ufeff1-3\n") == "1-3"
    assert plain("U") != plain("u")


@pytest.mark.parametrize("around", SURROUNDED)
def test_terminal_reads_a_position_with_blanks_or_byte_order_marks_around_it(
    around: str, capsys: pytest.CaptureFixture[str]
):
    def output_of(position: str) -> str:
        assert main(["--data-dir", str(kept()), "path", "towersofhanoi", "3_3", position]) == 0
        return capsys.readouterr().out

    assert output_of(around.format("A--B--C--")) == output_of("A--B--C--")


def test_match_reads_moves_and_positions_after_a_byte_order_mark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "stdin", io.StringIO("\ufeff1-3\nquit\n"))
    command = ["--data-dir", str(kept()), "play", "towersofhanoi", "3_3", "--position=\ufeffA--B--C--\n"]
    code = main(command)
    assert "is no move here" not in capsys.readouterr().out
    assert code == 0


def test_judge_reads_moves_typed_with_arrows_hyphens_or_in_one_line_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "moves.txt"
    outputs = []
    for text in ("1 → 3\n1 → 2\n", "\ufeff1-3  \r\n1-2", "1→3 1-2"):
        file.write_text(text, encoding="utf-8")
        main(["--data-dir", str(kept()), "judge", "towersofhanoi", "3_3", str(file), "--position=A--B--C-- "])
        outputs.append(capsys.readouterr().out)
    assert "1 → 2" in outputs[0]
    assert outputs[0] == outputs[1] == outputs[2]


def test_package_reads_positions_and_moves_with_blanks_or_byte_order_marks():
    game = perfect_play.open("towersofhanoi", "3_3", data_dir=kept())
    position = game.position("\ufeffA--B--C--\n")
    assert position.text == "A--B--C--"
    assert position.play("1-3") == position.play(" 1 → 3\n")
    assert perfect_play.open("chess", "kpkp", data_dir=kept()).position(FEN).text.startswith("2_")
    with pytest.raises(perfect_play.BadMove):
        position.play("1-4")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app({"data_dir": kept(), "build": False}).test_client()


@pytest.mark.parametrize("around", SURROUNDED)
def test_service_reads_positions_and_moves_with_blanks_or_byte_order_marks(around: str, client: FlaskClient):
    read = client.get("/api/towersofhanoi/3_3/known", query_string={"p": around.format("A--B--C--")})
    assert read.get_json()["response"]["positionText"] == "A--B--C--"
    play = {"moves": [around.format("1-3")], "position": around.format("A--B--C--")}
    judged = client.post("/api/towersofhanoi/3_3/judge/", json=play)
    assert judged.get_json()["response"]["moves"][0]["moveName"] == "1 → 3"


@pytest.mark.parametrize("text", ["R_A_3_3_A--B--C--", "7-0-0", "A..|B..|C..", "A..\nB..\nC..\n"])
def test_every_door_reads_a_position_and_its_moves_in_every_notation(
    text: str,
    client: FlaskClient,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    played = perfect_play.open("towersofhanoi", "3_3", data_dir=kept()).position(text).play("M_0_8")
    assert played.text == "---B--C-A"
    address = "/api/towersofhanoi/3_3"
    known = client.get(f"{address}/known", query_string={"p": text}).get_json()["response"]
    set_up = client.get(f"{address}/setup", query_string={"p": text, "moves": "M_0_8"}).get_json()["response"]
    assert (known["positionText"], set_up["positionText"]) == ("A--B--C--", "---B--C-A")
    batch = {"gameId": "towersofhanoi", "variantId": "3_3", "positions": [text]}
    assert client.post("/api/positions/", json=batch).get_json()["response"][0]["remoteness"] == 7
    line = tmp_path / "line.txt"
    line.write_text("M_0_8")
    at_kept = ["--data-dir", str(kept())]
    for command in (["probe"], ["path"], ["judge"], ["play"]):
        named = [*command, "towersofhanoi", "3_3"]
        position = {"judge": [str(line), f"--position={text}"], "play": [f"--position={text}"]}.get(command[0], [text])
        monkeypatch.setattr(sys, "stdin", io.StringIO("M_0_8\nquit\n"))
        main([*at_kept, *named, *position])
        output = capsys.readouterr().out
        assert "A--B--C--" in output
        assert "is no move here" not in output


def test_lines_of_moves_are_read_as_records_and_with_brackets(client: FlaskClient):
    line = {"moves": "dlUrrrdLullddrUluRuulDrddrruLdlUU"}
    answer = client.get("/api/sokoban/microban_1/setup", query_string=line).get_json()["response"]
    assert answer["positionText"].count("g") == 2
    judged = client.post("/api/towersofhanoi/3_3/judge/", json={"moves": ["1-3, 1-2"]}).get_json()["response"]
    assert [move["moveName"] for move in judged["moves"]] == ["1 → 3", "1 → 2"]
    for text, sentence in (("1-3, 1-9", "Move 2, '1-9'"), ("1-3 3-1 " * 501, "more than")):
        wrong = client.post("/api/towersofhanoi/3_3/judge/", json={"moves": [text]})
        assert (wrong.status_code, sentence in wrong.get_json()["detail"]) == (400, True)
    for moves, text in (("(R U R' U')6", "R R'"), ("[R, U]", "R U R' U'")):
        read = [
            client.get("/api/rubikscube3/3x3x3/setup", query_string={"moves": line}).get_json()["response"]
            for line in (moves, text)
        ]
        assert read[0]["positionText"] == read[1]["positionText"]


@pytest.mark.usefixtures("no_searches")
@pytest.mark.parametrize("ending", ["", "/", "/moves", "/moves/"])
def test_forsyth_edwards_notation_has_its_slashes_in_addresses(ending: str, client: FlaskClient):
    for text in (quote(FEN, safe=""), FEN.replace(" ", "_")):
        answer = client.get(f"/games/chess/variants/kpkp/positions/{text}{ending}")
        assert answer.status_code == 503
        wrong = client.get(f"/games/chess/variants/kpkp/positions/{text.replace('d3', 'd9')}{ending}")
        assert (wrong.status_code, "'d9' is not '-' or the square" in wrong.get_json()["error"]) == (400, True)


@pytest.mark.parametrize(("board", "drawn"), [("xxx_x.x_xxx", "abac-caba"), ("xxx-", "aba-"), ("*x*_xx-_*x*", "bcd-b")])
def test_typed_boards_of_pegs_open_with_the_letters_of_their_cells(board: str, drawn: str, client: FlaskClient):
    variant = client.get(f"/universal/v1/pegsolitaire/{board}/")
    assert variant.status_code == 200
    start = variant.get_json()["startPosition"]
    position = client.get(f"/universal/v1/pegsolitaire/{board}/positions/", query_string={"p": start})
    assert position.status_code == 200
    assert position.get_json()["autoguiPosition"].split("_")[-1] == drawn


def test_positions_of_puzzles_that_cannot_be_undone_are_not_mined(client: FlaskClient):
    answer = client.get("/api/flowfree/1000000000000000000000001/mine/")
    assert answer.status_code == 422
    assert "are not known" in answer.get_json()["detail"]
