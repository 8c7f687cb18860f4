"""The JSON Schemas of all answers: what the description of the API refers to, and tests hold every answer against."""

from __future__ import annotations

from typing import Any, get_args

from puzzles.base import Value
from solvers.tables.census import Meaning

Json = dict[str, Any]


def a_text(description: str = "", **more: Any) -> Json:
    """A text."""
    return _plain("string", description, more)


def a_whole(description: str = "", **more: Any) -> Json:
    """A whole number."""
    return _plain("integer", description, more)


def a_number(description: str = "", **more: Any) -> Json:
    """A number."""
    return _plain("number", description, more)


def a_flag(description: str = "") -> Json:
    """True or false."""
    return _plain("boolean", description, {})


def _plain(kind: str, description: str, more: Json) -> Json:
    return {"type": kind, **({"description": description} if description else {}), **more}


def array(items: Json, description: str = "", **more: Any) -> Json:
    """A list."""
    return {"type": "array", "items": items, **({"description": description} if description else {}), **more}


def record(properties: Json, *optional: str, description: str = "") -> Json:
    """An object with these keys and no others, all there but the optional ones."""
    return {
        "type": "object",
        **({"description": description} if description else {}),
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def or_null(schema: Json) -> Json:
    """The same or null."""
    if "$ref" in schema:
        return {"oneOf": [schema, {"type": "null"}]}
    more = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [schema["type"], "null"], **more}


def the(name: str) -> Json:
    """One of `SCHEMAS`."""
    assert name in SCHEMAS
    return {"$ref": f"#/components/schemas/{name}"}


def ok(response: Json) -> Json:
    """The envelope of a good answer."""
    return record({"status": {"const": "ok"}, "response": response})


VALUE = a_text("for the player to move; of a puzzle `win` if it can be solved, else `lose`", enum=[*map(str, Value)])
VALUE_NOW = a_text(f"{VALUE['description']}; `unsolved` while it is not known", enum=[*map(str, Value), "unsolved"])
STATUS = a_text("whether it can be asked about", enum=["available", "solving", "unavailable"])
TYPE = a_text(enum=["onePlayer", "twoPlayer"])
AUTOGUI = a_text("the board as a string, `R_A_3_3_1234567-8`", pattern="^R_[AB]_[0-9]+_[0-9]+_")
DRAWN = a_text("the position as a page with images draws it, `1_...`")
NIMBER = a_whole("its Grundy value, of an impartial game with a closed form", minimum=0)
MARGIN = a_whole("by how many points the player to move wins; negative: loses")
WINBY = a_whole("by how many points the game is won, whoever wins", minimum=0)
MOVE_NAME = a_text("the move for people")
DELTA = a_whole("by how much the move is worse than the best of its value (games), or shortens the way (puzzles)")
INSTRUCTIONS = a_text("the rules in Markdown")

SCHEMAS: dict[str, Json] = {}
"""All that are referred to by name."""

