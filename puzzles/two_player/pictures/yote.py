"""The picture of Yoté, on the page's boards; a jump that leaves a choice is touched before the other man it takes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.men import disc
from perfect_play.puzzles.drawing.shapes import BLACK, CREAM, DARK_WOOD, INK, Point, circle, filled, label, rect
from perfect_play.puzzles.picture import Image, Mark, Picture, Theme, Touch, Touches, changed, grid_centers, same_image
from perfect_play.puzzles.view import EMPTY, VOID, Add, Move

PITCH = 54  # of the hollows in our own drawing


def _aside(source: Point, target: Point, number: int) -> Point:
    """A place near the end of a jump, different for each of several jumps."""
    aside = 14 if number % 2 else -14
    x, y = target.x - 0.12 * (target.x - source.x), target.y - 0.12 * (target.y - source.y)
    return Point(x + (aside if target.x == source.x else 0), y + (aside if target.y == source.y else 0))


class Men(Picture):
    quality = "v2"

    @cached_property
    def look(self) -> Look:
        """Men in hollows, those in hand below them; near the end of each jump, a place for its choices."""
        rows, cols = self.rules.rows, self.rules.cols
        cells = grid(rows, cols, pitch=PITCH)
        hands = [Point(x * PITCH, (rows + 0.4) * PITCH) for x in (0.5, cols - 0.5)]
        ends = [
            _aside(cells[source], cells[target], number) for number, (source, _, target) in enumerate(self.rules.jumps)
        ]
        wide, high = cols * PITCH, rows * PITCH
        ground = rect(wide / 2, high / 2, wide, high, 10, filled("#d9b98a", DARK_WOOD, 2))
        hollows = "".join(circle(x, y, 19, filled("#b98a52", "#00000033")) for x, y in cells)
        pieces = {EMPTY: "", VOID: "", "W": disc(CREAM), "B": disc(BLACK)}
        for hand, color in (("W", CREAM), ("B", BLACK)):
            for number in range(self.rules.men + 1):
                count = label(f"× {number}", 12, 0, INK, 15, 'class="say"')
                pieces[f"{hand}{number}"] = circle(-13, 0, 9, filled(color, "#8a939a")) + count
        kinds = "c" * len(cells) + "WB"
        size = Point(wide, high + 0.8 * PITCH)
        return Look(pieces, kinds=kinds, centers=(*cells, *hands, *ends), size=size, under=ground + hollows)

    def themes(self) -> Sequence[Theme]:
        """The cells, and the hands above them."""
        rows, cols = self.rules.rows, self.rules.cols
        centers = tuple((x, 10 + y) for x, y in grid_centers(rows, cols, 10))
        images = {str(digit): Image(f"general/{digit}.svg", 9) for digit in range(self.rules.men + 1)}
        images |= same_image("W", "general/whitepiece.svg", 9) | same_image("B", "general/blackpiece.svg", 9)
        hands = ((5, 5), (10 * cols - 5, 5))
        return (Theme((10 * cols, 10 * rows + 10), centers + hands, images, background=f"yote/grid{rows}x{cols}.svg"),)

    def cells(self, position: Position) -> str:
        return position[1]

    def button(self, position: Position, move: int) -> Mark | None:
        if parts_of(move)[0] > 0:
            return None
        button: Mark = self.rules.button(position, move)
        return Add(EMPTY, button.cell) if isinstance(button, Add) else button

    def touches(self, position: Position, move: int) -> Touches | None:
        """A jump, and another enemy man is taken."""
        number, source, target = parts_of(move)
        if not number:
            return None
        captured = number - 1
        first, second = self.name(position, move).split("x")
        between = changed(self.cells(self.rules.do_move(position, move)), {captured: position[1][captured]})
        take = Touch(Add(EMPTY, captured), "-", f"x{second}")
        return Touches(Touch(Move(source, target), "-", first), between, (take,))

    def sound(self, position: Position, move: int) -> str:
        return "-"
