"""Pictures as data: `pictures/<name>.svg` has a symbol for each piece, `pictures/<name>.json` says where they stand.

The symbols of an SVG file are named by the characters of the board, and drawn around (0, 0), a cell being 40 wide. Its
group `board` lies below the pieces, its group `over` above them; `<name>-<board>.svg` has these for one of several
boards, named by its rows and columns, such as `4x5`, or by a variant. `drawing/pieces.svg` has pieces for all games.

Files are read strictly: what cannot be used is an error that names the file, the entry, and what is allowed.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from perfect_play.puzzles.drawing.joined_pieces import parts
from perfect_play.puzzles.drawing.look import Look, named
from perfect_play.puzzles.drawing.svg_shapes import UNIT, Point
from perfect_play.puzzles.view import EMPTY, Board

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = frozenset(("g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"))
SHARED = Path(__file__).parent / "pieces.svg"
LOOK_KEYS = {
    *("family", "pieces", "blank", "kinds", "joined", "merged", "part", "centers", "size", "ring"),
    *("marks", "boxes", "names"),
}
BOARDS = "boards"
Family = Callable[..., Look]


class BrokenPicture(ValueError):
    """A file of a picture cannot be used; the message names it, what is wrong, and what is allowed."""


class Sheet(NamedTuple):
    """An SVG file: its symbols, its groups `board` and `over`, and the width and height of its page."""

    symbols: Mapping[str, str]
    groups: Mapping[str, str]
    size: Point


@cache
def read_sheet(path: Path) -> Sheet:
    """The sheet in an SVG file; empty if there is no such file."""
    if not path.is_file():
        return Sheet({}, {"board": "", "over": ""}, Point(0, 0))
    try:
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - as trusted as the plug-in beside it
        *_, width, height = (float(number) for number in root.get("viewBox", "").replace(",", " ").split())
    except (ElementTree.ParseError, ValueError) as error:
        raise BrokenPicture(f"{path} is no SVG document with a viewBox of four numbers: {error}.") from None
    symbols = {symbol.get("id", ""): _content(symbol, path) for symbol in root.iter(f"{SVG}symbol")}
    groups = {group.get("id"): group for group in root.iter(f"{SVG}g")}
    layers = {name: _content(groups[name], path) if name in groups else "" for name in ("board", "over")}
    return Sheet(symbols, layers, Point(width, height))


def _content(element: ElementTree.Element, path: Path) -> str:
    return "".join(_fragment(child, path) for child in element)


def _fragment(element: ElementTree.Element, path: Path) -> str:
    """A shape as one line, without the ids and the attributes of drawing programs; their styles become attributes."""
    tag = element.tag.removeprefix(SVG)
    if tag not in SHAPES:
        raise BrokenPicture(f"{path}: a picture has no <{tag}>. Allowed are {', '.join(sorted(SHAPES))}.")
    attributes = {name: value for name, value in element.items() if not name.startswith(("{", "id", "style"))}
    attributes |= {
        name.strip(): value.strip()
        for name, colon, value in (entry.partition(":") for entry in element.get("style", "").split(";"))
        if colon and not name.strip().startswith("-")
    }
    opened = f"<{tag}" + "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    content = escape(element.text or "") if tag in ("text", "tspan") else ""
    content += _content(element, path)
    return f"{opened}>{content}</{tag}>" if content else f"{opened}/>"


def symbol(name: str) -> str:
    """A piece that all games share, by its name in `pieces.svg`."""
    try:
        return read_sheet(SHARED).symbols[name]
    except KeyError:
        names = ", ".join(sorted(read_sheet(SHARED).symbols))
        raise BrokenPicture(f"{SHARED} has no symbol {name!r}. It has {names}.") from None


class PictureFiles:
    """The files of one plug-in's picture. data: the content of its JSON file, empty without one."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self.path = folder / f"{name}.json"
        self.sheet = read_sheet(folder / f"{name}.svg")
        self.data: Mapping[str, Any] = {}
        if self.path.is_file():
            try:
                self.data = json.loads(self.path.read_text(encoding="utf-8"))
            except ValueError as error:
                raise BrokenPicture(f"{self.path} is no JSON: {error}.") from None
        self.check(self.data, ("look", "client", "words"), "")

    @classmethod
    def empty(cls) -> PictureFiles:
        """The files of a plug-in without any."""
        return cls(Path("/nonexistent"), "empty")

    def check(self, entries: Any, allowed: Iterable[str], section: str) -> None:
        """Raises BrokenPicture if anything but an object of allowed entries is there."""
        place = f"{self.path}{section and f', {section}'}"
        if not isinstance(entries, Mapping):
            raise BrokenPicture(f"{place}: expected an object, not {entries!r}.")
        for key in entries:
            if key not in allowed:
                raise BrokenPicture(f"{place}: unknown entry {key!r}. Allowed are {', '.join(sorted(allowed))}.")

    def section(self, name: str, keys: Sequence[str], allowed: Iterable[str]) -> Mapping[str, Any]:
        """A section of the data, merged with what it says of these boards, of which the first prevails."""
        section = self.data.get(name, {})
        allowed = {*allowed}
        self.check(section, {*allowed, BOARDS}, name)
        boards: Mapping[str, Any] = section.get(BOARDS, {})
        for key, entries in boards.items():
            self.check(entries, allowed, f"{name}, {BOARDS}, {key}")
        merged = {key: value for key, value in section.items() if key != BOARDS}
        for key in reversed(keys):
            merged |= boards.get(key, {})
        return {key: value for key, value in merged.items() if value is not None}

    def drawing(self, keys: Sequence[str]) -> Sheet:
        """The drawing of the first of these boards that has one; else the sheet of the picture."""
        return next((read_sheet(self._drawings[key]) for key in keys if key in self._drawings), self.sheet)

    @cached_property
    def _drawings(self) -> Mapping[str, Path]:
        """The files with drawings of single boards, by the keys of these."""
        return {path.stem.removeprefix(f"{self.name}-"): path for path in self.folder.glob(f"{self.name}-*.svg")}

    @cached_property
    def _symbols(self) -> Mapping[str, str]:
        """The pieces of this picture, and those for all games."""
        return {**read_sheet(SHARED).symbols, **self.sheet.symbols}

    def piece(self, names: str) -> str:
        """The piece of this name, from this picture or for all games; several names lie upon one another."""
        for name in names.split():
            if name not in self._symbols:
                raise BrokenPicture(
                    f"{self.path}: there is no symbol {name!r}. There are {', '.join(sorted(self._symbols))}."
                )
        return "".join(self._symbols[name] for name in names.split())

    def look(self, board: Board, keys: Sequence[str], families: Mapping[str, Family]) -> Look:
        """The look of a board: pieces, and the drawing or the family that says where they stand."""
        every_option = {option for family in families.values() for option in options_of(family)}
        entries = dict(self.section("look", keys, LOOK_KEYS | every_option))
        name = entries.pop("family", "drawn" if "look" in self.data else "boxes")
        if name not in families:
            raise BrokenPicture(f"{self.path}: unknown family {name!r}. Allowed are {', '.join(sorted(families))}.")
        drawing = self.drawing(keys)
        pieces = {name: piece for name, piece in {**self.sheet.symbols, **drawing.symbols}.items() if len(name) <= 2}
        pieces |= {key: self.piece(names) for key, names in entries.pop("pieces", {}).items()}
        pieces |= dict.fromkeys(entries.pop("blank", ""), "")
        if "marks" in entries:
            entries["marks"] = {key: self.piece(names) for key, names in entries["marks"].items()}
        if "merged" in entries:
            shape = {**entries.pop("part", {})}
            mark = self.piece(shape.pop("mark", ""))
            pieces |= {key: piece + mark for key, piece in parts(entries["merged"], **shape).items()}
            entries["merged"] = "".join(entries["merged"])
        options = {key: entries.pop(key) for key in {*entries} - LOOK_KEYS}
        self.check(options, options_of(families[name]), f"look, family {name}")
        look: Look = families[name](board, pieces, **options)
        below, above = look.under + drawing.groups["board"], look.over + drawing.groups["over"]
        look = replace(look, under=below, over=above)
        names = entries.pop("names", None)
        if "centers" in entries:
            spots = places(entries["centers"], board, (), UNIT)
            size = entries.get("size") or drawing.size
            entries |= {"centers": tuple(Point(*spot) for spot in spots), "size": Point(*size)}
        if "kinds" in entries:
            entries["kinds"] = "".join(entries["kinds"])
        look = replace(look, **entries)
        return named(look, board, **names) if names is not None else look


