"""Benchmarks: the key is right, disguises are the same game, scores are as computed by hand, no answer is lost."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from pathlib import Path

import pytest

from perfect_play.puzzles.base import OPPOSITE, Rules
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.datasets.benchmark_questions import games
from perfect_play.solvers.datasets.disguise import STORIES, Disguise
from perfect_play.solvers.datasets.score import Mean, score
from tests.helpers import load, solved
from tests.kept_tables import solve_kept

GAMES = ("tictactoe/regular", "dodgem/regular", "dotsandboxes/1x2")
DIGEST = "f56365b5dd2322beec4c93cb779001119589c0527fabd525e9ef470a19708c18"
"""Of 20 positions of Tic-Tac-Toe with seed 2026: the same on every machine."""


@pytest.fixture(scope="module")
def data_dir() -> str:
    return str(solve_kept(map(load, GAMES)).data_dir)


def make(data_dir: str, folder: Path, *options: str) -> dict:
    arguments = ["benchmark", "make", "-o", str(folder), "--positions", "20", *options]
    assert main(["--data-dir", data_dir, *arguments]) == 0
    return json.loads((folder / "benchmark.json").read_text())


@pytest.fixture(scope="module")
def folder(data_dir: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("benchmark")
    make(data_dir, folder, "--games", ",".join(GAMES))
    return folder


@pytest.fixture
def run(data_dir: str, folder: Path, tmp_path: Path) -> Callable[..., tuple[int, Path]]:
    answers = tmp_path / "answers.jsonl"

    def run_(agent: str, *options: str) -> tuple[int, Path]:
        command = ["benchmark", "run", str(folder), str(answers), "--agent", agent, *options]
        return main(["--data-dir", data_dir, *command]), answers

    return run_


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()][1:]


def test_the_same_seed_is_the_same_bytes_everywhere(data_dir: str, tmp_path: Path):
    abouts = [
        make(data_dir, tmp_path / name, "--games", "tictactoe", "--seed", name[1:]) for name in ("a1", "b1", "c2")
    ]
    assert abouts[0] == abouts[1] != abouts[2]
    for path in (tmp_path / "a1").iterdir():
        assert path.read_bytes() == (tmp_path / "b1" / path.name).read_bytes()
        assert json.loads(path.read_text().splitlines()[0] if path.suffix == ".jsonl" else path.read_text())["version"]
    assert make(data_dir, tmp_path / "d", "--games", "tictactoe", "--seed", "2026")["digest"] == DIGEST


def test_a_hundred_small_games_are_usual():
    ids = [rules.full_id for rules in games()]
    assert len(set(ids)) == 100
    assert len({rules.id for rules in games()}) >= 75
    assert ids == [rules.full_id for rules in games(101)][:100]


@pytest.mark.parametrize("full_id", GAMES)
def test_the_key_is_what_the_reference_solver_says(full_id: str, folder: Path):
    rules, results = load(full_id), solved(full_id).results
    for entry in lines(folder / "key.jsonl"):
        if entry["game"] == full_id:
            position = rules.parse(entry["position"])
            assert results[rules.canonical(position)].value == entry["value"]
            plain = {name: value for value, _, _, name in entry["moves"].values()}
            for move in rules.moves(position):
                child = rules.do_move(position, move)
                value = results[rules.canonical(child)].value
                same = rules.turn(child) == rules.turn(position)
                assert plain.pop(rules.format_move(position, move)) == (value if same else OPPOSITE[value])
            assert not plain
            assert entry["only"] == ([value for value, *_ in entry["moves"].values()].count(entry["value"]) == 1)


def test_questions_are_mixed_and_say_nothing_of_values(folder: Path):
    questions, keys = lines(folder / "questions.jsonl"), lines(folder / "key.jsonl")
    assert [question["id"] for question in questions] == [key["id"] for key in keys]
    assert all(sorted(question["moves"]) == sorted(key["moves"]) for question, key in zip(questions, keys, strict=True))
    assert set(questions[0]) == {"id", "game", "turn", "board", "state", "moves"}
    assert {key["value"] for key in keys if key["game"] == "tictactoe/regular"} == {"win", "lose", "tie"}
    assert 10 < sum(key["only"] for key in keys) < 70
    assert any(list(key["moves"]) != list(other["moves"]) for key, other in pairwise(keys))


def graph(rules: Rules, depth: int) -> Iterator[tuple[object, list[object]]]:
    """Positions up to so many moves from the start, each with its children."""
    level, met = [rules.start()], set()
    for _ in range(depth):
        following = []
        for position in level:
            if position not in met and rules.primitive(position) is None:
                met.add(position)
                children = rules.children(position)
                yield position, children
                following += children
        level = following


@pytest.mark.parametrize("number", range(len(STORIES)))
@pytest.mark.parametrize("full_id", [*GAMES, "quixo/3x3", "kalah/2x2", "achi/regular"])
def test_disguises_are_the_same_graph(full_id: str, number: int):
    """Names of moves, followed as they read, lead from what is told of a position to what is told of its child."""
    rules = load(full_id)
    disguise, boards = Disguise(rules, number, 2026), {}
    for position, children in graph(rules, 3):
        before = disguise.cells(position)
        identity = disguise.side(position), tuple(sorted(before.items()))
        board = rules.board(position).cells, rules.turn(position)
        assert boards.setdefault(identity, board) == board
        names = disguise.moves(position, children)
        assert len(set(names)) == len(children)
        for name, child in zip(names, children, strict=True):
            changes = [] if name.startswith("no change") else name.partition(" (")[0].split(", ")
            assert before | dict(change.split(": ") for change in changes) == disguise.cells(child)
    assert len(boards) == len(set(boards.values()))
    assert len(boards) > 3
    assert rules.name.lower() not in disguise.rules.lower()


def test_large_boards_have_names_enough():
    rules = load("wythoff/30_40")
    assert len(Disguise(rules, 0, 1).cells(rules.start())) > 1000


def test_disguises_differ_by_number_and_seed():
    rules = load("tictactoe/regular")
    texts = [Disguise(rules, number, seed).rules for number in range(len(STORIES)) for seed in (1, 2)]
    assert len(set(texts)) == len(texts)
    assert Disguise(rules, 0, 1).rules == texts[0]


def test_intervals_are_wilsons():
    for hits, count, expected in ((50, 100, [0.5, 0.4038, 0.5962]), (8, 10, [0.8, 0.4902, 0.9433])):
        mean = Mean()
        for number in range(count):
            mean.add(float(number < hits))
        assert mean.interval() == expected
    assert Mean().interval() is None


def test_the_score_is_as_computed_by_hand(folder: Path, tmp_path: Path):
    keys = [key for key in lines(folder / "key.jsonl") if key["game"] == "tictactoe/regular"]
    lost, only = ([key for key in keys if key["value"] == "win" and key["only"] == flag][:4] for flag in (False, True))
    answers = tmp_path / "answers.jsonl"

    def move(key: dict, value: str) -> str:
        return next(name for name, judged in key["moves"].items() if judged[0] == value)

    keeping = [{"id": key["id"], "move": move(key, "win")} for key in only]
    given = [{"id": lost[0]["id"], "move": "no such move"}]
    answers.write_text("\n".join(map(json.dumps, keeping + given)))
    result = score(folder, answers)
    everything = result["all"]["all"]
    count = len(keeping) + 1
    assert everything["answers"] == count
    assert everything["keeps"][0] == round(len(keeping) / count, 4)
    assert everything["illegal"][0] == round(1 / count, 4)
    assert everything["value_lost"][0] == round(1 / count, 4)
    assert result["only"]["one move keeps the value"]["keeps"][0] == 1
    assert set(result["game"]) == {"tictactoe/regular"}


def test_opponents_of_ours_answer_in_every_telling(run, folder: Path, capsys: pytest.CaptureFixture[str]):
    status, answers = run("perfect")
    assert status == 0
    result = score(folder, answers)
    assert set(result["telling"]) == {"plain", "disguise1", "disguise2", "disguise3"}
    assert result["all"]["all"]["best"][0] == 1
    assert main(["benchmark", "score", str(folder), str(answers)]) == 0
    assert "100.0%" in capsys.readouterr().out


def test_random_answers_keep_the_value_as_often_as_moves_do(run, folder: Path):
    assert run("random")[0] == 0
    keys = lines(folder / "key.jsonl")
    shares = [sum(judged[0] == key["best"] for judged in key["moves"].values()) / len(key["moves"]) for key in keys]
    _, least, most = score(folder, run("random")[1])["all"]["all"]["keeps"]
    assert least < sum(shares) / len(shares) < most


FIRST = """
import json, sys
for number, line in enumerate(sys.stdin):
    if number == {most}:
        sys.exit()
    question = json.loads(line)
    assert "key" not in question and question["rules"]
    print(json.dumps({{"move": question["moves"][0]}}), flush=True)
