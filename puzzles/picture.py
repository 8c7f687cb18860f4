"""Pictures: the look of a variant, in the drawings of this service and in GamesmanUni, the web front end.

`look` chooses and configures one of the families in `puzzles/drawing/`; the rest tells GamesmanUni which of its own
images to show. Rules need no picture: without one, boards are letters in boxes, and GamesmanUni shows moves as buttons
with their names. A file `pictures/<name of the plug-in's module>.py` beside the plug-in derives one class from
`Picture`. It is separate from the rules, so changing a picture never rebuilds a table.

Images and sounds are given by their paths in GamesmanUni.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Literal

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Move, Position, Rules
from perfect_play.puzzles.drawing.bodies import Body
from perfect_play.puzzles.drawing.grids import boxes, net, points
from perfect_play.puzzles.drawing.look import LETTERS, Look
from perfect_play.puzzles.drawing.men import color_of, of_image
from perfect_play.puzzles.grid import cell_name
from perfect_play.puzzles.view import ALPHABET, EMPTY, VOID, Add, Board, Button
from perfect_play.puzzles.view import Move as Arrow

Point = tuple[float, float]
LOGGER = logging.getLogger(__name__)

HITBOX = "general/basichitbox.svg"  # an image that only serves as a place to click
BROWN_PIECE = "general/brownpiece.svg"
BLUE, RED, WHITE = "general/blue_circle.svg", "general/red_circle.svg", "dao/B.svg"
SQUARE, GRAY, HOLE = "chipschallenge/floor.svg", "klotski/sharp/tile_11.svg", "general/brown_circle.svg"
SLIDE, PLACE, REMOVE = "general/slide.mp3", "general/place.mp3", "general/remove.mp3"
SLIDE_THEN_REMOVE = "general/slideThenRemove.mp3"
NOT_DRAWN = "v0"
NOWHERE = "."  # at a center that is always empty or that holds text
TILE = "Y"  # a square beneath the board


@dataclass(frozen=True, slots=True)
class Image:
    """A file of GamesmanUni and the size it is shown at, in units of the picture's space."""

    path: str
    scale: float


UNSEEN = Image(HITBOX, 0.01)
"""For characters that clients know but do not draw: every character of a position needs an image."""


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


def grid_centers(rows: int, cols: int, pitch: float = 1, margin: float = 0) -> tuple[Point, ...]:
    """The centers of a grid's cells, row by row. pitch: the side of a cell; margin: space at the left and the top."""
    places = [margin + pitch * (place + 0.5) for place in range(max(rows, cols))]
    return tuple((places[col], places[row]) for row in range(rows) for col in range(cols))


def unit_grid(rules: Rules, images: Mapping[str, Image], **fields: Any) -> Theme:
    """A picture of the plain board, with cells 1 x 1; `fields`: further fields of the Theme."""
    board = rules.board(rules.start())
    return Theme((board.cols, board.rows), grid_centers(board.rows, board.cols), images, **fields)


def scaled(images: Mapping[str, Image], by: float) -> dict[str, Image]:
    """These images at another size."""
    return {char: Image(image.path, image.scale * by) for char, image in images.items()}


def same_image(chars: str, path: str, scale: float = 1) -> dict[str, Image]:
    """One image for all these characters, for pieces that differ only in their text or in the way they slide."""
    return dict.fromkeys(chars, Image(path, scale))


class Picture:
    """The drawing of one variant. Derive a class in `pictures/` beside the plug-in; only `themes` has no default.

    quality: the page's name for the kind of picture: `v3` if animated, `v2` if not.
    """

    quality: ClassVar[str] = "v3"

    component: ClassVar[int] = 0
    """Where GamesmanUni draws a game without our images: the number of cells of the only board that it draws."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Any = rules

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
        return ()

    @cached_property
    def look(self) -> Look:
        """The look of the variant on the service's own page and pictures. Default: letters in boxes."""
        return LETTERS

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
        text: str = self.rules.format(position)
        return text

    def text_after(self, text: str, move: Move, child: Position) -> str:
        """The text of the position reached by a move from the one with this text. Default: `text`."""
        return self.text(child)

    def cells(self, position: Position) -> str:
        """One character for each center, then `~` and a text for each label.

        Default: the cells of the board.
        """
        board: Board = self.rules.board(position)
        return board.cells.replace(VOID, NOWHERE)

    def cells_of(self, text: str, position: Position) -> str:
        """`cells`, for pictures that also depend on the text. Default: `cells`."""
        return self.cells(position)

    def button(self, position: Position, move: Move) -> Mark | None:
        """The button of a move, by numbers of centers; None: its name. Default: as on the board."""
        button: Button = self.rules.button(position, move)
        return button

    def touches(self, position: Position, move: Move) -> Touches | None:
        """The two clicks that make a move; None if it is made by one. Default: None."""
        return None

    def sound(self, position: Position, move: Move) -> str:
        """The letter of a move's sound, or `-`; "" where the page expects none. Default: the picture's `x`."""
        return "x"

    def description(self, position: Position, move: Move) -> str:
        """The move for people who do not know the notation of `format_move`, unique in its position. Default: that."""
        name: str = self.rules.format_move(position, move)
        return name

    def name_of(self, cell: int) -> str:
        """A cell of the board as on a chessboard: `b3`."""
        return cell_name(cell, self.board.rows, self.board.cols)

    def name(self, position: Position, move: Move) -> Any:
        """The move as text. Default: `format_move`. Override only for clients that know another text."""
        return self.rules.format_move(position, move)


