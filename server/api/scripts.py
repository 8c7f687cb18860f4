"""`/api/scripts`: PuzzleScripts of visitors: what is wrong with a text, the text of one, and what its levels are."""

from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, jsonify

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import UnknownPuzzle
from perfect_play.puzzles.puzzlescript import uploaded
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle
from perfect_play.puzzles.puzzlescript.script_text import ScriptError
from perfect_play.server import stored_scripts
from perfect_play.server.api_docs.json_schema import ok, record, ref, string
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.request_args import BadQuery, json_body, manager

blueprint = Blueprint("scripts", __name__)

MOST_BODY = 8 * uploaded.MAX_BYTES
"""Bytes of a body: JSON may write a character as six."""


@blueprint.get("/api/scripts/")
@documented("answers", ok(ref("Scripts")))
def scripts() -> Response:
    """Whether texts of PuzzleScripts are taken, and the ids of examples."""
    answer = {
        "uploads": stored_scripts.takes_uploads(),
        "bytes": uploaded.MAX_BYTES,
        "examples": sorted(path.stem for path in registry.scripts().glob("*.txt")),
    }
    return jsonify({"status": "ok", "response": answer})


@blueprint.post("/api/scripts/")
@documented(
    "answers", ok(ref("Script")), body=record({"text": string("a PuzzleScript")}), errors=(400, 403, 413, 415, 503)
)
def upload() -> Response:
    """Read a PuzzleScript, and store it so that its levels can be played and asked about like any other puzzle.

    A text with a fault is not stored. The least recently used texts are deleted when there are too many.
    """
    stored_scripts.require_upload()
    body = json_body(MOST_BODY)
    text = body.get("text") if isinstance(body, dict) and set(body) == {"text"} else None
    if not isinstance(text, str):
        raise BadQuery('Expected an object with "text", a string.')
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadQuery("text: expected characters, not halves of them.") from error
    with manager().limiter:
        try:
            cls = uploaded.class_of(text, uploaded.name_of(text))
        except ScriptError as error:
            return _answer({"gameId": None, "name": None, "fault": _fault(error), "levels": []})
    stored_scripts.store(text, stored_scripts.folder(current_app.extensions["settings"]))
    return _answer(_script(cls))


@blueprint.get("/api/scripts/<game_id>/")
@documented("answers", ok(ref("Script")), example="doorkeeper")
def stored_script(game_id: str) -> Response:
    """The text of a stored PuzzleScript, or of an example, and its levels."""
    cls = _script_class(game_id)
    if not cls.fleeting and Path(cls.file).parent != registry.scripts():
        raise UnknownPuzzle(game_id, (), "script")
    text = uploaded.text_of(cls.id) if cls.fleeting else Path(cls.file).read_text(encoding="utf-8")
    return _answer({**_script(cls), "text": text})


@blueprint.get("/api/scripts/<game_id>/<variant_id>/")
@documented("answers", ok(ref("LevelSurvey")), example="doorkeeper/1", errors=(400, 422, 503))
def level_survey(game_id: str, variant_id: str) -> Response:
    """What a search of a level of a PuzzleScript finds: the fewest moves, and how many positions are dead ends."""
    rules = manager().rules(_script_class(game_id).id, variant_id)
    search: Any = manager().direct(rules)  # that of levels, which alone are surveyed
    survey = search.survey(rules)
    return _answer(
        {
            "gameId": rules.id,
            "variantId": rules.variant.id,
            "complete": survey.complete,
            "fewest": survey.fewest,
            "positions": survey.positions,
            "deadEnds": survey.dead_ends,
            "firstDeadEnd": survey.first_dead_end,
        }
    )


def _script_class(name: str) -> type[ScriptPuzzle]:
    """The script with this id. Raises UnknownPuzzle."""
    cls = registry.find(name)
    if not issubclass(cls, ScriptPuzzle):
        raise UnknownPuzzle(name, (), "script")
    return cls


def _script(cls: type[ScriptPuzzle]) -> dict[str, Any]:
    numbers = sorted({*cls.unlisted, *(int(variant.id) for variant in cls.variants)})
    levels = [
        {"variantId": str(number), "unlisted": _fault(cls.unlisted[number]) if number in cls.unlisted else None}
        for number in numbers
    ]
    return {"gameId": cls.id, "name": cls.name, "fault": None, "levels": levels}


def _fault(error: ScriptError) -> dict[str, Any]:
    return {"line": error.line, "sentence": error.sentence}


def _answer(response: dict[str, Any]) -> Response:
    return jsonify({"status": "ok", "response": response})
