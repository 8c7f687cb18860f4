"""Pictures: the look of a variant, in the drawings of this service and in GamesmanUni, the web front end.

Pictures are data, read by `drawing/files.py`: `look` says how this service draws a board, `client` which of its own
images and sounds GamesmanUni shows, given by their paths there. Rules need no picture: without one, boards are letters
in boxes, and GamesmanUni shows moves as buttons with their names. Pictures are separate from the rules, so changing one
never rebuilds a table. docs/plug-ins.md describes them.
"""

import importlib
import importlib.util
import inspect
import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal

from perfect_play.puzzles import registry, view
from perfect_play.puzzles.base import Move, Position, Rules
from perfect_play.puzzles.drawing.board_families import FAMILIES
from perfect_play.puzzles.drawing.bodies import Body
from perfect_play.puzzles.drawing.files import BrokenPicture, PictureFiles, grid_centers, places
from perfect_play.puzzles.drawing.look import First, Look, letters
from perfect_play.puzzles.grid import cell_name
from perfect_play.puzzles.sources import is_shipped
from perfect_play.puzzles.view import ALPHABET, EMPTY, VOID, Add, Board, Button

Point = tuple[float, float]
Arrow = view.Move  # what it is called beside the moves of rules
LOGGER = logging.getLogger(__name__)

SQUARE, SLIDE = "chipschallenge/floor.svg", "general/slide.mp3"
NOT_DRAWN = "v0"
NOWHERE = "."  # at a center that is always empty or that holds text
TILE = "Y"  # a square beneath the board


@dataclass(frozen=True, slots=True)
class Image:
    """A file of GamesmanUni and the size it is shown at, in units of the picture's space."""

    path: str
    scale: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A button drawn as a curve through four points, each the number of a center and an offset from it as text."""

    points: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Letter:
    """A button with a letter or digit on it."""

    char: str
    center: int


Mark = Button | Curve | Letter


@dataclass(frozen=True, slots=True)
class Touch:
    """A click that makes a part of a move: its button, the letter of its sound, and its name."""

    button: Mark
    sound: str
    name: str


@dataclass(frozen=True, slots=True)
class Touches:
    """A move made by two clicks.

    between: the cells after the first, as `Picture.cells` writes them. second: one click, or several that do the same.
    """

    first: Touch
    between: str
    second: tuple[Touch, ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """One theme of a variant: everything but the position.

    space: width and height. centers: where each character of a position is drawn, in that space. images: what
    each character looks like; a character without one is not drawn. sounds: by the letter at the end of a move. tiles:
    the centers of squares beneath everything, each of which looks like `tile`. arrow_width, line_width, circle_radius,
    font_size and letter_size (of a `Letter`): in units of the space; None: the page's default.
    """

    space: Point
    centers: tuple[Point, ...]
    images: Mapping[str, Image]
    sounds: Mapping[str, str] = field(default_factory=lambda: {"x": SLIDE})
    background: str = ""
    foreground: str = ""
    ambience: str = ""
    animation: Literal["simpleSlides", "entityFade"] = "simpleSlides"
    entities_over_arrows: bool | None = None
    arrow_width: float | None = None
    line_width: float | None = None
    circle_radius: float | None = None
    font_size: float | None = None
    letter_size: float | None = None
    tiles: tuple[Point, ...] = ()
    tile: Image = Image(SQUARE, 0.96)
    name: str = "regular"


THEME_FIELDS = {
    *("background", "foreground", "ambience", "animation", "entities_over_arrows", "arrow_width", "line_width"),
    *("circle_radius", "font_size", "letter_size", "name"),
}
CLIENT_KEYS = THEME_FIELDS | {
    *("images", "sounds", "space", "extra", "pitch", "at", "scale", "centers", "tiles", "tile", "letters", "order"),
    *("cells", "length", "numbers", "place", "buttons", "clicks", "sound", "themes", "quality", "component"),
}
"""What the section `client` of a picture's data may say; docs/plug-ins.md describes it."""