def moved_on(button: Mark | None, by: int) -> Mark:
    """A button or arrow with its numbers of centers raised by `by`."""
    match button:
        case Add(char, cell):
            return Add(char, by + cell)
        case Arrow(source, target):
            return Arrow(by + source, by + target)
    raise TypeError(f"{button!r} is neither a button nor an arrow")


def ground(background: str, centers: Iterable[Point], size: float, image: str = SQUARE) -> dict[str, Any]:
    """The arguments of a Theme for what lies beneath: a board image, or without one a small image at each center."""
    return {"background": background} if background else {"tiles": tuple(centers), "tile": Image(image, size)}


def changed(cells: str, pieces: Mapping[int, str]) -> str:
    """The cells with other pieces on some of them, by their numbers."""
    return "".join([pieces.get(cell, piece) for cell, piece in enumerate(cells)])


class Pieces(Picture):
    """A board with an image for each kind of piece. A move onto a cell is a circle to click, not an image.

    Derive a class that gives `images`. The cells are squares, unless GamesmanUni has a fitting board: `own_board`.

    letters: a `str.translate` table from the pieces of the view to the keys of `images`, where they differ.
    place: the character of a place to click. step: the letter of the sound of arrows.
    """

    images: ClassVar[Mapping[str, Image]] = {}
    letters: ClassVar[Mapping[int, str | int]] = {}
    place: ClassVar[str] = EMPTY
    step: ClassVar[str] = "x"

    page_board: ClassVar[tuple[int, Mapping[str, Any]]] = (0, {})
    """The number of cells of the board of which GamesmanUni has an image, and the arguments of `on_page` for it."""

    @cached_property
    def look(self) -> Look:
        """The pieces in boxes."""
        return boxes(self.men)

    @cached_property
    def men(self) -> dict[str, str]:
        """Our own pieces that resemble `images`, by their characters on the board."""
        pieces = {char: of_image(image.path) for char, image in self.images.items()}
        letters = {char: char.translate(self.letters) for char in ALPHABET}
        return {char: piece for char, letter in letters.items() if (piece := pieces.get(letter)) is not None}

    def joined(self, lines: Iterable[tuple[int, ...]], scale: float, **options: Any) -> Look:
        """The pieces on the points of GamesmanUni's board, times `scale`, and lines; options: for `points`."""
        centers = self.themes()[0].centers
        places = dict(zip(self.order, centers, strict=False))
        spots = [places.get(cell, centers[0]) for cell in range(len(self.board.cells))]
        return points(spots, lines, self.men, scale, **options)

    def own_board(self) -> Theme | None:
        """The picture on a board image of GamesmanUni; None if none fits."""
        cells, options = self.page_board
        return self.on_page(**options) if cells == len(self.board.cells) else None

    def on_page(
        self,
        pitch: float = 1,
        origin: Point = (0, 0),
        space: Point | None = None,
        scale: float | None = None,
        **options: Any,
    ) -> Theme:
        """The picture on an image of a grid.

        pitch: the side of a cell. origin: the corner of the first cell. space: by default the size of all cells. scale:
        that of the pieces, by default the pitch.
        """
        board = self.board
        cells = grid_centers(board.rows, board.cols, pitch)
        centers = tuple((origin[0] + x, origin[1] + y) for x, y in [cells[cell] for cell in self.order])
        size = space or (pitch * board.cols, pitch * board.rows)
        return Theme(size, centers, scaled(self.images, scale or pitch), **{"sounds": self.sounds, **options})

    @cached_property
    def order(self) -> Sequence[int]:
        """The cells of the board to draw, one per center. Default: all."""
        return range(len(self.board.cells))

    def on_squares(self, **options: Any) -> Theme:
        """The picture on squares; `options`: further fields of the Theme."""
        board = self.board
        centers = grid_centers(board.rows, board.cols)
        tiles = tuple(center for center, char in zip(centers, board.cells, strict=True) if char != VOID)
        options = {"sounds": self.sounds, "arrow_width": 0.1, **options}
        return Theme((board.cols, board.rows), centers, self.images, tiles=tiles, **options)

    @property
    def sounds(self) -> dict[str, str]:
        """A piece is placed, or slides."""
        return {"x": PLACE, self.step: SLIDE}

    def themes(self) -> Sequence[Theme]:
        """A single theme, on a board image or on squares."""
        return (self.own_board() or self.on_squares(),)

    def cells(self, position: Position) -> str:
        """The pieces."""
        cells = super().cells(position)
        return "".join([cells[cell] for cell in self.order]).translate(self.letters)

    def center(self, cell: int) -> int:
        """The number of the center of a cell."""
        return self.order.index(cell)

    def button(self, position: Position, move: Move) -> Mark | None:
        """As on the board."""
        match super().button(position, move):
            case Add(_, cell):
                return Add(self.place, self.center(cell))
            case Arrow(source, target):
                return Arrow(self.center(source), self.center(target))
            case other:
                raise TypeError(f"{other!r} is no button of pieces")

    def sound(self, position: Position, move: Move) -> str:
        """`step` for arrows, else `x`."""
        return self.step if isinstance(self.button(position, move), Arrow) else "x"