SCHEMAS["Listed"] = record({"gameId": a_text(), "name": a_text(), "status": STATUS})
SCHEMAS["Variant"] = record(
    {"variantId": a_text(), "description": a_text(), "status": STATUS, "startPosition": AUTOGUI},
)
_CUSTOM = {
    "custom": or_null(a_text("the text `true` where a start may be typed", enum=["true"])),
    "customHelp": a_text("a sentence on what may be typed"),
    "customExample": a_text("a start that may be typed"),
    "customPattern": a_text("a regular expression that the whole text matches"),
    "customMaxLength": a_whole("how many characters at most"),
}
_CUSTOM_IF_ANY = tuple(name for name in _CUSTOM if name != "custom")
SCHEMAS["Game"] = record(
    {
        "gameId": a_text(),
        "name": a_text(),
        "instructions": INSTRUCTIONS,
        "variants": array(the("Variant")),
        **_CUSTOM,
    },
    *_CUSTOM_IF_ANY,
)
SCHEMAS["Puzzle"] = record(
    {
        "gameId": a_text(),
        "name": a_text(),
        "author": a_text(),
        "description": a_text(),
        "date_created": a_text(),
        "instructions": INSTRUCTIONS,
        "variants": array(the("Variant")),
        **_CUSTOM,
    },
    *_CUSTOM_IF_ANY,
)
SCHEMAS["GameVariant"] = record({"gameId": a_text(), "variant": array(the("Variant"), minItems=1, maxItems=1)})
SCHEMAS["PuzzleVariant"] = record(
    {
        "variantId": a_text(),
        "description": a_text(),
        "status": STATUS,
        "startPosition": AUTOGUI,
        "gameId": a_text(),
        "variant": array(the("Variant"), minItems=1, maxItems=1),
    }
)
_POSITION = {
    "position": AUTOGUI,
    "positionValue": VALUE,
    "remoteness": a_whole("moves to the end; -200 of a draw, -1 of a puzzle that cannot be solved", minimum=-200),
    "nimber": NIMBER,
    "margin": MARGIN,
}
SCHEMAS["Move"] = record(
    {
        "move": a_text("the move as a string: `A_...`, `M_...` or `S_...`", pattern="^[AMS]_"),
        "moveName": MOVE_NAME,
        "moveValue": VALUE,
        "deltaRemoteness": DELTA,
        **_POSITION,
    },
    "nimber",
    "margin",
    description="A move, with what is known of the position it leads to.",
)
SCHEMAS["Position"] = record(
    {**_POSITION, "moveValue": or_null(VALUE), "moves": array(the("Move"), "best first")},
    "nimber",
    "margin",
    "moveValue",
)

# --- today's protocol -----------------------------------------------------------------------------

SCHEMAS["ListedToday"] = record(
    {"id": a_text(), "name": a_text(), "type": TYPE, "gui": a_text(enum=["v0", "v2", "v3"])}
)
SCHEMAS["GameToday"] = record(
    {
        "id": a_text(),
        "name": a_text(),
        "variants": array(record({"id": a_text(), "name": a_text(), "gui": a_text()})),
        "allowCustomVariantCreation": a_flag("whether a start may be typed"),
        "supportsWinBy": a_flag("whether positions tell by how much they are won"),
    }
)
_POINT = array(a_number(), minItems=2, maxItems=2)
SCHEMAS["Theme"] = record(
    {
        "space": array(a_number(), "width and height", minItems=2, maxItems=2),
        "centers": array(_POINT, "where each character of a position goes"),
        "charImages": {
            "type": "object",
            "additionalProperties": record({"image": a_text(), "scale": a_number()}),
            "description": "what is drawn for a character",
        },
        "sounds": {"type": "object", "additionalProperties": a_text(), "description": "by the letter that ends a move"},
        "animationType": a_text(enum=["simpleSlides", "entityFade"]),
        "background": a_text(),
        "foreground": a_text(),
        "entitiesOverArrows": a_flag(),
        "arrowWidth": a_number(),
        "lineWidth": a_number(),
        "circleButtonRadius": a_number(),
        "textEntityFontSize": a_number(),
        "textButtonFontSize": a_number(),
    },
    "background",
    "foreground",
    "entitiesOverArrows",
    "arrowWidth",
    "lineWidth",
    "circleButtonRadius",
    "textEntityFontSize",
    "textButtonFontSize",
)
SCHEMAS["ImageData"] = record(
    {
        "defaultTheme": a_text(),
        "themes": {"type": "object", "additionalProperties": the("Theme")},
        "ambience": a_text("a sound that goes on"),
    },
    "ambience",
)
SCHEMAS["VariantToday"] = record(
    {
        "id": a_text(),
        "name": a_text(),
        "gui": a_text(),
        "startPosition": a_text("the start for people"),
        "autoguiStartPosition": DRAWN,
        "imageAutoGUIData": or_null(the("ImageData")),
    }
)
_TODAY = {
    "position": a_text("the position for people, and in addresses"),
    "autoguiPosition": DRAWN,
    "positionValue": VALUE_NOW,
    "remoteness": a_whole("moves to the end; -200 where there is none, -100 of one that is not known", minimum=-200),
    "mex": a_text("its nimber, of an impartial game with a closed form", pattern="^(0|[*][0-9]*)$"),
    "winby": WINBY,
}
_TODAY_MOVE_NAME = {
    "type": ["string", "array"],
    "items": a_whole(),
    "description": "the move for people; in Tiltago two numbers, as ever",
}
_TODAY_MOVE = {"move": _TODAY_MOVE_NAME, "autoguiMove": a_text("the move as a page draws it"), **_TODAY}
SCHEMAS["PositionToday"] = record(
    {
        **_TODAY,
        "moves": array(
            record({**_TODAY_MOVE, "moveValue": VALUE_NOW, "deltaRemoteness": DELTA}, "mex", "winby"), "best first"
        ),
    },
    "mex",
    "winby",
)
SCHEMAS["Start"] = record({"position": _TODAY["position"], "autoguiPosition": DRAWN})
SCHEMAS["PuzzlePosition"] = record(
    {
        **_TODAY,
        "moves": array(
            record({**_TODAY_MOVE, "moveValue": VALUE_NOW}, "mex", "winby", "remoteness", "moveValue"), "best first"
        ),
    },
    "mex",
    "winby",
    "remoteness",
)
SCHEMAS["Instructions"] = record({"instructions": INSTRUCTIONS})

