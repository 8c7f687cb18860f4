"""Asking the service for positions as a client does, and the laws that every answer obeys."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from perfect_play.puzzles.base import Game, Rules
from perfect_play.puzzles.mixins import Scored
from perfect_play.puzzles.notation import autogui
from perfect_play.solvers.untabled.kalah_search import KalahSearch
from perfect_play.solvers.untabled.position_search import PositionSearch
from perfect_play.solvers.untabled.proving_search import ProvingSearch
from perfect_play.solvers.untabled.searched_boards import SearchedBoards
from perfect_play.solvers.untabled.sliding_tiles import SearchedTiles

Json = dict[str, Any]
VALUES = ("win", "tie", "draw", "lose")
TURNED = {"win": "lose", "lose": "win", "tie": "tie", "draw": "draw"}
LOST = 1 << 30
SINGLY = (PositionSearch.name, SearchedBoards.name, SearchedTiles.name, ProvingSearch.name, KalahSearch.name)
BUTTON = re.compile(r"A_[a-zA-Z0-9-]_\d+|M_\d+_\d+|S_[LR]_\d+_\d+")
POSITION = re.compile(r"R_[AB]_(\d+)_(\d+)_([a-zA-Z0-9*-]+?)(_prevmove=\d+)?")


def variant_path(rules: Rules) -> str:
    """The path of a variant's description."""
    if isinstance(rules, Game):
        return f"/games/{rules.id}/variants/{rules.variant.id}/"
    return f"/puzzles/{rules.id}/{rules.variant.id}/"


def position_path(rules: Rules, name: str) -> str:
    """The path of a position, as clients write it."""
    return variant_path(rules) + ("positions/" if isinstance(rules, Game) else "") + quote(name, safe="*=") + "/"


def searched_singly(app: Flask, rules: Rules) -> bool:
    """Whether each position is currently searched on its own, which may not finish in time."""
    return app.extensions["manager"].solver_name(rules) in SINGLY


class Asker:
    """Requests positions of one variant, each once."""

    def __init__(self, client: FlaskClient, rules: Rules) -> None:
        self.client = client
        self.rules = rules
        self.known: dict[str, Json] = {}

    def start(self) -> str:
        """The start, as given by the variant's own answer."""
        response = self.client.get(variant_path(self.rules)).get_json()["response"]
        (variant,) = response["variant"]
        assert variant["status"] == "available"
        return variant["startPosition"]

    def covers(self, name: str) -> bool:
        """Whether the table covers a position; positions unreachable from the start may be refused."""
        response = self.client.get(position_path(self.rules, name))
        if response.status_code != 422:
            return True
        refused(response, position_path(self.rules, name), 422)
        return False

    def ask(self, name: str) -> Json:
        """Request a position, check the answer and return it."""
        if name not in self.known:
            response = self.client.get(position_path(self.rules, name))
            assert response.status_code == 200, f"{name}: {response.get_data(as_text=True)}"
            body = response.get_json()
            assert set(body) == {"status", "response"}
            assert body["status"] == "ok"
            assert body["response"]["position"] == name
            self.known[name] = body["response"]
        return self.known[name]

    def walk(self) -> list[Json]:
        """The answers along the best line from the start, ended position last; of a draw, the first few."""
        here = self.ask(self.start())
        line = [here]
        while here["moves"] and not (here["positionValue"] == "draw" and len(line) > 20):
            assert len(line) < 2000, "the best line does not end"
            here = self.ask(here["moves"][0]["position"])
            line.append(here)
        return line


def check_answer(rules: Rules, here: Json) -> None:
    """Check that the answer to a position is complete and consistent."""
    moves = here["moves"]
    assert here["positionValue"] in VALUES
    assert type(here["remoteness"]) is int
    assert "error" not in here
    check_name(here["position"])
    for move in moves:
        assert {"move", "moveName", "position", "positionValue", "moveValue", "remoteness", "deltaRemoteness"} <= set(
            move
        )
        assert type(move["remoteness"]) is type(move["deltaRemoteness"]) is int
        assert BUTTON.fullmatch(move["move"]), move
        check_name(move["position"])
    if here["positionValue"] != "draw":
        assert (moves == []) == (here["remoteness"] == 0), "a position is ended when its remoteness is 0, and only then"
    for key in ("move", "moveName"):
        assert len({move[key] for move in moves}) == len(moves), f"two moves have the same {key}"
    if moves:
        assert here["positionValue"] in {move["moveValue"] for move in moves}
        assert here["positionValue"] == moves[0]["moveValue"], "the best move is not the first"
        if isinstance(rules, Game):
            check_game(rules, here)
        else:
            check_puzzle(rules, here)


