"""The protocol of today: `/universal/v1/...`, and `/puzzles/...` as GamesCraftersUWAPI asks for it.

Here `move` is the readable name of a move and `autoguiMove` the string the page draws it by: the opposite of
`server/protocols/legacy.py`, which is why there are two writers. Answers have no envelope. See `docs/protocol.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify, request

from puzzles import registry, translations
from puzzles.base import MalformedPosition, Position, Puzzle, Rules, Value
from puzzles.mixins import Scored
from puzzles.picture import Scene, gui_of, listed_gui, scene_of
from server.api_docs.json_schema import array, ref, string
from server.api_docs.route_docs import Query, documented
from server.notation import autogui
from server.protocols.pictures import image_data
from server.protocols.starts import MAX_SEED, start_asked, start_to_show
from server.request_args import find_puzzle, manager, parse_position
from solvers.reports.partial import OpenMove, PartReport, Unsolved, report_now
from solvers.reports.position import Facts, MoveReport, PositionReport, sorted_puzzle_moves
from solvers.tables.sampling import DIFFICULTIES

blueprint = Blueprint("current", __name__)

INFINITE = -200  # the remoteness of a draw, and of what cannot be solved
UNKNOWN = -100  # one that is not known

TIC_TAC_TOE = {"game_id": "tictactoe", "variant_id": "regular"}
LIGHTS = {"puzzle_id": "lightsout", "variant_id": "3"}
ASKED = (400, 422, 503)  # statuses, where a position is asked for
P = Query("p", "The position: the text for people, or a string of either protocol.", string(), "---------", True)
P_LIGHTS = replace(P, example="111111111")
LOCALE = Query("locale", "The language, such as `es`; English where there is no translation.", string(), "es")
STARTS = (
    Query("remoteness", "A start exactly so many moves from its end.", string(pattern="^[0-9]{1,9}$"), "4"),
    Query(
        "difficulty", "A start in the first, second or last third of remotenesses.", string(enum=DIFFICULTIES), "easy"
    ),
    Query("seed", "The same start for the same text.", string(maxLength=MAX_SEED), "monday"),
)

Json = dict[str, Any]
Report = PositionReport | PartReport


# --- /universal/v1 ----------------------------------------------------------------------------


@blueprint.get("/universal/v1/")
@documented("today", array(ref("ListedToday")))
def everything() -> Response:
    """All puzzles and games, by name."""
    classes = sorted(registry.all_rules(), key=lambda cls: (cls.name.lower(), cls.id))
    return jsonify([{"id": cls.id, "name": cls.name, "type": _type(cls), "gui": listed_gui(cls)} for cls in classes])


@blueprint.get("/universal/v1/<game_id>/")
@documented("today", ref("GameToday"), example={"game_id": "tictactoe"})
def one(game_id: str) -> Response:
    """One puzzle or game, with its variants."""
    cls = registry.find(game_id)
    return jsonify(
        {
            "id": game_id,
            "name": cls.name,
            "variants": [{"id": v.id, "name": v.name, "gui": gui_of(cls, v.id)} for v in cls.variants],
            "allowCustomVariantCreation": cls.custom is not None,
            "supportsWinBy": issubclass(cls, Scored),
        }
    )


@blueprint.get("/universal/v1/<game_id>/<variant_id>/")
@documented("today", ref("VariantToday"), example=TIC_TAC_TOE, errors=(400,))
def variant(game_id: str, variant_id: str) -> Response:
    """One variant: its start, and how it is drawn."""
    rules = manager().rules(registry.find(game_id).id, variant_id)
    scene = scene_of(rules)
    start = start_to_show(manager(), rules)
    named = _names(scene, scene.text(start), start)
    answer = jsonify(
        {
            "id": variant_id,
            "name": variant_id if rules.variant.custom else rules.variant.name,
            "gui": scene.gui,
            "startPosition": named["position"],
            "autoguiStartPosition": named["autoguiPosition"],
            "imageAutoGUIData": image_data(scene),
        }
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/universal/v1/<game_id>/<variant_id>/positions/")
@documented("today", ref("PositionToday"), P, example=TIC_TAC_TOE, errors=ASKED, cacheable=True)
def position(game_id: str, variant_id: str) -> Response:
    """One position, with its moves."""
    rules = manager().rules(registry.find(game_id).id, variant_id)
    return _position(rules, _facts, valued=True)


@blueprint.get("/universal/v1/<game_id>/<variant_id>/instructions/")
@documented("today", ref("Instructions"), LOCALE, example=TIC_TAC_TOE, errors=(400,), cacheable=True)
def instructions(game_id: str, variant_id: str) -> Response:
    """The rules in Markdown, in the language of `?locale=` where there is a translation, else in English."""
    rules = manager().rules(registry.find(game_id).id, variant_id)
    return jsonify({"instructions": translations.instructions(type(rules), request.args.get("locale", "en"))})


at_root = Blueprint("root", __name__)
"""The same below `/`; what is at `/` itself is said by `server/page/routes.py`."""
at_root.add_url_rule("/<game_id>/", view_func=one)
at_root.add_url_rule("/<game_id>/<variant_id>/", view_func=variant)
at_root.add_url_rule("/<game_id>/<variant_id>/positions/", view_func=position)
at_root.add_url_rule("/<game_id>/<variant_id>/instructions/", view_func=instructions)


# --- /puzzles ---------------------------------------------------------------------------------


@blueprint.get("/puzzles/<puzzle_id>/<variant_id>/start/")
@documented("today", ref("Start"), *STARTS, example=LIGHTS, errors=ASKED)
def puzzle_start(puzzle_id: str, variant_id: str) -> Response:
    """A start of a puzzle: at random where it is begun so, or by `?remoteness=`, `?difficulty=` and `?seed=`.

    Without any of these that of a game, too, as GamesCraftersUWAPI asks one of its back ends for both.
    """
    cls = find_puzzle(puzzle_id) if request.args else registry.find(puzzle_id)
    rules = manager().rules(cls.id, variant_id)
    scene = scene_of(rules)
    start = start_asked(manager(), rules, request.args) if request.args else start_to_show(manager(), rules)
    answer = jsonify(_names(scene, scene.text(start), start))
    if "seed" not in request.args:
        answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/puzzles/<puzzle_id>/<variant_id>/positions/")
@documented("today", ref("PuzzlePosition"), P_LIGHTS, example=LIGHTS, errors=ASKED, cacheable=True)
def puzzle_position(puzzle_id: str, variant_id: str) -> Response:
    """One position of a puzzle or game, with its moves: what GamesCraftersUWAPI makes its own answer of."""
    rules = manager().rules(registry.find(puzzle_id).id, variant_id)
    return _position(rules, _solvable, valued=False)


def _solvable(scene: Scene, text: str, facts: Facts | Unsolved) -> Json:
    """A position without a remoteness where it cannot be solved."""
    answer = _facts(scene, text, facts)
    if answer["remoteness"] == INFINITE and isinstance(scene.rules, Puzzle):
        del answer["remoteness"]
    return answer


# --- writing ----------------------------------------------------------------------------------


def _type(cls: type[Rules]) -> str:
    return "onePlayer" if issubclass(cls, Puzzle) else "twoPlayer"


def _asked(rules: Rules) -> tuple[str, Report]:
    """What `?p=` names: its text, and the report on it. Raises PositionError."""
    asked = request.args.get("p", "")
    scene = scene_of(rules)
    if not asked:
        start = scene.text(rules.start())
        raise MalformedPosition(f"Which position? Expected ?p=<position>, for example the start: ?p={start}")
    position = parse_position(rules, asked)
    return scene.text(position, asked), report_now(manager(), rules, position)


def _position(rules: Rules, told: Callable[[Scene, str, Facts | Unsolved], Json], valued: bool) -> Response:
    """The position that is asked for. told: what is said of it and of where moves lead; valued: of moves their values.

    What is known only in part may be known in full a moment later, so it is not to be kept.
    """
    text, report = _asked(rules)
    scene = scene_of(rules)
    before = report.facts.position
    in_part = isinstance(report, PartReport)
    moves = [
        {
            "move": scene.name(before, move.move),
            "autoguiMove": autogui.write_drawn(scene, before, move.move),
            **told(scene, scene.text_after(text, move.move, move.child.position), move.child),
            **({"moveValue": move.value} if valued or in_part else {}),
            **({"deltaRemoteness": move.delta} if valued else {}),
        }
        for move in _moves_as_today(report)
    ]
    answer = jsonify({**told(scene, text, report.facts), "moves": moves})
    if in_part:
        answer.headers["Cache-Control"] = "no-store"
    return answer


def _moves_as_today(report: Report) -> Sequence[MoveReport | OpenMove]:
    """The moves, best first. Of a puzzle each that leads farther away is losing, even where none can be taken back."""
    if not isinstance(report.rules, Puzzle):
        return report.moves
    known = [move for move in report.moves if isinstance(move, MoveReport)]
    unknown = [move for move in report.moves if isinstance(move, OpenMove)]
    return (*sorted_puzzle_moves([m._replace(value=Value.LOSE) if m.delta < 0 else m for m in known]), *unknown)


def _names(scene: Scene, text: str, position: Position) -> Json:
    return {"position": text, "autoguiPosition": autogui.write_cells(scene, position, text)}


def _facts(scene: Scene, text: str, facts: Facts | Unsolved) -> Json:
    answer = {
        "position": text,
        "autoguiPosition": autogui.write_cells(scene, facts.position, text),
        "positionValue": facts.value,
        "remoteness": _remoteness(scene.rules, facts),
    }
    if facts.nimber is not None:
        answer["mex"] = _mex(facts.nimber)
    if facts.margin is not None:
        answer["winby"] = abs(facts.margin)
    return answer


def _mex(nimber: int) -> str:
    return ("0", "*")[nimber] if nimber < 2 else f"*{nimber}"


def _remoteness(rules: Rules, facts: Facts | Unsolved) -> int:
    if facts.remoteness is not None:
        return facts.remoteness
    never = Value.LOSE if isinstance(rules, Puzzle) else Value.DRAW
    return INFINITE if facts.value == never else UNKNOWN
