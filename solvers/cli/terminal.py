"""Writes lines for people to read: in color on a terminal, by rich, and as plain text elsewhere."""

import os
import shutil
import sys
from collections.abc import Sequence
from typing import Any, TextIO

Part = str | tuple[str, str]
"""Text, or text with a style of rich, such as ("win", "bold green")."""


def text_of(parts: Sequence[Part]) -> str:
    """The parts without their styles."""
    return "".join(part if isinstance(part, str) else part[0] for part in parts)


class Screen:
    """Writes lines to a stream, in color if it is a terminal and neither NO_COLOR nor TERM=dumb forbids it."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        colored = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self._console: Any = None
        if colored and self.stream.isatty():
            from rich.console import Console

            self._console = Console(file=self.stream, highlight=False, soft_wrap=True)

    @property
    def width(self) -> int:
        """How many characters fit into a line; 80 if it is not a terminal."""
        return shutil.get_terminal_size().columns if self.stream.isatty() else 80

    @property
    def asks(self) -> bool:
        """Whether there is a user to ask."""
        return self.stream.isatty() and sys.stdin.isatty()

    def say(self, *parts: Part) -> None:
        """Write one line. Characters missing from the terminal's encoding are written as `?`."""
        encoding = getattr(self.stream, "encoding", None) or "utf-8"
        fit = [(part, "") if isinstance(part, str) else part for part in parts]
        fit = [(text.encode(encoding, "replace").decode(encoding), style) for text, style in fit]
        if self._console is None:
            print(text_of(fit).rstrip(), file=self.stream, flush=True)
            return
        from rich.text import Text

        self._console.print(Text.assemble(*fit))

    def columns(self, entries: Sequence[Sequence[Part]], indent: str = "  ") -> None:
        """Write entries side by side, row by row, with as many in a line as fit."""
        if not entries:
            return
        wide = max(len(text_of(entry)) for entry in entries) + 3
        fit = max(1, (self.width - len(indent) + 3) // wide)
        for first in range(0, len(entries), fit):
            line: list[Part] = [indent]
            for place, entry in enumerate(entries[first : first + fit]):
                line += [" " * (wide * place + len(indent) - len(text_of(line))), *entry]
            self.say(*line)


def print_rows(rows: Sequence[Sequence[str]]) -> None:
    """Print a table whose columns are as wide as needed."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
