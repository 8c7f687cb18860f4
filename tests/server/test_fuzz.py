"""Arbitrary texts, and positions with a wrong character: refused, or answered under exactly that name; never a 5xx."""

from __future__ import annotations

import random
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game
from perfect_play.puzzles.closed_form import ClosedFormGame
from perfect_play.puzzles.laws.sample import Sample
from perfect_play.puzzles.notation import autogui
from tests.helpers import load
from tests.server.asking import check_error, position_path, refused
from tests.server.conftest import files_below

MUTATED = [
    "towersofhanoi/3_3",
    "towersofhanoi/4_4",
    "lightsout/3",
    "npuzzle/2x3",
    "pegsolitaire/star",
    "toadsandfrogspuzzle/6",
    "bishoppuzzle/4x7_4",
    "bishoppuzzle/4x5_4",
    "topspin/6_2",
    "topspin/7_5",
    "nqueens/5",
    "hopndrop/map1",
    "rubikscube/2x2x2_FR",
    "nim/3_3_3",
    "nim/1_3_5",
    "dawsonschess/7",
    "kayles/9",
    "pancakes/5",
    "klotski/pennant",
    "pyraminx/tips_UL",
    "skewb/corners",
    "clocksolitaire/pattern12",
    "squirrels/starter",
    "tantrix/2_2_1",
    "0to10by1or2/regular",
    "chomp/3x5",
    "clobber/2x5",
    "connect4/4x4",
    "dao/3x3",
    "domineering/4x4",
    "dotsandboxes/2x2",
    "hexapawn/3x4",
    "kalah/2x4",
    "mancala/3x1",
    "mutorere/regular",
    "othello/4x4",
    "ponghauki/regular",
    "tictactoe/regular",
    "toadsandfrogs/3_3_3",
]


def mutations(text: str, rng: random.Random, count: int) -> list[str]:
    """Texts that differ in one character, or with two swapped."""
    found = set()
    for _ in range(count):
        characters = list(text)
        if rng.random() < 0.5:
            characters[rng.randrange(len(text))] = rng.choice("-*_xoXOABCDabchlqQGW0123456789é٣~ ")
        else:
            first, second = rng.randrange(len(text)), rng.randrange(len(text))
            characters[first], characters[second] = characters[second], characters[first]
        found.add("".join(characters))
    return sorted(found - {text})


@pytest.mark.parametrize("full_id", MUTATED)
def test_positions_with_a_wrong_character_are_refused_or_answered_by_that_name(
    client: FlaskClient, full_id: str, nothing_written: None
):
    """Refused, or another position, answered under exactly the name requested."""
    rules = load(full_id)
    rng = random.Random(full_id)
    by_table = isinstance(rules, Game) and not isinstance(rules, ClosedFormGame)
    statuses = (400, 422) if by_table else (400,)  # 422: legal, but play never leads there
    refusals = answers = 0
    for position in Sample.of(rules, limit=30).positions[:6]:
        for name in mutations(autogui.write_position(rules, position), rng, 16):
            path = position_path(rules, name)
            response = client.get(path)
            if response.status_code == 200:
                assert response.get_json()["response"]["position"] == name
                answers += 1
            else:
                refused(response, path, *statuses)
                refusals += 1
    assert refusals + answers >= 60
    assert refusals >= 20


# --- arbitrary text ---------------------------------------------------------------------------