"""


def test_stopped_runs_go_on_and_lose_nothing(run, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    questions = lines(folder / "questions.jsonl")

    def agent(most: int) -> str:
        script = tmp_path / "agent.py"
        script.write_text(FIRST.format(most=most))
        return f"{sys.executable} {script}"

    status, answers = run(agent(5))
    assert status == 1
    assert questions[5]["id"] in capsys.readouterr().err
    assert len(lines(answers)) == 5
    with answers.open("a") as file:
        file.write('{"id": "tic')  # as a machine leaves it that stops
    assert run(agent(10_000))[0] == 0
    assert lines(answers) == [{"id": question["id"], "move": question["moves"][0]} for question in questions]
    capsys.readouterr()
    assert run("random")[0] == 2
    assert "not 'random'. Name another file" in capsys.readouterr().err
    assert len(lines(answers)) == len(questions)


def test_agent_after_one_that_answered_nothing_is_named_in_the_file(run):
    assert run("true")[0] == 1
    for _ in range(2):
        status, answers = run("random")
        assert status == 0
    assert json.loads(answers.read_bytes().splitlines()[0])["agent"] == "random"


def test_last_answer_without_its_line_end_is_kept_by_the_next_run(run):
    _, answers = run("random")
    text = answers.read_bytes()
    answers.write_bytes(text.removesuffix(b"\n"))
    assert run("random")[0] == 0
    assert answers.read_bytes() == text


def test_agent_that_reads_nothing_is_named_with_the_question(run, folder: Path, capsys: pytest.CaptureFixture[str]):
    assert run("true")[0] == 1
    error = capsys.readouterr().err
    assert lines(folder / "questions.jsonl")[0]["id"] in error
    assert "cannot be written" not in error


def test_agents_that_cannot_be_started_leave_no_file(run, capsys: pytest.CaptureFixture[str]):
    status, answers = run("no-such-program")
    assert status == 1
    assert "'no-such-program' cannot be started" in capsys.readouterr().err
    assert not answers.exists()


class Model(BaseHTTPRequestHandler):
    """Answers as OpenAI's service does: with the first move of the list."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert (self.path, body["model"]) == ("/v1/chat/completions", "first")
        move = body["messages"][0]["content"].partition("The moves, one a line:\n")[2].splitlines()[0]
        answer = json.dumps({"choices": [{"message": {"content": f"Let me think.\n`{move}`\n"}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def test_models_are_asked_over_http(run, folder: Path):
    with HTTPServer(("127.0.0.1", 0), Model) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        status, answers = run(f"http://127.0.0.1:{server.server_port}/v1", "--model", "first")
        server.shutdown()
    assert status == 0
    assert [line["move"] for line in lines(answers)] == [
        question["moves"][0] for question in lines(folder / "questions.jsonl")
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"id": "nowhere", "move": "a1"}', "there is no question 'nowhere'"),
        ('{"digest": "another"}\n', "answers another benchmark"),
        ("a1\nb2\n", "line 1: 'a1': expected"),
        ("a1\n", "line 1: 'a1': expected"),
        ("null\n", "line 1: 'null': expected"),
        ("\n{}\n", "has no answers"),
    ],
)
def test_bad_answers_are_named(text: str, sentence: str, folder: Path, tmp_path: Path, capsys):
    (tmp_path / "answers").write_text(text)
    assert main(["benchmark", "score", str(folder), str(tmp_path / "answers")]) == 2
    assert sentence in capsys.readouterr().err


def test_folders_without_a_benchmark_and_puzzles_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["benchmark", "score", str(tmp_path), str(tmp_path / "answers")]) == 2
    assert "is not of a benchmark" in capsys.readouterr().err
    assert main(["benchmark", "make", "-o", str(tmp_path), "--games", "npuzzle"]) == 2
    assert "npuzzle is a puzzle" in capsys.readouterr().err
    assert main(["benchmark", "make", "-o", str(tmp_path), "--games", "nim"]) == 1
    assert "has no table" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
