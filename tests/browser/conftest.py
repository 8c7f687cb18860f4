"""A service with a small variant of every plug-in solved, and a browser showing its page."""

from __future__ import annotations

import datetime
import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.serving import WSGIRequestHandler, make_server

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.server import create_app
from perfect_play.solvers.untabled.choice import has_table
from tests.browser.finding import browser, is_required, missing
from tests.browser.playing import OBSERVED
from tests.helpers import load
from tests.kept_tables import copy_kept, shared

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SCREENSHOTS = os.environ.get("BROWSER_SCREENSHOTS")
"""The folder for screenshots; without it none are taken."""

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-software-rasterizer")
"""Of Chromium, which need not imitate a graphics processor."""

FURTHER = ("tictactoe/regular", "towersofhanoi/3_3", "kayles/5", "npuzzle/2x3", "dao/3x3")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder as needing a browser, and skip them if there is none unless it is required."""
    here, why = Path(__file__).parent, missing()
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)
            if why and not is_required():
                item.add_marker(pytest.mark.skip(reason=why))


def shortest(cls: type[Rules]) -> Rules:
    """The variant to play: the smallest with anything to do, else the example custom start."""
    listed = [registry.load(cls.id, variant.id) for variant in cls.variants if variant.testing]
    open_ones = [
        rules for rules in listed if rules.primitive(rules.start()) is None and any(rules.moves(rules.start()))
    ]
    if not open_ones:
        assert cls.custom is not None
        return registry.load(cls.id, cls.custom.example)
    return min(open_ones, key=lambda rules: (rules.variant.positions, rules.full_id))


PLAYED = [shortest(cls) for cls in registry.all_rules()]


@pytest.fixture(scope="session")
def small_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with the tables of the variants played, made once for all workers."""
    wanted = list({rules.full_id: rules for rules in [*PLAYED, *map(load, FURTHER)] if has_table(rules)}.values())
    return shared(tmp_path_factory, "browser-data", lambda directory: copy_kept(directory, wanted))


class Silent(WSGIRequestHandler):
    """Logs nothing."""

    def log(self, *_: Any, **__: Any) -> None:
        pass


@contextmanager
def serving(directory: Path) -> Iterator[str]:
    """The address of a service on this data directory."""
    app = create_app({"data_dir": directory, "build": False})
    app.test_client().get("/api/catalogue")  # load plug-ins before any test waits for them
    with listening(app) as address:
        yield address


@contextmanager
def listening(application: Callable[..., Any]) -> Iterator[str]:
    """The address of a server of a WSGI application."""
    with running(make_server("127.0.0.1", 0, application, threaded=True, request_handler=Silent)) as address:
        yield address


@contextmanager
def running(server: HTTPServer) -> Iterator[str]:
    """The address of a server, which runs in a thread."""
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join(10)


@pytest.fixture(scope="session")
def site(small_dir: Path) -> Iterator[str]:
    """The address of a service on the small data directory."""
    with serving(small_dir) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser."""
    why = missing()
    assert why is None, why
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=browser(), args=list(ARGUMENTS))
        yield running
        running.close()


Open = Callable[..., "Page"]


NEW = """if (location.protocol === 'http:' && !sessionStorage.visitor) {
  localStorage.clear();
  sessionStorage.visitor = 'new';
}"""
"""Empties the storage of a page before it is loaded if its session is empty, as a new visitor's is."""

QUICK = """{
  const wait = setTimeout;
  window.setTimeout = (act, time, ...rest) => wait(act, 500 < time && time < 1000 ? time / 10 : time, ...rest);
}"""
"""Shortens the pauses of a page before moves that it makes itself, for which only people need time."""


