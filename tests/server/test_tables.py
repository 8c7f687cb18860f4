"""Missing, damaged or foreign tables, and unwritable directories: sentences, no guesses."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.closed_form import ClosedFormGame
from perfect_play.puzzles.linear import LinearPuzzle
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle
from perfect_play.puzzles.two_player.connect4 import Connect4
from perfect_play.server import create_app
from perfect_play.solvers.building import builder_process as builder_process
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.tables import reader
from perfect_play.solvers.tables.reader import build_command
from perfect_play.solvers.untabled.kalah_search import KalahSearch
from perfect_play.solvers.untabled.searched_boards import SearchedBoards
from tests.helpers import exhaustive, load, name_of, start_up
from tests.server.asking import check_error, position_path, variant_path
from tests.server.conftest import files_below

TABLES = list(filter(PuzzleManager().at_start, start_up()))
NEEDED = [rules for rules in TABLES if not isinstance(rules, LinearPuzzle | ScriptPuzzle)]
"""Those that neither algebra nor a search can do without."""
CASES = [pytest.param(rules, id=name_of(rules)) for rules in NEEDED[::4]]
HANOI = load("towersofhanoi/3_3")
PEGS = load("pegsolitaire/star")
LEVELS = {"flowfree", "klotski", "lunarlockout", "sokoban"} | {
    "doorkeeper",
    "icehouse",
    "rockfall",
    "tugrope",
    "twinsteps",
}
"""Puzzles whose levels are searched, or those that are typed."""


def client_over(directory: Path) -> FlaskClient:
    return create_app({"data_dir": directory, "build": False}).test_client()


def start_path(rules: Rules) -> str:
    return position_path(rules, autogui.write_position(rules, rules.start()))


def table(directory: Path, rules: Rules) -> Path:
    return directory / "tables" / f"{rules.id}.{rules.variant.id}.sqlite"


def not_ready(client: FlaskClient, rules: Rules) -> str:
    """The sentence about a variant without a sound table."""
    path = start_path(rules)
    response = client.get(path)
    assert response.status_code == 503, response.get_data(as_text=True)
    assert int(response.headers["Retry-After"]) > 0
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    sentence = check_error(response.get_json(), path)
    assert response.get_json()["command"] == build_command(rules)
    assert sentence.startswith(f"{rules.full_id} ") or f" {rules.full_id} " in sentence
    return sentence


def told_by_ready(client: FlaskClient) -> dict[str, str]:
    """The variants `/ready` waits for, and why."""
    response = client.get("/ready")
    body = response.get_json()
    assert response.status_code == (503 if body["waiting"] else 200)
    assert body["status"] == ("not ready" if body["waiting"] else "ready")
    assert sum(body["tables"].values()) == len(TABLES)
    assert body["tables"]["available"] == len(TABLES) - len(body["waiting"])
    return body["waiting"]


# --- nothing solved ---------------------------------------------------------------------------


@pytest.mark.second_ring
def test_unsolved_variants_are_reported_by_all_routes(tmp_path: Path):
    directory = tmp_path / "nothing"
    client = client_over(directory)
    for rules in NEEDED:
        sentence = not_ready(client, rules)
        assert "is not solved yet" in sentence
        (described,) = client.get(variant_path(rules)).get_json()["response"]["variant"]
        assert described["status"] == "unavailable"
        assert described["startPosition"] == autogui.write_position(rules, rules.start())
    assert set(told_by_ready(client)) == {rules.full_id for rules in NEEDED}
    listed = client.get("/puzzles/").get_json()["response"]
    available = {entry["gameId"] for entry in listed if entry["status"] == "available"}
    searched = {"gridnavigation", "lineardisks", "npuzzle", "pegsolitaire", "rubikscube3", "rushhour", *LEVELS}
    assert available == {"lightsout", "wayout", *searched}
    assert {entry["status"] for entry in listed} == {"unavailable", "available"}
    assert client.get("/puzzles/hanoi/3_3/garbage/").status_code == 400, "bad is bad, solved or not"
    assert client.get("/puzzles/hanoi/3_16/7-0-0/").status_code == 404
    assert client.get("/health").status_code == 200
    assert not directory.exists(), "reading made a directory"


def test_games_with_a_closed_form_need_no_table(tmp_path: Path):
    client = client_over(tmp_path / "nothing")
    response = client.get("/games/nim/variants/3_3_3/positions/R_A_3_3_lllllllll/")
    assert response.get_json()["response"]["remoteness"] == 7
    response = client.get("/games/0to10by1or2/variants/regular/positions/R_A_1_10_----------/")
    assert response.get_json()["response"]["positionValue"] == "win"
    available = {cls.id for cls in registry.all_games() if issubclass(cls, ClosedFormGame | Connect4) or cls.explored}
    available |= {
        rules.id for rules in registry.listed() if KalahSearch.answers(rules) or SearchedBoards.answers(rules)
    }
    assert {"nim", "kayles", "dawsonschess", "0to10by1or2", "kalah"} <= available
    for entry in client.get("/games/").get_json()["response"]:
        assert entry["status"] == ("available" if entry["gameId"] in available else "unavailable")
    assert not (tmp_path / "nothing").exists()


@pytest.mark.second_ring
def test_reading_writes_nothing(own_data: Path):
    table(own_data, HANOI).unlink()
    client = client_over(own_data)
    before = files_below(own_data)
    for rules in TABLES:
        assert client.get(start_path(rules)).status_code == (503 if rules is HANOI else 200)
        assert client.get(variant_path(rules)).status_code == 200
    assert set(told_by_ready(client)) == {HANOI.full_id}
    for path in ("/", "/health", "/puzzles/", "/games/", "/puzzles/npuzzle/2x5/R_A_2_5_12345678-9/"):
        client.get(path)
    assert files_below(own_data) == before


UNSOLVED = [
    "rubikscube/2x2x2",
    "npuzzle/3x4",
    "pyraminx/tips",
    "topspin/12_4",
    exhaustive("teeko/standard"),
]


@pytest.mark.parametrize("full_id", UNSOLVED)
def test_unsolved_variant_names_its_command_and_does_not_delay_ready(client: FlaskClient, full_id: str):
    """Variants solved only on command name the command, and `/ready` does not wait for them."""
    rules = load(full_id)
    assert "is not solved yet" in not_ready(client, rules)
    assert full_id not in told_by_ready(client)


# --- damage -----------------------------------------------------------------------------------


def damaged(rules: Rules, path: Path, how: str) -> None:
    content = path.read_bytes()
    match how:
        case "empty":
            content = b""
        case "short":
            content = content[:100]
        case "half":
            content = content[: len(content) // 2]
        case "last page lost":
            content = content[:-4096]
        case "other head":
            content = b"x" * 16 + content[16:]
        case "zeros":
            content = bytes(len(content))
        case "zeros inside":
            content = content[:4096] + bytes(4096) + content[8192:]
        case "text":
            content = b"<html>404</html>"
        case "another table":
            content = table(path.parent.parent, load("towersofhanoi/3_4")).read_bytes()
    path.write_bytes(content)


DAMAGES = [
    "empty",
    "short",
    "half",
    "last page lost",
    "other head",
    "zeros",
    "zeros inside",
    "text",
    "another table",
]


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("rules", [HANOI, PEGS], ids=name_of)
@pytest.mark.parametrize("opened", [False, True], ids=["unopened", "opened"])
def test_damaged_table_is_reported_and_other_tables_go_on_answering(
    data_dir: Path, tmp_path: Path, rules: Rules, how: str, opened: bool
):
    (tmp_path / "tables").mkdir()
    for other in (rules, load("towersofhanoi/3_4")):
        shutil.copy(table(data_dir, other), table(tmp_path, other))
    client = client_over(tmp_path)
    if opened:
        assert client.get(start_path(rules)).status_code == 200
    damaged(rules, table(tmp_path, rules), how)
    before = files_below(tmp_path)
    sentence = not_ready(client, rules)
    assert f"The table of {rules.full_id} is damaged" in sentence
    assert client.get(start_path(load("towersofhanoi/3_4"))).status_code == 200, "other tables go on answering"
    assert "is damaged" in told_by_ready(client)[rules.full_id]
    assert client.get(variant_path(rules)).get_json()["response"]["status"] == "unavailable"
    assert files_below(tmp_path) == before


@pytest.mark.parametrize("rules", [HANOI, PEGS, load("npuzzle/2x3"), load("nqueens/6")], ids=name_of)
def test_flipped_bit_in_a_table_never_makes_a_wrong_answer(data_dir: Path, tmp_path: Path, rules: Rules):
    (tmp_path / "tables").mkdir()
    path = Path(shutil.copy(table(data_dir, rules), table(tmp_path, rules)))
    sound = path.read_bytes()
    client = client_over(tmp_path)
    right = client.get(start_path(rules)).get_json()
    rng = random.Random(name_of(rules))
    noticed = 0
    for _ in range(150):
        content = bytearray(sound)
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        path.write_bytes(content)
        response = client.get(start_path(rules))
        if response.status_code == 200:
            assert response.get_json() == right
        else:
            not_ready(client, rules)
            noticed += 1
    assert noticed >= 1, "no bit mattered"
    path.write_bytes(sound)
    assert client.get(start_path(rules)).get_json() == right, "a table that is sound again is not believed"


def damage_block(path: Path) -> None:
    """Change a byte in the first block, leaving the rest of the table sound."""
    connection = sqlite3.connect(path)
    ((block,),) = connection.execute("SELECT value FROM parts WHERE key = '0'")
    connection.execute("UPDATE parts SET value = ? WHERE key = '0'", (block[:-1] + bytes([block[-1] ^ 1]),))
    connection.commit()
    connection.close()


def test_damaged_block_is_reported_by_its_checksum(own_data: Path):
    client = client_over(own_data)
    damage_block(table(own_data, HANOI))
    assert "the checksum of part 0 is wrong" in not_ready(client, HANOI)


def test_damaged_block_is_told(own_data: Path):
    client = client_over(own_data)
    damage_block(table(own_data, HANOI))
    not_ready(client, HANOI)
    assert HANOI.full_id in told_by_ready(client)
    assert client.get(variant_path(HANOI)).get_json()["response"]["status"] != "available"


def test_damaged_block_is_not_called_solved(own_data: Path):
    client = client_over(own_data)
    damage_block(table(own_data, HANOI))
    assert "is solved" not in not_ready(client, HANOI)


def test_the_sentence_on_damage_comes_once(own_data: Path):
    damaged(HANOI, table(own_data, HANOI), "half")
    assert not_ready(client_over(own_data), HANOI).count("is damaged") == 1


def test_table_of_other_rules_is_not_served(own_data: Path, monkeypatch: pytest.MonkeyPatch):
    client = client_over(own_data)
    assert client.get(start_path(HANOI)).status_code == 200
    monkeypatch.setattr(reader, "rules_digest", lambda rules: "other")
    assert "was made by other rules than today's" in not_ready(client, HANOI)
    assert len(told_by_ready(client)) == len(NEEDED)


def test_a_table_that_comes_and_goes(data_dir: Path, tmp_path: Path):
    """A running service notices a new or deleted table at once."""
    client = client_over(tmp_path)
    (tmp_path / "tables").mkdir()
    path = table(tmp_path, HANOI)
    for _ in range(2):
        not_ready(client, HANOI)
        shutil.copy(table(data_dir, HANOI), path)
        assert client.get(start_path(HANOI)).status_code == 200
        path.unlink()
    not_ready(client, HANOI)


# --- directories that cannot be written -------------------------------------------------------


def test_data_directory_that_cannot_be_made_is_reported_and_the_rest_answers(tmp_path: Path):
    """Nothing can be created below a regular file, even by root."""
    (tmp_path / "file").write_text("no directory")
    app = create_app({"data_dir": tmp_path / "file" / "data", "build": False})
    manager, client = app.extensions["manager"], app.test_client()
    assert not manager.builder.start()
    sentence = not_ready(client, HANOI)
    assert "Nothing can be solved here" in sentence
    assert str(tmp_path / "file" / "data" / "tables") in sentence
    assert client.get("/games/nim/variants/3_3_3/positions/R_A_3_3_lllllllll/").status_code == 200
    assert all("cannot be written" in why for why in told_by_ready(client).values())
    assert (tmp_path / "file").read_text() == "no directory"


@pytest.mark.second_ring
def test_read_only_data_dir(own_data: Path, monkeypatch: pytest.MonkeyPatch):
    """Permissions do not bind root, so the operating system's refusal is simulated."""
    table(own_data, PEGS).unlink()
    tables = own_data / "tables"

    def refuse(directory: Path) -> int | None:
        raise PermissionError(13, "Permission denied", str(directory))

    monkeypatch.setattr(builder_process, "take_builder_lock", refuse)
    app = create_app({"data_dir": own_data, "build": False})
    manager, client = app.extensions["manager"], app.test_client()
    before = files_below(own_data)
    assert not manager.builder.start()
    sentence = not_ready(client, PEGS)
    assert f"Nothing can be solved here: {tables} cannot be written (Permission denied)." in sentence
    for rules in TABLES:
        if rules is not PEGS:
            assert client.get(start_path(rules)).status_code == 200
    assert set(told_by_ready(client)) == {PEGS.full_id}
    assert files_below(own_data) == before


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", CASES)
def test_the_table_alone_is_enough(data_dir: Path, tmp_path: Path, rules: Rules):
    """No other file of the directory is needed to answer."""
    (tmp_path / "tables").mkdir()
    shutil.copy(table(data_dir, rules), table(tmp_path, rules))
    client = client_over(tmp_path)
    assert client.get(start_path(rules)).status_code == 200
    assert [path.name for path in (tmp_path / "tables").iterdir()] == [table(tmp_path, rules).name]