SOLVED = sorted({name for cls in registry.all_rules() for name in (cls.id, *cls.aliases)} - {"rubiks", "rubikscube"})
IDS = st.sampled_from(SOLVED)
TEXT = st.text(max_size=40) | st.text("R_AB0123456789-*xolABC", max_size=40) | st.binary(max_size=20)
OLD_VARIANTS = ["3_3", "3", "2", "4", "triangle", "10", "4x5_8", "6_2", "map1", "7", "1_3_5", "3_3_3"]
NEW_VARIANTS = ["regular", "2x2", "3x3", "4x4", "donkey", "corners", "tips_UL", "10_1_2", "0.137_3_4"]
VARIANTS = st.sampled_from(OLD_VARIANTS + NEW_VARIANTS)
GAMES = st.sampled_from(
    ["nim", "kayles", "dawsonschess", "tictactoe", "connect4", "kalah", "othello", "chomp", "dao", "hexapawn", "octal"]
)
POSITIONS = st.builds(
    "R_{}_{}_{}_{}".format,
    st.sampled_from("ABC"),
    st.integers(-1, 12),
    st.integers(-1, 12),
    st.text("-*xolABCQ123G", max_size=40),
)
WORDS = st.sampled_from(["variants", "positions", "moves", "start", "", ".."])
SEGMENTS = st.lists(IDS | VARIANTS | POSITIONS | WORDS | TEXT, max_size=7)


def ask_anything(app: Flask, data_dir: Path, strategy: st.SearchStrategy[list[str | bytes]], examples_: int) -> None:
    """Request paths made of these segments: always an answer, never a 5xx, and nothing is written."""
    client = app.test_client()
    before = files_below(data_dir)

    @settings(max_examples=examples_, deadline=None, database=None, derandomize=True)
    @given(strategy)
    def ask(segments: list[str | bytes]) -> None:
        path = "/" + "/".join(quote(segment, safe="") for segment in segments)
        response = client.get("/", environ_overrides={"PATH_INFO": unquote_to_bytes(path).decode("latin-1")})
        text = response.get_data(as_text=True)
        assert response.status_code in (200, 400, 404), (path, response.status_code, text[:300])
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "Traceback" not in text
        if response.mimetype == "text/html":  # `/api/` is a page
            assert response.status_code == 200
            return
        body = response.get_json()
        if response.status_code == 200:
            assert "error" not in body
        elif path.startswith(("/puzzles/", "/games/")):
            check_error(body, path)

    ask()
    assert files_below(data_dir) == before


def test_arbitrary_ids_are_refused_or_answered_without_a_failure(app: Flask, data_dir: Path):
    kinds = st.sampled_from(["puzzles", "games", "universal", "api"])
    ask_anything(app, data_dir, st.tuples(kinds, TEXT).map(list), 100)


def test_arbitrary_variants_are_refused_or_answered_without_a_failure(app: Flask, data_dir: Path):
    puzzles = st.tuples(st.just("puzzles"), IDS, VARIANTS | TEXT)
    games = st.tuples(st.just("games"), GAMES, st.just("variants"), VARIANTS | TEXT)
    ask_anything(app, data_dir, (puzzles | games).map(list), 200)


def test_arbitrary_positions_are_refused_or_answered_without_a_failure(app: Flask, data_dir: Path):
    puzzles = st.tuples(st.just("puzzles"), IDS, VARIANTS, POSITIONS | TEXT)
    games = st.tuples(st.just("games"), GAMES, st.just("variants"), VARIANTS, st.just("positions"), POSITIONS | TEXT)
    ask_anything(app, data_dir, (puzzles | games).map(list), 300)


def test_arbitrary_paths_are_refused_or_answered_without_a_failure(app: Flask, data_dir: Path):
    kinds = st.sampled_from(["puzzles", "games", "health", "ready"])
    ask_anything(app, data_dir, st.builds(lambda kind, rest: [kind, *rest], kinds, SEGMENTS) | SEGMENTS, 300)


def test_arbitrary_half_positions_are_refused_or_answered_without_a_failure(app: Flask, data_dir: Path):
    cells = st.text("-x", min_size=9, max_size=10)
    touched = st.integers(-1, 12)
    halves = st.builds("R_{}_1_{}_{}-_prevmove={}".format, st.sampled_from("AB"), st.just(10), cells, touched)
    path = st.tuples(*map(st.just, ("games", "kayles", "variants", "9", "positions")), halves)
    ask_anything(app, data_dir, path.map(list), 100)
