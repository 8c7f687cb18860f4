"""How answers become JSON, and requests are read: by orjson, in UTF-8, keys in the order in which they were put."""

from __future__ import annotations

import json
from typing import Any

import orjson
from flask import Response
from flask.json.provider import JSONProvider


class Answers(JSONProvider):
    """JSON as every route of the service speaks it."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """As `written`, as text."""
        return written(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """What a JSON text says. Raises ValueError for one that is none, or not of Unicode."""
        return orjson.loads(s)

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """The answer that says this; what `jsonify` does."""
        return Response(written(self._prepare_response_obj(args, kwargs)), mimetype="application/json")


def written(value: Any) -> bytes:
    """A value as JSON, one line of UTF-8. Raises TypeError for one that has no JSON."""
    try:
        return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:  # what only the standard library can write: a number of more than 64 bits, half of a character
        return json.dumps(value, separators=(",", ":")).encode() + b"\n"
