"""JSON Schemas of the answers in the two protocols."""

from perfect_play.server.api_docs.json_schema import (
    AUTOGUI_POSITION,
    DELTA_REMOTENESS,
    INSTRUCTIONS,
    LEGACY_POSITION,
    MARGIN,
    MOVE_NAME,
    NIMBER,
    STATUS,
    TYPE,
    VALUE,
    VALUE_OR_UNSOLVED,
    WIN_BY,
    Json,
    array,
    boolean,
    integer,
    nullable,
    number,
    record,
    ref,
    string,
)

SCHEMAS: dict[str, Json] = {}

# --- the 2021 protocol ----------------------------------------------------------------------------

SCHEMAS["Listed"] = record({"gameId": string(), "name": string(), "status": STATUS})
_VARIANT = {"variantId": string(), "description": string(), "status": STATUS, "startPosition": LEGACY_POSITION}
SCHEMAS["Variant"] = record(_VARIANT)
_CUSTOM = {
    "custom": nullable(string("the text `true` if the user may type a start", enum=["true"])),
    "customHelp": string("a sentence on what may be typed"),
    "customExample": string("an example of a start that may be typed"),
    "customPattern": string("a regular expression that the whole text must match, once pasted rows are rewritten"),
    "customMaxLength": integer("the greatest number of characters"),
}
_CUSTOM_IF_ANY = tuple(name for name in _CUSTOM if name != "custom")
SCHEMAS["Game"] = record(
    {"gameId": string(), "name": string(), "instructions": INSTRUCTIONS, "variants": array(ref("Variant")), **_CUSTOM},
    *_CUSTOM_IF_ANY,
)
SCHEMAS["Puzzle"] = record(
    {
        "gameId": string(),
        "name": string(),
        "author": string(),
        "description": string(),
        "date_created": string(),
        "instructions": INSTRUCTIONS,
        "variants": array(ref("Variant")),
        **_CUSTOM,
    },
    *_CUSTOM_IF_ANY,
)
_OF_GAME = {"gameId": string(), "variant": array(ref("Variant"), minItems=1, maxItems=1)}
SCHEMAS["GameVariant"] = record(_OF_GAME)
SCHEMAS["PuzzleVariant"] = record({**_VARIANT, **_OF_GAME})
_POSITION = {
    "position": LEGACY_POSITION,
    "positionValue": VALUE,
    "remoteness": integer("moves to the end; -200 for a draw, -1 for a puzzle that cannot be solved", minimum=-200),
    "nimber": NIMBER,
    "margin": MARGIN,
}
SCHEMAS["Move"] = record(
    {
        "move": string("the move as a string: `A_...`, `M_...` or `S_...`", pattern="^[AMS]_"),
        "moveName": MOVE_NAME,
        "moveValue": VALUE,
        "deltaRemoteness": DELTA_REMOTENESS,
        **_POSITION,
    },
    "nimber",
    "margin",
    description="A move, and what is known of the position it leads to.",
)
SCHEMAS["Position"] = record(
    {**_POSITION, "moveValue": nullable(VALUE), "moves": array(ref("Move"), "best first")},
    "nimber",
    "margin",
    "moveValue",
)

# --- the current protocol -------------------------------------------------------------------------

