"""`/api/catalogue`: all puzzles and games in one answer; `/api/cards`: in short; `/api/<id>/<variant>`: one variant."""

import contextlib
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any
from urllib.parse import quote

from cachetools import TTLCache, cached
from flask import Blueprint, Response, jsonify, request

from perfect_play.puzzles import families, registry, translations
from perfect_play.puzzles.base import Game, Puzzle, Rules, UnknownPuzzle
from perfect_play.puzzles.mixins import Impartial, Partizan
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle
from perfect_play.server.api.known import custom_start
from perfect_play.server.api_docs.json_schema import array, ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.json_provider import to_json
from perfect_play.server.public_url import public_url
from perfect_play.server.request_args import manager
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.status import State
from perfect_play.solvers.tables.census import Census
from perfect_play.solvers.tables.reader import TableError
from perfect_play.solvers.tables.summary import census_of
from perfect_play.solvers.untabled.choice import has_table

blueprint = Blueprint("catalogue", __name__)

SECONDS = 1.0  # for which a catalogue is cached while no table comes or goes
CACHE: TTLCache[Hashable, bytes] = TTLCache(16, SECONDS)

Entry = Callable[[PuzzleManager, type[Rules], str], dict[str, Any]]
"""What a catalogue says of a puzzle or game in a language."""


def _tables_changed(manager: PuzzleManager) -> int | None:
    """When a file came or went in the folder of tables."""
    with contextlib.suppress(OSError):
        return manager.store.directory.stat().st_mtime_ns
    return None


@cached(CACHE, key=lambda manager, *about: (manager, _tables_changed(manager), *about), lock=Lock())
def _catalogue(manager: PuzzleManager, entry: Entry, language: str) -> bytes:
    """A catalogue as JSON, for clients that request it repeatedly."""
    entries = [entry(manager, cls, language) for cls in registry.all_rules()]
    return to_json({"status": "ok", "response": entries})


ID_QUERY = Query("id", "The id of the only puzzle or game to tell about, if there is one.", string(), "npuzzle")
LOCALE = Query(
    "locale",
    "The language of names, goals and variants: `en`, `es` or `fr`, perhaps with a region. By default, and for other "
    "languages, these are in English as in the other protocols.",
    string(),
    "es",
)


@blueprint.get("/api/catalogue/")
@documented("answers", ok(array(ref("CatalogueEntry"))), ID_QUERY, LOCALE)
def catalogue() -> Response:
    """All puzzles and games by name, with their listed variants. Starts no solving."""
    if "id" in request.args:
        return jsonify({"status": "ok", "response": [_entry(manager(), cls, _language()) for cls in _with_id()]})
    return Response(_catalogue(manager(), _entry, _language()), mimetype="application/json")


@blueprint.get("/api/cards/")
@documented("answers", ok(array(ref("Card"))), LOCALE)
def cards() -> Response:
    """All puzzles and games by name, each with what a list to choose from shows. Starts no solving."""
    return Response(_catalogue(manager(), _card, _language()), mimetype="application/json")


def _with_id() -> list[type[Rules]]:
    """The puzzle or game with the id in the query, if there is one."""
    with contextlib.suppress(UnknownPuzzle):
        cls = registry.find(request.args["id"])
        return [cls] if cls.id == request.args["id"] else []
    return []


def _language() -> str:
    return translations.language_of(request.args.get("locale", ""))


def _heading(cls: type[Rules], language: str) -> dict[str, Any]:
    """What a card and an entry both say of a puzzle or game."""
    translation = translations.translation_of(cls, language)
    english = [cls.name] if translation.name != cls.name else []
    return {
        "gameId": cls.id,
        "name": translation.name,
        "alsoCalled": [*english, *cls.aliases, *cls.also_called],
        "type": _type(cls),
        "description": translation.description,
        "impartial": issubclass(cls, Impartial),
        "family": families.family_of(cls.id),
        "wellKnown": families.place_of(cls.id),
    }


def _card(manager: PuzzleManager, cls: type[Rules], language: str) -> dict[str, Any]:
    """A puzzle or game in short. `opens` is the variant that opens by default, unless only another can be played."""
    rules = [manager.rules(cls.id, variant.id) for variant in cls.variants]
    states = {each.variant.id: manager.status(each).state for each in rules}
    opens = cls.opening()
    if states.get(opens) is State.UNAVAILABLE:
        opens = next((name for name, state in states.items() if state is State.AVAILABLE), opens)
    census = next((_census(manager, each) for each in rules if each.variant.id == opens), None)
    return {
        **_heading(cls, language),
        "opens": opens,
        "status": states.get(opens, State.AVAILABLE),
        "longest": census and census.maximum,
        "near": families.near(cls.id),
        "variants": list(dict.fromkeys(translations.variant_name(each, language) for each in rules)),
    }