def check_name(position: str) -> None:
    found = POSITION.fullmatch(position)
    assert found, position
    assert int(found[1]) * int(found[2]) == len(found[3]), position


def own_order(rules: Rules, position: str) -> Callable[[Json], int]:
    """The plug-in's own order of moves, as a key."""
    here = autogui.read_position(rules, position)
    own = [autogui.write_move(rules, here, move) for move in rules.moves(here)]
    return lambda move: own.index(move["move"])


def check_puzzle(rules: Rules, here: Json) -> None:
    """Check that values and deltas of moves follow from the remotenesses, best first."""
    own = own_order(rules, here["position"])
    order = []
    for move in here["moves"]:
        if move["positionValue"] == "lose":
            assert (move["moveValue"], move["deltaRemoteness"]) == ("lose", 0), move
            assert move["remoteness"] in (-1, 0)
            order.append((VALUES.index("lose"), LOST, own(move)))
            continue
        assert here["positionValue"] == "win", "a lost position leads to a won one"
        delta = here["remoteness"] - move["remoteness"]
        assert move["deltaRemoteness"] == delta
        raised = "lose" if rules.reversible else "tie"
        assert move["moveValue"] == ("win" if delta > 0 else raised if delta < 0 else "tie"), move
        order.append((VALUES.index(move["moveValue"]), move["remoteness"], own(move)))
    if here["positionValue"] == "lose":
        assert here["remoteness"] == -1
    assert order == sorted(order)


def check_game(rules: Game, here: Json) -> None:
    """Check that values of moves are their positions' values reversed, and deltas by definition, best first."""
    known: dict[str, list[int]] = {value: [] for value in VALUES}
    exact = here["remoteness"] > 1 or all(move["remoteness"] in (0, 2) for move in here["moves"])
    for move in here["moves"]:
        same_player = move["position"][2] == here["position"][2]
        if rules.two_step:
            assert same_player == ("_prevmove=" in move["position"]), "the turn goes on in half-positions only"
        assert move["moveValue"] == (move["positionValue"] if same_player else TURNED[move["positionValue"]]), move
        known[move["moveValue"]].append(move["remoteness"])
    order = []
    for move in here["moves"]:
        value, remoteness, delta = move["moveValue"], move["remoteness"], move["deltaRemoteness"]
        if value == "draw":
            assert (remoteness, delta) == (-200, 0)
        elif exact:
            expected = max(known[value]) - remoteness if value == "lose" else remoteness - min(known[value])
            assert delta == expected, move
        assert delta >= 0
        order.append((VALUES.index(value), delta))
    assert order == sorted(order)
    if not rules.two_step:
        own = own_order(rules, here["position"])
        places = [(place, own(move)) for place, move in zip(order, here["moves"], strict=True)]
        assert places == sorted(places)
    assert ("margin" in here) == isinstance(rules, Scored) == all("margin" in move for move in here["moves"])
    if isinstance(rules, Scored):
        own = [
            move["margin"] if move["position"][2] == here["position"][2] else -move["margin"] for move in here["moves"]
        ]
        assert here["margin"] == max(own)
        for facts in (here, *here["moves"]):
            ahead = facts["margin"]
            assert facts["positionValue"] == ("win" if ahead > 0 else "lose" if ahead < 0 else "tie")
    nimbers = {move.get("nimber") for move in here["moves"]}
    if None not in nimbers and "nimber" in here:
        assert here["nimber"] == next(n for n in range(len(nimbers) + 1) if n not in nimbers), "it is not the mex"


def check_error(body: Json, path: str) -> str:
    """Check an error in the old form and return its sentence."""
    assert body["status"] == "error"
    sentence = body["error"]
    assert isinstance(sentence, str)
    assert len(sentence) > 10
    assert (body["response"] == sentence) if path.startswith("/puzzles") else ("response" not in body)
    return sentence


def refused(response: TestResponse, path: str, *statuses: int) -> str:
    """Check a refusal and return its sentence."""
    assert response.status_code in (statuses or (400,)), response.get_data(as_text=True)[:500]
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert len(response.data) < 4000
    assert "Traceback" not in response.get_data(as_text=True)
    return check_error(response.get_json(), path)
