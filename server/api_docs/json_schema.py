"""Building blocks of JSON Schemas: strings, numbers, arrays, objects and references."""

from typing import Any

Json = dict[str, Any]


def string(description: str = "", **keywords: Any) -> Json:
    """The schema of a string; `keywords`: further keywords, such as `pattern`."""
    return _plain("string", description, keywords)


def integer(description: str = "", **keywords: Any) -> Json:
    """The schema of an integer; `keywords`: further keywords, such as `minimum`."""
    return _plain("integer", description, keywords)


def number(description: str = "", **keywords: Any) -> Json:
    """The schema of a number."""
    return _plain("number", description, keywords)


def boolean(description: str = "") -> Json:
    """The schema of true or false."""
    return _plain("boolean", description, {})


def _plain(kind: str, description: str, keywords: Json) -> Json:
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
