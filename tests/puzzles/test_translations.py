"""Every puzzle and game has a name, a goal, instructions and labels of its variants in every language of the page."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from perfect_play.puzzles import registry, translations

IDS = [cls.id for cls in registry.all_rules()]
LANGUAGES = ("es", "fr")


def labels() -> dict[str, set[str]]:
    """The labels of all listed variants with `#` for each number, and the ids of the plug-ins that have them."""
    ids = defaultdict(set)
    for cls in registry.all_rules():
        for variant in cls.variants:
            ids[translations.NUMBER.sub("#", variant.name)].add(cls.id)
    return ids


def test_every_plugin_is_in_every_language():
    assert set(translations.translations()) == {(language, puzzle_id) for language in LANGUAGES for puzzle_id in IDS}
    assert translations.languages() == {"en", *LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("puzzle_id", IDS)
def test_translations_are_whole_and_show_the_same_pieces(language: str, puzzle_id: str):
    """A code span holds a character of the board, which is the same in every language."""
    cls = registry.find(puzzle_id)
    name, description, instructions = translations.translations()[language, puzzle_id]
    assert re.fullmatch(r"[^#\n].*", name)
    assert re.fullmatch(r"[¡A-ZÀ-Ý].{10,140}\.", description), "one sentence"
    assert description != cls.description
    assert len(instructions) > 40
    assert set(re.findall("`[^`]*`", instructions)) == set(re.findall("`[^`]*`", cls.instructions))
    assert instructions.count("**") % 2 == 0
    assert max(map(len, instructions.splitlines())) <= 120


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_differ_from_each_other(language: str):
    names = [translations.translation_of(cls, language).name for cls in registry.all_rules()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_every_label_of_a_variant_is_in_every_language(language: str):
    """In English only those that differ from what the protocols call the variant."""
    ids, names = labels(), translations.variant_names(language)
    possible = {*ids, *(f"{puzzle_id}/{label}" for label in ids for puzzle_id in ids[label])}
    assert sorted(set(names) - possible) == [], "no variant has these"
    assert all(name.count("#") == key.count("#") for key, name in names.items())
    if language != "en":
        assert [label for label in ids if label not in names] == [], "these have no translation"


def test_a_label_keeps_its_numbers():
    def label(puzzle_id: str, variant_id: str, language: str) -> str:
        return translations.variant_name(registry.load(puzzle_id, variant_id), language)

    assert label("towersofhanoi", "3_1", "") == "3 Rods & 1 Disk"
    assert label("towersofhanoi", "3_1", "en") == "3 rods, 1 disk"
    assert label("towersofhanoi", "3_1", "es") == "3 varillas, 1 disco"
    assert label("tantrix", "4_2_2", "en") == "4 sharp, 2 soft, 2 straight", "not as three piles of Nim"
    assert label("chess", "kbnk", "fr") == "Roi, fou et cavalier contre roi"
    assert label("connect4", "6x7", "fr") == "6 rangées, 7 colonnes"
    assert label("nim", "3_4_5", "es") == "custom", "unless it has no label"


def test_locales_have_languages():
    known = {"es": "es", "es-MX": "es", "ES_419": "es", "fr-CA": "fr", "en-GB": "en"}
    assert {locale: translations.language_of(locale) for locale in known} == known
    assert {translations.language_of(locale) for locale in ("", "de", "xx", "../../etc", "e")} == {""}