class Picture:
    """The drawing of one variant, as its data say. Derive a class in `pictures/` only for what data cannot say."""

    def __init__(self, rules: Rules, files: PictureFiles | None = None) -> None:
        self.rules: Any = rules
        self.files = files or picture_files(type(rules))

    @cached_property
    def client(self) -> Mapping[str, Any]:
        """What the data say about GamesmanUni's picture of this variant."""
        return self.files.section("client", self.keys, CLIENT_KEYS)

    @property
    def keys(self) -> tuple[str, ...]:
        """The names by which data may speak of this variant: its id, `4x5` by its rows and columns, and `square`."""
        rows, cols = self.board.rows, self.board.cols
        return self.rules.variant.id, f"{rows}x{cols}", "square" if rows == cols else ""

    @property
    def quality(self) -> str:
        """The page's name for the kind of picture: `v3` if animated, `v2` if not."""
        return str(self.client.get("quality", "v3"))

    @property
    def component(self) -> int:
        """Where GamesmanUni draws a game without our images: the cells of the only board that it draws."""
        return int(self.client.get("component", 0))

    @property
    def gui(self) -> str:
        """How the page shows this variant: `quality`, or `v0` without a picture."""
        return self.quality if self.has_picture else NOT_DRAWN

    @property
    def showable(self) -> bool:
        """Whether the page can show this variant: by a component of its own it shows one board only."""
        return self.has_picture or not self.component

    def themes(self) -> Sequence[Theme]:
        """The themes of this variant, the default first; empty if no images fit it."""
        if "images" not in self.client:
            return ()
        return tuple(self._theme({**self.client, **theme}) for theme in self.client.get("themes", ({},)))

    def _theme(self, entries: Mapping[str, Any]) -> Theme:
        """The theme of these entries: the board's cells as squares of 1 by 1, unless they say more."""
        board, pitch = self.board, entries.get("pitch", 1)
        plain = grid_centers(board.rows, board.cols, pitch, entries.get("at", (0, 0)))
        centers = places(entries.get("centers", ["cells"]), board, [plain[cell] for cell in self.order])
        tiles: Any = entries.get("tiles", not {"background", "foreground"} & {*entries})
        squares = [plain[cell] for cell in self.order if board.cells[cell] != VOID]
        right, below = entries.get("extra", (0, 0))
        name = entries.get("name", "regular")
        words: dict[str, Any] = {"rows": board.rows, "cols": board.cols, "variant": self.rules.variant.id}
        words |= {"name": name, "theme": name.lower()}
        fields = {key: entries[key] for key in THEME_FIELDS & {*entries}}
        fields |= {key: fields[key].format(**words) for key in ("background", "foreground") if key in fields}
        return Theme(
            tuple(entries.get("space", (pitch * board.cols + right, pitch * board.rows + below))),
            tuple(centers),
            self._images(entries["images"], name, entries.get("scale", pitch)),
            entries.get("sounds", {"x": SLIDE}),
            tiles=tuple(squares if tiles is True else tiles if isinstance(tiles, list) else centers[:tiles]),
            tile=Image(*entries.get("tile", (SQUARE, 0.96))),
            **fields,
        )

    def _images(self, entries: Mapping[str, Any], name: str, by: float) -> dict[str, Image]:
        """The images, `by` times as large. An entry for several characters gives each the same, or that of `{char}`."""
        images: dict[str, Image] = {}
        for chars, entry in entries.items():
            match entry:
                case [str(path), int() | float() as scale]:
                    words = {"name": name, "theme": name.lower()}
                    images |= {char: Image(path.format(char=char, **words), scale * by) for char in chars}
                case _:
                    raise BrokenPicture(
                        f"{self.files.path}, client, images, {chars}: expected [path, size], not {entry!r}."
                    )
        return images

    @cached_property
    def order(self) -> Sequence[int]:
        """The cells of the board to draw, one per center: all, the first ones, in another order, or these."""
        cells, cols = self.board.cells, self.board.cols
        match self.client.get("order", len(cells)):
            case "columns":
                return sorted(range(len(cells)), key=lambda cell: cell % cols)
            case "voids last":
                return sorted(range(len(cells)), key=lambda cell: cells[cell] == VOID)
            case int(count):
                return range(count)
            case order:
                return tuple(order)

    def center(self, cell: int) -> int:
        """The number of the center at which a cell is clicked: its own, or as the data say."""
        match self.client.get("clicks"):
            case int(first):
                return first + cell
            case list(centers):
                return int(centers[cell])
        return self.order.index(cell)

    @cached_property
    def look(self) -> Look:
        """The look of the variant on the service's own page and pictures. Default: letters in unique colors."""
        if "look" not in self.files.data and not self.files.sheet.symbols:
            return letters(ALPHABET if self._has_players else ALPHABET - {*"xX"})
        look: Look = self.files.look(self.board, self.keys, FAMILIES)
        missing = {char for cell, char in enumerate(self.board.cells) if look.fragment(self.board, cell) is None}
        return replace(look, pieces={**letters(missing).pieces, **look.pieces}, first=self.first, body=self.body)

    @property
    def _has_players(self) -> bool:
        """Whether `x` is on the board at the start, or put there by a move."""
        start = self.rules.start()
        buttons = [self.rules.button(start, move) for move in self.rules.moves(start)]
        chars = {*self.board.cells, *(button.char for button in buttons if isinstance(button, Add))}
        return not {"x", "X"}.isdisjoint(chars)

    @property
    def first(self) -> Mapping[int, First]:
        """The cells of which something else is touched first, in moves of two parts."""
        return {}

    @property
    def body(self) -> Body | None:
        """The solid puzzle of which the board is the net."""
        return None

    @cached_property
    def board(self) -> Board:
        """The board of the start."""
        first: Board = self.rules.board(self.rules.start())
        return first

    @cached_property
    def has_picture(self) -> bool:
        """Whether this variant has a picture, or is drawn by the page."""
        return len(self.board.cells) == self.component if self.component else bool(self.themes())

    @cached_property
    def tiles(self) -> int:
        """The number of squares that clients draw beneath the board, which come before its centers."""
        themes = self.themes()
        return len(themes[0].tiles) if themes else 0

    def text(self, position: Position, requested: str = "") -> str:
        """The position as text. Default: `format`. Override only for clients that know another text.

        requested: the text by which a client requested it.
        """
        return str(self.rules.format(position))

    def text_after(self, text: str, move: Move, child: Position) -> str:
        """The text of the position reached by a move from the one with this text. Default: `text`."""
        return self.text(child)

    def cells(self, position: Position) -> str:
        """One character for each center, then `~` and a text for each label. Default: as the data say."""
        shows_text, letters, filled = self._form
        if shows_text:
            cells = re.sub("^[12]_", "", self.rules.format(position))
        else:
            board, order = self.rules.board(position).cells.replace(VOID, NOWHERE), self.order
            cells = board[: len(order)] if isinstance(order, range) else "".join([board[cell] for cell in order])
        cells = (cells.translate(letters) if letters else cells).ljust(filled, EMPTY)
        if not self.client.get("numbers"):
            return cells
        return numbered(cells, ["" if char == EMPTY else int(char, 36) for char in cells])

    @cached_property
    def _form(self) -> tuple[bool, Mapping[int, str], int]:
        """How the data have cells written: whether as the text, their other letters, and how many there are."""
        length = self.client.get("length", 0)
        filled = len(self.themes()[0].centers) if length == "centers" else length
        shows_text = self.client.get("cells", "board") == "text"
        return shows_text, str.maketrans(self.client.get("letters", {})), filled

    def cells_of(self, text: str, position: Position) -> str:
        """`cells`, for pictures that also depend on the text. Default: `cells`."""
        return self.cells(position)

    def button(self, position: Position, move: Move) -> Mark | None:
        """The button of a move, by numbers of centers; None: its name. Default: as on the board, or as the data say."""
        buttons, clicks = self.client.get("buttons"), self.client.get("clicks")
        if buttons in ("moves", "names"):
            return Arrow(*move) if buttons == "moves" else None
        button = self.rules.button(position, move)
        if isinstance(clicks, dict):
            ends = clicks.get(str(button.cell) if isinstance(button, Add) else f"{button.source}-{button.target}")
            return ends and Arrow(*ends)
        match button:
            case Add(char, cell) if buttons == "letters":
                return Letter(char, self.center(cell))
            case Add(char, cell):
                place = self.client.get("place", EMPTY if self.client else "")
                return Add(place.get(char, char) if isinstance(place, dict) else place or char, self.center(cell))
            case Arrow(source, target):
                return Arrow(self.center(source), self.center(target))
            case other:
                mark: Mark = other
                return mark

    def touches(self, position: Position, move: Move) -> Touches | None:
        """The two clicks that make a move; None if it is made by one. Default: None."""
        return None

    def click(self, position: Position, move: Move) -> Mark | None:
        """The one click that makes a move; None if it is made by two, or by its name."""
        return None if self.touches(position, move) else self.button(position, move)

    def sound(self, position: Position, move: Move) -> str:
        """The letter of a move's sound, or `-`; "" where the page expects none. Default: as the data say, or `x`."""
        match self.client.get("sound", "x"):
            case {"players": letters}:
                return str(letters[self.rules.turn(position) - 1])
            case {"capture": capture, "step": step}:
                button = self.rules.button(position, move)
                return str(capture if self.rules.board(position).cells[button.target] != EMPTY else step)
            case {"arrow": arrow, "place": place}:
                return str(arrow if isinstance(self.button(position, move), Arrow) else place)
            case letter:
                return str(letter)

    def description(self, position: Position, move: Move) -> str:
        """The move for people who do not know the notation of `format_move`, unique in its position.

        Default: that, with the `words` of the data, pairs of a regular expression and its replacement, in which
        `{source}`, `{target}` and `{cell}` are cells of the board.
        """
        name = str(self.rules.format_move(position, move))
        for pattern, words in self.files.data.get("words", ()):
            name = re.sub(pattern, words, name)
        match self.rules.button(position, move) if "{" in name else None:
            case Add(_, cell):
                return name.format(cell=self.name_of(cell))
            case Arrow(source, target):
                return name.format(source=self.name_of(source), target=self.name_of(target))
        return name

    def name_of(self, cell: int) -> str:
        """A cell of the board as on a chessboard: `b3`."""
        return cell_name(cell, self.board.rows, self.board.cols)

    def name(self, position: Position, move: Move) -> Any:
        """The move as text. Default: `format_move`. Override only for clients that know another text."""
        return self.rules.format_move(position, move)