class Net(Pieces):
    """A solid puzzle, unfolded: stickers and letters to click, each on its own square."""

    @cached_property
    def colors(self) -> dict[str, str]:
        """The colors of stickers, by their characters."""
        return {char: color_of(image.path) for char, image in self.images.items()}

    @property
    @abstractmethod
    def body(self) -> Body:
        """The puzzle as a body."""

    @cached_property
    def look(self) -> Look:
        """Stickers that fill their squares, and the body."""
        return net(self.body)

    def themes(self) -> Sequence[Theme]:
        """The board, with letters sized to fit the squares."""
        return (self.on_squares(animation="entityFade", letter_size=0.6),)

    def button(self, position: Position, move: Move) -> Letter:
        """The letter on the board."""
        button: Button = self.rules.button(position, move)
        if not isinstance(button, Add):
            raise TypeError(f"{button!r} is no letter")
        return Letter(button.char, self.center(button.cell))


def stickers(*names: str) -> dict[str, Image]:
    """The images of colors 0, 1, 2, ..., by their names."""
    return {str(color): Image(f"general/{name}.svg", 0.85) for color, name in enumerate(names)}


class Numbered(Pieces):
    """Pieces with a single image and a number written on each."""

    def number(self, char: str) -> str:
        """The text on a piece; "" for none. Default: its digit, with `a` as 10 and so on."""
        return str(int(char, 36))

    def themes(self) -> Sequence[Theme]:
        """As in `Pieces`, with a further center per cell for its number."""
        page_theme = self.own_board()
        if page_theme:
            return (page_theme,)
        board = self.on_squares(font_size=0.4)
        return (replace(board, centers=2 * board.centers),)

    def cells(self, position: Position) -> str:
        """The pieces, then the numbers."""
        cells = super().cells(position)
        if self.own_board():
            return cells
        texts = ["" if char == EMPTY else self.number(char) for char in cells]
        markers = "".join(NOWHERE if text else EMPTY for text in texts)
        return "~".join([cells + markers, *filter(None, texts)])


@cache
def picture_class(cls: type[Rules], folder: str = "pictures") -> type[Picture]:
    """The picture class of a plug-in; `Picture` itself, without pictures, if it has no file.

    The file is in the folder beside the plug-in. In a plug-in from outside, a broken one counts as none.
    """
    package, _, own_name = cls.__module__.rpartition(".")
    inside = package in ("perfect_play.puzzles.one_player", "perfect_play.puzzles.two_player")
    try:
        return _picture_in(".".join(filter(None, [package, folder, own_name])))
    except Exception as error:
        if inside:
            raise
        LOGGER.warning("The picture of %s cannot be used: %s: %s", cls.id, type(error).__name__, error)
        return Picture


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


@lru_cache(maxsize=1024)
def picture_of(rules: Rules) -> Picture:
    """The picture of a variant."""
    return picture_class(type(rules))(rules)
