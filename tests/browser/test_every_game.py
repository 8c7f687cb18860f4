"""Opens a variant of every plug-in, and plays one of every kind to its end, only by taps; and begins again by drags if
it has pieces to move. The first moves of a long puzzle are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Rules
from perfect_play.puzzles.picture import picture_of
from tests.browser.conftest import PLAYED, Album, Window
from tests.browser.playing import (
    all_can_be_clicked,
    move_by_hand,
    moves,
    press,
    state,
    state_and_moves,
    wait_for_move,
)
from tests.helpers import name_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ENOUGH = 10
"""Moves after which a match that never ends under best play is abandoned."""
LAST = 8
"""Moves played of a puzzle: the last ones of its solution."""
DRAGGED = 4
"""The most moves made by drags."""


@pytest.fixture(scope="module")
def windows(chromium: Browser) -> Iterator[list[Window]]:
    """The window in which one game after another is played, as by a visitor who tries them all."""
    opened: list[Window] = []
    yield opened
    for window in opened:
        window.close()


def test_list_of_played_games_has_every_plugin():
    assert {rules.id for rules in PLAYED} == {cls.id for cls in registry.all_rules()}


def winner(here: dict[str, Any]) -> int:
    """The winner under perfect play: player 1 or 2, 0 for neither. In a puzzle, 1 if it is solvable."""
    turn = 2 if here["position"].startswith("R_B") else 1
    return {"win": turn, "lose": 3 - turn, "tie": 0}[here["value"]]


OPEN = """address => {
  document.querySelector('.stage')?.remove();
  const link = document.querySelector('.brand').cloneNode();
  link.href = address;
  document.querySelector('.brand').after(link);
  link.click();
  link.remove();
}"""
"""Follows a link to an address without reloading the page."""


def opened(window: Window, site: str, rules: Rules) -> Page:
    """The page with the start of a game, which two people play, or of a puzzle."""
    page, address = window.page, f"{site}/g/{rules.id}/{rules.variant.id}?who=12"
    if page.url.startswith(site):
        page.evaluate(OPEN, address)
    else:
        page.goto(address)
    wait_for_move(page, 0)
    assert page.locator("h1").inner_text() == rules.name
    assert not state(page)["over"]
    return page


@pytest.mark.parametrize("rules", PLAYED, ids=name_of)
def test_every_move_from_the_start_can_be_clicked(windows: list[Window], chromium: Browser, site: str, rules: Rules):
    window = windows.pop() if windows else Window(chromium)
    page = opened(window, site, rules)
    for _ in ("with hints", "without"):  # or the other way around
        all_can_be_clicked(page, moves(page))
        page.keyboard.press("h")
    move_by_hand(page, moves(page)[0], drag=True)
    assert state(page)["place"] == 1
    assert window.faults == []
    windows.append(window)  # after a failed test, the next game gets a new one


def kind(rules: Rules) -> tuple[Any, ...]:
    """What the page has a board do for this game: how its moves are made, and what its pieces and cells are."""
    start, look = rules.start(), picture_of(rules).look
    touches = frozenset(type(rules.button(start, move)) for move in rules.moves(start))
    return isinstance(rules, Game), touches, bool(look.first), bool(look.body), bool(look.merged), bool(look.marks)


ONE_OF_EACH = {kind(rules): rules for rules in sorted(PLAYED, key=lambda rules: -rules.variant.positions)}.values()


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=name_of(rules), marks=[] if rules in ONE_OF_EACH else pytest.mark.exhaustive)
        for rules in PLAYED
    ],
)
def test_game_is_played_to_its_end_by_clicks(
    windows: list[Window], chromium: Browser, site: str, album: Album, rules: Rules
):
    window = windows.pop() if windows else Window(chromium)
    page = opened(window, site, rules)
    if page.locator("#hints").get_attribute("aria-pressed") == "false":
        page.keyboard.press("h")
        page.wait_for_selector(".stage[data-value]")
    first = state(page)
    album(page, f"{name_of(rules)}-start.png", full_page=True)
    late = None
    if not isinstance(rules, Game) and first["remoteness"] > LAST:
        answer = page.request.get(f"{site}/api/{rules.id}/{rules.variant.id}/solution/").json()
        position = answer["response"]["solution"][-LAST - 1]["position"]
        late = f"{site}/#/{rules.id}/{rules.variant.id}/{quote(position, safe='')}"
        first = opened_late(page, late)
    if by_hand(page, first, lambda: album(page, f"{name_of(rules)}-middle.png", full_page=True)):
        album(page, f"{name_of(rules)}-end.png", full_page=True)
        if late is None:
            press(page, "#restart")
            wait_for_move(page, 0)
        else:
            opened_late(page, late)
        for _ in range(DRAGGED):
            here, listed = state_and_moves(page)
            if not here["over"]:
                move_by_hand(page, listed[0], drag=True)
        assert state(page)["place"] > 0
    assert window.faults == []
    windows.append(window)


def opened_late(page: Any, address: str) -> dict[str, Any]:
    """Open a puzzle some moves before its end; return its state there."""
    page.goto(address)
    page.wait_for_selector(f".stage[data-place='0'][data-remoteness='{LAST}']")
    return state(page)


def by_hand(page: Any, first: dict[str, Any], halfway: Callable[[], None]) -> bool:
    """Play best moves from the first state to the end; return whether any of them moved a piece."""
    draws, pieces = first["value"] == "draw", False
    for made in range(ENOUGH if draws else 2 * first["remoteness"]):  # some turns take two touches
        here, listed = state_and_moves(page)
        if here["over"]:
            break
        pieces |= move_by_hand(page, listed[0], drag=False)
        if made == first["remoteness"] // 2:
            halfway()
    last = state(page)
    assert last["over"] or draws  # a stalemate is a draw that ends
    if not draws:
        assert last["remoteness"] == 0
        assert last["place"] >= first["remoteness"]
        assert winner(last) == winner(first), "who was to win has won"
    return pieces
