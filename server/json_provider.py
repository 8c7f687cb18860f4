"""JSON for Flask, using orjson: answers are UTF-8 with keys in insertion order."""

import json
from typing import Any

import orjson
from flask import Response
from flask.json.provider import JSONProvider

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.notation import autogui


class OrjsonProvider(JSONProvider):
    """The application's JSON provider, used by `jsonify` and `request.get_json`."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """Encode a value as `to_json` does, as text."""
        return to_json(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Decode JSON. Raises ValueError for invalid JSON or invalid Unicode."""
        return orjson.loads(s)

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """The response that `jsonify` returns."""
        return Response(to_json(self._prepare_response_obj(args, kwargs)), mimetype="application/json")


def as_answer(body: Any, passing: bool) -> Response:
    """The response. passing: whether the next answer may be another, so that this one must not be stored."""
    answer = Response(to_json(body), content_type="application/json")
    if passing:
        answer.headers["Cache-Control"] = "no-store"
    return answer


def to_json(value: Any) -> bytes:
    """A value as one line of JSON in UTF-8. Raises TypeError for values that JSON cannot express."""
    try:
        return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:  # only the standard library encodes integers of more than 64 bits, and lone surrogates
        return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def names_json(rules: Rules, position: Position) -> dict[str, Any]:
    """A position in both notations."""
    return {"position": autogui.write_position(rules, position), "positionText": rules.format(position)}


def result_json(result: Any) -> dict[str, Any]:
    """The value and remoteness of a `Result`, or of what has both likewise; None: they are not known."""
    return {"positionValue": result.value if result else "unsolved", "remoteness": result and result.remoteness}
