"""Plays one variant of every plug-in to its end, only by taps; and begins again by drags if it has pieces to move.

The first moves of a long puzzle are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Rules
from tests.browser.conftest import PLAYED, Album, Window
from tests.browser.playing import (
    all_can_be_clicked,
    choose,
    move_by_hand,
    moves,
    press,
    state,
    state_and_moves,
    wait_for_move,
)
from tests.helpers import name_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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


@pytest.mark.parametrize("rules", PLAYED, ids=name_of)
def test_game_is_played_to_its_end_by_clicks(
    windows: list[Window], chromium: Browser, site: str, album: Album, rules: Rules
):
    window = windows.pop() if windows else Window(chromium)
    page = window.page
    page.goto(f"{site}/#/{rules.id}/{rules.variant.id}")
    page.get_by_role("heading", level=1, name=rules.name, exact=True).wait_for()
    wait_for_move(page, 0)
    if isinstance(rules, Game):
        choose(page, "#who", "12")
    first = state(page)
    assert not first["over"]
    for _ in ("with hints", "without"):
        all_can_be_clicked(page, moves(page))
        page.keyboard.press("h")
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
    windows.append(window)  # after a failed test, the next game gets a new one


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
