"""JSON Schemas for judging a play: the request and its answer."""

from perfect_play.server.api_docs.json_schema import (
    LEGACY_POSITION,
    MOVE_NAME,
    REMOTENESS,
    VALUE_OR_UNSOLVED,
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
from perfect_play.solvers.reports.judgments import Class

SCHEMAS: dict[str, Json] = {}

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
_PLACE = record(
    {
        "position": LEGACY_POSITION,
        "positionText": string("the position in readable notation"),
        "positionValue": VALUE_OR_UNSOLVED,
        "remoteness": REMOTENESS,
    }
)
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
SCHEMAS["Judgement"] = record(
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
