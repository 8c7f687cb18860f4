"""The tools of these tests: blocks and sessions are found, elisions work, and mistakes are noticed."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.docs.markdown import Command, anchors, block_with, blocks, commands, lines_match, links, load_elided, matches
from tests.docs.replaying import evened, replay_curl, solvers_fault

REAL = {"a": 1, "b": [1, 2, 3], "c": {"d": "text with ... dots", "e": None}, "f": True}

SAME = [
    '{"a": 1, "b": [1, 2, 3], "c": {"d": "text with ... dots", "e": null}, "f": true}',
    '{"a": 1, ...}',
    '{..., "f": true}',
    '{"a": ..., "b": ..., "c": ..., "f": ...}',
    '{"b": [1, ...], ...}',
    '{"b": [..., 3], ...}',
    '{"b": [1, ..., 3], ...}',
    '{"b": [...], "c": {"d": "text...", ...}, ...}',
    '{\n  "a": 1,\n  "b": [\n    ...\n  ],\n  ...\n}',
    "...",
]
OTHER = [
    '{"a": 2, ...}',
    '{"a": 1}',
    '{"a": true, ...}',
    '{"f": 1, ...}',
    '{"b": [1, 2], ...}',
    '{"b": [2, ...], ...}',
    '{"b": [1, 2, 3, 4, ...], ...}',
    '{"c": {"d": "other...", ...}, ...}',
    '{"g": ..., ...}',
    '{"c": {"e": 0, ...}, ...}',
    "[...]",
]


@pytest.mark.parametrize("shown", SAME)
def test_elisions_stand_for_what_is_left_out(shown: str):
    assert matches(load_elided(shown), REAL)


@pytest.mark.parametrize("shown", OTHER)
def test_elided_answer_that_differs_does_not_match(shown: str):
    assert not matches(load_elided(shown), REAL)


def test_numbers_and_strings_are_read_as_they_are():
    assert load_elided('[1.5, -200, "1...5", "x", 1e3]') == [1.5, -200, "1...5", "x", 1000.0]


def test_lines_are_compared_up_to_times_and_columns():
    real = "a  b\nnpuzzle/3: right (0.3 s)\nend"
    assert lines_match("a b\nnpuzzle/3: right (2.4 s)\nend", real, evened)
    assert lines_match("a b\n...", real, evened)
    assert lines_match("...\nend", real, evened)
    assert not lines_match("a b", real, evened)
    assert not lines_match("a b\nnpuzzle/3: wrong (0.3 s)\nend", real, evened)


def test_blocks_sessions_links_and_anchors_are_found(tmp_path: Path):
    path = tmp_path / "page.md"
    path.write_text(
        "# Title\n\n## The `code` of it\n\nA [link](a.md#b) and `[none](x.md)`.\n\n"
        "```console\n$ one  # why\n1\n$ two \\\n    more\n```\n\n- x\n\n  ```python\n  y = 1\n  ```\n",
        encoding="utf-8",
    )
    assert [(command.line, command.shown) for command in commands(path)] == [("one", "1"), ("two more", "")]
    assert commands(path)[1].where == "page.md:10"
    assert [block.language for block in blocks(path)] == ["console", "python"]
    assert block_with(path, "y").text == "y = 1\n"
    assert links(path) == ["a.md#b"]
    assert anchors(path) == {"title", "the-code-of-it"}


GOOD = (
    '{"status": "ok", "response": {"position": "R_A_2_2_123-", "positionValue": "win", "remoteness": 0, "moves": []}}'
)
CURL = "curl -s http://127.0.0.1:8000/puzzles/npuzzle/2/R_A_2_2_123-"


def test_a_true_example_passes_and_a_false_one_does_not(client: FlaskClient):
    assert replay_curl(Command("here:1", CURL, GOOD), client) == ""
    assert replay_curl(Command("here:1", CURL, GOOD.replace("0", "1", 1)), client).startswith("here:1")
    assert (
        replay_curl(Command("here:1", CURL.replace("123-", "1234"), GOOD), client) == "here:1: answered 400 BAD REQUEST"
    )
    shown = f"HTTP/1.1 200 OK\nContent-Type: application/json\n...\n\n{GOOD}"
    with_head = CURL.replace("-s", "-si")
    assert replay_curl(Command("here:1", with_head, shown), client) == ""
    assert "status" in replay_curl(Command("here:1", with_head, shown.replace("200 OK", "404 NOT FOUND")), client)
    assert "header" in replay_curl(Command("here:1", with_head, shown.replace("/json", "/html")), client)


def test_a_false_output_is_noticed():
    assert solvers_fault(Command("here:1", "python -m solvers list", "a"), "a\n") == ""
    assert solvers_fault(Command("here:1", "python -m solvers list", "a"), "b\n").startswith("here:1")
