"""JSON Schemas of the answers outside both protocols: about puzzles and games, about the service, and errors."""

from typing import get_args

from perfect_play.server.api_docs.json_schema import (
    AUTOGUI_POSITION,
    DELTA_REMOTENESS,
    LEGACY_POSITION,
    MARGIN,
    MOVE_NAME,
    NIMBER,
    PROGRESS,
    REMOTENESS,
    SECONDS_LEFT,
    STATUS,
    TYPE,
    VALUE,
    VALUE_OR_UNSOLVED,
    Json,
    array,
    boolean,
    integer,
    nullable,
    number,
    ok,
    record,
    ref,
    string,
)
from perfect_play.solvers.reports.judgments import Class
from perfect_play.solvers.tables.census import Meaning

SCHEMAS: dict[str, Json] = {}


_CODE = {"code": string("the code in its shortest form")}
_PERIOD = {
    "prePeriod": nullable(integer("the number of heaps before the proved period; null where none is known")),
    "period": nullable(integer("the length of the proved period")),
    "exceptions": nullable(integer("the number of heaps before the period that do not follow it")),
    "largest": nullable(integer("the largest nimber of any heap")),
    "checked": nullable(integer("the largest heap whose nimber was computed to prove the period")),
}
SCHEMAS["Nimber"] = record({**_CODE, "heap": integer(minimum=0), "nimber": integer(minimum=0), **_PERIOD})
SCHEMAS["Nimbers"] = record({**_CODE, "heaps": string("as asked for"), "nimbers": array(integer(minimum=0)), **_PERIOD})
SCHEMAS["NimberCodes"] = record(
    {
        "message": string("what to ask for"),
        "codes": array(string(), "the codes of the games whose nimbers have a proved period"),
    }
)
_EXACT = string("a number, exactly: `2`, `-3/4`", pattern="^-?[0-9]+(/[0-9]+)?$")
_WALL = array(
    array(_EXACT, "a tax, and the value of the wall there", minItems=2, maxItems=2),
    "the corners of a wall, by rising tax, from -1 on; above the last is the mast",
    minItems=1,
)
SCHEMAS["PartizanValue"] = record(
    {
        "position": string("the position in readable notation"),
        "name": nullable(
            string("what the value is called, such as `3/4`, `*2`, `↑*` or `±1`; null where it has no name")
        ),
        "canonicalForm": nullable(string("the options of the canonical form in braces; null where it is too long")),
        "options": nullable(
            array({}, "the canonical form as [left options, right options], each nested likewise; null if too long")
        ),
        "number": nullable(_EXACT),
        "outcome": string(
            "who wins: Left, Right, the next player to move or the previous one", enum=["L", "R", "N", "P"]
        ),
        "mean": _EXACT,
        "temperature": _EXACT,
        "thermograph": record({"left": _WALL, "right": _WALL}),
        "forms": integer("the number of canonical forms that came up", minimum=1),
        "positions": integer("the number of parts of positions that were met", minimum=0),
    }
)
SCHEMAS["CustomStart"] = record(
    {
        "pattern": string("a regular expression that the whole text must match, once pasted rows are rewritten"),
        "maxLength": integer("the greatest number of characters"),
        "help": string("a sentence on what may be typed"),
        "example": string("an example of a start that may be typed"),
        "symbols": string("the characters of cells, that of an empty one first, if starts are drawn cell by cell"),
        "cols": integer("columns of such a start; 0: any number, with _ between rows", minimum=0),
    }
)
SCHEMAS["Preview"] = record(
    {
        "gameId": string(),
        "variantId": string(),
        "description": string(),
        "status": STATUS,
        "position": string("the start in readable notation"),
        "startPosition": LEGACY_POSITION,
        "positionValue": nullable(VALUE),
        "remoteness": REMOTENESS,
        "nimber": nullable(NIMBER),
        "moves": integer("the number of moves", minimum=0),
        "customStart": nullable(ref("CustomStart")),
    }
)
_COMPONENT = record({"name": string("what people call it"), "nimber": integer(minimum=0)})
_COMPONENTS = array(_COMPONENT, "empty where the position is not known to be a sum")
SCHEMAS["Theory"] = record(
    {
        "position": LEGACY_POSITION,
        "positionText": string("the position in readable notation"),
        "moves": integer("the number of moves", minimum=0),
        "nimber": nullable(NIMBER),
        "reached": array(integer(minimum=0), "the nimbers that moves lead to, ascending"),
        "components": _COMPONENTS,
        "balancing": array(
            record(
                {
                    "move": string("the move as a string"),
                    "moveName": MOVE_NAME,
                    "position": LEGACY_POSITION,
                    "components": _COMPONENTS,
                }
            ),
            "the moves that leave nimber 0",
        ),
        "alike": array(array(MOVE_NAME, minItems=2), "moves that lead to images of one position, or to equal heaps"),
        "remarks": array(string(), "what else theory says, in sentences"),
    }
)
SCHEMAS["Setup"] = record(
    {
        "position": nullable(LEGACY_POSITION),
        "positionText": nullable(string("the position in readable notation")),
        "fault": nullable(string("what is wrong; null if the position is legal")),
        "pieces": string("the characters that boards of the variant have"),
    }
)
_NODE_NUMBER = integer("the number of a node, from 0 on", minimum=0)
SCHEMAS["Map"] = record(
    {
        "whole": boolean("whether these are all positions that the start leads to"),
        "nodes": array(
            record({"position": LEGACY_POSITION, "positionValue": VALUE_OR_UNSOLVED, "remoteness": REMOTENESS}),
            "a position of each class of symmetry",
        ),
        "links": array(array(_NODE_NUMBER, minItems=2, maxItems=2), "the moves, from node to node"),
        "path": array(_NODE_NUMBER, "the nodes of the positions in the request"),
    }
)
PAIR = array(number(), minItems=2, maxItems=2)
MAPPING: Json = {"type": "object", "additionalProperties": string()}
SCHEMAS["Look"] = record(
    {
        "pieces": {**MAPPING, "description": "an SVG fragment by the character on the board"},
        "kinds": string("one letter per cell, by which fragments differ; may be empty"),
        "merged": string("characters whose adjacent cells make one piece"),
        "joined": {"type": "object", "additionalProperties": integer("the sides: 1 up, 2 right, 4 down, 8 left")},
        "centers": array(PAIR, "the middle of each cell; empty: a grid of cells 40 wide"),
        "size": nullable(PAIR),
        "under": string("SVG below the pieces"),
        "over": string("SVG above the pieces"),
        "boxes": boolean("whether each cell is drawn as a box"),
        "marks": {
            **MAPPING,
            "description": "an SVG fragment for moves, by what is put into an empty cell, or `@` and the piece there",
        },
        "body": nullable(
            record(
                {
                    "stickers": array(array({}, "the cell whose color a sticker has, and its corners in space")),
                    "colors": {**MAPPING, "description": "by the character on the board; others are black"},
                    "turns": array(array({}, "axis, depth of the part, degrees, whether its opposite turns with it")),
                    "yaw": number("degrees by which the body is turned at first about the vertical"),
                    "pitch": number("degrees by which it is then tilted toward the viewer"),
                }
            )
        ),
        "cellNames": nullable(
            record(
                {
                    "top": integer("the number of the topmost row"),
                    "step": integer("what each further row adds; 0 if moves are named by numbers of columns alone"),
                    "first": string("the letter of the first column"),
                }
            )
        ),
        "ring": nullable(number("the radius of the mark of a piece with a move of its own; null: it is a square")),
        "first": {
            "type": "object",
            "additionalProperties": array(
                {},
                "by the cell of a button, or of the source of an arrow, for moves of two parts: the button that is "
                "touched first; null if the second part is an arrow, otherwise how many cells after its end it is a "
                "button; and what that button puts there, for player 1 and player 2",
                minItems=3,
                maxItems=3,
            ),
        },
    }
)
SCHEMAS["Graph"] = record(
    {
        "facts": array(string(), "what the first items of each position are"),
        "own": array(string(), "what the items of each move are; `number` is that of the position it leads to, from 0"),
        "positions": array(
            array({}), "the start first: its facts, null where one is not known, then its moves, best first"
        ),
    }
)
SCHEMAS["SearchByEvaluation"] = record(
    {
        "evaluation": nullable(
            number("the evaluation at the end of the best line; null where a win, loss or tie is proved")
        ),
        "leaves": integer("the number of positions that were evaluated"),
        "nodes": integer("the number of positions that were visited"),
        "limit": integer("the number of moves to look ahead that was asked for"),
        "searched": integer("the number of moves the search did look ahead"),
        "limitReached": boolean(),
        "toTheEnd": boolean("whether every line was followed to its end"),
    }
)
SCHEMAS["BestMove"] = record(
    {
        "position": LEGACY_POSITION,
        "move": nullable(string("the move as a string; null where there is no move")),
        "moveName": nullable(MOVE_NAME),
        "exact": boolean("whether it is proved that no move is better; if not, the move is the evaluation's choice"),
        "answeredBy": string("`table`, or the name of the search or other solver that answered"),
        "positionValue": nullable(VALUE),
        "remoteness": REMOTENESS,
        "margin": nullable(
            integer(
                "the number of points by which the player to move wins; negative if that player loses; null where "
                "points are not known"
            )
        ),
        "search": nullable(ref("SearchByEvaluation")),
    }
)
_PLAIN_FACTS = {
    "position": LEGACY_POSITION,
    "positionText": string("the position in readable notation"),
    "positionValue": VALUE_OR_UNSOLVED,
    "remoteness": REMOTENESS,
}
_FACTS = {**_PLAIN_FACTS, "nimber": nullable(NIMBER), "margin": nullable(MARGIN)}
SCHEMAS["KnownMove"] = record(
    {
        "move": string("the move as a string"),
        "moveName": MOVE_NAME,
        "moveValue": VALUE_OR_UNSOLVED,
        "deltaRemoteness": DELTA_REMOTENESS,
        **_FACTS,
    },
    description="A move, and what is known now of the position it leads to.",
)
SCHEMAS["Known"] = record(
    {
        **_FACTS,
        "moves": array(ref("KnownMove"), "best first, those of which nothing is known last"),
        "progress": PROGRESS,
        "secondsLeft": SECONDS_LEFT,
    },
    "progress",
    "secondsLeft",
)
SCHEMAS["Exercise"] = record(
    {
        **_PLAIN_FACTS,
        "difficulty": string(
            "by the bits of choosing all one's moves to the end: fewer than 6, fewer than 12, or more",
            enum=["easy", "medium", "hard"],
        ),
        "choices": integer("the number of moves", minimum=2),
        "move": string("the only right one, as a string"),
        "moveName": MOVE_NAME,
    },
    description="A position in which one move keeps the value, or in a puzzle begins a shortest solution.",
)
SCHEMAS["MinedPosition"] = record(
    {
        **_PLAIN_FACTS,
        "solution": array(MOVE_NAME, "the moves of the solution, by name"),
        "remark": nullable(string("what the solution shows, if not the best line")),
        "practice": string("the position as a line of the page's exercises, to be imported there"),
    },
    description="A position that makes a good exercise, with its solution.",
)
SCHEMAS["Step"] = record(
    {
        "move": string("the move as a string"),
        "moveName": MOVE_NAME,
        "autoguiMove": string("the move as a web page draws it on images"),
        "position": LEGACY_POSITION,
        "positionText": string("the position in readable notation"),
        "autoguiPosition": AUTOGUI_POSITION,
    },
    description="A move of a line, and the position it leads to.",
)
SCHEMAS["Solution"] = record(
    {
        "position": LEGACY_POSITION,
        "positionText": string("the position in readable notation"),
        "positionValue": VALUE_OR_UNSOLVED,
        "remoteness": REMOTENESS,
        "answeredBy": string("`table`, or the name of the search or other solver that answered"),
        "expanded": nullable(integer("the number of positions the search expanded; null without a search")),
        "generated": nullable(integer("the number of positions the search generated; null without a search")),
        "complete": boolean("whether the answer contains everything that was asked for"),
        "message": nullable(string("a note on the answer, if there is one to make")),
        "solution": nullable(array(ref("Step"), "the best line; null where no end can be reached")),
        "solutions": array(array(ref("Step")), "with `all`: every line that is equally good"),
        "cost": nullable({"type": "number", "description": "with `cost`: the cost of the line; null without a line"}),
        "count": nullable(
            integer("with `count`: the number of equally good lines; 2^64 - 1: as many or more; null if not known")
        ),
    },
    "solutions",
    "cost",
    "count",
)
SCHEMAS["CatalogueVariant"] = record(
    {
        "variantId": string(),
        "description": string(),
        "status": STATUS,
        "solvedAtStart": boolean("whether this service solves it at its start, unasked"),
        "positions": nullable(integer("the number of positions, as in the statistics; null until they are counted")),
        "meaning": nullable(string("which positions are counted", enum=list(get_args(Meaning)))),
        "longest": nullable(integer("the greatest number of moves to the end with perfect play; null until counted")),
        "about": nullable(integer("the approximate number of entries in its table; null where it is not known")),
        "startPosition": LEGACY_POSITION,
        "before": array(string(), "the messages of a script before this level"),
        "after": array(string(), "those after it, if it is the last level"),
    },
    "before",
    "after",
)
SCHEMAS["CatalogueEntry"] = record(
    {
        "gameId": string(),
        "name": string(),
        "alsoCalled": array(string(), "its other ids, and other names that people search for"),
        "type": TYPE,
        "description": string("the goal, in one sentence"),
        "sideNames": array(string(), "what each player plays, such as `the hounds`, where that has names"),
        "impartial": boolean("whether both players have the same moves"),
        "partizan": boolean("whether its positions have values as partizan games"),
        "twoTouches": boolean("whether the protocol of 2021 makes a turn in two steps"),
        "family": string("the family under which a catalogue lists it"),
        "wellKnown": nullable(integer("its place among what most people know, from 1; null if not among them")),
        "opens": string("the variant to open with; where no variant is listed, a start as a user would type it"),
        "script": boolean("whether it is a PuzzleScript, whose variants are levels one after the other"),
        "randomStart": boolean("whether play begins at a random position, `startPosition` being close to solved"),
        "variants": array(ref("CatalogueVariant"), "the listed variants"),
        "customStart": nullable(ref("CustomStart")),
        "example": nullable(LEGACY_POSITION),
    },
    description="A puzzle or game, and its variants.",
)
SCHEMAS["Card"] = record(
    {
        "gameId": string(),
        "name": string(),
        "alsoCalled": array(string(), "its other ids, and other names that people search for"),
        "type": TYPE,
        "description": string(),
        "impartial": boolean("whether both players have the same moves"),
        "family": string("the family under which a catalogue lists it"),
        "wellKnown": nullable(integer("its place among what most people know, from 1; null if not among them")),
        "opens": string("the variant that opens by default"),
        "status": STATUS,
        "longest": nullable(integer("the most moves to the end of that variant; null until they are known")),
        "near": array(string(), "names that people search for, of which this is among the nearest here"),
        "variants": array(string(), "the names of the listed variants"),
    },
    description="A puzzle or game in a list to choose from.",
)
_SCRIPT_FAULT = record(
    {"line": integer("from 1 on; 0: none in particular", minimum=0), "sentence": string("what is wrong")}
)
SCHEMAS["Script"] = record(
    {
        "gameId": nullable(string("the id under which the script is played; null if it has a fault")),
        "name": nullable(string("its title")),
        "fault": nullable(_SCRIPT_FAULT),
        "levels": array(
            record(
                {
                    "variantId": string(),
                    "unlisted": nullable({**_SCRIPT_FAULT, "description": "why the level cannot be played here"}),
                }
            )
        ),
        "text": string("the text, where a stored one was asked for"),
    },
    "text",
    description="A PuzzleScript, or what is wrong with it.",
)
SCHEMAS["Scripts"] = record(
    {
        "uploads": boolean("whether this service takes the text of whoever asks"),
        "bytes": integer("the most bytes of a text"),
        "examples": array(string("the id of a script whose text can be asked for")),
    }
)
SCHEMAS["LevelSurvey"] = record(
    {
        "gameId": string(),
        "variantId": string(),
        "complete": boolean("whether everything that the level's start leads to was met in the time there is"),
        "fewest": nullable(integer("the fewest moves to a solution; null: none was met", minimum=0)),
        "positions": integer("the number of positions that were met", minimum=1),
        "deadEnds": nullable(integer("how many of all have no solution; null unless complete", minimum=0)),
        "firstDeadEnd": nullable(integer("the fewest moves that lead to one; null where there is none", minimum=0)),
    }
)
SCHEMAS["VariantInShort"] = record(
    {
        "gameId": string(),
        "variantId": string(),
        "name": string("the name of the puzzle or game"),
        "description": string("the description of the variant"),
        "type": TYPE,
        "status": STATUS,
        "detail": string("the status as a sentence"),
        "answeredBy": string("`table`, or the solver that answers without a table"),
        "positions": nullable(integer("the number of positions, as in the statistics; null until they are counted")),
        "meaning": nullable(string("which positions are counted", enum=list(get_args(Meaning)))),
        "board": record({"rows": integer(minimum=1), "columns": integer(minimum=1)}),
        "position": string("the start in readable notation"),
        "startPosition": LEGACY_POSITION,
        "links": record(
            {
                "rules": string("URL of the instructions and all variants"),
                "position": string("URL of the start and its moves; replace the start by any other position"),
                "randomStart": nullable(string("URL of a random start; null for games")),
                "preview": string("URL of what is known without solving"),
                "solution": string("URL of the solution; `p` chooses another position"),
                "bestMove": nullable(string("URL of the best move; `p` chooses another position; null for puzzles")),
                "statistics": string("URL of the statistics"),
                "image": string("URL of a picture; `p` chooses another position"),
                "value": nullable(string("URL of the value as a partizan game; null where there is none")),
                "table": nullable(string("URL of the table as a file; null where the variant has no table of its own")),
                "today": string("URL in the current protocol"),
                "page": string("URL of the page to play on"),
            }
        ),
    },
    description="A variant in short, and the URLs that tell more about it.",
)
SCHEMAS["Statistics"] = record(
    {
        "gameId": string(),
        "variantId": string(),
        "answeredBy": string("`table`, or the solver that answers without a table, in which case nothing is counted"),
        "meaning": nullable(string("which positions are counted", enum=list(get_args(Meaning)))),
        "positions": nullable(integer("the number of positions as a player sees them, symmetric ones counted singly")),
        "classes": nullable(integer("the number of positions up to symmetry")),
        "unsolvable": nullable(integer("the number of positions of a puzzle that cannot be solved, where counted")),
        "maximum": nullable(integer("the greatest remoteness")),
        "histogram": nullable(
            {
                "type": "object",
                "description": "positions by value and then by remoteness, which is an empty text where there is none",
                "propertyNames": VALUE,
                "additionalProperties": {"type": "object", "additionalProperties": integer()},
            }
        ),
        "deepest": array(
            record(
                {
                    "position": LEGACY_POSITION,
                    "positionText": string("the position in readable notation"),
                    "remoteness": integer(),
                }
            ),
            "some positions of the greatest remoteness",
        ),
        "complete": boolean("whether these are all such positions up to symmetry"),
    }
)
MOST_POSITIONS = 10_000  # in one batch
BATCH = record(
    {
        "gameId": string(),
        "variantId": string(),
        "positions": array(string("a position as in URLs"), maxItems=MOST_POSITIONS),
    }
)
"""The request body of a batch."""
SCHEMAS["Batch"] = ok(
    array(
        {
            "oneOf": [
                record({"positionValue": VALUE_OR_UNSOLVED, "remoteness": REMOTENESS}),
                record({"error": string("why there is no answer")}),
            ]
        },
        "in the order of the request",
    )
)


