"""Starts of puzzles in today's protocol: nominal, at random, by remoteness and by difficulty."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from perfect_play.server import create_app
from perfect_play.solvers.tables import sampling
from tests.helpers import exhaustive, late, load, solved

EACH = 12
"""Average draws per position, enough to reveal one that is omitted or preferred."""


def start(client, full_id: str, query: str = "") -> str:
    answer = client.get(f"/puzzles/{full_id}/start/{query}")
    assert answer.status_code == 200, answer.json
    rules = load(full_id)
    assert set(answer.json) == {"position", "autoguiPosition"}
    assert rules.format(rules.parse(answer.json["position"])) == answer.json["position"]
    return answer.json["position"]


def remoteness(full_id: str, text: str) -> int | None:
    rules = load(full_id)
    return solved(full_id).result(rules, rules.parse(text)).remoteness


def test_puzzle_with_a_fixed_start_always_begins_there(client):
    assert {start(client, "towersofhanoi/3_3") for _ in range(5)} == {"A--B--C--"}


def test_a_puzzle_without_one_has_another_each_time(client):
    starts = {start(client, "npuzzle/2x3") for _ in range(12)}
    assert len(starts) >= 8
    assert all(remoteness("npuzzle/2x3", text) for text in starts), "solvable and not solved"


# Dense with images of their own, sparse by classes, sorted, linear without a table.
@pytest.mark.parametrize(
    ("full_id", "wanted"),
    [
        ("towersofhanoi/3_4", 3),
        exhaustive("bishoppuzzle/4x5_4", 3),
        exhaustive("nqueens/5", 4),
        late("pegsolitaire/star", 11),
    ],
)
def test_a_remoteness_is_met_and_each_position_is_as_likely(client, full_id: str, wanted: int):
    rules, solution = load(full_id), solved(full_id)
    every = {
        rules.format(image)
        for position, found in solution.results.items()
        if found.remoteness == wanted
        for image in rules.images(position)
    }
    draws = EACH * len(every)
    drawn = Counter(start(client, full_id, f"?remoteness={wanted}&seed={seed}") for seed in range(draws))
    assert set(drawn) == every
    chi_square = sum((n - EACH) ** 2 / EACH for n in drawn.values())
    assert chi_square < len(every) + 5 * (2 * len(every)) ** 0.5


def test_start_of_a_rare_remoteness_is_drawn(client, monkeypatch):
    monkeypatch.setattr(sampling, "TRIES", 0)
    drawn = Counter(start(client, "npuzzle/2x3", f"?remoteness=21&seed={seed}") for seed in range(8))
    assert {remoteness("npuzzle/2x3", text) for text in drawn} == {21}


@pytest.mark.parametrize("full_id", ["npuzzle/2x3", "nqueens/5", "bishoppuzzle/4x5_4", "pegsolitaire/star"])
def test_every_difficulty_is_found_in_tables_too_large_to_be_counted(client, monkeypatch, full_id: str):
    monkeypatch.setattr(sampling, "TRIES", 0)
    monkeypatch.setattr(sampling, "MOST_BLOCKS", 0)
    greatest = max(found.remoteness or 0 for found in solved(full_id).results.values())
    for difficulty in sampling.DIFFICULTIES:
        text = start(client, full_id, f"?difficulty={difficulty}&seed=1")
        assert remoteness(full_id, text) in sampling.remotenesses_of(difficulty, greatest)


def test_start_of_a_remoteness_is_reached_backward_from_a_solution(client, monkeypatch):
    monkeypatch.setattr(sampling, "TRIES", 0)
    monkeypatch.setattr(sampling, "MOST_BLOCKS", 0)
    monkeypatch.setattr(sampling._EntrySampler, "_in_some_block", lambda self, deadline: None)
    for wanted in (1, 4, 10):
        assert remoteness("npuzzle/2x3", start(client, "npuzzle/2x3", f"?remoteness={wanted}&seed=2")) == wanted


def test_start_is_drawn_even_without_time(client, monkeypatch):
    monkeypatch.setattr(sampling, "TRIES", 0)
    monkeypatch.setattr(sampling, "MOST_BLOCKS", 0)
    monkeypatch.setattr(sampling, "RARE_SECONDS", -1.0)
    for difficulty in sampling.DIFFICULTIES:
        start(client, "pegsolitaire/star", f"?difficulty={difficulty}&seed=1")
    start(client, "npuzzle/2x3", "?remoteness=21&seed=1")


def test_rare_start_is_looked_up_among_all_entries_after_few_tries(client, monkeypatch):
    tried = []
    monkeypatch.setattr(sampling, "TRIES", 5)
    monkeypatch.setattr(sampling, "MOST_BLOCKS", 0)
    monkeypatch.setattr(sampling._EntrySampler, "_fits", lambda self, found: tried.append(found) is not None)
    monkeypatch.setattr(sampling._EntrySampler, "_rare", lambda self, deadline: load("npuzzle/2x3").start())
    start(client, "npuzzle/2x3", "?remoteness=21&seed=1")
    assert len(tried) == 5


def test_difficulties_are_thirds(client):
    full_id = "npuzzle/2x3"  # at most 21
    for difficulty, expected in (("easy", range(1, 8)), ("medium", range(8, 15)), ("hard", range(15, 22))):
        found = {remoteness(full_id, start(client, full_id, f"?difficulty={difficulty}&seed={n}")) for n in range(40)}
        assert found <= set(expected)
        assert len(found) >= 3


def test_start_without_a_table_has_its_remoteness_and_difficulty(client):
    full_id = "lightsout/9"
    assert len({start(client, full_id) for _ in range(4)}) == 4
    answer = client.get(f"/universal/v1/lightsout/9/positions/?p={start(client, full_id, '?remoteness=30')}")
    assert answer.json["remoteness"] == 30
    ends = [
        client.get(f"/universal/v1/lightsout/9/positions/?p={start(client, full_id, f'?difficulty={d}&seed=1')}")
        for d in ("easy", "medium", "hard")
    ]
    told = [answer.json["remoteness"] for answer in ends]
    assert told == sorted(told)


def test_a_seed_tells_the_start(client):
    for query in ("?seed=a", "?seed=a&remoteness=5", "?seed=a&difficulty=hard"):
        first, again = (client.get(f"/puzzles/npuzzle/2x3/start/{query}") for _ in range(2))
        assert first.json == again.json
        assert "no-store" not in first.headers.get("Cache-Control", "")
    assert start(client, "npuzzle/2x3", "?seed=a") != start(client, "npuzzle/2x3", "?seed=b")
    assert client.get("/puzzles/npuzzle/2x3/start/").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("?remoteness=22", 422, "they go from 0 to 21"),
        ("?remoteness=-1", 400, "expected a number of moves"),
        ("?remoteness=٣", 400, "expected a number of moves"),
        ("?remoteness=99999999999999999999", 400, "expected a number of moves"),
        ("?difficulty=insane", 400, "expected easy, medium, hard"),
        ("?difficulty=easy&remoteness=3", 400, "not both"),
        (f"?seed={'x' * 65}", 400, "at most 64 characters"),
    ],
)
def test_bad_requests_for_starts_are_refused_with_a_sentence(client, query: str, status: int, words: str):
    answer = client.get(f"/puzzles/npuzzle/2x3/start/{query}")
    assert answer.status_code == status
    assert words in answer.json["error"]


def test_start_of_an_unsolved_variant_is_random_and_solvable(tmp_path: Path):
    client = create_app({"data_dir": tmp_path, "build": False}).test_client()
    shown = {start(client, "npuzzle/3") for _ in range(4)}
    shown |= {client.get("/universal/v1/npuzzle/3/").json["startPosition"] for _ in range(4)}
    assert len(shown) > 1, "not the nominal start, which one move solves"
    assert all(load("npuzzle/3").rank(load("npuzzle/3").parse(text)) is not None for text in shown), "can be solved"
    assert client.get("/puzzles/npuzzle/3/start/?difficulty=hard").status_code == 503
    assert client.get("/puzzles/towersofhanoi/3_3/start/").json["position"] == "A--B--C--"


def test_boards_of_pegs_are_drawn_without_a_table(tmp_path: Path):
    client = create_app({"data_dir": tmp_path, "build": False}).test_client()
    for pegs in (2, 6, 12, 20, 26):
        drawn = {start(client, "pegsolitaire/english", f"?remoteness={pegs - 1}&seed={seed}") for seed in range(5)}
        assert {text.count("x") for text in drawn} == {pegs}
        assert len(drawn) > 1 or pegs == 2
    again = "?remoteness=11&seed=3"
    assert start(client, "pegsolitaire/english", again) == start(client, "pegsolitaire/english", again)
    hard, easy = (start(client, "pegsolitaire/english", f"?difficulty={how}&seed=1") for how in ("hard", "easy"))
    assert hard.count("x") > 18 > 12 > easy.count("x")
    refused = client.get("/puzzles/pegsolitaire/english/start/?remoteness=32")
    assert refused.status_code == 422
    assert list(tmp_path.iterdir()) == []
