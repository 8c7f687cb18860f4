"""The page's own words: every language translates each, with the same placeholders, and nothing else."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles import families, registry
from perfect_play.server.page import routes
from perfect_play.server.page.joining import import_order

STATIC = Path(routes.FOLDER) / "static"
PLUG_INS = Path(registry.__file__).parent
LANGUAGES = ("es", "fr")
TEXT = r'"((?:[^"\\]|\\.)*)"'
SIDES = {name for cls in registry.all_games() for name in cls.side_names}
PICTURES = {"# in hand", "# points win, if the other has #"} | {
    word
    for path in PLUG_INS.glob("*/pictures/*.svg")
    for word in re.findall(r">([a-z][a-z ]{2,})</text>", path.read_text(encoding="utf-8"))
}
FURTHER = {"win", "lose", "tie", "draw", "unsolved", *families.FAMILIES, families.OTHER_FAMILY, *SIDES, *PICTURES}
"""Words that the service sends, and the page translates."""
HELPS = {cls.custom.help for cls in registry.all_rules() if cls.custom}
"""What may be typed as a start."""

MOVES = "names of moves"
"""Where a language has its phrases for the names of moves, by the English ones."""


def said_by(source: str) -> set[str]:
    """The texts of a module."""
    found = set(re.findall(rf"\bt\(\s*{TEXT}", source))
    for pair in re.findall(rf"\babout\(\s*\w+,\s*{TEXT},\s*{TEXT}", source):
        found.update(pair)
    return found.union(re.findall(rf"\bamount\([^\"]*,\s*{TEXT}", source))


def modules() -> dict[str, str]:
    """The source of each module of the page."""
    return {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.js")}


def said_at_first() -> set[str]:
    """The texts of the page that the service sends, and those of its frame."""
    found = set(FURTHER)
    html = (routes.FOLDER / "templates" / "page.html").read_text(encoding="utf-8")
    found.update(unescape(" ".join(one.split())) for one in re.findall(r"<[^>]*\bdata-t>([^<]*)<", html))
    return found.union(re.findall(rf"aria-label={TEXT}[^>]*\bdata-t-label", html))


def said() -> set[str]:
    """Every text of the page, as used for keys in the language files."""
    return said_at_first().union(HELPS, *map(said_by, modules().values()))


def words(language: str) -> dict[str, str | dict[str, str]]:
    """A language's texts, keyed by the English ones; first those of the first view."""
    files = [STATIC / f"translation.{language}{part}.json" for part in ("", ".later")]
    pairs = [json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list) for path in files]
    return with_single_keys(
        [(key, dict(text) if isinstance(text, list) else text) for part in pairs for key, text in part if key != MOVES]
    )


def test_texts_of_the_first_view_come_with_it_and_others_later():
    sources = modules()
    first = {*import_order(sources, "app.js"), "body.js"}
    at_first = said_at_first().union(*(said_by(sources[name]) for name in first))
    for language in LANGUAGES:
        early, later = (
            set(json.loads((STATIC / f"translation.{language}{part}.json").read_text(encoding="utf-8")))
            for part in ("", ".later")
        )
        assert early == at_first | {MOVES}
        for name in set(sources) - first:
            assert 'import {} from "./laterwords.js";' in sources[name] or not said_by(sources[name]) & later, name


def with_single_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON in which no name stands twice."""
    assert len(dict(pairs)) == len(pairs), "each key once"
    return dict(pairs)


def test_the_texts_are_found():
    keys = said()
    assert len(keys) > 250
    assert {"Undo", "Skip to content", "{n} move|{n} moves", "You can win{when}", "Sowing", "lose"} <= keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_in_every_language(language: str):
    keys, known = said(), words(language)
    assert sorted(keys - set(known)) == [], "these have no text"
    assert sorted(set(known) - keys) == [], "these are never said"


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_have_the_same_places_for_values(language: str):
    for english, text in words(language).items():
        forms = text.values() if isinstance(text, dict) else [text]
        for form in forms:
            assert form.strip(), english
            assert sorted(set(re.findall(r"\{\w+\}", english))) == sorted(re.findall(r"\{\w+\}", form)), english
            assert form[0] == " " or english[0] != " ", english


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_with_a_number_have_the_forms_of_the_language(language: str):
    """Those of Intl.PluralRules; `many` is for whole millions, and may be left out."""
    for english, text in words(language).items():
        if re.search(r"\{n\}", english):
            assert {"one", "other"} <= set(text) <= {"one", "many", "other"}, english
        else:
            assert isinstance(text, str), english


def test_phrases_of_names_of_moves_are_the_same_in_every_language():
    phrases = {}
    for language in LANGUAGES:
        pairs = json.loads(
            (STATIC / f"translation.{language}.json").read_text(encoding="utf-8"), object_pairs_hook=with_single_keys
        )
        phrases[language] = list(pairs[MOVES])
        for english, text in pairs[MOVES].items():
            assert text.strip() == text != "", english
            assert english.count("#") == text.count("#"), english
    assert phrases["es"] == phrases["fr"]


def test_french_signs_stay_with_their_words():
    """No line begins with one of `:;?!»`, or ends with `«`: the blank there does not break."""
    texts = {
        english: " ".join(text.values()) if isinstance(text, dict) else text for english, text in words("fr").items()
    }
    plug_ins = {path.stem: path.read_text(encoding="utf-8") for path in PLUG_INS.glob("*/translations/fr/*.md")}
    assert len(plug_ins) > 100
    loose = {key for key, text in {**texts, **plug_ins}.items() if re.search(r" [:;?!»](?!\S)|« ", text)}
    assert loose == set()