# --- judging a play -------------------------------------------------------------------------------


MOST_JUDGED = 1000  # moves of a play in one request
PLAY: Json = {
    "oneOf": [
        record(
            {
                "moves": array(string("a move as the API writes it"), maxItems=MOST_JUDGED),
                "position": string("where the moves begin; by default the start"),
            },
            "position",
        ),
        record({"positions": array(string("a position as in URLs"), minItems=1, maxItems=MOST_JUDGED + 1)}),
    ]
}
"""The request body that describes a play."""
_PLACE = record(_PLAIN_FACTS)
_POINTS_LOST = nullable(integer("the number of points given away; null where no points are known"))
SCHEMAS["JudgedMove"] = record(
    {
        "number": integer("from 1 on", minimum=1),
        "player": integer(minimum=1, maximum=2),
        "move": string("the move as a string"),
        "moveName": MOVE_NAME,
        "class": string(
            "`best`: no move is better; `slower`: it keeps the value, but not as well as a best move; `mistake`: it "
            "gives up part of the value; `unknown`: the values are not known",
            enum=list(map(str, Class)),
        ),
        "onlyMove": nullable(boolean("whether no other move keeps the value")),
        "choices": integer("the number of legal moves", minimum=1),
        "moveValue": {**VALUE_OR_UNSOLVED, "description": "the value the move leaves to the player who made it"},
        "valueLost": nullable(
            number(
                "the value before the move less the value it leaves, both for the player who made it: a win counts 1, "
                "a tie or a draw 0.5, a loss or a puzzle that cannot be solved 0"
            )
        ),
        "pointsLost": _POINTS_LOST,
        "bestMove": nullable(string("a best move as a string, the one that was made if it is one")),
        "bestMoveName": nullable(MOVE_NAME),
        "before": _PLACE,
        "after": _PLACE,
        "message": nullable(string("why the move could not be judged")),
    },
    description="A move of a play and how good it was.",
)
SCHEMAS["Score"] = record(
    {
        "player": integer(minimum=1, maximum=2),
        "moves": integer("the number of moves the player made", minimum=0),
        "judged": integer("the number of these that could be judged", minimum=0),
        "best": integer("the number of best moves", minimum=0),
        "kept": integer("the number of moves that kept the value", minimum=0),
        "mistakes": integer(minimum=0),
        "bestRate": nullable(number("the share of best moves among those judged", minimum=0, maximum=1)),
        "keptRate": nullable(number("the share of moves that kept the value", minimum=0, maximum=1)),
        "pointsLost": _POINTS_LOST,
    },
    description="How well a player played.",
)
SCHEMAS["Judgment"] = record(
    {
        "position": LEGACY_POSITION,
        "positionText": string("the position in readable notation"),
        "answeredBy": string("`table`, or the name of the search or other solver that answers for this variant"),
        "complete": boolean("whether every move could be judged"),
        "moves": array(ref("JudgedMove")),
        "firstMistake": nullable(integer("the number of the first mistake; null if there is none", minimum=1)),
        "players": array(ref("Score"), "player 1, and in a game player 2"),
    }
)

# --- the service -----------------------------------------------------------------------------------

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
_DETAILS = {
    "progress": PROGRESS,
    "secondsLeft": SECONDS_LEFT,
    "command": string("a command with which the operator of the service can help"),
}
_OF_SEARCH = {
    "lowerBound": integer("of an unfinished search: the number of moves that is proved to be necessary"),
    "expanded": integer(),
    "generated": integer(),
}
_SAME = {"response": string("the same sentence; only for puzzles")}
SCHEMAS["LegacyError"] = record(
    {"status": {"const": "error"}, "error": _ERROR_SENTENCE, **_SAME, **_DETAILS}, *_SAME, *_DETAILS
)
SCHEMAS["CurrentError"] = record({"error": _ERROR_SENTENCE, **_DETAILS}, *_DETAILS)
_STATUS = {"title": string(), "status": integer(minimum=400, maximum=599)}
SCHEMAS["Problem"] = record(
    {**_STATUS, "detail": _ERROR_SENTENCE, **_DETAILS, **_OF_SEARCH},
    *(*_DETAILS, *_OF_SEARCH),
    description="An error as defined by RFC 9457.",
)
