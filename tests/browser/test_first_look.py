"""What a newcomer meets on the page of a game: little, the goal first, and everything else one or two clicks away."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.playing import choose, click, moves, press, state, unfold, wait_for_move

Look = Callable[..., Any]

CONTROLS, WORDS = 14, 60
"""The most that Tic-Tac-Toe has before the first move, at the first visit, rules included."""

VISIBLE = """one => one.checkVisibility({visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true})
  && !one.closest('.stage') && one.getBoundingClientRect().right > 0"""

CONTROLS_SHOWN = f"""() => [...document.querySelectorAll(
  'a, button, select, input, textarea, summary, [role=button], [role=tab]')].filter({VISIBLE})
  .map(one => one.id || one.textContent.trim() || one.ariaLabel)"""

WORDS_SHOWN = f"""() => {{
  const isVisible = {VISIBLE};
  const words = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {{
    const parent = walk.currentNode.parentElement;
    if (parent.closest('script, style, noscript, svg, .unseen')) continue;
    const option = parent.closest('option');
    if (option && !option.selected) continue;
    if (!isVisible(option ? option.closest('select') : parent)) continue;
    const word = /[\\p{{L}}\\p{{N}}][\\p{{L}}\\p{{N}}’'.,-]*/gu;
    words.push(...(walk.currentNode.textContent.match(word) || []));
  }}
  return words;
}}"""


def search_without_end(page: Any) -> None:
    """Hold the requests that search for values."""
    page.route("**/positions/**", lambda route: None)


GAMES = ["tictactoe/regular", "foxandhounds", "kalah", "npuzzle/2x3", "rubikscube", "chess"]


def test_page_before_the_first_move_has_few_words_and_controls(look: Look):
    page = look("#/tictactoe/regular", width=1440, height=844, hints=False)
    wait_for_move(page, 0)
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        controls, words = page.evaluate(CONTROLS_SHOWN), page.evaluate(WORDS_SHOWN)
        assert "hint" in controls
        assert len(controls) <= CONTROLS, controls
        assert {"Your", "marks", "line."} <= set(words)
        assert len(words) <= WORDS, " ".join(words)


@pytest.mark.parametrize("name", GAMES)
def test_goal_board_status_and_buttons_are_on_the_first_screen(look: Look, name: str):
    page = look(f"#/{name}", width=390, height=844, hints=False, mock=search_without_end if "/" not in name else None)
    wait_for_move(page, 0)
    assert page.locator("main .title > div:first-child > *").evaluate_all("all => all.map(one => one.className)") == [
        "",
        "goal",
    ]
    for width, height in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for selector in (".goal", ".verdict .headline", "#undo", "#new", "#hint", "#share"):
            box = page.locator(selector).bounding_box()
            assert box["y"] + box["height"] <= height, selector
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_board_of_fifteen_columns_fits_on_a_phone(look: Look):
    page = look("#/tictactoe/regular", width=390, height=844, hints=False)
    wait_for_move(page, 0)
    stage = page.locator(".stage")
    inside = stage.evaluate("one => one.clientWidth - 2 * parseFloat(getComputedStyle(one).paddingLeft)")
    assert inside >= 15 * 24, "pixels, of which a cell that is touched has 24 at least"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("locale", ["en-US", "es-ES", "fr-FR"])
def test_buttons_and_tabs_stand_in_a_row_on_a_phone_and_the_narrowest_needs_no_scrolling_sideways(
    look: Look, locale: str
):
    page = look("#/tictactoe/regular", width=390, locale=locale)
    wait_for_move(page, 0)
    assert len(set(page.locator(".tools button:visible").evaluate_all("all => all.map(one => one.offsetTop)"))) == 1
    page.click("#analysis > summary")
    tabs = page.locator("[role=tab]:visible")
    assert len(set(tabs.evaluate_all("all => all.map(one => one.offsetTop)"))) == 1
    page.focus("#tab-match-review")
    page.keyboard.press("End")
    box = page.locator("#tab-statistics").bounding_box()
    assert box["x"] + box["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 320, "height": 640})
    unfold(page, "#restart")
    unfold(page, "#hints")
    for panel in ("map", "set-up", "statistics", "match-review"):
        unfold(page, f"#{panel}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    press(page, "#copy")
    assert page.locator("#share-box").bounding_box()["width"] <= 320


def hint(page: Any) -> str:
    """The sentences of the hint."""
    text: str = page.locator("#hint-box p").inner_text()
    return text


def test_hint_comes_in_steps(look: Look):
    page = look("#/towersofhanoi/3_3", hints=False)
    wait_for_move(page, 0)
    click(page, "M_0_8")
    assert page.locator("#hint-box").is_hidden()
    page.click("#hint")
    assert hint(page) == "Move the marked piece."
    assert page.locator(".stage .hinted").count() == 1
    assert page.locator("#live").text_content() == "Move the marked piece."
    assert page.locator("#hint-box button:visible").all_inner_texts() == ["Where to?", "All values"]
    assert page.locator("#hint-box .main, .tools .main").count() == 0, "none is loud"
    page.click("#hint-more")
    assert hint(page) == "Play 1 → 2."
    best = page.locator(".stage .pointed").get_attribute("data-move")
    page.click("#hint-more")
    assert hint(page).startswith("1 → 2: closer, 5 moves to go. No other move is as good.")
    page.locator("#hint-box p", has_text="It goes on with 3 → 2, 1 → 3, 2 → 1.").wait_for()
    assert page.locator("#hint-more").is_hidden()
    assert page.locator("#best").is_visible(), "the last step"
    click(page, best)
    assert page.locator("#hint-box").is_hidden(), "another position has another hint"
    assert page.locator(".stage [data-value]").count() == 0, "and no values are shown"


CUT = """select => {
  const context = document.createElement('canvas').getContext('2d');
  const style = getComputedStyle(select);
  context.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - 20;  // without the arrow
  return context.measureText(select.selectedOptions[0].textContent).width > room;
}"""
"""Whether the text of a closed field is cut."""


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("chess/kqkb", "Chess endgames, King and queen against king and bishop"),
        ("kalah/6x4_empty", "Kalah, 6 pits a side, 4 stones in each, empty captures"),
    ],
)
def test_name_of_the_variant_is_shown_whole(look: Look, name: str, title: str):
    page = look(f"g/{name}", refusals=(503, 422))
    wait_for_move(page, 0)
    assert page.title() == f"{title} – Perfect Play"
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert not page.locator("#variant").evaluate(CUT)
    if "chess" in name:
        assert "positions" in page.locator("#instructions").inner_text(), "its size stands with its rules"


@pytest.mark.parametrize(
    ("name", "first", "reason"),
    [
        ("kalah/2x2", "Play pit 2.", "pit 2: loses in 5 moves. No other move is as good. It goes on with pit 1"),
        (
            "mancala/3x1",
            "Play pit 3.",
            "No other move is as good. pit 1 instead loses in 6 moves: pit 2, pit 3, pit 1.",
        ),
        ("tictactoe/regular", "Play a3.", "All 9 moves are equally good."),
        ("nim/3_4_5", "Look at the marked row.", "The columns of 2 are odd."),
    ],
)
def test_hint_skips_what_says_nothing_and_gives_a_reason(look: Look, name: str, first: str, reason: str):
    page = look(f"g/{name}", hints=False)
    wait_for_move(page, 0)
    page.click("#hint")
    assert hint(page) == first
    assert (page.locator(".stage .hinted").count() == 0) == first.startswith("Play"), "no mark on all of the moves"
    while page.locator("#hint-more").is_visible():
        page.click("#hint-more")
    page.locator("#hint-box p", has_text=reason).wait_for()


def test_hint_where_a_piece_is_placed_names_its_row(look: Look):
    page = look("#/tictactoe/regular/R_A_3_3_x-o-xo---", hints=False)
    wait_for_move(page, 0)
    page.focus("#hint")
    page.keyboard.press("Enter")
    assert hint(page) == "Look at the marked row."
    assert page.locator(".stage .hinted").evaluate_all("all => all.map(one => one.dataset.cell)") == ["6", "7", "8"]
    for _ in range(2):
        page.focus("#hint-more")
        page.keyboard.press("Enter")
    page.locator("#hint-box p", has_text="c1: wins at once. No other move is as good.").wait_for()
    assert page.evaluate("() => document.activeElement.id") == "best", "the last step"


def test_hint_marks_only_what_can_be_touched(look: Look):
    """The buttons beside a puzzle, not the stickers in their row; nor a row's only empty cell, which is the move."""
    page = look(
        "g/pyraminx/tips_UL?p=R_A_6_11_11020210122*100212122***1030002*****31333***--**333--**--***3*--**", hints=False
    )
    wait_for_move(page, 0)
    page.click("#hint")
    assert hint(page) == "Look at the marked row."
    cells = page.locator(".stage .hinted").evaluate_all("all => all.map(one => one.dataset.cell)")
    assert cells in (["44", "45", "51", "52"], ["55", "56", "62", "63"])
    page = look("#/tictactoe/regular/R_A_3_3_xx-oo----", hints=False, instead=page)
    wait_for_move(page, 0)
    page.click("#hint")
    assert hint(page) == "Only one of 5 moves is best."
    assert page.locator(".stage .hinted").count() == 0


def test_hint_in_a_daily_challenge_counts_as_help(look: Look):
    page = None
    for asks in (False, True):
        page = look("#/tictactoe/regular/R_A_3_3_xx-oo----?day=2026-11-23", hints=False, instead=page)
        wait_for_move(page, 0)
        if asks:
            page.click("#hint")
        click(page, "A_x_2")
        assert ("With help." in page.locator(".grade").inner_text()) == asks


def with_a_move_off_the_board(page: Any) -> None:
    """Give the last move a cell that the board does not have."""

    def answer(route: Any) -> None:
        body = route.fetch().json()
        body["response"]["moves"][-1]["move"] = "A_x_99"
        route.fulfill(json=body)

    page.route("**/regular/known/**", answer)
    page.route("**/regular/positions/**", answer)


def test_list_of_moves_is_folded_unless_the_board_cannot_show_them(look: Look):
    page = look("#/tictactoe/regular", hints=False)
    wait_for_move(page, 0)
    is_open = "() => document.querySelector('#moves').open"
    assert not page.evaluate(is_open)
    page.keyboard.press("h")
    assert page.evaluate(is_open), "with values it is worth reading"
    page.keyboard.press("h")
    assert not page.evaluate(is_open)
    page.click("#moves > summary")
    click(page, moves(page)[0])
    wait_for_move(page, 2)
    assert page.evaluate(is_open), "as one wants it"
    page = look("#/tictactoe/regular", hints=False, mock=with_a_move_off_the_board, instead=page)
    wait_for_move(page, 0)
    assert page.evaluate(is_open), "the board cannot show all of them"


def test_the_status_says_which_side_one_plays(look: Look):
    page = look("#/tictactoe/regular", hints=False)
    wait_for_move(page, 0)
    assert page.locator(".verdict .playing").inner_text().strip() == "You play"
    mine = ".verdict .playing .symbol"
    assert page.locator(mine).get_attribute("aria-label") == "x"
    choose(page, "#who", "2")
    wait_for_move(page, 1)
    assert page.locator(mine).get_attribute("aria-label") == "o"
    for name in ("nim/3_3_3", "dotsandboxes/1x1"):
        page = look(f"#/{name}", hints=False, instead=page)
        wait_for_move(page, 0)
        assert page.locator(".verdict .playing").inner_text() == "You play first.", "both make the same moves"
    page = look("#/foxandhounds/4x4", hints=False, instead=page)
    wait_for_move(page, 0)
    assert page.locator(".verdict .playing").inner_text() == "You play the hounds."
    page = look("#/towersofhanoi/3_3", hints=False, instead=page)
    wait_for_move(page, 0)
    assert page.locator(".verdict .playing").count() == 0, "a puzzle has no sides"


def test_the_review_is_offered_at_the_end(look: Look):
    page = look("#/tictactoe/regular/R_A_3_3_xx-oo----", hints=False)
    wait_for_move(page, 0)
    assert page.locator("#offer").count() == 0
    click(page, "A_x_2")
    page.click("#offer")
    page.wait_for_selector(".judged-move")
    assert page.locator(".judged-move > p").all_inner_texts() == ["Best. The only move that kept the win."]
    assert page.locator(".plot").count() == 1, "one graph"


def test_the_analysis_is_one_row_of_tabs(look: Look):
    page = look("#/tictactoe/regular")
    wait_for_move(page, 0)
    assert page.locator("[role=tab]:visible").count() == 0
    page.click("#analysis > summary")
    page.wait_for_selector("#tab-statistics")
    assert page.locator("[role=tab]:visible").all_inner_texts() == ["Review", "Why", "Map", "Set up", "Statistics"]
    page.focus("#tab-match-review")
    for key, name in (("ArrowRight", "why"), ("End", "statistics"), ("ArrowRight", "match-review")):
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.id") == f"tab-{name}"
        assert page.locator("[role=tabpanel]:visible").get_attribute("id") == name
    assert page.locator("[role=tab][tabindex='0']").count() == 1, "one stop for Tab"
    page.keyboard.press("h")
    page.keyboard.press("h")
    assert page.locator("#hints").get_attribute("aria-pressed") == "true", "other keys work there, too"
    click(page, moves(page)[0])
    wait_for_move(page, 2)
    assert page.locator("#match-review .plot").count() == 1


def test_why_is_hidden_where_there_is_nothing_to_say(look: Look):
    page = look("#/tictactoe/regular/R_A_3_3_xx-oo----")
    wait_for_move(page, 0)
    page.click("#analysis > summary")
    page.wait_for_selector("#tab-why", state="visible")
    click(page, "A_x_2")
    page.wait_for_selector("#tab-why", state="hidden")
    assert state(page)["over"]


def test_share_copies_link_moves_picture_and_frame(look: Look):
    page = look("#/tictactoe/regular/R_A_3_3_xx-oo----", hints=False)
    wait_for_move(page, 0)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    click(page, "A_x_2")
    copied = {}
    for kind in ("copy", "copy-text", "copy-embed"):
        press(page, f"#{kind}")
        page.locator(f"#{kind}", has_text="Copied").wait_for()
        copied[kind] = page.evaluate("navigator.clipboard.readText()")
    assert copied["copy"] == page.url
    lines = copied["copy-text"].splitlines()
    assert lines[:2] == ["# Perfect Play match", "# variant: tictactoe/regular"]
    assert lines[-1] == "c3"
    frame = re.search(r'<iframe src="([^"]+)" title="Tic-Tac-Toe"', copied["copy-embed"])
    assert frame is not None
    answer = page.request.get(frame[1].replace("&amp;", "&"))
    assert answer.ok
    assert "Player 1 has won" in answer.text()
    assert page.locator("#offline").is_visible()
    page.keyboard.press("Escape")
    page.wait_for_selector("#share-box", state="detached")
