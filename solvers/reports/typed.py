"""Reads what people type or paste: positions with white space or a byte order mark around them, `1-3` for `1 → 3`."""

from __future__ import annotations

from perfect_play.puzzles.base import Position, Rules

BYTE_ORDER_MARK = "\ufeff"
ARROWS = str.maketrans(dict.fromkeys("→➝⇒–—", "-"))


def trimmed(text: str) -> str:
    """A text without byte order marks, and without white space around it."""
    return text.replace(BYTE_ORDER_MARK, "").strip()


def read_position(rules: Rules, text: str) -> Position:
    """The position that a text names. Raises MalformedPosition or IllegalPosition."""
    text = trimmed(text)
    position = rules.read_other(text)
    return rules.parse(text) if position is None else position


def plain(name: str) -> str:
    """A move's name as it is easily typed: `1 → 2` as `1-2`."""
    return "".join(trimmed(name).translate(ARROWS).split())
