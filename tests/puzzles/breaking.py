"""Marks plug-ins into which a fault has been planted, for the law that must find it."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.checks import LAWS


def breaks(law: str) -> Callable[[type[Rules]], type[Rules]]:
    """Mark a class as having a fault that this law must find."""
    assert law in LAWS

    def note(cls: type[Rules]) -> type[Rules]:
        cls.broken_law = law
        return cls

    return note


def faults_in(module: ModuleType) -> list[tuple[str, type[Rules]]]:
    """(law, class) for every marked class of a module."""
    classes = [value for value in vars(module).values() if isinstance(value, type)]
    return [(cls.broken_law, cls) for cls in classes if "broken_law" in vars(cls)]
