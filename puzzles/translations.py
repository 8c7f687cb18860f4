"""Instructions in languages other than English: `translations/<language>/<id>.md` beside the plug-in, in Markdown.

A language is a folder named by its code, such as `es`. Untranslated instructions appear in English.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from perfect_play.puzzles.base import Rules

FOLDER = Path(__file__).parent


@cache
def translated() -> dict[tuple[str, str], str]:
    """All translations, by language and id."""
    files = FOLDER.glob("*/translations/*/*.md")
    return {(path.parent.name, path.stem): path.read_text(encoding="utf-8").strip() for path in files}


def instructions(cls: type[Rules], locale: str = "en") -> str:
    """A plug-in's instructions in the language of a locale such as `es` or `es-MX`, or else in English."""
    language = locale.replace("_", "-").partition("-")[0].lower()
    return translated().get((language, cls.id), cls.instructions)
