"""JSON Schemas of what the service says of itself: its index, its health, whether it is ready, and errors."""

from perfect_play.server.api_docs.json_schema import (
    PROGRESS,
    SECONDS_LEFT,
    STATUS,
    Json,
    array,
    integer,
    nullable,
    number,
    record,
    string,
)

SCHEMAS: dict[str, Json] = {}

SCHEMAS["Index"] = record(
    {
        "name": string(),
        "version": string(),
        "description": string(),
        "puzzles": array(string("URL of a puzzle")),
        "games": array(string("URL of a game")),
        "catalogue": string("URL of all puzzles and games with their variants"),
        "api": string("URL of the API documentation for people"),
        "openapi": string("URL of the API documentation for programs"),
        "health": string("URL of the health check"),
        "ready": string("URL of the readiness check"),
    }
)
SCHEMAS["Health"] = record(
    {
        "status": {"const": "ok"},
        "version": string("of Perfect Play"),
        "uptime": number("seconds"),
        "cpu_usage": number("percent of one core, averaged since the start"),
        "memory_usage": integer("bytes"),
        "timestamp": string(format="date-time"),
    }
)
SCHEMAS["HealthInTexts"] = record(
    {
        "status": {"const": "ok"},
        "uptime": string("`0d 1h 0m 5s`"),
        "cpu_usage": string("percent, `1.50%`"),
        "memory_usage": string("percent of the machine's memory"),
        "timestamp": string(format="date-time"),
    }
)
SCHEMAS["Ready"] = record(
    {
        "status": string(enum=["ready", "not ready"]),
        "tables": record(
            {str(state): integer(minimum=0) for state in STATUS["enum"]}, description="the number of tables by state"
        ),
        "solving": nullable({"type": "object", "description": "the variant being solved, and its progress"}),
        "waiting": {"type": "object", "additionalProperties": string(), "description": "what is not ready, and why"},
        "requested": array(string(), "what is to be solved next, as somebody asks about it, in order"),
        "leftOut": array(string(), "external plug-ins that could not be loaded"),
        "kernels": nullable(string("why compiled searches are not kept where they should be")),
    }
)

# --- errors ---------------------------------------------------------------------------------------

_ERROR_SENTENCE = string("what was given, what was expected, and what to do")
_COMMAND = string("a command with which the operator of the service can help")
SCHEMAS["LegacyError"] = record(
    {
        "status": {"const": "error"},
        "error": _ERROR_SENTENCE,
        "response": string("the same sentence; only for puzzles"),
        "progress": PROGRESS,
        "secondsLeft": SECONDS_LEFT,
        "command": _COMMAND,
    },
    "response",
    "progress",
    "secondsLeft",
    "command",
)
SCHEMAS["CurrentError"] = record(
    {"error": _ERROR_SENTENCE, "progress": PROGRESS, "secondsLeft": SECONDS_LEFT, "command": _COMMAND},
    "progress",
    "secondsLeft",
    "command",
)
SCHEMAS["Problem"] = record(
    {
        "title": string(),
        "status": integer(minimum=400, maximum=599),
        "detail": _ERROR_SENTENCE,
        "progress": PROGRESS,
        "secondsLeft": SECONDS_LEFT,
        "command": _COMMAND,
        "lowerBound": integer("of an unfinished search: the number of moves that is proved to be necessary"),
        "expanded": integer(),
        "generated": integer(),
    },
    "progress",
    "secondsLeft",
    "command",
    "lowerBound",
    "expanded",
    "generated",
    description="An error as defined by RFC 9457.",
)
