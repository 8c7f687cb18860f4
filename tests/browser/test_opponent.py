"""Opponents: levels of the computer, two people, and links that choose them; keys, signs, words and sound."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.browser.playing import choose, click, moves, press, state, unfold, wait_for_move

Look = Callable[..., Any]

WON = "R_A_3_3_xo-xo----"  # the player to move wins at once
EMPTY = "R_A_3_3_---------"


def address_of(page: Any) -> str:
    """The page's address after the slash, to open it elsewhere."""
    return page.url.split("/", 3)[3]


def asked_of_opponent(page: Any) -> list[str]:
    """The requests for computer moves, collected as they are sent."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/best-move/" in request.url else None)
    return asked


def names(page: Any) -> list[str]:
    """The moves made so far."""
    unfold(page, ".trail")
    return [text.split()[-1] for text in page.locator(".trail button").all_inner_texts()]


# --- levels -------------------------------------------------------------------------------------


def test_the_computer_is_perfect_until_told_otherwise(look: Look):
    page = look("#/tictactoe/regular")
    sent = asked_of_opponent(page)
    wait_for_move(page, 0)
    assert page.locator("#level").input_value() == "perfect"
    click(page, "A_x_0")
    wait_for_move(page, 2)
    assert names(page) == ["a3", "b2"], "the only move that does not lose"
    assert sent == []


def test_a_beginner_errs_at_a_rate_and_alike_by_its_seed(look: Look):
    lines, page = [], None
    for seed in ("a", "a", "b", "c", "d"):
        page = look(f"#/tictactoe/regular/{EMPTY}?level=beginner&seed={seed}", instead=page)
        sent = asked_of_opponent(page)
        wait_for_move(page, 0)
        assert page.locator("#level").input_value() == "beginner"
        click(page, "A_x_0")
        wait_for_move(page, 2)
        assert ["strength=33" in url and url.endswith(f"seed={seed}") for url in sent] == [True]
        lines.append(names(page))
    assert lines[0] == lines[1]
    assert any(line != ["a3", "b2"] for line in lines), "not always the best move"
    assert len({tuple(line) for line in lines}) > 1


def test_a_link_and_a_reload_keep_the_level(look: Look):
    page = look("#/tictactoe/regular")
    wait_for_move(page, 0)
    choose(page, "#level", "casual")
    click(page, "A_x_4")
    wait_for_move(page, 2)
    assert "level=casual&seed=" in page.url
    made, link = names(page), address_of(page)
    page.reload()
    wait_for_move(page, 2)
    assert page.locator("#level").input_value() == "casual"
    assert names(page) == made
    elsewhere = look(link)
    wait_for_move(elsewhere, 0)
    assert elsewhere.locator("#level").input_value() == "casual"
    assert state(elsewhere)["position"] == state(page)["position"]
    choose(page, "#who", "12")
    assert page.locator("#level").is_hidden(), "nobody asks how well the computer plays"
    assert "level" not in page.url


def test_unknown_level_in_a_link_is_the_perfect_one(look: Look):
    page = look(f"#/tictactoe/regular/{EMPTY}?level=constructor&seed={'x' * 500}")
    wait_for_move(page, 0)
    assert page.locator("#level").input_value() == "perfect"


def test_computer_of_a_level_makes_turns_of_two_touches(look: Look):
    page = look("#/kayles/5")
    wait_for_move(page, 0)
    choose(page, "#level", "beginner")
    click(page, "A_x_0")
    click(page, "A_0_5" if "A_0_5" in moves(page) else moves(page)[0])
    page.wait_for_selector(".stage[data-position^=R_A]:not([data-position*=prevmove]), .stage[data-over=true]")
    assert state(page)["place"] >= 4


# --- words and signs ----------------------------------------------------------------------------


def test_values_are_told_to_the_person_who_plays(look: Look):
    page = look(f"#/tictactoe/regular/{WON}")
    wait_for_move(page, 0)
    assert page.locator(".verdict .headline").inner_text() == "You can win in 1 move"
    assert page.locator(".movelist .worth").first.inner_text() == "wins at once"
    assert set(page.locator(".movelist .worth").all_inner_texts()) > {"wins at once", "loses in 2 moves"}
    choose(page, "#who", "12")
    assert page.locator(".verdict .headline").inner_text() == "Player 1 can win in 1 move"
    click(page, moves(page)[-1])
    assert page.locator(".verdict .headline").inner_text() == "Player 2 can win in 1 move"


def test_a_sign_stands_beside_every_color(look: Look):
    page = look("#/tictactoe/regular/R_A_3_3_xo-------")
    wait_for_move(page, 0)
    told = {"win": "+", "tie": "=", "lose": "−"}
    pairs = page.eval_on_selector_all(
        ".stage .move", "all => all.map(one => [one.dataset.value, one.querySelector('.badge').textContent])"
    )
    listed = page.eval_on_selector_all(
        ".movelist button", "all => all.map(one => [one.dataset.value, one.querySelector('.mark').textContent])"
    )
    assert len(pairs) == len(listed) == 7
    assert all(told[value] == sign[0] for value, sign in [*pairs, *listed])
    counts = page.locator(".movelist .worth").all_inner_texts()
    assert sorted(sign[1:] for _, sign in pairs) == sorted(re.search(r"\d+", count)[0] for count in counts)
    page.keyboard.press("h")
    assert page.locator(".badge, .mark").count() == 0


def test_a_nimber_is_explained(look: Look):
    page = look("#/nim/3_3_3")
    wait_for_move(page, 0)
    assert page.locator(".nimber").inner_text() == "Nimber 3: in a sum of games it counts like a Nim pile of 3."


# --- keys and sound -----------------------------------------------------------------------------


def test_keys_undo_redo_and_begin_anew(look: Look):
    page = look("#/towersofhanoi/3_3")
    wait_for_move(page, 0)
    page.keyboard.press("u")
    assert state(page)["place"] == 0, "nothing to undo"
    click(page, moves(page)[0])
    click(page, moves(page)[0])
    for pressed, place in [("u", 1), ("Control+z", 0), ("r", 1), ("Control+Shift+Z", 2), ("Control+z", 1), ("n", 0)]:
        page.keyboard.press(pressed)
        wait_for_move(page, place)
    assert page.locator(".trail li").count() == 0


def test_keys_are_left_alone_while_one_types(look: Look):
    page = look("#/nim/3_3_3")
    wait_for_move(page, 0)
    choose(page, "#who", "12")
    click(page, moves(page)[0])
    page.select_option("#variant", "")
    page.focus("#custom")
    for pressed in ("u", "n", "h", "Control+z"):
        page.keyboard.press(pressed)
    assert state(page)["place"] == 1
    assert page.locator("#hints").get_attribute("aria-pressed") == "true"


def test_sound_is_off_until_asked_for(look: Look):
    def listened(page: Any) -> None:
        page.add_init_script(
            "window.tones = 0; const start = OscillatorNode.prototype.start;"
            "OscillatorNode.prototype.start = function (...when) { window.tones += 1; start.apply(this, when); };"
        )

    page = look("#/towersofhanoi/3_3", fresh=True, mock=listened)
    wait_for_move(page, 0)
    click(page, moves(page)[0])
    assert page.evaluate("window.tones") == 0
    press(page, "#sound")
    assert page.locator("#sound").get_attribute("aria-pressed") == "true"
    before = page.evaluate("window.tones")
    click(page, moves(page)[0])
    assert page.evaluate("window.tones") == before + 1
    page.reload()
    wait_for_move(page, 2)
    assert page.locator("#sound").get_attribute("aria-pressed") == "true", "it is remembered"
    press(page, "#sound")
    before = page.evaluate("window.tones")
    click(page, moves(page)[0])
    assert page.evaluate("window.tones") == before
