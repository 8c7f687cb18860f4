"""Building blocks of JSON Schemas: strings, numbers, arrays, objects and references."""

from typing import Any

from perfect_play.puzzles.base import Value

Json = dict[str, Any]


def string(description: str = "", **keywords: Any) -> Json:
    """The schema of a string; `keywords`: further keywords, such as `pattern`."""
    return _scalar_schema("string", description, keywords)


def integer(description: str = "", **keywords: Any) -> Json:
    """The schema of an integer; `keywords`: further keywords, such as `minimum`."""
    return _scalar_schema("integer", description, keywords)


def number(description: str = "", **keywords: Any) -> Json:
    """The schema of a number."""
    return _scalar_schema("number", description, keywords)


def boolean(description: str = "") -> Json:
    """The schema of true or false."""
    return _scalar_schema("boolean", description, {})


def _scalar_schema(kind: str, description: str, keywords: Json) -> Json:
    return {"type": kind, **({"description": description} if description else {}), **keywords}


def array(items: Json, description: str = "", **keywords: Any) -> Json:
    """The schema of an array whose items all have one schema."""
    return {"type": "array", "items": items, **({"description": description} if description else {}), **keywords}


def record(properties: Json, *optional: str, description: str = "") -> Json:
    """The schema of an object with exactly these properties, all required but the `optional` ones."""
    return {
        "type": "object",
        **({"description": description} if description else {}),
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def nullable(schema: Json) -> Json:
    """A schema that also accepts null."""
    if "$ref" in schema:
        return {"oneOf": [schema, {"type": "null"}]}
    choices = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [schema["type"], "null"], **choices}


def ref(name: str) -> Json:
    """A reference to one of the named schemas of the OpenAPI document."""
    return {"$ref": f"#/components/schemas/{name}"}


def ok(response: Json) -> Json:
    """The envelope of a successful answer: `{"status": "ok", "response": ...}`."""
    return record({"status": {"const": "ok"}, "response": response})


VALUE = string(
    "the value for the player to move; for a puzzle, `win` if it can be solved and `lose` otherwise",
    enum=[*map(str, Value)],
)
VALUE_OR_UNSOLVED = string(
    f"{VALUE['description']}; `unsolved` while it is not known", enum=[*map(str, Value), "unsolved"]
)
STATUS = string("whether positions can be looked up", enum=["available", "solving", "unavailable"])
TYPE = string(enum=["onePlayer", "twoPlayer"])
LEGACY_POSITION = string("the board as a string, such as `R_A_3_3_1234567-8`", pattern="^R_[AB]_[0-9]+_[0-9]+_")
AUTOGUI_POSITION = string("the position as a web page draws it from images, `1_...`")
NIMBER = integer("the Grundy value; only for impartial games with a closed form", minimum=0)
MARGIN = integer("the number of points by which the player to move wins; negative if that player loses")
WIN_BY = integer("the number of points by which the game is won, whoever wins", minimum=0)
MOVE_NAME = string("the move in readable notation")
DELTA_REMOTENESS = integer(
    "in games, how much worse the move is than the best move of the same value; in puzzles, how many moves closer to "
    "the solution it leads"
)
INSTRUCTIONS = string("the rules in Markdown")
REMOTENESS = nullable(
    integer("moves to the end under best play; null where there is no end, or it is not known", minimum=0)
)
PROGRESS = {
    "type": "object",
    "description": "how far the variant is that is being solved, its place in line, or `compiling`",
}
SECONDS_LEFT = integer("roughly the number of seconds until it is solved", minimum=1)