def changed(cells: str, pieces: Mapping[int, str]) -> str:
    """The cells with other pieces on some of them, by their numbers."""
    return "".join([pieces.get(cell, piece) for cell, piece in enumerate(cells)])


def numbered(cells: str, numbers: Iterable[object]) -> str:
    """The cells, then a further center for each number, and the numbers as text; an empty text is not shown."""
    texts = [str(number) for number in numbers]
    return "~".join([cells + "".join(NOWHERE if text else EMPTY for text in texts), *filter(None, texts)])


@cache
def picture_files(cls: type[Rules]) -> PictureFiles:
    """The files of a plug-in's picture, in `pictures/` beside it, named like its module."""
    return PictureFiles(Path(inspect.getfile(cls)).parent / "pictures", cls.__module__.rpartition(".")[2])


@cache
def picture_class(cls: type[Rules], folder: str = "pictures") -> type[Picture]:
    """The picture class of a plug-in, in a folder beside it; `Picture` itself if it has none."""
    package, _, own_name = cls.__module__.rpartition(".")
    return _picture_in(".".join(filter(None, [package, folder, own_name])))


def _picture_in(name: str) -> type[Picture]:
    try:
        if importlib.util.find_spec(name) is None:
            return Picture
    except ModuleNotFoundError as error:
        if error.name is not None and name.startswith(f"{error.name}."):
            return Picture  # there is no such folder
        raise
    module = importlib.import_module(name)
    classes = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Picture)]
    return next(value for value in classes if value.__module__ == name)


