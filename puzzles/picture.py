"""How a variant is drawn with the images of the web page of today, for clients of the current protocol.

Rules need nothing of this: without a picture a client shows the moves as buttons with their names. A file
`pictures/<name of the plug-in's module>.py` beside it that derives one class from `Scene` gives it a board to click. It
stands beside the rules, not in them, so that a table never has to be built again for a picture's sake.

Images and sounds are named by their paths in GamesmanUni, the page that has them.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Literal

from puzzles import registry
from puzzles.base import Move, Position, Rules
from puzzles.view import EMPTY, VOID, Add, Board, Button
from puzzles.view import Move as Arrow

Point = tuple[float, float]
LOGGER = logging.getLogger(__name__)

HITBOX = "general/basichitbox.svg"  # an image that is nothing but a place to click
BROWN_PIECE = "general/brownpiece.svg"
BLUE, RED, WHITE = "general/blue_circle.svg", "general/red_circle.svg", "dao/B.svg"
SQUARE, GRAY = "chipschallenge/floor.svg", "klotski/sharp/tile_11.svg"
SLIDE, PLACE, REMOVE = "general/slide.mp3", "general/place.mp3", "general/remove.mp3"
SLIDE_THEN_REMOVE = "general/slideThenRemove.mp3"
NOT_DRAWN = "v0"
NOWHERE = "."  # at a center where nothing can be, or where a text stands
TILE = "Z"  # a square below a piece


@dataclass(frozen=True, slots=True)
class Image:
    """A file of the page, and how large it is shown, in units of the picture's space."""

    path: str
    scale: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A button drawn as a curve through four points, each a number of a center and an offset from it as text."""

    points: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Letter:
    """A button that is a letter or a digit."""

    char: str
    center: int


Drawn = Button | Curve | Letter


@dataclass(frozen=True, slots=True)
class Picture:
    """One theme of a variant: everything but the position.

    space: width and height; centers: where each character of a position goes, in that space; images: what
    is drawn for a character, nothing for one that is not named. sounds: by the letter at the end of
    a move. arrow_width, line_width, circle_radius, font_size and letter_size (of a `Letter`): in units of the space;
    None: the page's own.
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
    theme: str = "regular"


def grid_centers(rows: int, cols: int, pitch: float = 1, margin: float = 0) -> tuple[Point, ...]:
    """The centers of a grid's cells, row by row. pitch: the side of a cell; margin: at the left and above."""
    places = [margin + pitch * (place + 0.5) for place in range(max(rows, cols))]
    return tuple((places[col], places[row]) for row in range(rows) for col in range(cols))


def unit_grid(rules: Rules, images: Mapping[str, Image], **more: Any) -> Picture:
    """A picture of the board as it is, each cell 1 wide and 1 high; `more` is whatever else a Picture has."""
    board = rules.board(rules.start())
    return Picture((board.cols, board.rows), grid_centers(board.rows, board.cols), images, **more)


def same_image(chars: str, path: str, scale: float = 1) -> dict[str, Image]:
    """One image for all these characters: pieces that differ only in the text on them, or in how they slide."""
    return dict.fromkeys(chars, Image(path, scale))


class Scene:
    """The pictures of one variant. Derive a class in `pictures/` beside the plug-in; all but `pictures` has a default.

    quality: what the page calls its pictures: `v3` where they are animated, `v2` where they are not.
    """

    quality: ClassVar[str] = "v3"

    def __init__(self, rules: Rules) -> None:
        self.rules: Any = rules

    @property
    def gui(self) -> str:
        """How the page shows this variant: `quality`, or `v0` where there is no picture."""
        return self.quality if self.drawn else NOT_DRAWN

    def pictures(self) -> Sequence[Picture]:
        """The themes of this variant, the one to begin with first; none where no image fits it."""
        return ()

    @cached_property
    def drawn(self) -> bool:
        """Whether there is a picture of this variant."""
        return bool(self.pictures())

    def text(self, position: Position, asked: str = "") -> str:
        """The position as text. Default: `format`; anything else only for clients that know another.

        asked: the text by which a client asked for it.
        """
        text: str = self.rules.format(position)
        return text

    def text_after(self, text: str, move: Move, child: Position) -> str:
        """The text of the position that a move leads to from one of this text. Default: `text`."""
        return self.text(child)

    def cells(self, position: Position) -> str:
        """One character for each center, and a `~` and a text for each number that is written on one.

        Default: the cells of the board.
        """
        board: Board = self.rules.board(position)
        return board.cells.replace(VOID, NOWHERE)

    def cells_of(self, text: str, position: Position) -> str:
        """`cells`, where there is more to be told from the text. Default: `cells`."""
        return self.cells(position)

    def button(self, position: Position, move: Move) -> Drawn | None:
        """How a move is shown, with numbers of centers for cells; None: as its name. Default: as on the board."""
        button: Button = self.rules.button(position, move)
        return button

    def sound(self, position: Position, move: Move) -> str:
        """The letter of the sound a move makes, or `-`. Default: the picture's `x`."""
        return "x"

    def name(self, position: Position, move: Move) -> Any:
        """The move as text. Default: `format_move`; anything else only for clients that know another."""
        return self.rules.format_move(position, move)


def moved_on(button: Drawn | None, by: int) -> Drawn:
    """A button or an arrow of a board whose centers come behind so many others."""
    match button:
        case Add(char, cell):
            return Add(char, by + cell)
        case Arrow(source, target):
            return Arrow(by + source, by + target)
    raise TypeError(f"{button!r} is neither a button nor an arrow")


