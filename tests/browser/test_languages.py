"""The page in the browser's language, or in the chosen one."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.server.page import routes
from tests.browser.playing import choose, click, moves, press, unfold, violations, wait_for_move
from tests.helpers import exhaustive

Look = Callable[..., Any]

WORD = re.compile(r"(?<![\w'])[^\W\d_][^\W\d_A-Z]+(?![\w'])")
"""A word in the name of a move, unlike cells and notation such as `Nc2` or `FB'`."""

PLIES = 6

HEADLINES = {"en-US": "A tie in 9 moves", "es-MX": "Empate en 9 jugadas", "fr-CA": "Égalité en 9 coups"}


@pytest.mark.parametrize("locale", HEADLINES)
def test_first_visit_is_in_the_language_of_the_browser(look: Look, locale: str):
    page = look("#/tictactoe/regular", locale=locale)
    wait_for_move(page, 0)
    assert page.locator(".verdict .headline").inner_text() == HEADLINES[locale]
    assert page.evaluate("document.documentElement.lang") == locale[:2]
    assert page.locator("#language").input_value() == locale[:2]


def test_a_language_without_words_is_english(look: Look):
    page = look("#/tictactoe/regular", locale="de-DE")
    wait_for_move(page, 0)
    assert page.locator(".verdict .headline").inner_text() == HEADLINES["en-US"]


def test_chosen_language_is_remembered_and_the_match_goes_on(look: Look):
    page = look("#/tictactoe/regular", locale="en-US")
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    click(page, moves(page)[0])
    choose(page, "#language", "es")
    page.wait_for_selector("html[lang=es]")
    wait_for_move(page, 1)
    assert page.locator("#undo").inner_text().startswith("Deshacer")
    page.reload()
    wait_for_move(page, 1)
    assert page.locator("#undo").inner_text().startswith("Deshacer")
    page.click("#instructions summary")
    page.wait_for_selector("#instructions .prose")
    assert "tres" in page.locator("#instructions").inner_text()


def test_a_game_is_in_the_language_of_the_page(look: Look):
    page = look("g/towersofhanoi/3_3", locale="fr-FR")
    wait_for_move(page, 0)
    assert page.locator("h1").inner_text() == "Tours de Hanoï"
    assert page.locator(".goal").inner_text().startswith("Déplacez toute la tour")
    assert page.locator("#variant option:checked").inner_text() == "3 tiges, 3 disques"
    assert "dernière tige" in page.locator("#instructions").inner_text()
    assert page.title() == "Tours de Hanoï, 3 tiges, 3 disques – Perfect Play"


def test_search_finds_names_of_the_language_and_english_ones(look: Look):
    page = look("", locale="es-MX")
    page.wait_for_selector(".card")
    first = {"tres en raya": "tictactoe", "Tic-Tac-Toe": "tictactoe", "hanoi": "towersofhanoi", "othelo": "othello"}
    for query, game_id in first.items():
        page.fill("#search", query)
        assert page.locator(".card").first.get_attribute("data-id") == game_id
    page.fill("#search", "")
    initials = [name[0] for name in page.locator(".shelves section").nth(1).locator("h3").all_inner_texts()]
    assert initials == sorted(initials), "in the order of the names shown"


def test_the_list_of_matches_is_in_the_language_of_the_page(look: Look):
    page = look("g/tictactoe/regular", locale="fr-FR", time="2026-11-23T12:00:00Z")
    wait_for_move(page, 0)
    click(page, moves(page)[0])
    wait_for_move(page, 2)
    page.click(".links a[href=matches]")
    page.wait_for_selector(".matches .card")
    assert page.locator(".matches .kind").inner_text() == "Normal"
    facts = page.locator(".matches .facts").inner_text().replace("\u00a0", " ")
    assert facts == "Inachevée · 2 coups · Ordinateur : parfait · 23 novembre 2026"


def test_words_in_pictures_and_refusals_are_in_the_language_of_the_page(look: Look):
    page = look("g/marblecircuit", locale="es-ES", refusals=(422,))
    wait_for_move(page, 0)
    words = page.locator(".stage svg text").all_text_contents()
    assert "canicas" in words
    assert "marbles" not in words
    refusal = {"title": "Not known", "status": 422, "detail": "No proof was found."}
    page.route("**/judge/", lambda route: route.fulfill(status=422, json=refusal))
    click(page, moves(page)[0])
    press(page, "#review")
    page.locator(".fault", has_text="No se encontró ninguna respuesta en el tiempo disponible.").wait_for()


@pytest.mark.parametrize("address", ["#/", "#/tictactoe/regular", "#/today", "#/matches"])
def test_translated_page_fits_a_phone(look: Look, address: str):
    page = look(address, locale="es-ES", width=390)
    page.wait_for_selector(".stage[data-place] svg, .card, details:has(#text)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("locale", ["es-ES", exhaustive("fr-FR")])
def test_translated_pages_have_no_axe_violation(look: Look, locale: str):
    page = look("#/nim/2_3_5_7", locale=locale)
    wait_for_move(page, 0)
    unfold(page, "#why")
    page.wait_for_selector("#why h3")
    assert violations(page) == []


def names_of_moves() -> set[str]:
    """The names of moves of every puzzle and game that contain words: those at the starts, and of a random play."""
    names = set[str]()
    for cls in registry.all_rules():
        for rules in [cls(variant) for variant in cls.variants if variant.testing or variant.id == cls.opens]:
            position, chance = rules.start(), random.Random(0)
            for _ in range(PLIES):
                moves = list(rules.moves(position)) if rules.primitive(position) is None else []
                names.update(words_of(rules, position, move) for move in moves)
                position = rules.do_move(position, chance.choice(moves)) if moves else position
    return {name for name in names if WORD.search(name)}


@pytest.mark.parametrize(("locale", "said"), [("es-MX", "izquierda toca derecha"), ("fr-FR", "gauche touche droite")])
def test_names_of_moves_have_no_english_word(look: Look, locale: str, said: str):
    page = look("g/chopsticks/0", locale=locale)
    wait_for_move(page, 0)
    labels = page.locator(".stage .move").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert any(said in label for label in labels)
    names = sorted(names_of_moves())
    assert len(names) > 300
    translation = json.loads((routes.FOLDER / "static" / f"translation.{locale[:2]}.json").read_text(encoding="utf-8"))
    words = set(WORD.findall(" ".join(translation["names of moves"].values())))
    said_names = page.evaluate("names => names.map(joined.language.moveWords)", names)
    assert {name: WORD.findall(name) for name in said_names if not words.issuperset(WORD.findall(name))} == {}
    assert [re.findall(r"\d+", name) for name in names] == [re.findall(r"\d+", name) for name in said_names]
    assert page.evaluate("joined.language.moveWords('Qb7#')") == "Qb7#"
