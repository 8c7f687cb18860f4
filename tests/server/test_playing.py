"""Opens and plays every listed variant as the clients of both generations do: by the texts they are given.

If nothing is solved, today's clients play on; those of 2021 are told to ask again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from itertools import count, pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Puzzle, Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.notation import autogui
from tests.helpers import START_UP_LIMIT, name_of, spread
from tests.server.asking import position_path, searched_singly, variant_path

Json = dict[str, Any]
ASKED = json.loads(Path(__file__).with_name("uwapi-ids.json").read_text(encoding="utf-8"))
"""The variants of GamesCraftersUWAPI that we have, by their names there and by those it uses with back ends."""

EVERY = 20
"""One in this many of the board games whose largest variant has to be searched is played on it, the others on their
smallest: the search is the same for all, but has to compile the rules of each."""


def played() -> list[Any]:
    """The variants to play: by default one of each plug-in, mostly the largest."""
    chosen, searched = [], count()
    for largest in spread(registry.listed()):
        is_searched = isinstance(largest, BoardGame) and largest.variant.positions > START_UP_LIMIT
        small = is_searched and next(searched) % EVERY
        chosen.append(spread(of(largest.id), 2)[0] if small else largest)
    names = {one.full_id for one in chosen}
    beyond = pytest.mark.exhaustive
    return [
        pytest.param(one, id=name_of(one), marks=() if one.full_id in names else beyond) for one in registry.listed()
    ]


def of(plugin: str) -> list[Rules]:
    """The listed variants of a plug-in."""
    return [rules for rules in registry.listed() if rules.id == plugin]


LISTED = played()
FEW, MANY = 3, 2000  # moves
UNKNOWN = 2  # the most that the protocol of 2021 writes for an unknown remoteness
OPEN = 120  # moves of a walk that need not end: in a draw, or if nothing is known
VALUES = {"win", "lose", "tie", "draw", "unsolved"}


class Today:
    """A client of today, which moves from text to text."""

    def __init__(self, client: FlaskClient, variant: str, base: str = "/universal/v1/") -> None:
        self.client = client
        self.at = f"{base}{variant}/"

    def get(self, path: str) -> Json:
        response = self.client.get(self.at + path)
        assert response.status_code == 200, f"{self.at}{path}: {response.get_data(as_text=True)[:500]}"
        body = response.get_json()
        assert "error" not in body
        return body

    def ask(self, position: str) -> Json:
        """Request a position, which must be displayable and playable."""
        here = self.get(f"positions/?p={quote(position, safe='')}")
        moves = here["moves"]
        assert here["autoguiPosition"][:2] in ("1_", "2_")
        assert here["positionValue"] in VALUES
        assert type(here["remoteness"]) is int or here["remoteness"] is None  # of a puzzle, where nothing is known
        for key in ("move", "autoguiMove", "position") if moves else ():
            assert len({str(move[key]) for move in moves}) == len(moves) or key == "position"
        if moves:
            assert here["positionValue"] in {move["moveValue"] for move in moves}, "the computer cannot move"
            assert here["remoteness"] != 0, "the client takes it for the end"
        else:
            assert here["remoteness"] in (0, -200), "the client does not see the end"
        return here

    def walk(self, most: int) -> Iterator[Json]:
        """The positions from the start by best moves, or any if nothing is known; at most `most`."""
        rng = random.Random(1)
        position = self.get("")["startPosition"]
        for _ in range(most + 1):
            here = self.ask(position)
            assert here["position"] == position
            yield here
            if not here["moves"]:
                return
            best = [move for move in here["moves"] if move["moveValue"] == here["positionValue"]]
            move = best[0] if here["positionValue"] in ("win", "lose", "tie") else rng.choice(best)
            position = move["position"]


def must_end(line: list[Json]) -> bool:
    """Whether best play ends: the start is won or tied, or lost in a game."""
    return (line[0]["remoteness"] or 0) >= 0 and line[0]["positionValue"] in ("win", "tie", "lose")


def check(line: list[Json], least: int = 0) -> None:
    """Check that each best move is one step nearer the end, if all are known: from a remoteness of at least `least`."""
    for here, after in pairwise(line):
        if any(move["moveValue"] == "unsolved" for move in here["moves"]):
            continue
        known = here["remoteness"] is not None and after["remoteness"] is not None
        if known and here["remoteness"] >= least and after["remoteness"] >= 0:
            assert after["remoteness"] == here["remoteness"] - 1


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("rules", LISTED)
def test_listed_variants_open_and_play_by_the_present_protocol(client: FlaskClient, rules: Rules):
    check(whole(Today(client, rules.full_id).walk(FEW)))


@pytest.mark.exhaustive
@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("rules", LISTED)
def test_current_client_plays_to_the_end(client: FlaskClient, rules: Rules):
    line: list[Json] = []
    for here in Today(client, rules.full_id).walk(MANY):
        line.append(here)
        if len(line) > OPEN and not must_end(line):
            return
    check(line)
    assert line[-1]["moves"] == []
    if must_end(line):
        assert len(line) == line[0]["remoteness"] + 1


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("rules", LISTED)
def test_variants_are_played_by_the_protocol_of_2021(app: Flask, client: FlaskClient, rules: Rules):
    check(whole(walk_2021(app, client, rules, FEW)), least=UNKNOWN + 1)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("rules", LISTED)
def test_client_of_2021_plays_to_the_end(app: Flask, client: FlaskClient, rules: Rules):
    line: list[Json] = []
    for here in walk_2021(app, client, rules, MANY):
        line.append(here)
        if len(line) > OPEN and not must_end(line):
            return
    if line:
        check(whole(line), least=UNKNOWN + 1)
        assert line[-1]["moves"] == [] or searched_singly(app, rules)


def whole(line: Iterable[Json]) -> list[Json]:
    """The positions of a line between turns, without those within a two-touch turn."""
    return [here for here in line if "_prevmove=" not in here["position"] and ";" not in here["position"]]


def walk_2021(app: Flask, client: FlaskClient, rules: Rules, most: int) -> Iterator[Json]:
    """The same in the protocol of 2021; unsolved variants say so, and searched ones may."""
    (variant,) = client.get(variant_path(rules)).get_json()["response"]["variant"]
    position = variant["startPosition"]
    for _ in range(most + 1):
        response = client.get(position_path(rules, position))
        if response.status_code != 200 and (variant["status"] != "available" or searched_singly(app, rules)):
            assert response.status_code in (422, 503)
            return
        assert response.status_code == 200, f"{position}: {response.get_data(as_text=True)[:500]}"
        here = response.get_json()["response"]
        assert here["position"] == position
        yield here
        if not here["moves"]:
            return
        assert here["moves"][0]["moveValue"] == here["positionValue"]
        position = here["moves"][0]["position"]


@pytest.mark.usefixtures("no_searches")
@pytest.mark.parametrize("name", ASKED["listed"])
def test_games_that_uwapi_lists_are_played(client: FlaskClient, name: str):
    assert len(list(Today(client, name).walk(2))) > 1


@pytest.mark.usefixtures("no_searches")
@pytest.mark.parametrize("name", ASKED["asked of back ends"])
def test_back_ends_answer_the_requests_of_uwapi(client: FlaskClient, name: str):
    start = client.get(f"/puzzles/{name}/start/").get_json()
    assert set(start) == {"position", "autoguiPosition"}
    here = client.get(f"/puzzles/{name}/positions/?p={quote(start['position'])}").get_json()
    assert here["position"] == start["position"]
    assert here["moves"]
    puzzle = issubclass(registry.find(name.split("/")[0]), Puzzle)
    for told in (here, *here["moves"]):
        assert ("remoteness" not in told) == (puzzle and told["positionValue"] == "lose")


@pytest.mark.parametrize("rules", LISTED)
def test_a_button_hides_no_piece(rules: Rules):
    """Clients of 2021 draw a button's character in place of what is on its cell."""
    rng, position = random.Random(1), rules.start()
    for _ in range(12):
        moves = list(rules.moves(position)) if rules.primitive(position) is None else []
        if not moves:
            break
        cells = rules.board(position).cells
        shown = [autogui.write_move(rules, position, move) for move in moves]
        assert len(set(shown)) == len(moves)
        for button in shown:
            if button.startswith("A_"):
                _, char, cell = button.split("_")
                assert cells[int(cell)] in (char, "-", "*"), button
        position = rules.do_move(position, rng.choice(moves))
