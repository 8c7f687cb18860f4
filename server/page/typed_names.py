"""Finds the game that a person means by a typed name: by id, name or alias, or those with the nearest names."""

import difflib
import re
import unicodedata
from functools import cache

from perfect_play.puzzles import registry, translations
from perfect_play.puzzles.base import Rules
from perfect_play.server.page.link_preview import game_path

LONGEST = 60  # characters of a name that are compared, or repeated
MOST = 5  # names offered
ALIKE = 0.6  # least likeness of names offered


def game_named(text: str) -> type[Rules] | None:
    """The game with this id, alias or name in any language, whatever its case and punctuation; or None."""
    return _by_plain_name().get(_letters_and_digits(text)) if len(text) <= LONGEST else None


def variant_named(cls: type[Rules], text: str) -> str | None:
    """The id of the game's variant with this id or name, whatever its case, accents and punctuation; None if none."""
    names = {_letters_and_digits(variant.name): variant.id for variant in cls.variants}
    names |= {_letters_and_digits(variant.id): variant.id for variant in cls.variants}
    return names.get(_letters_and_digits(text)) if len(text) <= LONGEST else None


def quoted(text: str) -> str:
    """A typed text within a sentence, cut if it is long."""
    printable = "".join(char if char.isprintable() else "\ufffd" for char in text[:LONGEST])
    return f"“{printable}{'…' if len(text) > LONGEST else ''}”"


def nearest(text: str) -> list[tuple[str, str]]:
    """(path of the page, name) of the games whose names resemble a text most, the nearest first."""
    names = _by_plain_name()
    close = difflib.get_close_matches(_letters_and_digits(text[:LONGEST]), list(names), n=2 * MOST, cutoff=ALIKE)
    games = dict.fromkeys(names[name] for name in close)
    return [(game_path(cls.id), cls.name) for cls in games][:MOST]


@cache
def _by_plain_name() -> dict[str, type[Rules]]:
    classes = registry.all_rules()
    translated = {
        _letters_and_digits(one.name): registry.find(name) for (_, name), one in translations.translations().items()
    }
    also = {_letters_and_digits(name): cls for cls in classes for name in (cls.name, *cls.also_called)}
    return translated | also | {_letters_and_digits(name): cls for cls in classes for name in (cls.id, *cls.aliases)}


def _letters_and_digits(text: str) -> str:
    """A text in small letters and digits alone."""
    decomposed = unicodedata.normalize("NFD", text).lower()
    return re.sub(r"[\W_]|[\u0300-\u036f]", "", decomposed)
