"""`/openapi.json`: the whole API described (OpenAPI 3.1), made of the routes as they are registered.

Each view carries its own part, put there by `server/api_docs/described.py`; what is in a path is explained here.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Flask, Response, current_app, jsonify
from werkzeug.routing import Rule

from server.api_docs.described import Described, Query, described, description_of
from server.api_docs.schemas import SCHEMAS, the
from server.errors import MEANINGS, form_of
from solvers import __version__

blueprint = Blueprint("openapi", __name__)

Json = dict[str, Any]

TAGS = {
    "puzzles": "One player, in the protocol of 2021: positions are strings such as `R_A_3_3_1234567-8`.",
    "games": "Two players, in the same protocol.",
    "today": "Today's protocol, as GamesmanUni and GamesCraftersUWAPI ask for it.",
    "answers": "Previews, statistics, nimbers, best moves by search and whole solutions.",
    "service": "The service itself.",
}

IN_PATH = {
    "game_id": "The id of a game or puzzle, or one of its other names.",
    "puzzle_id": "The id of a puzzle, or one of its other names.",
    "variant_id": "The id of a variant that is listed, or one that the user types where the game takes such.",
    "position": "A position: a string of either protocol, or the text for people.",
    "code": "The octal code of a taking-and-breaking game.",
    "heap": "How many are in the heap.",
    "asked": "The version of the page.",
    "name": "The name of a file of the page.",
}
MOST_CHARACTERS = 2000  # of what stands in a path

ERROR_SCHEMAS = {"legacy": "LegacyError", "current": "CurrentError", "problem": "Problem"}


@blueprint.get("/openapi.json/")
@described("service", {"type": "object"})
def openapi() -> Response:
    """The description of the API by OpenAPI 3.1: the document that is read here."""
    return jsonify(document(current_app))


def document(app: Flask) -> Json:
    """The description of every route of an application that is described. Takes some milliseconds."""
    paths: Json = {}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        told = description_of(app.view_functions[rule.endpoint])
        if told is not None:
            methods = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
            paths[path_of(rule)] = {method.lower(): _operation(app, rule, told) for method in methods}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Perfect Play",
            "version": __version__,
            "summary": "The value and remoteness of every position of puzzles and combinatorial games.",
            "description": "Every address works with and without a slash at its end. Any web page may read every "
            "answer. An error has a true status, and a sentence that says what to do.",
        },
        "tags": [{"name": name, "description": told} for name, told in TAGS.items()],
        "paths": paths,
        "components": {"schemas": SCHEMAS},
    }


def path_of(rule: Rule) -> str:
    """A route as OpenAPI writes it: `/games/{game_id}`, without the slash at its end."""
    return re.sub(r"<(\w+)>", r"{\1}", rule.rule).rstrip("/") or "/"


def example_address(path: str, operation: Json) -> str:
    """An address that is answered well, by the examples that an operation of the document gives."""
    needed = []
    for parameter in operation["parameters"]:
        value = quote(str(parameter["example"]), safe="")
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", value)
        elif parameter["required"]:
            needed.append(f"{parameter['name']}={value}")
    return path + ("?" + "&".join(needed) if needed else "")


def _operation(app: Flask, rule: Rule, told: Described) -> Json:
    doc = (app.view_functions[rule.endpoint].__doc__ or "").strip()
    summary, _, more = doc.partition("\n\n")
    path = path_of(rule)
    answers = {"200": _answer("As described.", told.kind, told.answer)}
    if told.lasting:
        answers["304"] = {"description": "What the client has is still so: the tag in `If-None-Match` is today's."}
    form = form_of(path, app.extensions["settings"].at_root)
    kind = "application/problem+json" if form == "problem" else "application/json"
    missing = [404] if rule.arguments else []
    for status in sorted({*told.errors, *missing}):
        answers[str(status)] = _answer(MEANINGS[status], kind, the(ERROR_SCHEMAS[form]))
    for status, schema in told.other.items():
        answers[str(status)] = _answer(MEANINGS[status], "application/json", schema)
    operation: Json = {
        "operationId": re.sub(r"\W+", "_", f"{rule.endpoint} {path}").strip("_"),
        "summary": " ".join(summary.split()),
        "tags": [told.tag],
        "parameters": [*(_in_path(name, told) for name in _names(path)), *map(_in_query, told.query)],
        "responses": answers,
    }
    if more:
        operation["description"] = " ".join(more.split())
    if told.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": told.body}}}
    return operation


def _names(path: str) -> list[str]:
    return re.findall(r"{(\w+)}", path)


def _answer(meaning: str, kind: str, schema: Json) -> Json:
    return {"description": meaning, "content": {kind: {"schema": schema}}}


def _in_path(name: str, told: Described) -> Json:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": IN_PATH[name],
        "schema": {"type": "string", "minLength": 1, "maxLength": MOST_CHARACTERS},
        "example": told.example[name],
    }


def _in_query(query: Query) -> Json:
    return {
        "name": query.name,
        "in": "query",
        "required": query.required,
        "description": query.description,
        "schema": query.schema,
        "example": query.example,
    }
