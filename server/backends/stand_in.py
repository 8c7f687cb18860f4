"""`/backends/classic/...`, `/backends/one/...`: answers like the back ends of GamesCraftersUWAPI, for the games here.

GamesCraftersUWAPI draws positions with its own image data. Ours may have a square beneath every cell, drawn first;
these squares are left out, so that each character belongs to the center that GamesCraftersUWAPI has for it.
"""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, jsonify, request

from puzzles.base import Position, Rules
from puzzles.picture import TILE, Picture, picture_of
from server.api_docs.json_schema import ref, string
from server.api_docs.route_docs import Query, documented
from server.backends.drawings import DRAWINGS, as_drawn, touched
from server.backends.names import CLASSIC_NAMES, ONE_NAMES, Names, find
from server.backends.parts import in_parts
from server.protocols.current import INFINITE, POSITION_ERRORS, Json, as_answer, facts_json, position_json, start_json
from server.protocols.starts import start_to_show
from server.request_args import manager, parse_position
from solvers.reports.partial import Unsolved
from solvers.reports.position import Facts

blueprint = Blueprint("backends", __name__)

TTT = {"program": "ttt", "option": "3"}
QUIXO = {"program": "quixo", "option": "2"}
P = Query("p", "The position.", string(), "1_---------", required=True)
TILES = re.compile(f"([12]_){TILE}+")
CENTERS = re.compile(r"([AT]_[^_]+|[ML]_(?P<first>[0-9]+))_([0-9]+)(_.+)?")


@blueprint.get("/backends/classic/<program>/<option>/start/")
@documented("backends", ref("Start"), example=TTT, errors=(503,))
def classic_start(program: str, option: str) -> Response:
    """A game's start, as GamesmanClassic answers for this program and option."""
    return _start(CLASSIC_NAMES, program, option)


@blueprint.get("/backends/classic/<program>/<option>/positions/")
@documented("backends", ref("BackEndPosition"), P, example=TTT, errors=POSITION_ERRORS, cacheable=True)
def classic_position(program: str, option: str) -> Response:
    """A position with its moves, as GamesmanClassic answers."""
    return _position(CLASSIC_NAMES, program, option, request.args.get("p", ""))


@blueprint.get("/backends/one/<program>/<option>/")
@documented("backends", ref("Start"), example=QUIXO, errors=(503,))
def one_start(program: str, option: str) -> Response:
    """A game's start, as GamesmanOne answers for this program and option."""
    return _start(ONE_NAMES, program, option)


@blueprint.get("/backends/one/<program>/<option>/<position>/")
@documented(
    "backends",
    ref("BackEndPosition"),
    example={**QUIXO, "position": "1_---------"},
    errors=POSITION_ERRORS,
    cacheable=True,
)
def one_position(program: str, option: str, position: str) -> Response:
    """A position with its moves, as GamesmanOne answers."""
    return _position(ONE_NAMES, program, option, position)


def _start(names: Names, program: str, option: str) -> Response:
    rules = find(names, program, option)
    start = start_to_show(manager(), rules)
    answer = jsonify(_as_there(rules, start_json(rules, start), start))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _position(names: Names, program: str, option: str, given: str) -> Response:
    rules: Rules = find(names, program, option)
    found, partial = position_json(rules, given, _finite, valued=False)
    position = parse_position(rules, given)
    return as_answer(in_parts(picture_of(rules), position, _as_there(rules, found, position)), partial)


def _as_there(rules: Rules, answer: Json, position: Position) -> Json:
    """An answer with the strings by which GamesCraftersUWAPI draws."""
    if rules.id in DRAWINGS:
        return as_drawn(picture_of(rules), answer, position)
    written = without_tiles(answer)
    for move in written.get("moves", ()):
        move["autoguiMove"] = touched(rules.id, move["autoguiMove"])
    return written


def _finite(picture: Picture, text: str, facts: Facts | Unsolved) -> Json:
    """A position, without a remoteness if play never ends."""
    answer = facts_json(picture, text, facts)
    if answer["remoteness"] == INFINITE:
        del answer["remoteness"]
    return answer


def without_tiles(answer: Json) -> Json:
    """An answer whose AutoGUI strings leave out the squares drawn beneath the cells."""
    found = TILES.match(answer["autoguiPosition"])
    if found is None:
        return answer
    beneath = found.end() - len(found[1])
    written = {**answer, "autoguiPosition": _without(answer["autoguiPosition"])}
    if "moves" in answer:
        written["moves"] = [
            {
                **move,
                "autoguiMove": _lowered(move["autoguiMove"], beneath),
                "autoguiPosition": _without(move["autoguiPosition"]),
            }
            for move in answer["moves"]
        ]
    return written


def _without(text: str) -> str:
    return TILES.sub(r"\1", text)


def _lowered(move: str, by: int) -> Any:
    """A move's string with its center numbers lowered; a move that is only named is unchanged."""
    found = CENTERS.fullmatch(move)
    if found is None:
        return move
    head, first, last, sound = found.groups()
    head = f"{head[0]}_{int(first) - by}" if first else head
    return f"{head}_{int(last) - by}{sound or ''}"