class Window:
    """A separate window with its own storage: a page and the faults it logged.

    `width`, `height` in pixels; `scheme` light or dark; `calm`: animations are unwanted; `refusals`: error statuses
    that are not faults here; `hints`: were switched on before, unlike for a new visitor;
    `locale`: of the browser; `touch`: the screen can be touched; `time`: the only one that its clock ever shows.
    """

    def __init__(
        self, chromium: Browser, *, hints: bool = True, locale: str = "en-US", touch: bool = False, **how: Any
    ):
        self.context = chromium.new_context(locale=locale, has_touch=touch)
        self.faults: list[str] = []
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        for script in (NEW, QUICK, OBSERVED):
            self.page.add_init_script(script)
        if hints:
            self.page.add_init_script("if (location.protocol === 'http:') localStorage.hints ??= 'on'")
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"{self.page.url}: {error}"))
        self.fit(**how)

    def fit(
        self, *, width: int = 1280, height: int = 900, scheme: Any = "light", calm: bool = True,
        refusals: tuple[int, ...] = (), time: datetime.datetime | str = "",
    ) -> None:  # fmt: skip
        """Change what can change while a window is open."""
        self.refusals = refusals
        if time:
            self.page.clock.set_fixed_time(time)
        size = {"width": width, "height": height}
        if self.page.viewport_size != size:
            self.page.set_viewport_size(size)
        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce" if calm else "no-preference")

    def _heard(self, message: Any) -> None:
        expected = any(f"status of {status}" in message.text for status in self.refusals)
        if message.type in ("error", "warning") and not expected:
            self.faults.append(f"{self.page.url}: {message.text}")

    def visit(self, site: str, address: str) -> None:
        """Open an address of a site as if for the first time, whatever the page shows."""
        url = f"{site}/{address}"
        if self.page.url.partition("#")[0] == url.partition("#")[0]:
            self.page.goto(f"{site}/robots.txt")
        self.page.once("framenavigated", lambda _: self.faults.clear())  # those of the visitor before
        self.page.goto(url)

    def forget(self) -> None:
        """Make the next visitor a new one."""
        self.page.unroute_all(behavior="ignoreErrors")
        self.context.clear_permissions()
        self.page.evaluate("sessionStorage.clear()")

    def close(self) -> None:
        for page in self.context.pages:
            page.unroute_all(behavior="ignoreErrors")  # no route is called while everything closes
        self.context.close()


@pytest.fixture(scope="session")
def idle() -> dict[tuple[Any, ...], list[Window]]:
    """Windows for the next tests: opening one takes as long as a visit."""
    return defaultdict(list)


@pytest.fixture
def look(
    chromium: Browser, site: str, idle: dict[tuple[Any, ...], list[Window]], request: pytest.FixtureRequest
) -> Iterator[Open]:
    """Opens an address of the page in a window without storage; the test fails if any fault was logged.

    Takes what `Window` takes, and `mock`, which is called with the page before it loads anything. `fresh`: the window
    is used for nothing else, so that it may be changed for good. `instead`: a page whose window is used again.
    """
    used: list[tuple[Window, list[Window] | None]] = []
    faults: list[str] = []

    def open_page(
        address: str = "#/", *, mock: Callable[[Page], None] | None = None, hints: bool = True, locale: str = "en-US",
        touch: bool = False, fresh: bool = False, instead: Page | None = None, **how: Any,
    ) -> Page:  # fmt: skip
        ready = None if fresh else idle[hints, locale, touch, "time" in how]
        if instead:
            window = next(window for window, _ in used if window.page == instead)
            window.forget()
            faults.extend(window.faults)
        else:
            window = ready.pop() if ready else Window(chromium, hints=hints, locale=locale, touch=touch)
            used.append((window, ready))
        window.fit(**how)
        if mock:
            mock(window.page)
        window.visit(site, address)
        return window.page

    failures = request.session.testsfailed
    yield open_page
    for window, ready in used:
        if ready is None or window.faults or request.session.testsfailed > failures:
            window.close()
        else:
            window.forget()
            ready.append(window)
        faults.extend(window.faults)
    assert faults == []


Album = Callable[..., None]


@pytest.fixture(scope="session")
def album() -> Album:
    """Saves a screenshot under a name, if the environment names a folder for them."""

    def save(page: Page, name: str, **options: Any) -> None:
        if SCREENSHOTS:
            page.screenshot(path=Path(SCREENSHOTS) / name, **options)

    return save