SCHEMAS["ListedToday"] = record(
    {"id": string(), "name": string(), "type": TYPE, "gui": string(enum=["v0", "v2", "v3"])}
)
_SUPPORTS_WIN_BY = "whether all positions say by how many points they are won"
SCHEMAS["GameToday"] = record(
    {
        "id": string(),
        "name": string(),
        "variants": array(
            record({"id": string(), "name": string(), "gui": string(), "supportsWinBy": boolean(_SUPPORTS_WIN_BY)})
        ),
        "allowCustomVariantCreation": boolean("whether the user may type a start"),
        "supportsWinBy": boolean("the same of the game: whether it is won by points"),
    }
)
_POINT = array(number(), minItems=2, maxItems=2)
_IN_SOME_THEMES = {
    "background": string(),
    "foreground": string(),
    "entitiesOverArrows": boolean(),
    "arrowWidth": number(),
    "lineWidth": number(),
    "circleButtonRadius": number(),
    "textEntityFontSize": number(),
    "textButtonFontSize": number(),
}
SCHEMAS["Theme"] = record(
    {
        "space": array(number(), "width and height", minItems=2, maxItems=2),
        "centers": array(_POINT, "where each character of a position is drawn"),
        "charImages": {
            "type": "object",
            "additionalProperties": record({"image": string(), "scale": number()}),
            "description": "the image that is drawn for each character",
        },
        "sounds": {
            "type": "object",
            "additionalProperties": string(),
            "description": "by the letter at the end of a move",
        },
        "animationType": string(enum=["simpleSlides", "entityFade"]),
        **_IN_SOME_THEMES,
    },
    *_IN_SOME_THEMES,
)
SCHEMAS["ImageData"] = record(
    {
        "defaultTheme": string(),
        "themes": {"type": "object", "additionalProperties": ref("Theme")},
        "ambience": string("a sound that plays in the background"),
    },
    "ambience",
)
SCHEMAS["VariantToday"] = record(
    {
        "id": string(),
        "name": string(),
        "gui": string(),
        "startPosition": string("the start in readable notation"),
        "autoguiStartPosition": AUTOGUI_POSITION,
        "imageAutoGUIData": nullable(ref("ImageData")),
        "supportsWinBy": boolean(_SUPPORTS_WIN_BY),
    }
)
_POSITION_TODAY = {
    "position": string("the position in readable notation, as in URLs"),
    "autoguiPosition": AUTOGUI_POSITION,
    "positionValue": VALUE_OR_UNSOLVED,
    "remoteness": integer("moves to the end; -200 where there is no end, -100 where it is not known", minimum=-200),
    "mex": string(
        "the nimber; only for impartial games with a closed form or few positions", pattern="^(0|[*][0-9]*)$"
    ),
    "winby": WIN_BY,
    "drawLevel": integer("the level of a pure draw", minimum=0),
    "drawRemoteness": integer("moves to the fringe of that level", minimum=0),
}
_SOMETIMES = ("mex", "winby", "drawLevel", "drawRemoteness")
_MOVE_NAME_TODAY = {
    "type": ["string", "array"],
    "items": integer(),
    "description": "the move in readable notation; in Tiltago, for compatibility, two numbers",
}
_MOVE_TODAY = {"move": _MOVE_NAME_TODAY, "autoguiMove": string("the move as a web page draws it"), **_POSITION_TODAY}
SCHEMAS["PositionToday"] = record(
    {
        **_POSITION_TODAY,
        "remoteness": nullable(
            integer("as of a move; null if that of a puzzle is not known, as pages would show a number", minimum=-200)
        ),
        "moves": array(
            record({**_MOVE_TODAY, "moveValue": VALUE_OR_UNSOLVED, "deltaRemoteness": DELTA_REMOTENESS}, *_SOMETIMES),
            "best first",
        ),
    },
    *_SOMETIMES,
)
SCHEMAS["Start"] = record({"position": _POSITION_TODAY["position"], "autoguiPosition": AUTOGUI_POSITION})
_WITHOUT_DELTA = {**_MOVE_TODAY, "moveValue": VALUE_OR_UNSOLVED}
_MAY_LACK = (*_SOMETIMES, "remoteness", "moveValue")
SCHEMAS["PuzzlePosition"] = record(
    {**_POSITION_TODAY, "moves": array(record(_WITHOUT_DELTA, *_MAY_LACK), "best first")}, *_SOMETIMES, "remoteness"
)
SCHEMAS["BackEndPosition"] = record(
    {
        **_POSITION_TODAY,
        "moves": array(record(_WITHOUT_DELTA, *_MAY_LACK, "autoguiMove"), "best first"),
        "partMoves": array(
            record(
                {
                    "autoguiMove": string("how the part is drawn"),
                    "move": string("the name of the part"),
                    "from": string("the board in between that it leaves; absent if it leaves the position"),
                    "to": string("the board in between that it leads to"),
                    "full": string("the name of the move that it completes"),
                },
                *("from", "to", "full"),
            ),
            "the parts of moves of two parts, which have no `autoguiMove`; absent if there are none",
        ),
    },
    *_SOMETIMES,
    "remoteness",
    "partMoves",
)
SCHEMAS["Instructions"] = record({"instructions": INSTRUCTIONS})
