"""Addresses of the page in a browser: those of today and of before, wrong ones, and all of it below a path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from perfect_play.server import create_app
from tests.browser.conftest import Window, listening
from tests.browser.playing import click, moves, press, wait_for_move

Look = Callable[..., Any]

BEGUN = "R_A_3_3_xo-------"


OLD = {
    "#/": "",
    "#/today": "today",
    "#/matches": "matches",
    "#/tictactoe": "g/tictactoe/regular",
    f"#/tictactoe/regular/{BEGUN}": f"g/tictactoe/regular?p={BEGUN}",
    f"#/tictactoe/regular/{BEGUN}?who=12": f"g/tictactoe/regular?p={BEGUN}&who=12",
}
"""Today's addresses, by old ones."""


def test_old_addresses_lead_to_those_of_today(look: Look, site: str):
    page = None
    for old, address in OLD.items():
        page = look(old, instead=page)
        page.wait_for_selector(".stage[data-place] svg, .card, details:has(#text)")
        page.wait_for_url(f"{site}/{address}")
    for old, address in OLD.items():
        page.evaluate("old => { location.hash = old; }", old)  # typed into the address bar
        page.wait_for_url(f"{site}/{address}")


def test_views_change_without_loading_the_page(look: Look):
    page = look()
    page.wait_for_selector(".card")
    page.evaluate("window.same = true")
    page.click(".card[data-id=tictactoe] .cover")
    wait_for_move(page, 0)
    page.click("nav.links a[href=today]")
    page.wait_for_selector("h1:has-text('Today')")
    page.click(".brand")
    page.wait_for_selector("#search")
    assert page.evaluate("window.same")
    page.go_back()
    page.wait_for_selector("h1:has-text('Today')")


def test_wrong_name_offers_the_nearest(look: Look):
    page = look("tictaktoe", refusals=(404,))
    page.wait_for_selector(".card[data-id=tictactoe]")
    assert "“tictaktoe”" in page.locator(".notice[role=alert]").inner_text()
    page.locator(".card[data-id=tictactoe] .cover").click()
    wait_for_move(page, 0)
    page.go_back()
    page.wait_for_selector(".card[data-id=tictactoe]")


@pytest.mark.parametrize(
    ("locale", "path", "sentence", "links"),
    [
        ("en-US", "regulr", "Tic-Tac-Toe has no variant called “regulr”.", ["g/tictactoe", "./"]),
        (
            "en-US",
            "regular?p=zzz",
            "“zzz” is no position of Tic-Tac-Toe.",
            ["g/tictactoe/regular", "g/tictactoe", "./"],
        ),
        ("fr-FR", "regulr", "Morpion n’a pas de variante appelée « regulr ».", ["g/tictactoe", "./"]),
    ],
)
def test_wrong_variant_or_position_shows_the_way_back(
    look: Look, locale: str, path: str, sentence: str, links: list[str]
):
    page = look(f"g/tictactoe/{path}", refusals=(400, 404), locale=locale)
    page.locator("main .notice", has_text=sentence).wait_for()
    assert [link.get_attribute("href") for link in page.locator("main a").all()] == links
    assert page.locator("main button").count() == 0, "nothing that leads nowhere"
    page.click(f"main a[href='{links[0]}']")
    wait_for_move(page, 0)


def test_name_typed_as_a_path_opens_its_game(look: Look, site: str):
    page = look("tic-tac-toe")
    wait_for_move(page, 0)
    assert page.url == f"{site}/g/tictactoe/regular"


@pytest.fixture(scope="module", params=[True, False], ids=["told", "silent"])
def below(request: pytest.FixtureRequest, small_dir: Path) -> Iterator[str]:
    """The address of a service below /pp, behind a proxy that takes the path off, and says so or not."""
    app = create_app({"data_dir": small_dir, "build": False})

    def proxy(environ: dict[str, Any], start_response: Any) -> Any:
        path = environ["PATH_INFO"]
        if not path.startswith("/pp/"):
            start_response("404 Not Found", [])
            return [b""]
        prefix = {"SCRIPT_NAME": "/pp"} if request.param else {}
        return app({**environ, "PATH_INFO": path[3:], **prefix}, start_response)

    with listening(proxy) as address:
        yield f"{address}/pp"


def test_page_works_below_a_path(chromium: Any, below: str):
    window = Window(chromium)
    page = window.page
    page.goto(f"{below}/")
    page.wait_for_selector(".tile img[src]")
    page.click(".card[data-id=tictactoe] .cover")
    wait_for_move(page, 0)
    click(page, moves(page)[0])
    wait_for_move(page, 2)
    address = page.url
    assert address.startswith(f"{below}/g/tictactoe/regular?p=")
    page.goto(address)
    wait_for_move(page, 2)
    page.goto(f"{below}/hanoi/3_3")
    wait_for_move(page, 0)
    assert page.url == f"{below}/g/towersofhanoi/3_3"
    press(page, "#offline")
    page.wait_for_selector("#offline[aria-pressed=true]")
    assert window.faults == []
    page.context.set_offline(True)
    page.reload()
    wait_for_move(page, 0)
    click(page, moves(page)[0])
    wait_for_move(page, 1)
    assert page.url.startswith(f"{below}/g/towersofhanoi/3_3?p=")
    window.close()