@cache
def options_of(family: Family) -> tuple[str, ...]:
    """The options of a family: the arguments after the board and its pieces."""
    return tuple(inspect.signature(family).parameters)[2:]


def sheet_look(board: Board, pieces: Mapping[str, str]) -> Look:
    """Pieces on the drawing in the SVG file."""
    return Look({EMPTY: "", **pieces})


def places(
    items: Sequence[Any], board: Board, cells: Sequence[tuple[float, float]], pitch: float = 1
) -> list[tuple[float, float]]:
    """The points that entries name, one after another.

    `[x, y]`: a point. `"cells"`: the cells of the board. `{"grid": [rows, columns], "at": [x, y], "pitch": side}`: the
    middles of the cells of a grid whose corner is there, row by row, or column by column with `"columns": true`; rows
    and columns may be `"rows"` and `"cols"`, those of the board.
    `{"again": count, "by": [x, y]}`: the first points so far, this far from there.
    """
    points: list[tuple[float, float]] = []
    for item in items:
        match item:
            case "cells":
                points += cells
            case {"grid": sides}:
                rows, cols = ({"rows": board.rows, "cols": board.cols}.get(side, side) for side in sides)
                points += grid_centers(rows, cols, item.get("pitch", pitch), item.get("at", (0, 0)), "columns" in item)
            case {"again": count, "by": [right, down]}:
                points += [(x + right, y + down) for x, y in points[:count]]
            case [x, y]:
                points.append((x, y))
            case _:
                raise BrokenPicture(f'{item!r} names no points. Expected [x, y], "cells", a grid, or again.')
    return points


def grid_centers(
    rows: int, cols: int, pitch: float = 1, at: Sequence[float] = (0, 0), by_columns: bool = False
) -> list[tuple[float, float]]:
    """The centers of a grid's cells, row by row or by columns. pitch: the side of a cell. at: the grid's corner."""
    xs = [at[0] + pitch * (col + 0.5) for col in range(cols)]
    ys = [at[1] + pitch * (row + 0.5) for row in range(rows)]
    return [(x, y) for x in xs for y in ys] if by_columns else [(x, y) for y in ys for x in xs]
