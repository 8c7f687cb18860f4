"""Tables of a published site, read by Python in the browser; PYODIDE_FOLDER names that of `npm pack pyodide`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from perfect_play.server.publishing.published_site import Site
from tests.browser.conftest import Window
from tests.browser.playing import play_to_the_end, press, state
from tests.browser.test_offline import READ, answers_of
from tests.browser.test_published import SITE, behind_nginx, hosting
from tests.docs.test_deploy import needs_nginx
from tests.helpers import load
from tests.kept_tables import copy_kept, shared

pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.skipif("PYODIDE_FOLDER" not in os.environ, reason="PYODIDE_FOLDER names no folder of Pyodide"),
]
PUBLISHED = [load(name) for name in ("hexapawn/3x3_capture", "npuzzle/2x3", "tictactoe/regular")]
LOADED = 120_000  # milliseconds within which a busy machine has loaded Python
START = ".stage[data-place='0']"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "tables", lambda folder: copy_kept(folder, PUBLISHED))


@pytest.fixture(scope="module")
def host(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("host")
    Site(folder / SITE, tables, 2, Path(os.environ["PYODIDE_FOLDER"])).write(PUBLISHED)
    return folder


@pytest.fixture
def window(chromium: Any) -> Iterator[Window]:
    window = Window(chromium)
    window.page.set_default_timeout(LOADED)
    yield window
    window.close()
    assert window.faults == []


def test_first_value_takes_three_small_requests_and_all_answers_are_the_service_s(
    window: Window, host: Path, tables: Path
):
    page, sizes = window.page, []
    page.on("response", lambda response: sizes.append(len(response.body())) if "/answers" in response.url else None)
    with hosting(host) as address:
        page.goto(f"{address}/g/tictactoe/regular/")
        page.wait_for_selector(START)
        assert len(sizes) == 3
        assert sum(sizes) <= 64_000
        for rules in PUBLISHED:
            expected = answers_of(tables, rules.full_id)
            texts = list(expected)[::9]
            read = page.evaluate(READ, [rules.full_id, texts])
            assert dict(zip(texts, read, strict=True)) == {text: expected[text] for text in texts}
        assert page.evaluate(READ, ["npuzzle/2x3", ["R_A_3_2_123456"]]) == [None]
        play_to_the_end(page)
        assert state(page)["value"] == "tie"


@pytest.mark.parametrize("hosting", [hosting, pytest.param(behind_nginx, marks=needs_nginx)])
def test_saved_table_is_read_without_the_network(window: Window, host: Path, hosting: Callable[[Path], Any]):
    page = window.page
    with hosting(host) as address:
        page.goto(f"{address}/g/npuzzle/2x3/")
        page.wait_for_selector(START)
        press(page, "#offline")
        page.wait_for_selector("#offline[aria-pressed='true']:not(:disabled)")
    page.goto("about:blank")
    page.goto(f"{address}/g/npuzzle/2x3")
    page.wait_for_selector(START)
    press(page, "#random")
    page.wait_for_function("() => document.querySelector('.stage')?.dataset.remoteness >= 2")
    press(page, "#best")
    page.wait_for_selector(".stage[data-over='true']")
    assert state(page)["value"] == "win"


def test_damaged_piece_is_told_by_a_sentence(window: Window, host: Path):
    (piece,) = (host / SITE / "api/hexapawn/3x3_capture/answers").glob("*.0.bin")
    whole = piece.read_bytes()
    piece.write_bytes(whole[:-50])
    with hosting(host) as address:
        window.page.goto(f"{address}/g/hexapawn/3x3_capture/")
        window.page.wait_for_selector(".notice:has-text('is damaged')")
    piece.write_bytes(whole)
