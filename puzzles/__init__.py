"""The rules: the legal moves and the looks of every puzzle and game.

Standard library only. Nothing in this package solves, stores or serves anything.
"""

from pathlib import Path

_HERE = Path(__file__).resolve().parent

INSTALLED = (_HERE / "data").is_dir()
"""Whether the code was installed as a package, with its data inside, rather than run from the project's folder."""

SHIPPED = (_HERE if INSTALLED else _HERE.parent) / "data"
"""The folder of the files that come with the code: levels, opening books, periods of nimbers. Read-only."""


def level(name: str) -> tuple[str, ...]:
    """The lines of `levels/<name>.txt` among the data: the rows of a board, or one board each."""
    return tuple((SHIPPED / "levels" / f"{name}.txt").read_text(encoding="ascii").split())
