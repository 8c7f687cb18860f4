"""The 2021 protocol: `/games/...` and `/puzzles/...`, where positions are strings `R_A_...`.

Here `move` is the AutoGUI string of a move and `moveName` its readable name. See `docs/protocol.md`.
"""

from typing import Any

from flask import Blueprint, Response, jsonify

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.server.api_docs.json_schema import array, ok, ref
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.protocols import position_answers
from perfect_play.server.protocols.kayles_halfmoves import HalfPosition
from perfect_play.server.protocols.position_answers import Json, position_answer
from perfect_play.server.request_args import checked_length, find_game, find_puzzle, manager
from perfect_play.solvers.status import State

blueprint = Blueprint("legacy", __name__)

KAYLES = {"game_id": "kayles", "variant_id": "5"}
KAYLES_POSITION = {**KAYLES, "position": "R_A_1_5_-----"}
TILES = {"puzzle_id": "npuzzle", "variant_id": "3"}
TILES_POSITION = {**TILES, "position": "R_A_3_3_1234567-8"}
POSITION_ERRORS = (400, 422, 503)  # statuses of errors on routes that take a position


def _ok(response: Any) -> Response:
    return jsonify({"status": "ok", "response": response})


# --- games ------------------------------------------------------------------------------------


@blueprint.get("/games/")
@documented("games", ok(array(ref("Listed"))))
def games() -> Response:
    """All games."""
    return _ok([_list_entry(cls) for cls in registry.all_games()])


@blueprint.get("/games/<game_id>/")
@documented("games", ok(ref("Game")), example={"game_id": "kayles"})
def game(game_id: str) -> Response:
    """One game, with its variants."""
    cls = find_game(game_id)
    return _ok(
        {
            "gameId": game_id,
            "name": cls.name,
            "instructions": cls.instructions,
            "variants": _variants(cls),
            **_custom(cls),
        }
    )


@blueprint.get("/games/<game_id>/variants/<variant_id>/")
@documented("games", ok(ref("GameVariant")), example=KAYLES, errors=(400,))
def game_variant(game_id: str, variant_id: str) -> Response:
    """One variant of a game, listed or typed by the user."""
    return _ok({"gameId": game_id, "variant": [_variant(find_game(game_id), variant_id)]})


@blueprint.get("/games/<game_id>/variants/<variant_id>/positions/<path:position>/")
@documented("games", ok(ref("Position")), example=KAYLES_POSITION, errors=POSITION_ERRORS, cacheable=True)
def game_position(game_id: str, variant_id: str, position: str) -> Response:
    """One position of a game, with its moves."""
    return _ok(_position(find_game(game_id), variant_id, position))


@blueprint.get("/games/<game_id>/variants/<variant_id>/positions/<path:position>/moves/")
@documented("games", ok(array(ref("Move"))), example=KAYLES_POSITION, errors=POSITION_ERRORS, cacheable=True)
def game_moves(game_id: str, variant_id: str, position: str) -> Response:
    """The moves of one position of a game."""
    return _ok(_position(find_game(game_id), variant_id, position)["moves"])


# --- puzzles ----------------------------------------------------------------------------------


@blueprint.get("/puzzles/")
@documented("puzzles", ok(array(ref("Listed"))))
def puzzles() -> Response:
    """All puzzles."""
    return _ok([_list_entry(cls) for cls in registry.all_puzzles()])


@blueprint.get("/puzzles/<puzzle_id>/")
@blueprint.get("/puzzles/<puzzle_id>/variants/")
@documented("puzzles", ok(ref("Puzzle")), example={"puzzle_id": "npuzzle"})
def puzzle(puzzle_id: str) -> Response:
    """One puzzle, with its variants."""
    cls = find_puzzle(puzzle_id)
    return _ok(
        {
            "gameId": puzzle_id,
            "name": cls.name,
            "author": cls.author,
            "description": cls.description,
            "date_created": cls.date_created,
            "instructions": cls.instructions,
            "variants": _variants(cls),
            **_custom(cls),
        }
    )


@blueprint.get("/puzzles/<puzzle_id>/<variant_id>/")
@blueprint.get("/puzzles/<puzzle_id>/variants/<variant_id>/")
@documented("puzzles", ok(ref("PuzzleVariant")), example=TILES)
def puzzle_variant(puzzle_id: str, variant_id: str) -> Response:
    """One variant of a puzzle."""
    variant = _variant(find_puzzle(puzzle_id), variant_id)
    return _ok({**variant, "gameId": puzzle_id, "variant": [variant]})


@blueprint.get("/puzzles/<puzzle_id>/<variant_id>/<position>/")
@blueprint.get("/puzzles/<puzzle_id>/variants/<variant_id>/positions/<position>/")
@documented("puzzles", ok(ref("Position")), example=TILES_POSITION, errors=POSITION_ERRORS, cacheable=True)
def puzzle_position(puzzle_id: str, variant_id: str, position: str) -> Response:
    """One position of a puzzle, with its moves."""
    return _ok(_position(find_puzzle(puzzle_id), variant_id, position))


@blueprint.get("/puzzles/<puzzle_id>/<variant_id>/<position>/moves/")
@blueprint.get("/puzzles/<puzzle_id>/variants/<variant_id>/positions/<position>/moves/")
@documented("puzzles", ok(array(ref("Move"))), example=TILES_POSITION, errors=POSITION_ERRORS, cacheable=True)
def puzzle_moves(puzzle_id: str, variant_id: str, position: str) -> Response:
    """The moves of one position of a puzzle."""
    return _ok(_position(find_puzzle(puzzle_id), variant_id, position)["moves"])


# --- writing ----------------------------------------------------------------------------------


def _list_entry(cls: type[Rules]) -> Json:
    states = {manager().status(registry.load(cls.id, variant.id)).state for variant in cls.variants}
    if cls.custom is not None:
        states.add(State.AVAILABLE)
    status = next(state for state in (*State, State.UNAVAILABLE) if state in states)
    return {"gameId": cls.id, "name": cls.name, "status": status}


def _custom(cls: type[Rules]) -> Json:
    custom = cls.custom
    if custom is None:
        return {"custom": None}
    return {
        "custom": "true",
        "customHelp": custom.help,
        "customExample": custom.example,
        "customPattern": custom.pattern,
        "customMaxLength": custom.max_length,
    }


def _variants(cls: type[Rules]) -> list[Json]:
    """The variants, without those that nobody will solve: the page of 2022 opens whatever is listed."""
    listed = [_variant(cls, variant.id) for variant in cls.variants]
    return [
        entry
        for entry in listed
        if entry["status"] != State.UNAVAILABLE or manager().solves_on_demand(registry.load(cls.id, entry["variantId"]))
    ]


def _variant(cls: type[Rules], variant_id: str) -> Json:
    rules = manager().rules(cls.id, variant_id)
    status = manager().status(rules)
    return {
        "variantId": variant_id,
        "description": rules.variant.name,
        "status": status.state,
        "startPosition": autogui.write_position(rules, rules.start()),
    }


def read_touched(rules: Rules, text: str) -> Position | HalfPosition:
    """As `position_answers.read_touched`, of a text of limited length. Raises MalformedPosition or IllegalPosition."""
    return position_answers.read_touched(rules, checked_length(text))


def _position(cls: type[Rules], variant_id: str, text: str) -> Json:
    rules = manager().rules(cls.id, variant_id)
    return position_answer(manager(), rules, read_touched(rules, text))
