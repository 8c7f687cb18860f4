"""`/backends/classic/...`, `/backends/one/...`: answers like the back ends of GamesCraftersUWAPI, for the games here.

GamesCraftersUWAPI draws positions with its own image data. The squares that ours may have beneath the board are left
out, so that each character belongs to the center that GamesCraftersUWAPI has for it.
"""

from flask import Blueprint, Response, request

from perfect_play.puzzles.back_ends import CLASSIC_NAMES, ONE_NAMES, Names, classic_picture_of, find
from perfect_play.puzzles.picture import Picture
from perfect_play.server.api_docs.json_schema import ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.json_provider import as_answer
from perfect_play.server.protocols.current import (
    INFINITE,
    POSITION_ERRORS,
    Json,
    facts_json,
    start_json,
    write_position,
)
from perfect_play.server.protocols.starts import start_to_show
from perfect_play.server.protocols.touches import part_moves
from perfect_play.server.request_args import manager
from perfect_play.solvers.reports.partial import UnsolvedPosition
from perfect_play.solvers.reports.position import Facts

blueprint = Blueprint("backends", __name__)

TTT = {"program": "ttt", "option": "3"}
QUIXO = {"program": "quixo", "option": "2"}
P = Query("p", "The position.", string(), "1_---------", required=True)


@blueprint.get("/backends/classic/<program>/<option>/start/")
@documented("backends", ref("Start"), example=TTT, errors=(400, 503))
def classic_start(program: str, option: str) -> Response:
    """A game's start, as GamesmanClassic answers for this program and option."""
    return _start(CLASSIC_NAMES, program, option)


@blueprint.get("/backends/classic/<program>/<option>/positions/")
@documented("backends", ref("BackEndPosition"), P, example=TTT, errors=POSITION_ERRORS, cacheable=True)
def classic_position(program: str, option: str) -> Response:
    """A position with its moves, as GamesmanClassic answers."""
    return _position(CLASSIC_NAMES, program, option, request.args.get("p", ""))


@blueprint.get("/backends/one/<program>/<option>/")
@documented("backends", ref("Start"), example=QUIXO, errors=(400, 503))
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
    picture = classic_picture_of(find(names, program, option))
    return as_answer(start_json(picture, start_to_show(manager(), picture.rules)), passing=True)


def _position(names: Names, program: str, option: str, text: str) -> Response:
    picture = classic_picture_of(find(names, program, option))
    result = write_position(picture, text, _finite, with_values=False)
    return as_answer(part_moves(picture, result.answer, result.touches), result.partial)


def _finite(picture: Picture, text: str, facts: Facts | UnsolvedPosition) -> Json:
    """A position, without a remoteness if play never ends."""
    answer = facts_json(picture, text, facts)
    if answer["remoteness"] == INFINITE:
        del answer["remoteness"]
    return answer
