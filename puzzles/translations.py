"""Names, goals, instructions and labels of variants in the languages of the page.

What belongs to one puzzle or game is the file `translations/<language>/<id>.md` beside the plug-in: the name as a
heading, a sentence on the goal, and the instructions, in Markdown. Labels of variants, which many plug-ins share, are
in `variant_names/<language>.json`, keyed by the label with `#` for each number; `<id>/<label>` is for one plug-in
alone. What is not translated appears as the plug-in states it, in English.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from perfect_play.puzzles.base import Rules

FOLDER = Path(__file__).parent
NUMBER = re.compile(r"\d+")


class Translation(NamedTuple):
    """What a puzzle or game is called, its goal, and its instructions."""

    name: str
    description: str
    instructions: str


@cache
def translations() -> dict[tuple[str, str], Translation]:
    """All translations, by language and id."""
    files = FOLDER.glob("*/translations/*/*.md")
    return {(path.parent.name, path.stem): _parsed(path.read_text(encoding="utf-8")) for path in files}


def _parsed(text: str) -> Translation:
    heading, description, instructions = text.strip().split("\n\n", 2)
    return Translation(heading.removeprefix("# "), description.replace("\n", " "), instructions)


@cache
def variant_names(language: str) -> dict[str, str]:
    """The labels of variants in a language, by those of the plug-ins with `#` for each number."""
    names: dict[str, str] = json.loads((FOLDER / "variant_names" / f"{language}.json").read_text(encoding="utf-8"))
    return names


@cache
def languages() -> frozenset[str]:
    """The languages that have labels of variants: those of the page."""
    return frozenset(path.stem for path in (FOLDER / "variant_names").glob("*.json"))


def language_of(locale: str) -> str:
    """The language of a locale such as `es` or `es-MX`; `""` if it is none of the page."""
    language = locale.replace("_", "-").partition("-")[0].lower()
    return language if language in languages() else ""


def translation_of(cls: type[Rules], language: str) -> Translation:
    """What is said of a plug-in in a language."""
    original = Translation(cls.name, cls.description, cls.instructions)
    return translations().get((language, cls.id), original)


def variant_name(rules: Rules, language: str) -> str:
    """The label of a variant in a language; as the plug-in has it if the language is `""`."""
    label = rules.variant.name
    if not language:
        return label
    numbers, pattern = iter(NUMBER.findall(label)), NUMBER.sub("#", label)
    names = variant_names(language)
    name = names.get(f"{rules.id}/{pattern}") or names.get(pattern)
    return re.sub("#", lambda _: next(numbers), name) if name else label