def _entry(manager: PuzzleManager, cls: type[Rules], language: str) -> dict[str, Any]:
    custom = cls.custom
    rules = [manager.rules(cls.id, variant.id) for variant in cls.variants]
    return {
        **_heading(cls, language),
        "sideNames": list(cls.side_names) if issubclass(cls, Game) else [],
        "partizan": issubclass(cls, Partizan),
        "twoTouches": issubclass(cls, Game) and cls.two_step,
        "opens": cls.opening(),
        "script": issubclass(cls, ScriptPuzzle),
        "randomStart": issubclass(cls, Puzzle) and cls.random_start,
        "variants": [_variant(manager, each, language) for each in rules],
        "customStart": custom_start(custom),
        "example": None if custom is None else _start(registry.load(cls.id, custom.example)),
    }


@blueprint.get("/api/<game_id>/<variant_id>/")
@documented("answers", ok(ref("VariantInShort")), example="towersofhanoi/3_3", errors=(400,))
def variant(game_id: str, variant_id: str) -> Response:
    """A short description of a listed or typed variant, and its further URLs. Starts no solving."""
    rules = manager().rules(game_id, variant_id)
    start, status = rules.start(), manager().status(rules)
    board, census = rules.board(start), _census(manager(), rules)
    answer: dict[str, Any] = {
        "gameId": rules.id,
        "variantId": rules.variant.id,
        "name": rules.name,
        "description": rules.variant.name,
        "type": _type(type(rules)),
        "status": status.state,
        "detail": status.detail,
        "answeredBy": manager().solver_name(rules),
        "positions": census and census.positions,
        "meaning": census and census.meaning,
        "board": {"rows": board.rows, "columns": board.cols},
        "position": rules.format(start),
        "startPosition": _start(rules),
        "links": _links(rules),
    }
    return jsonify({"status": "ok", "response": answer})


def _links(rules: Rules) -> dict[str, str | None]:
    """The further URLs of a variant; None for those that do not apply."""
    base, puzzle = public_url(), isinstance(rules, Puzzle)
    variant = quote(rules.variant.id, safe="")
    legacy = f"{base}/{'puzzles' if puzzle else 'games'}/{rules.id}"
    api = f"{base}/api/{rules.id}/{variant}"
    return {
        "rules": f"{legacy}/",
        "position": f"{legacy}/variants/{variant}/positions/{_start(rules)}/",
        "randomStart": f"{legacy}/{variant}/start/" if puzzle else None,
        "preview": f"{api}/preview/",
        "solution": f"{api}/solution/",
        "bestMove": None if puzzle else f"{api}/best-move/",
        "statistics": f"{api}/statistics/",
        "image": f"{api}/image.svg",
        "value": f"{api}/value/" if isinstance(rules, Partizan) else None,
        "table": f"{api}/table/" if has_table(rules) else None,
        "today": f"{base}/universal/v1/{rules.id}/{variant}/",
        "page": f"{base}/g/{rules.id}/{variant}",
    }


def _type(cls: type[Rules]) -> str:
    return "onePlayer" if issubclass(cls, Puzzle) else "twoPlayer"


def _variant(manager: PuzzleManager, rules: Rules, language: str) -> dict[str, Any]:
    census = _census(manager, rules)
    return {
        "variantId": rules.variant.id,
        "description": translations.variant_name(rules, language),
        "status": manager.status(rules).state,
        "solvedAtStart": manager.at_start(rules),
        "positions": census and census.positions,
        "meaning": census and census.meaning,
        "longest": census and census.maximum,
        "about": rules.variant.positions or None,
        "startPosition": _start(rules),
        **_messages(rules, language),
    }


def _messages(rules: Rules, language: str) -> dict[str, list[str]]:
    """What a script tells before a level and after its last; nothing where there are no messages.

    The one that is its description is in the language, as that is.
    """
    if not isinstance(rules, ScriptPuzzle) or not rules.messages:
        return {}
    number, last = int(rules.variant.id), int(rules.variants[-1].id)
    after = rules.messages.get(max(rules.messages), []) if number == last and max(rules.messages) > last else []
    description = translations.translation_of(type(rules), language).description
    before = [description if text == rules.description else text for text in rules.messages.get(number, [])]
    return {"before": before, "after": after}


def _start(rules: Rules) -> str:
    return autogui.write_position(rules, rules.start())


def _census(manager: PuzzleManager, rules: Rules) -> Census | None:
    """The counts of its table; None until it has one."""
    try:
        return census_of(manager.store.meta(rules))
    except TableError:
        return None
