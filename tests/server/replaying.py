"""Replays recorded requests."""

from __future__ import annotations

from functools import cache
from typing import Any

from flask import Flask

from perfect_play.puzzles.base import PositionError
from tests.server.comparison import mismatches
from tests.server.differences import Difference, expected
from tests.server.recordings import Recording


def said(answer: tuple[int, Any]) -> tuple[int, Any]:
    """An answer, without its sentence if that names the path."""
    status, body = answer
    assert not 300 <= status < 400
    return status, {} if isinstance(body, dict) and "nothing at" in str(body.get("error")) else body


class Asker:
    """Queries the service, each path once."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.ask = cache(self._ask)

    def _ask(self, path: str) -> tuple[int, Any]:
        response = self.client.get(path)
        assert response.mimetype == "application/json"
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        return response.status_code, response.get_json()

    def unexplained(self, recording: Recording, differences: tuple[Difference, ...]) -> list[str]:
        """Every unexplained difference between an answer and the recorded one."""
        answer, _ = expected(recording, differences)
        status, body = self.ask(answer.path)
        found = [] if status == answer.status else [f"status: expected {answer.status}, found {status}"]
        found += mismatches(answer.body, body)
        if answer.path != recording.path:  # drawn differently today, so the recorded string names no position
            status, body = self.ask(recording.path)
            found += [] if status == 400 else [f"{recording.path}: expected 400, found {status}"]
        return found

    def assert_needed(
        self, difference: Difference, differences: tuple[Difference, ...], recordings: list[Recording]
    ) -> None:
        """Check that answers would differ without this entry: none is stale or hidden by another."""
        others = tuple(other for other in differences if other is not difference)

        def goes_wrong(recording: Recording) -> bool:
            try:
                return bool(self.unexplained(recording, others))
            except (KeyError, ValueError, TypeError, AssertionError, PositionError):
                return True  # other differences lack their starting point

        concerned = [recording for recording in recordings if difference.name in expected(recording, differences)[1]]
        assert any(map(goes_wrong, concerned)), f"{difference.name!r} explains nothing"
        assert difference.says
        assert [other.name for other in differences].count(difference.name) == 1