class Pieces(Scene):
    """A board with an image for every kind of piece; what is put on a cell is a circle to click on, not an image.

    Derive a class that says which `images`. The cells are squares, unless the page has a board that fits: `own_board`.

    letters: for `str.translate`, the pieces here to those in `images`, where these have other characters.
    """

    images: ClassVar[Mapping[str, Image]]
    letters: ClassVar[Mapping[int, str | int]] = {}

    def own_board(self) -> Picture | None:
        """The picture on a board of the page; None where none fits."""
        return None

    @cached_property
    def order(self) -> Sequence[int]:
        """The cells of the board that are drawn, one for each center. Default: all."""
        return range(len(self._first.cells))

    @cached_property
    def _first(self) -> Board:
        board: Board = self.rules.board(self.rules.start())
        return board

    @cached_property
    def squares(self) -> int:
        """How many squares are drawn below the pieces: none on a board of the page."""
        return 0 if self.own_board() else len(self._first.cells.replace(VOID, ""))

    def on_squares(self, **more: Any) -> Picture:
        """The picture on squares; `more` is whatever else a Picture has."""
        board = self._first
        centers = grid_centers(board.rows, board.cols)
        squares = tuple(center for center, here in zip(centers, board.cells, strict=True) if here != VOID)
        images = {TILE: Image(SQUARE, 0.96), **self.images}
        return Picture((board.cols, board.rows), squares + centers, images, **{"arrow_width": 0.1, **more})

    def pictures(self) -> Sequence[Picture]:
        """One, on a board of the page or on squares."""
        return (self.own_board() or self.on_squares(),)

    def cells(self, position: Position) -> str:
        """The squares, then the pieces."""
        cells = super().cells(position)
        return TILE * self.squares + "".join([cells[cell] for cell in self.order]).translate(self.letters)

    def center(self, cell: int) -> int:
        """The number of the center of a cell of the board."""
        return self.squares + self.order.index(cell)

    def button(self, position: Position, move: Move) -> Drawn | None:
        """As on the board."""
        match super().button(position, move):
            case Add(_, cell):
                return Add(EMPTY, self.center(cell))
            case Arrow(source, target):
                return Arrow(self.center(source), self.center(target))
            case other:
                raise TypeError(f"{other!r} is no button of pieces")


class Net(Pieces):
    """A puzzle unfolded, with stickers and with letters to click on, each on its own square."""

    def pictures(self) -> Sequence[Picture]:
        """The board, with letters that fit into the squares."""
        return (self.on_squares(animation="entityFade", letter_size=0.6),)

    def button(self, position: Position, move: Move) -> Letter:
        """The letter of the board."""
        button: Button = self.rules.button(position, move)
        if not isinstance(button, Add):
            raise TypeError(f"{button!r} is no letter")
        return Letter(button.char, self.center(button.cell))


def stickers(*names: str) -> dict[str, Image]:
    """The colors 0, 1, 2 and so on, by the names of their images."""
    return {str(color): Image(f"general/{name}.svg", 0.85) for color, name in enumerate(names)}


class Numbered(Pieces):
    """Pieces of one image, with a number written on each."""

    def number(self, char: str) -> str:
        """What is written on a piece; nothing where it is empty text. Default: its digit, `a` as 10 and so on."""
        return str(int(char, 36))

    def pictures(self) -> Sequence[Picture]:
        """With a center more for every cell, for its number."""
        own = self.own_board()
        if own:
            return (own,)
        board = self.on_squares(font_size=0.4)
        return (replace(board, centers=board.centers + board.centers[self.squares :]),)

    def cells(self, position: Position) -> str:
        """The squares, the pieces, the numbers."""
        cells = super().cells(position)
        if self.own_board():
            return cells
        texts = ["" if char == EMPTY else self.number(char) for char in cells[self.squares :]]
        written = "".join(NOWHERE if text else EMPTY for text in texts)
        return "~".join([cells + written, *filter(None, texts)])


@cache
def scene_class(cls: type[Rules]) -> type[Scene]:
    """The class in the file for this plug-in; Scene itself, without pictures, where there is no file.

    The file is in `pictures/` beside the plug-in. A broken one of a plug-in from outside counts as none.
    """
    package, _, own_name = cls.__module__.rpartition(".")
    inside = package in ("puzzles.one_player", "puzzles.two_player")
    try:
        return _scene_in(".".join(filter(None, [package, "pictures", own_name])))
    except Exception as error:
        if inside:
            raise
        LOGGER.warning("The picture of %s cannot be used: %s: %s", cls.id, type(error).__name__, error)
        return Scene


def _scene_in(name: str) -> type[Scene]:
    try:
        if importlib.util.find_spec(name) is None:
            return Scene
    except ModuleNotFoundError as error:
        if error.name is not None and name.startswith(f"{error.name}."):
            return Scene  # there is no such folder
        raise
    module = importlib.import_module(name)
    own = [found for found in vars(module).values() if isinstance(found, type) and issubclass(found, Scene)]
    return next(found for found in own if found.__module__ == name)


def listed_gui(cls: type[Rules]) -> str:
    """What the list of everything says of a plug-in: the best of its variants, or of its example of a custom one."""
    shown = [variant.id for variant in cls.variants]
    if cls.custom and not shown:
        shown = [cls.custom.example]
    return max((gui_of(cls, variant_id) for variant_id in shown), default=NOT_DRAWN)


@lru_cache(maxsize=4096)
def gui_of(cls: type[Rules], variant_id: str) -> str:
    """How the page shows a variant."""
    return scene_of(registry.load(cls.id, variant_id)).gui


@lru_cache(maxsize=1024)
def scene_of(rules: Rules) -> Scene:
    """The scene of a variant."""
    return scene_class(type(rules))(rules)
