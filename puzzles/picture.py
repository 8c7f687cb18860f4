"""How a variant is drawn with the images of the web page of today, for clients of the current protocol.

Rules need nothing of this: without a picture a client shows the moves as buttons with their names. A file
`puzzles/pictures/<name of the plug-in's module>.py` that derives one class from `Scene` gives it a board to click. It
stands beside the rules, not in them, so that a table never has to be built again for a picture's sake.

Images and sounds are named by their paths in GamesmanUni, the page that has them.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Literal

from puzzles.base import Move, Position, Rules
from puzzles.view import EMPTY, VOID, Add, Board, Button

Point = tuple[float, float]
LOGGER = logging.getLogger(__name__)

HITBOX = "general/basichitbox.svg"  # an image that is nothing but a place to click
BROWN_PIECE = "general/brownpiece.svg"
SLIDE, PLACE, REMOVE = "general/slide.mp3", "general/place.mp3", "general/remove.mp3"
SLIDE_THEN_REMOVE = "general/slideThenRemove.mp3"
NOT_DRAWN = "v0"
NOWHERE = "."  # at a centre where nothing can be


@dataclass(frozen=True, slots=True)
class Image:
    """A file of the page, and how large it is shown, in units of the picture's space."""

    path: str
    scale: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A button drawn as a curve through four points, each a number of a center and an offset from it as text."""

    points: tuple[tuple[int, str, str], ...]


Drawn = Button | Curve


@dataclass(frozen=True, slots=True)
class Picture:
    """One theme of a variant: everything but the position.

    space: width and height; centers: where each character of a position goes, in that space; images: what
    is drawn for a character, nothing for one that is not named. sounds: by the letter at the end of
    a move. arrow_width, line_width, circle_radius, font_size: in units of the space; None: the page's own.
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
    theme: str = "regular"


def grid_centers(rows: int, cols: int) -> tuple[Point, ...]:
    """The centers of a grid's cells, row by row, each cell 1 wide and 1 high."""
    return tuple((col + 0.5, row + 0.5) for row in range(rows) for col in range(cols))


def unit_grid(rules: Rules, images: Mapping[str, Image], **more: Any) -> Picture:
    """A picture of the board as it is, each cell 1 wide and 1 high; `more` is whatever else a Picture has."""
    board = rules.board(rules.start())
    return Picture((board.cols, board.rows), grid_centers(board.rows, board.cols), images, **more)


class Scene:
    """The pictures of one variant. Derive a class in `puzzles/pictures/`; all but `pictures` has a default.

    gui: how well the page knows this puzzle, `v0` to `v3`.
    """

    gui: ClassVar[str] = "v3"

    def __init__(self, rules: Rules) -> None:
        self.rules: Any = rules

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

    def button(self, position: Position, move: Move) -> Drawn:
        """How a move is shown, with numbers of centers for cells. Default: as on the board."""
        button: Button = self.rules.button(position, move)
        return button

    def sound(self, position: Position, move: Move) -> str:
        """The letter of the sound a move makes, or `-`. Default: the picture's `x`."""
        return "x"

    def name(self, position: Position, move: Move) -> Any:
        """The move as text. Default: `format_move`; anything else only for clients that know another."""
        return self.rules.format_move(position, move)


class Pieces(Scene):
    """A board with an image for every kind of piece; what is put on a cell is a circle to click on, not an image.

    Derive a class that says which `images`.
    """

    images: ClassVar[Mapping[str, Image]]

    def pictures(self) -> Sequence[Picture]:
        """The board."""
        return (unit_grid(self.rules, self.images, arrow_width=0.1),)

    def button(self, position: Position, move: Move) -> Drawn:
        """As on the board."""
        button = super().button(position, move)
        return Add(EMPTY, button.cell) if isinstance(button, Add) else button


@cache
def scene_class(cls: type[Rules]) -> type[Scene]:
    """The class in the file for this plug-in; Scene itself, without pictures, where there is no file.

    The file is in `pictures/` beside the folders of the repository, or beside the file of a plug-in from outside;
    there a broken one counts as none.
    """
    package, _, own_name = cls.__module__.rpartition(".")
    inside = package in ("puzzles.one_player", "puzzles.two_player")
    try:
        return _scene_in(".".join(filter(None, ["puzzles" if inside else package, "pictures", own_name])))
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
    """What the list of everything says of a plug-in: `v0` where there is no file of pictures."""
    scene = scene_class(cls)
    return NOT_DRAWN if scene is Scene else scene.gui


@lru_cache(maxsize=1024)
def scene_of(rules: Rules) -> Scene:
    """The scene of a variant."""
    return scene_class(type(rules))(rules)
