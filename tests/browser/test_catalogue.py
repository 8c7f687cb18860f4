"""The catalogue as a grid: what fits on a screen, the keyboard, the way back, and what is still being solved."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from perfect_play.puzzles import registry
from tests.browser.playing import wait_for_move

Look = Callable[..., Any]

HIGHEST = 5000  # pixels at 1440
FIRST_VISIT = 90_000  # bytes
STEPS = 10  # keys to any card

SCROLLED = "() => Math.round(scrollY)"
FOCUSED = "() => document.activeElement.closest('.card')?.dataset.id ?? null"


def in_first_row(page: Any) -> int:
    tops = page.eval_on_selector_all(
        ".tiles >> nth=0 >> .card", "all => all.map(one => one.getBoundingClientRect().top)"
    )
    return sum(abs(top - tops[0]) < 1 for top in tops)


@pytest.mark.parametrize(
    ("width", "height", "most", "locale"), [(1440, 900, HIGHEST, "en-US"), (390, 844, 9000, "es-ES")]
)
def test_catalogue_is_dense_and_light(look: Look, width: int, height: int, most: int, locale: str):
    received: dict[str, int] = {}

    def mock(page: Any) -> None:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", lambda one: received.update({one["requestId"]: one["encodedDataLength"]}))

    page = look("", width=width, height=height, locale=locale, fresh=True, mock=mock)
    page.wait_for_selector(".tile img[src]")
    page.wait_for_timeout(300)
    assert in_first_row(page) == (6 if width == 1440 else 3)
    assert page.evaluate("document.documentElement.scrollHeight") <= most
    assert 10_000 < sum(received.values()) <= FIRST_VISIT


def test_pictures_come_as_one_scrolls(look: Look):
    page = look("", width=390, height=844)
    page.wait_for_selector(".tile img[src]")
    last = page.locator(".tile").last
    assert last.locator("img[src]").count() == 0
    last.scroll_into_view_if_needed()
    last.locator("img[src]").wait_for()
    assert last.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0


def test_search_is_always_in_view(look: Look):
    page = look("", height=700)
    page.wait_for_selector(".card")
    for width in (1440, 390, 320):
        page.set_viewport_size({"width": width, "height": 700})
        page.evaluate("scrollTo({top: 3000, behavior: 'instant'})")
        box = page.locator("#search").bounding_box()
        assert 0 <= box["y"] < 30
        page.fill("#search", "tic")
        first = page.locator(".card").first.bounding_box()
        assert box["y"] + box["height"] <= first["y"] < 700, "the results are in view, too"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.fill("#search", "")


def test_back_returns_to_the_place(look: Look):
    page = look("", width=1440)
    page.wait_for_selector(".card")
    page.locator(".card[data-id=wythoff]").scroll_into_view_if_needed()
    before = page.evaluate(SCROLLED)
    assert before > 1000
    page.locator(".card[data-id=wythoff] .cover").click()
    page.wait_for_selector("h1:text('Wythoff')")
    assert page.evaluate(SCROLLED) == 0
    page.go_back()
    page.wait_for_selector(".card")
    assert page.evaluate(SCROLLED) == before
    assert page.evaluate(FOCUSED) == "wythoff", "the keyboard goes on from there"


def test_back_returns_to_the_search(look: Look):
    page = look()
    page.wait_for_selector(".card")
    page.select_option("#players", "onePlayer")
    page.fill("#search", "puzzle")
    shown = page.locator(".card").count()
    page.locator(".card .cover").first.click()
    wait_for_move(page, 0)
    page.go_back()
    page.wait_for_selector(".card")
    assert (page.locator("#search").input_value(), page.locator(".card").count()) == ("puzzle", shown)
    assert page.locator("#players").input_value() == "onePlayer"
    page.click(".brand")
    page.wait_for_function("() => document.querySelector('#search').value === ''")


def test_arrow_keys_move_in_the_grid(look: Look):
    page = look("", width=1440)
    page.wait_for_selector(".card")
    ids = page.eval_on_selector_all(".card", "all => all.map(one => one.dataset.id)")
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    walked = [page.evaluate(FOCUSED)]
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "ArrowDown", "Home", "ArrowLeft", "PageDown"):
        page.keyboard.press(key)
        walked.append(page.evaluate(FOCUSED))
    second_section = page.locator(".shelves section").nth(1).locator(".card").first.get_attribute("data-id")
    assert walked == [*ids[:2], ids[7], ids[6], ids[0], ids[-1], ids[-1], ids[0], ids[0], second_section]
    assert page.locator(".cover[tabindex='0']").count() == 1, "Tab leaves the grid at once"
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == "search", "letters search"
    assert page.locator("#search").input_value() == "k"


def test_every_card_is_reached_within_ten_keys(look: Look):
    """The slash, letters of the name, the arrow down into the results and arrows to the right."""
    page = look()
    page.wait_for_selector(".card")
    typed = """names => {
        const shown = {};
        const find = text => {
            const search = document.querySelector('#search');
            search.value = text;
            search.dispatchEvent(new Event('input'));
            return [...document.querySelectorAll('.card')].map(card => card.dataset.id);
        };
        return names.map(([id, name]) => {
            for (let letters = 1; letters <= name.length; letters += 1) {
                const at = (shown[name.slice(0, letters)] ??= find(name.slice(0, letters))).indexOf(id);
                if (at >= 0 && 1 + letters + 1 + at <= 10) return null;
            }
            return id;
        }).filter(Boolean);
    }"""
    names = [[cls.id, cls.name] for cls in registry.all_rules()]
    assert page.evaluate(typed, names) == []
    assert STEPS == 10
    page.fill("#search", "")
    for key in ["/", *"mute", "ArrowDown"]:
        page.keyboard.press(key)
    assert page.evaluate(FOCUSED) is not None


def test_card_with_the_focus_is_not_behind_the_search(look: Look):
    page = look("", width=1440)
    page.wait_for_selector(".card")
    page.keyboard.press("/")
    for key in ("ArrowDown", "End", *["ArrowUp"] * 12):
        page.keyboard.press(key)
        page.wait_for_timeout(20)
    page.wait_for_timeout(400)
    finder, card = page.locator(".finder").bounding_box(), page.locator(".card:focus-within").bounding_box()
    assert card["y"] >= finder["y"] + finder["height"] - 1


def test_banner_says_what_can_be_played_while_games_are_solved(look: Look):
    """The builder is simulated: two games are being solved, then one, then none."""
    asked: list[int] = []

    def mock(page: Any) -> None:
        page.clock.install()

        def listed(route: Any) -> None:
            body = json.loads(route.fetch().text())
            for entry in body["response"]:
                entry["status"] = "available"
            for entry in body["response"][: max(0, 2 - len(asked))]:
                entry["status"] = "solving"
            asked.append(1)
            route.fulfill(json=body)

        page.route("**/api/cards/?*", listed)

    page = look(fresh=True, mock=mock)
    page.wait_for_selector(".card")
    banner = page.locator(".notice.progress")
    assert "Everything can be played. 2 games are still being solved" in banner.inner_text()
    assert page.locator(".dot.solving:visible").count() == 2
    page.clock.run_for(3100)
    banner.filter(has_text="1 game ").wait_for()
    assert page.locator(".dot.solving:visible").count() == 1
    page.clock.run_for(3100)
    banner.filter(has_text="All games are solved now.").wait_for()
    assert page.evaluate("window.jumps") == []


def test_pictures_of_all_cards_come_on_a_huge_screen(look: Look):
    page = look("", width=2560, height=6000)
    page.wait_for_selector(".tile")
    page.wait_for_function("() => [...document.querySelectorAll('.tile img')].every(image => image.src)")
    assert page.locator(".tile img").count() == len(registry.all_rules()) > 60
