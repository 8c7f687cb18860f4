"""Expected answers, and how they are compared with actual ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Text:
    """Any nonempty text."""


@dataclass(frozen=True)
class Moves:
    """At least one move."""


@dataclass(frozen=True)
class PartialList:
    """A list with these entries, each found by its `key`, in any order and, unless `alone`, among any others."""

    key: str
    entries: tuple[Any, ...]
    alone: bool = False


@dataclass(frozen=True)
class EqualData:
    """The same data, whether a number is written 1, 1.0 or "1"."""

    data: Any


def plain(data: Any) -> Any:
    """Data with every number as a float."""
    match data:
        case dict():
            return {key: plain(value) for key, value in data.items()}
        case list():
            return list(map(plain, data))
        case bool() | None:
            return data
    try:
        return float(data)
    except ValueError:
        return data


@dataclass(frozen=True)
class Answer:
    """The expected answer: path, status, body. An error is not rewritten further."""

    path: str
    status: int
    body: Any

    @property
    def response(self) -> Any:
        return self.body["response"]


def mismatches(expected: Any, found: Any, where: str = "body") -> list[str]:
    """Every way in which `found` differs from `expected`. Extra keys are allowed; missing ones are not."""
    match expected:
        case Text():
            return [] if isinstance(found, str) and found.strip() else [f"{where}: expected a text, found {found!r}"]
        case Moves():
            return [] if isinstance(found, list) and found else [f"{where}: expected moves, found {found!r}"]
        case EqualData(data):
            return mismatches(plain(data), plain(found), where)
        case PartialList(key, entries, alone):
            if not isinstance(found, list):
                return [f"{where}: expected a list, found {found!r}"]
            if alone and len(found) != len(entries):
                return [f"{where}: expected {len(entries)} entries, found {len(found)}"]
            named = {entry[key]: entry for entry in found}
            return [w for e in entries for w in mismatches(e, named.get(e[key]), f"{where}[{e[key]}]")]
    if type(expected) is not type(found):
        return [f"{where}: expected {expected!r}, found {found!r}"]
    if isinstance(expected, dict):
        missing = [f"{where}.{key}: missing, expected {expected[key]!r}" for key in expected.keys() - found.keys()]
        shared = sorted(expected.keys() & found.keys())
        return missing + [w for key in shared for w in mismatches(expected[key], found[key], f"{where}.{key}")]
    if isinstance(expected, list):
        if len(expected) != len(found):
            return [f"{where}: expected {len(expected)} entries, found {len(found)}: {expected!r}, {found!r}"]
        pairs = enumerate(zip(expected, found, strict=True))
        return [w for i, (old, new) in pairs for w in mismatches(old, new, f"{where}[{i}]")]
    return [] if expected == found else [f"{where}: expected {expected!r}, found {found!r}"]