# --- what is ours ---------------------------------------------------------------------------------

SCHEMAS["Nimber"] = record(
    {
        "code": a_text("the code in its shortest form"),
        "heap": a_whole(minimum=0),
        "nimber": a_whole(minimum=0),
        "prePeriod": or_null(a_whole("heaps before the proved period; null where none is known")),
        "period": or_null(a_whole("the length of the proved period")),
        "exceptions": or_null(a_whole("heaps before it that do not follow it")),
        "largest": or_null(a_whole("the largest nimber of all")),
        "checked": or_null(a_whole("up to which heap nimbers were computed to prove it")),
    }
)
SCHEMAS["CustomStart"] = record(
    {
        "pattern": a_text("a regular expression that the whole text matches"),
        "maxLength": a_whole("how many characters at most"),
        "help": a_text("a sentence on what may be typed"),
        "example": a_text("a start that may be typed"),
    }
)
REMOTENESS = or_null(
    a_whole("moves to the end under best play; null where there is none, or it is not known", minimum=0)
)
SCHEMAS["Preview"] = record(
    {
        "gameId": a_text(),
        "variantId": a_text(),
        "description": a_text(),
        "status": STATUS,
        "position": a_text("the start for people"),
        "startPosition": AUTOGUI,
        "positionValue": or_null(VALUE),
        "remoteness": REMOTENESS,
        "nimber": or_null(NIMBER),
        "moves": a_whole("how many moves there are", minimum=0),
        "customStart": or_null(the("CustomStart")),
    }
)
SCHEMAS["SearchByEvaluation"] = record(
    {
        "evaluation": or_null(a_number("of the end of the best line; null where a win, loss or tie is proved")),
        "leaves": a_whole("positions that were scored"),
        "nodes": a_whole("positions that were looked at"),
        "limit": a_whole("how many moves ahead were asked for"),
        "searched": a_whole("how many were looked ahead"),
        "limitReached": a_flag(),
        "toTheEnd": a_flag("whether every line was followed to its end"),
    }
)
SCHEMAS["BestMove"] = record(
    {
        "position": AUTOGUI,
        "move": or_null(a_text("the move as a string; null where there is none to make")),
        "moveName": or_null(MOVE_NAME),
        "exact": a_flag("whether it is certain that no move is better; else the evaluation suggests it"),
        "answeredBy": a_text("`table`, the name of a search, or what else answered"),
        "positionValue": or_null(VALUE),
        "remoteness": REMOTENESS,
        "margin": or_null(a_whole("points by which the player to move wins; below 0: loses; null where not told")),
        "search": or_null(the("SearchByEvaluation")),
    }
)
SCHEMAS["Step"] = record(
    {
        "move": a_text("the move as a string"),
        "moveName": MOVE_NAME,
        "autoguiMove": a_text("the move as a page with images draws it"),
        "position": AUTOGUI,
        "positionText": a_text("the position for people"),
        "autoguiPosition": DRAWN,
    },
    description="A move of a line, and the position it leads to.",
)
SCHEMAS["Solution"] = record(
    {
        "position": AUTOGUI,
        "positionText": a_text("the position for people"),
        "positionValue": VALUE_NOW,
        "remoteness": REMOTENESS,
        "answeredBy": a_text("`table`, the name of a search, or what else answered"),
        "expanded": or_null(a_whole("positions the search went on from; null without one")),
        "generated": or_null(a_whole("positions the search made")),
        "complete": a_flag("whether all that was asked for is there"),
        "message": or_null(a_text("a sentence where something has to be said")),
        "solution": or_null(array(the("Step"), "the best line; null where there is no end to go to")),
        "solutions": array(array(the("Step")), "with `all`, every line that is as good"),
        "cost": or_null({"type": "number", "description": "with `cost`, what the line costs; null without one"}),
    },
    "solutions",
    "cost",
)
SCHEMAS["CatalogueVariant"] = record(
    {
        "variantId": a_text(),
        "description": a_text(),
        "status": STATUS,
        "positions": or_null(a_whole("how many there are, as its statistics tell; null before they are counted")),
        "about": or_null(a_whole("about how many entries its table has or will have; null where that is not known")),
        "startPosition": AUTOGUI,
    }
)
SCHEMAS["CatalogueEntry"] = record(
    {
        "gameId": a_text(),
        "name": a_text(),
        "alsoCalled": array(a_text(), "its other ids, and further names that people search for"),
        "type": TYPE,
        "description": a_text(),
        "impartial": a_flag("whether both players have the same moves"),
        "opens": a_text("the variant to begin with; where none is listed, a typed start"),
        "randomStart": a_flag("whether it is begun at random, `startPosition` being next to a solution"),
        "variants": array(the("CatalogueVariant"), "those that are listed"),
        "customStart": or_null(the("CustomStart")),
        "example": or_null(AUTOGUI),
    },
    description="A puzzle or game with its variants.",
)
SCHEMAS["VariantInShort"] = record(
    {
        "gameId": a_text(),
        "variantId": a_text(),
        "name": a_text("of the puzzle or game"),
        "description": a_text("of the variant"),
        "type": TYPE,
        "status": STATUS,
        "detail": a_text("the status in a sentence"),
        "answeredBy": a_text("`table`, or what answers without one"),
        "positions": or_null(a_whole("how many its table holds, or is going to hold; null where that is not known")),
        "board": record({"rows": a_whole(minimum=1), "columns": a_whole(minimum=1)}),
        "position": a_text("the start for people"),
        "startPosition": AUTOGUI,
        "links": record(
            {
                "rules": a_text("an address: the instructions, and all variants"),
                "position": a_text("an address: the start and its moves; other positions in its place"),
                "randomStart": or_null(a_text("an address; null for games")),
                "preview": a_text("an address"),
                "solution": a_text("an address; other positions by `p`"),
                "bestMove": or_null(a_text("an address; other positions by `p`; null for puzzles")),
                "statistics": a_text("an address"),
                "image": a_text("an address; other positions by `p`"),
                "table": or_null(a_text("an address; null where there is no table of its own")),
                "today": a_text("an address in today's protocol"),
                "page": a_text("an address to play at"),
            }
        ),
    },
    description="A variant in short, and where to ask about it.",
)
SCHEMAS["Statistics"] = record(
    {
        "gameId": a_text(),
        "variantId": a_text(),
        "answeredBy": a_text("`table`, or what answers without one; then nothing is counted"),
        "meaning": or_null(a_text("which positions are counted", enum=list(get_args(Meaning)))),
        "positions": or_null(a_whole("as a player sees them, those equal by symmetry counted one by one")),
        "classes": or_null(a_whole("the same with those equal by symmetry counted once")),
        "unsolvable": or_null(a_whole("those of a puzzle that cannot be solved, where they are counted")),
        "maximum": or_null(a_whole("the greatest remoteness")),
        "histogram": or_null(
            {
                "type": "object",
                "description": "positions by value, and by remoteness as text, empty where there is none",
                "propertyNames": VALUE,
                "additionalProperties": {"type": "object", "additionalProperties": a_whole()},
            }
        ),
        "deepest": array(
            record(
                {
                    "position": AUTOGUI,
                    "positionText": a_text("the position for people"),
                    "remoteness": a_whole(),
                }
            ),
            "some positions with the greatest remoteness",
        ),
        "complete": a_flag("whether there are no more of these, but for those equal to them by symmetry"),
    }
)
MOST_POSITIONS = 10_000  # in one request
BATCH = record(
    {
        "gameId": a_text(),
        "variantId": a_text(),
        "positions": array(a_text("a position as in addresses"), maxItems=MOST_POSITIONS),
    }
)
"""What asks for many positions."""
SCHEMAS["Batch"] = ok(
    array(
        {
            "oneOf": [
                record({"positionValue": VALUE_NOW, "remoteness": REMOTENESS}),
                record({"error": a_text("why there is no answer")}),
            ]
        },
        "in the order of the question",
    )
)
SCHEMAS["Index"] = record(
    {
        "name": a_text(),
        "version": a_text(),
        "description": a_text(),
        "puzzles": array(a_text("an address")),
        "games": array(a_text("an address")),
        "catalogue": a_text("an address: all of them with their variants"),
        "api": a_text("an address: the API described for people"),
        "openapi": a_text("an address: the same for programs"),
        "health": a_text("an address"),
        "ready": a_text("an address"),
    }
)
SCHEMAS["Health"] = record(
    {
        "status": {"const": "ok"},
        "uptime": a_number("seconds"),
        "cpu_usage": a_number("percent of one core since the start"),
        "memory_usage": a_whole("bytes"),
        "timestamp": a_text(format="date-time"),
    }
)
SCHEMAS["HealthInTexts"] = record(
    {
        "status": {"const": "ok"},
        "uptime": a_text("`0d 1h 0m 5s`"),
        "cpu_usage": a_text("percent, `1.50%`"),
        "memory_usage": a_text("percent of the machine's"),
        "timestamp": a_text(format="date-time"),
    }
)
SCHEMAS["Ready"] = record(
    {
        "status": a_text(enum=["ready", "not ready"]),
        "tables": record({str(state): a_whole(minimum=0) for state in STATUS["enum"]}, description="how many are so"),
        "solving": or_null({"type": "object", "description": "the variant in hand, and how far it is"}),
        "waiting": {"type": "object", "additionalProperties": a_text(), "description": "what is not ready, and why"},
        "leftOut": array(a_text(), "plug-ins outside the repository that cannot be used"),
    }
)

# --- errors ---------------------------------------------------------------------------------------

_PROGRESS = {"type": "object", "description": "how far the variant is that is being solved, or waits"}
_COMMAND = a_text("what whoever runs the service can type to help")
SCHEMAS["LegacyError"] = record(
    {
        "status": {"const": "error"},
        "error": a_text("what was given, what was expected, what to do"),
        "response": a_text("the same, of puzzles"),
        "progress": _PROGRESS,
        "command": _COMMAND,
    },
    "response",
    "progress",
    "command",
)
SCHEMAS["CurrentError"] = record(
    {"error": a_text("what was given, what was expected, what to do"), "progress": _PROGRESS, "command": _COMMAND},
    "progress",
    "command",
)
SCHEMAS["Problem"] = record(
    {
        "title": a_text(),
        "status": a_whole(minimum=400, maximum=599),
        "detail": a_text("what was given, what was expected, what to do"),
        "progress": _PROGRESS,
        "command": _COMMAND,
        "lowerBound": a_whole("of a search that ended first: that fewer moves are not enough is proved"),
        "expanded": a_whole(),
        "generated": a_whole(),
    },
    "progress",
    "command",
    "lowerBound",
    "expanded",
    "generated",
    description="An error by RFC 9457.",
)
