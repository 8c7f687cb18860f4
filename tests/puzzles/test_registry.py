"""Plug-ins are found, named and loaded; unknown ones are refused with a helpful sentence."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import pytest

import perfect_play.puzzles.one_player
from perfect_play.puzzles import registry
from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import (
    RESERVED,
    BadCustomVariant,
    Game,
    Puzzle,
    UnknownPuzzle,
    UnknownVariant,
    short,
    suggest,
)
from perfect_play.puzzles.registry import BrokenPlugin
from tests.helpers import ROOT

GOOD_PLUGIN = """
from perfect_play.puzzles._template import Template

class Planted(Template):
    id = "planted"
    name = "Planted"
"""


@pytest.fixture
def plugin_folder(tmp_path, monkeypatch):
    """An empty folder that replaces `puzzles/one_player` during the test."""
    monkeypatch.setattr(perfect_play.puzzles.one_player, "__path__", [str(tmp_path)])
    monkeypatch.setattr(perfect_play.puzzles.two_player, "__path__", [])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("perfect_play.puzzles."):
            del sys.modules[name]
            vars(perfect_play.puzzles.one_player).pop(name.rpartition(".")[2], None)


def discover():
    """What the registry finds now, bypassing its cache: (by id, by name)."""
    return registry._by_name.__wrapped__()[:2]


# --- discovery ----------------------------------------------------------------------------------


def test_plugins_are_sorted_by_name_and_split_by_kind():
    names = [cls.name for cls in registry.all_rules()]
    assert names == sorted(names)
    assert {cls.id for cls in registry.all_puzzles()} >= {"npuzzle", "lightsout"}
    assert {cls.id for cls in registry.all_games()} >= {"nim", "kayles", "dawsonschess"}
    assert all(issubclass(cls, Puzzle) for cls in registry.all_puzzles())
    assert all(issubclass(cls, Game) for cls in registry.all_games())
    assert len(registry.all_puzzles()) + len(registry.all_games()) == len(names)


def test_every_listed_variant_is_there_once():
    names = [rules.full_id for rules in registry.listed()]
    assert len(names) == len(set(names))
    assert len(names) == sum(len(cls.variants) for cls in registry.all_rules())
    assert {"npuzzle/3", "towersofhanoi/3_3", "nim/3_3_3"} <= set(names)


def test_template_is_no_plugin():
    with pytest.raises(UnknownPuzzle):
        registry.find("template")


def test_a_new_file_is_a_plugin(plugin_folder):
    (plugin_folder / "planted.py").write_text(GOOD_PLUGIN)
    (plugin_folder / "_left_out.py").write_text("raise RuntimeError('this is not to be imported')")
    ids, names = discover()
    assert list(ids) == list(names) == ["planted"]
    assert ids["planted"].name == "Planted"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("x = = 1", "SyntaxError"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("from perfect_play.puzzles._template import Template", "defines no puzzle or game with a name"),
        ("", "defines no puzzle or game with a name"),
        (GOOD_PLUGIN.replace('"planted"', '"health"'), "'health' is a reserved word"),
    ],
)
def test_a_broken_plugin_is_named(plugin_folder, source, why):
    (plugin_folder / "planted.py").write_text(source)
    with pytest.raises(BrokenPlugin) as caught:
        discover()
    assert str(caught.value).startswith(f"{plugin_folder}/planted.py")
    assert why in str(caught.value)


def test_an_abstract_class_is_no_plugin(plugin_folder):
    source = "from perfect_play.puzzles.base import Puzzle\nclass Half(Puzzle):\n    id = 'half'\n    name = 'Half'\n"
    (plugin_folder / "planted.py").write_text(source)
    with pytest.raises(BrokenPlugin, match=r"planted.py defines no puzzle or game with a name. Half lacks do_move"):
        discover()


def test_two_files_with_one_id_are_refused(plugin_folder):
    (plugin_folder / "planted.py").write_text(GOOD_PLUGIN)
    (plugin_folder / "second.py").write_text(GOOD_PLUGIN.replace('"Planted"', '"Zweiter"'))
    with pytest.raises(BrokenPlugin) as caught:
        discover()
    assert str(caught.value) == (
        f"{plugin_folder}/second.py: 'planted' is already taken by {plugin_folder}/planted.py. Give it another."
    )


# --- the index ----------------------------------------------------------------------------------


def planted(id: str, name: str = "Planted", aliases: tuple[str, ...] = ()) -> type[Template]:
    return type("Planted", (Template,), {"id": id, "name": name, "aliases": aliases})


def test_index_has_ids_and_aliases():
    one, two = planted("one", "One", ("uno", "eins")), planted("two", "Two")
    ids, names = registry._index([two, one])
    assert list(ids.items()) == [("one", one), ("two", two)]
    assert names == {"one": one, "uno": one, "eins": one, "two": two}


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_reserved_words_are_refused(word):
    with pytest.raises(BrokenPlugin, match=f"'{word}' is a reserved word"):
        registry._index([planted(word)])
    with pytest.raises(BrokenPlugin, match=f"'{word}' is a reserved word"):
        registry._index([planted("fine", aliases=(word,))])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (planted("same", "A"), planted("same", "B")),
        (planted("same", "A"), planted("other", "B", ("same",))),
        (planted("other", "A", ("same",)), planted("same", "B")),
        (planted("one", "A", ("same",)), planted("two", "B", ("same",))),
    ],
)
def test_a_name_is_taken_once(first, second):
    with pytest.raises(BrokenPlugin, match="'same' is already taken by"):
        registry._index([first, second])


def test_the_reserved_words_of_the_urls_are_reserved():
    assert {"variants", "start", "positions", "moves", "randpos", "health"} <= RESERVED


# --- finding ------------------------------------------------------------------------------------


def test_find_by_id_and_alias():
    assert registry.find("towersofhanoi") is registry.find("hanoi")
    assert registry.find("lights").id == "lightsout"
    for cls in registry.all_rules():
        for name in (cls.id, *cls.aliases):
            assert registry.find(name) is cls


@pytest.mark.parametrize(
    ("given", "meant"), [("npuzle", "npuzzle"), ("Kayles", "kayles"), ("towerofhanoi", "towersofhanoi")]
)
def test_unknown_puzzle_suggests(given, meant):
    with pytest.raises(UnknownPuzzle) as caught:
        registry.find(given)
    assert f"called {given!r}" in str(caught.value)
    assert f"Did you mean '{meant}'" in str(caught.value)


def test_game_by_another_name_is_suggested():
    with pytest.raises(UnknownPuzzle, match=r"^No puzzle or game has the id 'reversi'. Did you mean 'othello'"):
        registry.find("reversi")


def test_unknown_puzzle_without_likeness_suggests_nothing():
    with pytest.raises(UnknownPuzzle) as caught:
        registry.find("zzzzzzzzzz")
    assert "Did you mean" not in str(caught.value)


@pytest.mark.parametrize("given", ["", "\0", "x" * 100_000, "\ud800", "npuzzle\n"])
def test_nonsense_is_an_unknown_puzzle_with_a_short_message(given):
    with pytest.raises(UnknownPuzzle) as caught:
        registry.find(given)
    assert len(str(caught.value)) < 400


def test_unknown_variant_lists_the_known_and_suggests():
    with pytest.raises(UnknownVariant) as caught:
        registry.load("towersofhanoi", "3-3")
    message = str(caught.value)
    assert message.startswith("towersofhanoi has no variant '3-3'. Its variants: 2_1, 3_1, 3_2,")
    assert "Did you mean '3_3'" in message


def test_unknown_variant_of_an_unknown_puzzle_raises_unknown_puzzle():
    with pytest.raises(UnknownPuzzle):
        registry.load("npuzle", "3")


def test_load_gives_one_object_for_all_names():
    rules = registry.load("npuzzle", "3")
    assert registry.load("npuzzle", "3x3") is rules
    assert registry.load("npuzzle", "3") is rules
    assert registry.load("hanoi", "3_3") is registry.load("towersofhanoi", "3_3")
    assert registry.load("nim", "2_4") is registry.load("nim", "2_4")
    assert rules.full_id == "npuzzle/3"
    assert any(listed is rules for listed in registry.listed())


def test_every_alias_of_a_variant_loads():
    aliases = [
        (cls, variant, name) for cls in registry.all_rules() for variant in cls.variants for name in variant.aliases
    ]
    assert len(aliases) >= 5
    for cls, variant, name in aliases:
        assert registry.load(cls.id, name).variant is variant


def test_long_names_are_shortened_and_near_ones_suggested():
    assert short("abc") == "'abc'"
    assert short("a" * 80) == repr("a" * 80)
    assert short("a" * 81) == repr("a" * 80) + "... (81 characters)"
    assert suggest("nimm", ["nim", "kayles"]) == " Did you mean 'nim'?"
    assert suggest("qqqq", ["nim", "kayles"]) == ""


# --- custom starts ------------------------------------------------------------------------------

TWENTY_PILES = "_".join(["1"] * 20)

GOOD_STARTS = [
    ("nim", "1", (1,)),
    ("nim", "500", (500,)),
    ("nim", "1_3_5_7", (1, 3, 5, 7)),
    ("nim", "250_250", (250, 250)),
    ("nim", TWENTY_PILES, (1,) * 20),
    ("nim", f"{TWENTY_PILES[:-2]}_25", (1,) * 19 + (25,)),
    ("kayles", "1", (1,)),
    ("kayles", "500", (500,)),
    ("dawsonschess", "1", (1,)),
    ("dawsonschess", "500", (500,)),
]

BAD_STARTS = [
    ("nim", "", ""),
    ("nim", "0", ""),
    ("nim", "1_0_3", ""),
    ("nim", "01_2", ""),
    ("nim", "1_02", ""),
    ("nim", "1__2", ""),
    ("nim", "_1", ""),
    ("nim", "1_", ""),
    ("nim", "1 - 2\n", ""),
    ("nim", "1,2", ""),
    ("nim", "1-2", ""),
    ("nim", "-1", ""),
    ("nim", "+1", ""),
    ("nim", "1e2", ""),
    ("nim", "\u0661_\u0663", ""),  # Arabic digits
    ("nim", "\uff11", ""),  # a full-width digit
    ("nim", "\u00b2", ""),  # a superscript
    ("nim", "501", "That is 1 piles of up to 501: 501 cells, more than 500."),
    ("nim", "251_250", "That is 2 piles of up to 251: 502 cells, more than 500."),
    ("nim", f"{TWENTY_PILES}_1", "That is 21 piles, more than 20."),
    ("nim", f"{TWENTY_PILES[:-2]}_26", "That is 20 piles of up to 26: 520 cells, more than 500."),
    ("nim", "1000", ""),
    ("nim", "1_" * 100 + "1", ""),
    ("nim", "9" * 100_000, ""),
    ("kayles", "0", ""),
    ("kayles", "09", ""),
    ("kayles", "501", "That is 501 pins, more than 500."),
    ("kayles", "999", "That is 999 pins, more than 500."),
    ("kayles", "1000", ""),
    ("kayles", "3_4", ""),
    ("kayles", "\u0669", ""),
    ("kayles", "nine", ""),
    ("dawsonschess", "0", ""),
    ("dawsonschess", "501", "That is 501 cells, more than 500."),
    ("dawsonschess", "7.0", ""),
    ("dawsonschess", "\u096d", ""),
]


@pytest.mark.parametrize(("game", "text", "options"), GOOD_STARTS)
def test_custom_start_is_loaded_with_its_options_and_read_back(game, text, options):
    rules = registry.load(game, text)
    assert rules.variant.id == text
    assert rules.variant.options == options
    assert rules.variant.custom
    assert not rules.variant.presolve
    assert rules.parse(rules.format(rules.start())) == rules.start()


@pytest.mark.parametrize(("game", "text", "why"), BAD_STARTS)
def test_bad_custom_start_is_refused_with_the_help_sentence(game, text, why):
    with pytest.raises(BadCustomVariant) as caught:
        registry.load(game, text)
    message, custom = str(caught.value), registry.find(game).custom
    assert message.startswith(short(text))
    assert why in message
    assert custom.help in message
    assert f"Example: {custom.example}." in message
    assert len(message) < 600


def test_longest_custom_text_is_bounded():
    for cls in registry.all_rules():
        if cls.custom is not None:
            assert cls.custom.max_length <= 1000


def test_a_listed_variant_is_not_made_custom():
    assert not registry.load("nim", "3_3_3").variant.custom
    assert registry.load("nim", "3_3_3").variant.presolve


def test_the_rules_of_all_listed_variants_are_kept():
    listed = registry.listed()
    assert all(ours is again for ours, again in zip(listed, registry.listed(), strict=True))


# --- importing no more than is asked for --------------------------------------------------------

ASKED_FOR_ONE = """
import sys
from perfect_play.puzzles import registry
assert registry.load("kalah", "3x3").id == "kalah"
assert registry.exists("nim") and not registry.exists("")
plugins = ("perfect_play.puzzles.one_player.", "perfect_play.puzzles.two_player.")
print(*sorted(name.rpartition(".")[2] for name in sys.modules if name.startswith(plugins)))
assert registry.find("1dchess").id == "1dchess"  # in a file of another name
assert registry.find("hanoi").id == "towersofhanoi"  # an alias
print(len(registry.all_rules()) > 100)
"""


def test_plugin_in_a_file_of_its_name_is_loaded_without_the_others():
    ran = subprocess.run([sys.executable, "-c", ASKED_FOR_ONE], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split("\n")[:2] == ["kalah nim", "True"]


def test_name_that_is_no_file_is_unknown(monkeypatch):
    monkeypatch.setattr(registry, "_by_name", cache(registry._by_name.__wrapped__))
    for name in ("_template", "../one_player/npuzzle", "x" * 5000, "no\0name", ""):
        assert not registry.exists(name)
        with pytest.raises(UnknownPuzzle):
            registry.find(name)
