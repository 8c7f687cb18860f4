"""A published site: files behind `http.server`, below a path, whose page answers as the service does."""

from __future__ import annotations

import functools
import http.server
import math
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from perfect_play.server.publishing.published_site import Site
from perfect_play.solvers.untabled.choice import has_table
from tests.browser.conftest import Window, running
from tests.browser.playing import choose, play_to_the_end, press, state, unfold, wait_for_move
from tests.browser.test_offline import READ, answers_of
from tests.docs.markdown import blocks
from tests.docs.test_deploy import answers, needs_nginx, nginx_configuration
from tests.helpers import ROOT, exhaustive, load
from tests.kept_tables import copy_kept, shared
from tests.server.live import free_port, wait

LIMIT = 6000
SITE = "below/here"
NAMES = "dotsandboxes/1x1 hexapawn/3x3_capture kayles/5 ponghauki/regular solitairechess/5 turningcoins/ruler_5"
PUBLISHED = [*map(load, NAMES.split()), *map(load, ("npuzzle/2x3", "tictactoe/regular"))]
"""Turns of two touches, dead ends, margins, nimbers, ties, endless draws, and a variant of several shards."""

ABSENT = {"teeko/standard": "too many positions", "kalah/6x6": "found by search"}

Look = Callable[..., Any]
Album = Callable[..., None]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """As `python -m http.server`, without its log."""

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """The address of `http.server` on a folder's site, which is below a path."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    with running(server) as address:
        yield f"{address}/{SITE}"


@contextmanager
def behind_nginx(folder: Path) -> Iterator[str]:
    """The address of nginx on a folder's site, by the block of the document."""
    (block,) = blocks(ROOT / "docs" / "page.md", "nginx")
    port = free_port()
    text = block.text.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("/srv/site/", f"{folder}/{SITE}/")
    with tempfile.TemporaryDirectory() as own, subprocess.Popen(nginx_configuration(Path(own), text)) as nginx:
        try:
            wait("nginx answers", lambda: answers(f"http://127.0.0.1:{port}/play/"))
            yield f"http://127.0.0.1:{port}/play"
        finally:
            nginx.terminate()
            nginx.wait()


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with what is published."""
    return shared(tmp_path_factory, "published", lambda folder: copy_kept(folder, filter(has_table, PUBLISHED)))


@pytest.fixture(scope="module")
def host(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a published site below it."""
    folder = tmp_path_factory.mktemp("host")
    Site(folder / SITE, tables, LIMIT).write([*PUBLISHED, *map(load, ABSENT)])
    return folder


@pytest.fixture
def visit(chromium: Any, host: Path) -> Iterator[Look]:
    """Opens an address of the published site; the test fails if any fault was logged."""
    windows: list[Window] = []
    with hosting(host) as address:

        def visit(path: str = "", **options: Any) -> Any:
            windows.append(Window(chromium, **options))
            windows[-1].page.goto(f"{address}/{path}")
            return windows[-1].page

        yield visit
        for window in windows:
            window.close()
    assert [fault for window in windows for fault in window.faults] == []


@pytest.mark.parametrize("most", [400, exhaustive(math.inf)])
def test_answers_of_a_published_site_equal_those_of_the_service(visit: Look, tables: Path, most: float):
    page = visit("g/tictactoe/regular")
    wait_for_move(page, 0)
    compared = 0
    for rules in PUBLISHED:
        expected = answers_of(tables, rules.full_id, most)
        read = page.evaluate(READ, [rules.full_id, list(expected)])
        assert dict(zip(expected, read, strict=True)) == expected, rules.full_id
        compared += len(expected)
    assert compared > min(2 * most, 6000)
    assert page.evaluate(READ, ["npuzzle/2x3", ["R_A_3_2_123456"]]) == [None]


def test_the_first_value_takes_three_small_requests_and_a_match_is_played_to_its_end(visit: Look, album: Album):
    sizes: dict[str, int] = {}

    def note(response: Any) -> None:
        if "/answers" in response.url:
            sizes[response.url] = len(response.body())

    page = visit()
    page.wait_for_selector(".card img[src]")
    album(page, "published-catalogue.png")
    page.on("response", note)
    page.click(".card[data-id='tictactoe'] .cover")
    wait_for_move(page, 0)
    page.wait_for_selector(".stage[data-value='tie']")
    assert 2 <= len(sizes) <= 3
    assert sum(sizes.values()) <= 64_000
    play_to_the_end(page)
    assert state(page)["value"] == "tie"
    album(page, "published-end.png", full_page=True)
    page.reload()
    page.wait_for_selector(".stage[data-over='true']")
    unfold(page, "#offline")
    album(page, "published-share.png")
    assert (
        page.locator("#picture, #copy-svg, #copy-embed, #review:visible, #offer, #practice, [href='today']").count()
        == 0
    )
    assert page.locator("[role=tab]:visible").count() <= 2


def test_variants_that_are_not_published_say_why(visit: Look):
    page = visit("#/kalah", refusals=(404,))
    for name, reason in ABSENT.items():
        page.goto(page.url.split("/g/")[0] + f"/g/{name}/")
        page.wait_for_selector(f".notice:has-text('{reason}')")
    page.goto(page.url.split("/g/")[0] + "/#/xyzzy")
    page.wait_for_selector(".notice:has-text('xyzzy')")


@pytest.mark.parametrize("hosting", [hosting, pytest.param(behind_nginx, marks=needs_nginx)])
def test_a_published_variant_that_was_saved_is_played_without_the_network(
    chromium: Any, host: Path, hosting: Callable[[Path], Any]
):
    window = Window(chromium)
    page = window.page
    with hosting(host) as address:
        page.goto(f"{address}/g/npuzzle/2x3/")
        page.wait_for_selector(".stage[data-value='win']")
        press(page, "#offline")
        page.wait_for_selector("#offline[aria-pressed='true']:not(:disabled)")
    page.goto("about:blank")
    page.goto(f"{address}/g/npuzzle/2x3")
    wait_for_move(page, 0)
    choose(page, "#difficulty", "hard")
    press(page, "#random")
    page.wait_for_function("() => document.querySelector('.stage')?.dataset.remoteness >= 15")
    press(page, "#best")
    page.wait_for_selector(".stage[data-over='true']")
    assert state(page)["value"] == "win"
    window.close()
