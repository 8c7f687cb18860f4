"""Scores the answers to a benchmark, in all and by game, depth, value and telling, with intervals of 95 percent."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import orjson

from perfect_play.puzzles.base import RulesError, short
from perfect_play.solvers.datasets.benchmark_questions import KEY, POINTS, depth_of, description, read

Z = 1.96


@dataclass
class Mean:
    """A mean of numbers."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        """Count a number."""
        self.count += 1
        self.total += number
        self.squares += number * number

    def interval(self) -> list[float] | None:
        """The mean and its interval, which is Wilson's if all numbers are 0 or 1; None if there are none."""
        n = self.count
        if not n:
            return None
        mean = self.total / n
        if self.total == self.squares:
            scale, center = 1 + Z * Z / n, mean + Z * Z / (2 * n)
            half = Z * sqrt(mean * (1 - mean) / n + Z * Z / (4 * n * n))
            return [round(number, 4) for number in (mean, (center - half) / scale, (center + half) / scale)]
        half = Z * sqrt(max(0.0, self.squares / n - mean * mean) / n)
        return [round(number, 4) for number in (mean, mean - half, mean + half)]


def lost_by(key: dict[str, Any], move: str) -> float:
    """What a move gives away, where a win counts 1, and a tie or a draw 0.5; an illegal one all there is to lose."""
    return POINTS[key["best"]] - (POINTS[key["moves"][move][0]] if move in key["moves"] else 0.0)


class Group:
    """The answers of one kind: shares of moves that keep the value, are best, are illegal, and what they give away."""

    def __init__(self) -> None:
        self.means = {name: Mean() for name in ("keeps", "best", "illegal", "value_lost", "moves_lost")}

    def add(self, key: dict[str, Any], move: str) -> None:
        """Count an answer; an illegal one loses all that there was to lose."""
        value, slower, best = key["moves"][move][:3] if move in key["moves"] else (None, 0, False)
        self.means["keeps"].add(value == key["best"])
        self.means["best"].add(best)
        self.means["illegal"].add(value is None)
        self.means["value_lost"].add(lost_by(key, move))
        if value == key["best"]:
            self.means["moves_lost"].add(slower)

    def as_json(self) -> dict[str, Any]:
        """The number of answers, and each mean with its interval."""
        return {"answers": self.means["keeps"].count, **{name: mean.interval() for name, mean in self.means.items()}}


def answers_in(path: Path, digest: str) -> dict[str, str]:
    """The moves in a file of answers, by the id of the question, the last one counting; unfinished lines are left out.

    Raises RulesError if it cannot be read, or answers another benchmark.
    """
    answers: dict[str, str] = {}
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise RulesError(f"{path} cannot be read: {error.strerror}.") from error
    for number, line in enumerate(lines, start=1):
        is_unfinished = number == len(lines) and not line.endswith((b"\n", b"}"))
        if is_unfinished or not line.strip():
            continue
        try:
            entry = orjson.loads(line)
            if entry.get("digest", digest) != digest:
                raise RulesError(f"{path} answers another benchmark.")
            if "id" in entry:
                answers[str(entry["id"])] = str(entry["move"])
        except (ValueError, LookupError, AttributeError, TypeError):
            text = short(line.decode(errors="replace").strip())
            raise RulesError(f'{path}, line {number}: {text}: expected {{"id": "...", "move": "..."}}.') from None
    return answers


def score(folder: Path, path: Path) -> dict[str, Any]:
    """The score of a file of answers. Raises RulesError."""
    about = description(folder)
    answers = answers_in(path, about["digest"])
    if not answers:
        raise RulesError(f'{path} has no answers: lines of {{"id": "...", "move": "..."}}.')
    groups: dict[str, dict[str, Group]] = {name: {} for name in ("all", "only", "value", "depth", "telling", "game")}
    for key in read(folder, KEY):
        if key["id"] not in answers:
            continue
        move = answers.pop(key["id"])
        places = {"all": "all", "value": key["value"], "depth": str(depth_of(key["remoteness"])), "game": key["game"]}
        places["telling"] = key["id"].rpartition(":")[2]
        places |= {"only": "one move keeps the value"} if key["only"] else {}
        for name, place in places.items():
            groups[name].setdefault(place, Group()).add(key, move)
    if answers:
        raise RulesError(f"{path}: there is no question {short(next(iter(answers)))} in {folder}.")
    return {
        "benchmark": {name: about[name] for name in ("benchmark", "version", "seed", "digest", "questions")},
        **{name: {place: rows[place].as_json() for place in sorted(rows)} for name, rows in groups.items()},
    }