def listed_gui(cls: type[Rules]) -> str:
    """How the catalogue says a plug-in is shown: the best of its variants, or of its custom example."""
    variant_ids = [variant.id for variant in cls.variants]
    if cls.custom and not variant_ids:
        variant_ids = [cls.custom.example]
    return max((gui_of(cls, variant_id) for variant_id in variant_ids), default=NOT_DRAWN)


@lru_cache(maxsize=4096)
def gui_of(cls: type[Rules], variant_id: str) -> str:
    """How the page shows a variant: `v3`, `v2`, or `v0` without a picture."""
    return picture_of(registry.load(cls.id, variant_id)).gui


def picture_of(rules: Rules) -> Picture:
    """The picture of a variant. In a plug-in from outside, a broken one counts as none."""
    return picture_class(type(rules))(rules) if registry.is_fleeting(rules) else _picture_of(rules)


@lru_cache(maxsize=1024)
def _picture_of(rules: Rules) -> Picture:
    cls = type(rules)
    if is_shipped(cls):
        return picture_class(cls)(rules)
    try:
        picture = picture_class(cls)(rules)
        picture.look.as_json()
        picture.themes()
    except Exception as error:  # noqa: BLE001 - a picture from outside may fail in any way
        LOGGER.warning("The picture of %s cannot be used: %s: %s", cls.id, type(error).__name__, error)
        return Picture(rules, PictureFiles.empty())
    return picture
