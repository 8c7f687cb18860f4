"""JSON Schemas of the fields that several answers share."""

from perfect_play.puzzles.base import Value
from perfect_play.server.api_docs.json_schema import integer, nullable, string

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
