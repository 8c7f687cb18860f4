"""A one-page summary of the most important figures: required, aimed at, and measured."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from benchmarks.figures import Figure, digits


class Row(NamedTuple):
    """A row of the summary. figures: the names of the figures that measure this work."""

    work: str
    must: str
    aim: str
    figures: tuple[str, ...]


ROWS = (
    Row("8-puzzle, native : reference", "50 x", "500 x", ("npuzzle/3, native : reference",)),
    Row("2x2x2 cube", "50 x", "500 x", ("rubikscube/2x2x2, native : reference",)),
    Row("Lights Out 5x5", "50 x", "500 x", ("lightsout/5, native : reference",)),
    Row("Top Spin 10_2", "50 x", "500 x", ("topspin/10_2, native : reference",)),
    Row("peg triangle", "50 x", "500 x", ("pegsolitaire/triangle, native : reference",)),
    Row(
        "3x4 tiles, 239,500,800 positions",
        "5 minutes, 1 GB",
        "1 minute, 300 MB",
        ("npuzzle/3x4, from start to table", "npuzzle/3x4, greatest memory"),
    ),
    Row(
        "English peg solitaire, 187,636,299",
        "10 minutes, 6 GB",
        "2 minutes, 3 GB",
        ("pegsolitaire/english, from start to table", "pegsolitaire/english, greatest memory"),
    ),
    Row(
        "Hanoi, 4 rods, 16 disks, 4,294,967,296",
        "3 GB",
        "20 minutes",
        ("towersofhanoi/4_16, from start to table", "towersofhanoi/4_16, greatest memory"),
    ),
    Row("burnt pancakes 8, 10,321,920", "4 s", "1 s", ("pancakes/8, again, from start to table",)),
    Row("Connect 4 4x5", "2 M positions/s", "10 M positions/s", ("connect4/4x5, native",)),
    Row("Dao", "2 M positions/s", "10 M positions/s", ("dao/4x4, native",)),
    Row("Teeko", "60 s, 2 GB", "", ("teeko/standard, from start to table", "teeko/standard, greatest memory")),
    Row("Quixo 4x4", "6 s", "", ("quixo/4x4, from start to table",)),
    Row("Dōbutsu shōgi", "2 minutes", "", ("dshogi/regular, from start to table",)),
    Row("Yoté 4x4, written once", "1.5 M positions/s", "", ("yote/4x4, rate",)),
    Row("Connect 4 5x5", "6.5 s", "", ("connect4/5x5, from start to table",)),
    Row("Connect 4 4x6", "9 s", "", ("connect4/4x6, from start to table",)),
    Row("Kalah 4x3", "5 M positions/s", "", ("kalah/4x3, rate",)),
    Row("Dots and Boxes 3x3", "5 M positions/s", "", ("dotsandboxes/3x3, rate",)),
    Row("Clobber 4x5", "5 M positions/s", "", ("clobber/4x5, rate",)),
    Row("all that is solved at the start", "2 minutes", "30 s", ("cold start, everything available",)),
    Row("dense tables, bytes a position", "0.5", "0.25", ("dense tables above 10,000 positions",)),
    Row("game tables, bytes a position", "0.15", "", ("game tables above 10,000 positions",)),
    Row("a probe of a block on disk", "0.2 ms", "", ("slowest block from the disk",)),
)


def print_summary(figures: Iterable[Figure]) -> None:
    """Print the rows that were measured in this run; nothing if none were."""
    by_name = {figure.what: figure for figure in figures}
    lines = [("work", "must reach", "aim", "measured", "")]
    for row in ROWS:
        found = [by_name[name] for name in row.figures if name in by_name]
        if found:
            measured = ", ".join(f"{digits(figure.value)} {figure.unit}" for figure in found)
            missed = any(figure.target and not figure.target.met(figure.value) for figure in found)
            lines.append((row.work, row.must, row.aim, measured, "MISSED" if missed else "met"))
    if len(lines) == 1:
        return
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    print("\nSide by side")
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
