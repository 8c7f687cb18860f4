"""The benchmarks run, their load generator counts correctly, and `docs/performance.md` names them."""

from __future__ import annotations

import json
import threading
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from benchmarks import command as benchmarks
from benchmarks import directions, growth, probing, solving, summary
from benchmarks.figures import TARGETS, Figure, Target, digits, ratios
from benchmarks.load import Connection, put_load
from benchmarks.probing import measure_probes
from benchmarks.service import ServiceFailed
from benchmarks.serving import measure_in_process
from benchmarks.solving import measure_solving, measure_tables
from benchmarks.workshop import Built, Workshop
from benchmarks.wrk import measure_by_wrk
from tests.helpers import ROOT, load

TEXT = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def workshop(solved_dir: Path) -> Workshop:
    """A workshop that finds its tables built."""
    made = Workshop(solved_dir, quick=True)
    store = made.manager.store
    made.__dict__["built"] = [
        Built(rules, store.meta(rules), 100, store.path(rules).stat().st_size, [0.5], 0.1)
        for rules in [*made.manager.presolved(), load("npuzzle/3")]
    ]
    return made


@pytest.mark.parametrize("measure", [measure_solving, measure_tables, measure_probes, measure_in_process])
def test_benchmark_figures_have_units_and_known_groups(measure, workshop: Workshop, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(probing, "PROBED", ("lightsout/4", "nqueens/7"))
    monkeypatch.setattr(solving, "LARGE", 1_000)
    figures = list(measure(workshop))
    assert len(figures) >= 5
    assert len({figure.what for figure in figures}) == len(figures)
    assert all(figure.unit and figure.value > 0 for figure in figures)
    assert {figure.group for figure in figures} <= set(benchmarks.GROUPS)


WRK = """#!/bin/sh
case "$*" in
    *batch.lua*) rate=7 p99=400 ;;
    *bare.lua*) rate=400 p99=2 ;;
    *) rate=300 p99=6 ;;
esac
echo "{\\"rate\\": $rate, \\"p50\\": 2, \\"p99\\": $p99, \\"errors\\": ERRORS}" >&2
"""


def fake_wrk(folder: Path, errors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that prints what wrk would."""
    (folder / "wrk").write_text(WRK.replace("ERRORS", str(errors)), encoding="ascii")
    (folder / "wrk").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


def test_load_is_measured_beside_a_bare_route(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    fake_wrk(tmp_path, 0, monkeypatch)
    made = Workshop(tmp_path / "data", quick=True)
    figures = {figure.what: figure for figure in measure_by_wrk(made)}
    assert figures["bare route, by wrk"].value == 400
    share = figures["8-puzzle, uncached : bare route"]
    assert (share.value, share.verdict) == (0.75, "at least 0.5: met")
    assert figures["8-puzzle, uncached, p99 : p50"].verdict == "below 5: met"
    assert figures["batch, positions"].value == 70_000
    asked = (tmp_path / "data" / "tiles.txt").read_text(encoding="ascii").splitlines()
    assert len(asked) == len(set(asked)) == 50
    tagged = (tmp_path / "data" / "tags.txt").read_text(encoding="ascii").splitlines()
    assert [line.split()[0] for line in tagged] == asked
    assert len({line.split()[1] for line in tagged}) == 50, "another position, another tag"


def test_bad_answers_under_load_are_no_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    fake_wrk(tmp_path, 3, monkeypatch)
    with pytest.raises(ServiceFailed, match="bare route: 3 bad answers"):
        list(measure_by_wrk(Workshop(tmp_path / "data", quick=True)))


def test_missing_wrk_is_reported_and_measures_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert list(measure_by_wrk(Workshop(tmp_path, quick=True))) == []
    assert "wrk is not installed" in capsys.readouterr().err


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch):
    def measure(_: Workshop) -> Iterator[Figure]:
        yield Figure.of("one", "speed", [1.0, 3.0, 2.0], "positions/s", target=Target("at least", 5))

    monkeypatch.setattr(benchmarks, "GROUPS", {"one": ("One", measure)})
    path = tmp_path / "results" / "it.json"
    assert benchmarks.main(["--quick", "--only", "one", "--json", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "at least 5: MISSED" in printed
    assert "Targets missed: speed." in printed
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told["quick"] is True
    assert told["figures"] == [
        {
            "group": "one",
            "what": "speed",
            "value": 2.0,
            "unit": "positions/s",
            "runs": 3,
            "spread": [1.0, 3.0],
            "note": "",
            "target": "at least 5",
            "met": False,
        }
    ]


def test_numbers_are_written_with_three_digits():
    assert [digits(value) for value in (0.0, 0.01234, 1.5, 99.94, 123.4, 1234567.8)] == [
        "0",
        "0.0123",
        "1.5",
        "99.9",
        "123",
        "1,234,568",
    ]
    assert ratios([10.0, 30.0], [20.0, 20.0]) == [0.5, 1.5]


def test_the_summary_tells_what_was_measured_of_what_matters(capsys: pytest.CaptureFixture[str]):
    summary.print_summary([Figure("probe", "anything", 1.0, "ms")])
    assert capsys.readouterr().out == ""
    fast = Figure("native", "connect4/4x5, native", 12_000_000, "positions/s", target=Target("at least", 2_000_000))
    summary.print_summary([fast, Figure("native", "dao/4x4, native", 1.5, "positions/s", target=Target("at least", 2))])
    _, title, head, *rows = capsys.readouterr().out.splitlines()
    assert title == "Side by side"
    assert head.split() == ["work", "must", "reach", "aim", "measured"]
    assert [row.split("  ")[0] for row in rows] == ["Connect 4 4x5", "Dao"]
    assert rows[0].endswith("12,000,000 positions/s  met")
    assert rows[1].endswith("MISSED")


# --- the load generator -------------------------------------------------------------------------


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path == "/rude":
            self.close_connection = True
            return
        body = b"x" * 100_000 if self.path == "/large" else b"ok"
        self.send_response(404 if self.path == "/missing" else 200)
        self.send_header("Content-Length", str(len(body)))
        if self.path == "/last":
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def do_HEAD(self) -> None:
        self.send_response(304 if self.path == "/kept" else 200)
        self.send_header("Content-Length", "1000")
        self.end_headers()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])) + self.headers["X-Word"].encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


def test_a_connection_is_kept_and_opened_anew(port: int):
    connection = Connection("127.0.0.1", port)
    for path, status, length in (("/", 200, 2), ("/large", 200, 100_000), ("/missing", 404, 2), ("/last", 200, 2)):
        got, body = connection.get(path)
        assert (got, len(body)) == (status, length)
    assert connection.get("/") == (200, b"ok")
    assert connection.ask("HEAD / HTTP/1.1") == (200, b"")
    assert connection.ask("HEAD /kept HTTP/1.1") == (304, b"")
    assert connection.ask("POST / HTTP/1.1", "X-Word: two", body=b"one, ") == (200, b"one, two")
    assert connection.get("/") == (200, b"ok")
    connection.close()


def test_load_counts_good_answers_and_keeps_the_bad_ones(port: int):
    good = put_load("127.0.0.1", port, ["/", "/large"], 0.2, connections=3)
    assert good.errors == []
    assert good.rate > 0
    assert 0 < good.percentile(50) <= good.percentile(99)
    bad = put_load("127.0.0.1", port, ["/", "/missing"], 0.1, connections=2)
    assert bad.errors
    assert all(error.startswith("/missing: 404") for error in bad.errors)
    broken = put_load("127.0.0.1", port, ["/rude"], 0.1, connections=2)
    assert len(broken.errors) == 2


# --- the document -------------------------------------------------------------------------------


def test_every_group_is_named():
    assert [name for name in benchmarks.GROUPS if f"`{name}`" not in TEXT] == []


def test_every_target_is_told():
    for what, target, unit in TARGETS:
        assert f"| {what} | {target} {unit} |" in TEXT


def test_the_picture_of_growth_has_a_point_for_every_variant(capsys: pytest.CaptureFixture[str]):
    series = {"npuzzle": ("2", "2x3"), "domineering": ("2x2", "3x3", "3x4")}
    found = growth.measured(series)
    assert [one.positions for one in found["npuzzle"]] == [12, 360]
    assert capsys.readouterr().out.count("by the reference solver") == 5
    assert all(one.seconds > 0 and one.size > 4096 for solved in found.values() for one in solved)
    picture = growth.drawn(found)
    assert picture.count("<circle") == 2 * 5 + 2
    assert picture.count(f'fill="{growth.CARD}" stroke=') == 2 * 5, "none was solved natively"
    ET.fromstring(picture)


def test_the_variants_of_the_picture_exist():
    assert all(load(f"{id_}/{variant}") for id_, variants in growth.SERIES.items() for variant in variants)
    assert len(growth.SERIES) == len(growth.COLORS)


def test_the_direction_of_a_move_is_that_of_its_arrow():
    rules = load("npuzzle/3")
    position = rules.parse("1234-8765")
    moves = {
        directions.direction(rules, position, move): rules.format(rules.do_move(position, move))
        for move in rules.moves(position)
    }
    assert moves == {"u": "1234687-5", "r": "123-48765", "d": "1-3428765", "l": "12348-765"}


def test_every_order_of_directions_finds_a_solution(capsys: pytest.CaptureFixture[str]):
    found = directions.measured(["cross of 6 pegs", "plus of 9 pegs"])
    assert len(directions.ORDERS) == 24
    for name, jumps in (("cross of 6 pegs", 5), ("plus of 9 pegs", 8)):
        assert {one.moves for one in found[name].values()} == {jumps}
        assert len({one.expanded for one in found[name].values()}) > 1, "the order matters"
        assert min(one.expanded for one in found[name].values()) >= jumps
    assert capsys.readouterr().out.count("expanded") == 4
    assert ET.fromstring(directions.drawn(found)) is not None
    assert len(directions.STARTS) == len(growth.COLORS)


def test_a_search_by_directions_is_given_up():
    rules = load("pegsolitaire/diamond")
    found = {order: directions.depth_first(rules, rules.start(), order, 100) for order in directions.ORDERS}
    assert set(found.values()) == {directions.Found(100, None)}
    assert directions.drawn({"": found}).count(f'fill="{growth.CARD}" stroke=') == 24
