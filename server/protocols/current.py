"""The current protocol: `/universal/v1/...`, and the routes under `/puzzles/...` that GamesCraftersUWAPI uses.

Here `move` is the readable name of a move and `autoguiMove` the string by which a page draws it. In
`server/protocols/legacy.py` it is the other way round, which is why each protocol has its own code for writing
answers. Answers have no envelope. See `docs/protocol.md`.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from flask import Blueprint, Response, jsonify, request

from perfect_play.puzzles import registry, translations
from perfect_play.puzzles.base import MalformedPosition, Position, Puzzle, Rules, Value
from perfect_play.puzzles.mixins import Scored
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.picture import TILE, Picture, Theme, Touches, listed_gui, picture_of
from perfect_play.server.api_docs.json_schema import array, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.json_provider import as_answer
from perfect_play.server.protocols import touches
from perfect_play.server.protocols.starts import MAX_SEED, choose_start, start_to_show
from perfect_play.server.protocols.touches import UNKNOWN
from perfect_play.server.request_args import find_puzzle, manager, parse_position
from perfect_play.solvers.reports.partial import OpenMove, PartReport, UnsolvedPosition, report_now
from perfect_play.solvers.reports.position import Facts, MoveReport, PositionReport, sorted_puzzle_moves
from perfect_play.solvers.tables.sampling import DIFFICULTIES
from perfect_play.solvers.untabled.choice import answerer_kind

blueprint = Blueprint("current", __name__)

INFINITE = -200  # the remoteness of draws and of puzzles that cannot be solved

TIC_TAC_TOE = {"game_id": "tictactoe", "variant_id": "regular"}
LIGHTS = {"puzzle_id": "lightsout", "variant_id": "3"}
POSITION_ERRORS = (400, 422, 503)  # statuses of errors on routes that take a position
P = Query("p", "The position: the readable text, or a string of either protocol.", string(), "---------", True)
P_LIGHTS = replace(P, example="111111111")
LOCALE = Query("locale", "The language, such as `es`; English where there is no translation.", string(), "es")
STARTS = (
    Query("remoteness", "The exact number of moves from the start to its end.", string(pattern="^[0-9]{1,9}$"), "4"),
    Query(
        "difficulty",
        "Draws a start from the first, second or last third of remotenesses.",
        string(enum=DIFFICULTIES),
        "easy",
    ),
    Query("seed", "Any text; the same text draws the same start.", string(maxLength=MAX_SEED), "monday"),
)

Json = dict[str, Any]
Report = PositionReport | PartReport


# --- /universal/v1 ----------------------------------------------------------------------------


@blueprint.get("/universal/v1/")
@documented("today", array(ref("ListedToday")))
def everything() -> Response:
    """All puzzles and games, by name."""
    listed = sorted(registry.all_rules(), key=lambda cls: (cls.name.lower(), cls.id))
    return jsonify([{"id": cls.id, "name": cls.name, "type": _type(cls), "gui": listed_gui(cls)} for cls in listed])


@blueprint.get("/universal/v1/<game_id>/")
@documented("today", ref("GameToday"), example={"game_id": "tictactoe"})
def one(game_id: str) -> Response:
    """One puzzle or game, with its variants."""
    cls = registry.find(game_id)
    loaded = [registry.load(cls.id, v.id) for v in cls.variants]
    variants = [
        {"id": rules.variant.id, "name": rules.variant.name, "gui": picture.gui, "supportsWinBy": _has_winby(rules)}
        for rules in loaded
        if (picture := picture_of(rules)).showable
    ]
    return jsonify(
        {
            "id": game_id,
            "name": cls.name,
            "variants": variants,
            "allowCustomVariantCreation": cls.custom is not None,
            "supportsWinBy": issubclass(cls, Scored),
        }
    )


@blueprint.get("/universal/v1/<game_id>/<variant_id>/")
@documented("today", ref("VariantToday"), example=TIC_TAC_TOE, errors=(400,))
def variant(game_id: str, variant_id: str) -> Response:
    """One variant: its start, and the images it is drawn with."""
    rules = manager().rules(game_id, variant_id)
    picture = picture_of(rules)
    named = start_json(picture, start_to_show(manager(), rules))
    return as_answer(
        {
            "id": variant_id,
            "name": variant_id if rules.variant.custom else rules.variant.name,
            "gui": picture.gui,
            "startPosition": named["position"],
            "autoguiStartPosition": named["autoguiPosition"],
            "imageAutoGUIData": image_data(picture),
            "supportsWinBy": _has_winby(rules),
        },
        passing=True,
    )


@blueprint.get("/universal/v1/<game_id>/<variant_id>/positions/")
@documented("today", ref("PositionToday"), P, example=TIC_TAC_TOE, errors=POSITION_ERRORS, cacheable=True)
def position(game_id: str, variant_id: str) -> Response:
    """One position, with its moves."""
    return as_answer(*position_json(game_id, variant_id, request.args.get("p", "")))


def position_json(game_id: str, variant_id: str, client_text: str) -> tuple[Json, bool]:
    """(the same as JSON, whether the next answer may be another). It needs no request, only an application."""
    picture = picture_of(manager().rules(game_id, variant_id))
    text, touch = touches.split(client_text)
    result = write_position(picture, text, facts_json, with_values=True)
    answer = touches.in_touches(picture, result.answer, result.touches, touch)
    if answer["remoteness"] == UNKNOWN and isinstance(picture.rules, Puzzle):
        answer["remoteness"] = None  # the page writes any number into its sentence on a puzzle
    return answer, result.partial


@blueprint.get("/universal/v1/<game_id>/<variant_id>/instructions/")
@documented("today", ref("Instructions"), LOCALE, example=TIC_TAC_TOE, errors=(400,), cacheable=True)
def instructions(game_id: str, variant_id: str) -> Response:
    """The rules in Markdown, in the language of `?locale=` if there is a translation, otherwise in English."""
    rules = manager().rules(game_id, variant_id)
    language = translations.language_of(request.args.get("locale", ""))
    return jsonify({"instructions": translations.translation_of(type(rules), language).instructions})


at_root = Blueprint("root", __name__)
"""The same routes below `/`; `server/page/routes.py` answers at `/` itself."""
at_root.add_url_rule("/<game_id>/", view_func=one)
at_root.add_url_rule("/<game_id>/<variant_id>/", view_func=variant)
at_root.add_url_rule("/<game_id>/<variant_id>/positions/", view_func=position)
at_root.add_url_rule("/<game_id>/<variant_id>/instructions/", view_func=instructions)


# --- /puzzles ---------------------------------------------------------------------------------


@blueprint.get("/puzzles/<puzzle_id>/<variant_id>/start/")
@documented("today", ref("Start"), *STARTS, example=LIGHTS, errors=POSITION_ERRORS)
def puzzle_start(puzzle_id: str, variant_id: str) -> Response:
    """A start of a puzzle: random if it begins at random, or drawn by `?remoteness=`, `?difficulty=` and `?seed=`.

    Without these parameters, games are answered as well: GamesCraftersUWAPI asks the same back end for both.
    """
    cls = find_puzzle(puzzle_id) if request.args else registry.find(puzzle_id)
    rules = manager().rules(cls.id, variant_id)
    start = choose_start(manager(), rules, request.args) if request.args else start_to_show(manager(), rules)
    return as_answer(start_json(picture_of(rules), start), "seed" not in request.args)


@blueprint.get("/puzzles/<puzzle_id>/<variant_id>/positions/")
@documented("today", ref("PuzzlePosition"), P_LIGHTS, example=LIGHTS, errors=POSITION_ERRORS, cacheable=True)
def puzzle_position(puzzle_id: str, variant_id: str) -> Response:
    """One position of a puzzle or game, with its moves, from which GamesCraftersUWAPI builds its own answer."""
    picture = picture_of(manager().rules(puzzle_id, variant_id))
    result = write_position(picture, request.args.get("p", ""), _solvable, with_values=False)
    return as_answer(result.answer, result.partial)


def _solvable(picture: Picture, text: str, facts: Facts | UnsolvedPosition) -> Json:
    """As `facts_json`, but without a remoteness if the puzzle cannot be solved from here."""
    answer = facts_json(picture, text, facts)
    if answer["remoteness"] == INFINITE and isinstance(picture.rules, Puzzle):
        del answer["remoteness"]
    return answer


# --- writing ----------------------------------------------------------------------------------


def _has_winby(rules: Rules) -> bool:
    """Whether all positions have `winby`: those of a table do, a search may find the value alone."""
    return isinstance(rules, Scored) and answerer_kind(rules) is None


def _type(cls: type[Rules]) -> str:
    return "onePlayer" if issubclass(cls, Puzzle) else "twoPlayer"


def _read(picture: Picture, text: str) -> tuple[str, Report]:
    """The text of a position that a client has given, and the report on it. Raises PositionError."""
    rules = picture.rules
    if not text:
        start = picture.text(rules.start())
        raise MalformedPosition(f"Which position? Expected ?p=<position>, for example the start: ?p={start}")
    position = parse_position(rules, text)
    return picture.text(position, text), report_now(manager(), rules, position)


def start_json(picture: Picture, start: Position) -> Json:
    """The two strings of a position where play begins."""
    text = picture.text(start)
    return {"position": text, "autoguiPosition": autogui.write_cells(picture, start, text)}


class WrittenPosition(NamedTuple):
    """A position with its moves as JSON. touches: by move, for those made by two touches. partial: more may follow."""

    answer: Json
    touches: list[Touches | None]
    partial: bool


def write_position(
    picture: Picture,
    client_text: str,
    as_json: Callable[[Picture, str, Facts | UnsolvedPosition], Json],
    with_values: bool,
) -> WrittenPosition:
    """A position with its moves. Raises PositionError.

    client_text: the client's text of the position. as_json: writes a position, given its text; used for the position
    itself and for those its moves lead to. with_values: whether moves have `moveValue` and `deltaRemoteness`.
    """
    text, report = _read(picture, client_text)
    before = report.facts.position
    partial = isinstance(report, PartReport)
    sorted_moves = _sorted_moves(report)
    moves = [
        {
            "move": picture.name(before, move.move),
            "autoguiMove": autogui.write_drawn(picture, before, move.move),
            **as_json(picture, picture.text_after(text, move.move, move.child.position), move.child),
            **({"moveValue": move.value} if with_values or partial else {}),
            **({"deltaRemoteness": move.delta} if with_values else {}),
        }
        for move in sorted_moves
    ]
    facts = report.facts
    if partial and moves and facts.value not in {move.value for move in report.moves}:
        facts = UnsolvedPosition(before, facts.nimber)  # a client could choose no move
    made_by = [picture.touches(before, move.move) for move in sorted_moves]
    return WrittenPosition({**as_json(picture, text, facts), "moves": moves}, made_by, partial)


def _sorted_moves(report: Report) -> Sequence[MoveReport | OpenMove]:
    """The moves, best first. In a puzzle, every move away from the solution loses, even if moves cannot be undone."""
    if not isinstance(report.rules, Puzzle) or report.rules.reversible:
        return report.moves
    known_moves = [move for move in report.moves if isinstance(move, MoveReport)]
    unknown = [move for move in report.moves if isinstance(move, OpenMove)]
    return (*sorted_puzzle_moves([m._replace(value=Value.LOSE) if m.delta < 0 else m for m in known_moves]), *unknown)


def facts_json(picture: Picture, text: str, facts: Facts | UnsolvedPosition) -> Json:
    """A position with what is known of it."""
    answer = {
        "position": text,
        "autoguiPosition": autogui.write_cells(picture, facts.position, text),
        "positionValue": facts.value,
        "remoteness": _remoteness(picture.rules, facts),
    }
    if facts.nimber is not None:
        answer["mex"] = ("0", "*")[facts.nimber] if facts.nimber < 2 else f"*{facts.nimber}"
    if facts.margin is not None:
        answer["winby"] = abs(facts.margin)
    if isinstance(facts, Facts) and facts.draw is not None:
        answer["drawLevel"], answer["drawRemoteness"] = facts.draw
    return answer


def _remoteness(rules: Rules, facts: Facts | UnsolvedPosition) -> int:
    if facts.remoteness is not None:
        return facts.remoteness
    endless = Value.LOSE if isinstance(rules, Puzzle) else Value.DRAW
    return INFINITE if facts.value == endless else UNKNOWN


OPTIONAL = (
    ("background", "background"),
    ("foreground", "foreground"),
    ("entitiesOverArrows", "entities_over_arrows"),
    ("arrowWidth", "arrow_width"),
    ("lineWidth", "line_width"),
    ("circleButtonRadius", "circle_radius"),
    ("textEntityFontSize", "font_size"),
    ("textButtonFontSize", "letter_size"),
)
"""Optional fields: the name in JSON, and the attribute of a Theme."""


def image_data(picture: Picture) -> dict[str, Any] | None:
    """All themes of a variant; None if it is not drawn with images."""
    themes = picture.themes()
    if not themes:
        return None
    first = themes[0]
    ambience = {"ambience": first.ambience} if first.ambience else {}  # the page has one for all themes
    return {"defaultTheme": first.name, "themes": {theme.name: _theme(theme) for theme in themes}, **ambience}


def _theme(theme: Theme) -> dict[str, Any]:
    optional = {name: getattr(theme, attribute) for name, attribute in OPTIONAL}
    images = {TILE: theme.tile, **theme.images} if theme.tiles else theme.images
    return {
        "space": list(theme.space),
        "centers": [list(center) for center in (*theme.tiles, *theme.centers)],
        "charImages": {char: {"image": image.path, "scale": image.scale} for char, image in images.items()},
        "sounds": dict(theme.sounds),
        "animationType": theme.animation,
        **{name: value for name, value in optional.items() if value is not None and value != ""},
    }
