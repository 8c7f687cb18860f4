"""A walk over a square whose declarations are false at one position of many: no law's sample meets it."""

from __future__ import annotations

from perfect_play.puzzles import IllegalPosition, MalformedPosition, Puzzle, Searchable, Value, Variant

SIDE = 40
HERE = 7 * SIDE + 20  # the position that what is declared is false of
STEPS = {"E": 1, "N": SIDE, "W": -1, "S": -SIDE}


class Walk(Searchable, Puzzle):
    """Walk to the last cell, by steps along the rows and columns; no wall."""

    id = "walk"
    name = "Walk"
    description = instructions = "Walk to the last cell."
    author = "Nobody"
    variants = (Variant("a", "A", testing=True, positions=SIDE * SIDE),)
    cols = SIDE

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> list[str]:
        col = position % SIDE
        return [
            step
            for step, by in STEPS.items()
            if 0 <= position + by < SIDE * SIDE
            and not (step == "E" and col == SIDE - 1)
            and not (step == "W" and col == 0)
        ]

    def do_move(self, position: int, move: str) -> int:
        return position + STEPS[move]

    def primitive(self, position: int) -> Value | None:
        return Value.WIN if position == SIDE * SIDE - 1 else None

    def format(self, position: int) -> str:
        return "-" * position + "w" + "-" * (SIDE * SIDE - 1 - position)

    def parse(self, text: str) -> int:
        if len(text) != SIDE * SIDE or set(text) - set("w-"):
            raise MalformedPosition("expected as many characters as cells, each 'w' or '-'.")
        if text.count("w") != 1:
            raise IllegalPosition("expected one walker.")
        return text.index("w")

    def solutions(self) -> list[int]:
        return [SIDE * SIDE - 1]

    def parents(self, position: int) -> list[int]:
        return self.children(position)


class ParentsLeaveOneOut(Walk):
    """One position is nobody's parent."""

    def parents(self, position: int) -> list[int]:
        return [parent for parent in super().parents(position) if parent != HERE]


class SolutionsLeaveOneOut(Walk):
    """A second cell ends the walk, which is not among the solutions."""

    def primitive(self, position: int) -> Value | None:
        return Value.WIN if position == HERE else super().primitive(position)


class ChildrenOfOneAreFalse(Walk):
    """`children`, overridden for speed, forgets a move of one position."""

    def children(self, position: int) -> list[int]:
        children = super().children(position)
        return children[1:] if position == HERE else children


class RaisesAtOne(Walk):
    """The moves of one position cannot be listed."""

    def parents(self, position: int) -> list[int]:
        return [] if position == HERE else super().parents(position)

    def moves(self, position: int) -> list[str]:
        if position == HERE:
            raise ZeroDivisionError("division by zero")
        return super().moves(position)


class HopelessAtOne(Walk):
    """One position is said to be hopeless."""

    by_search = True

    def hopeless(self, position: int) -> str | None:
        return "Nobody gets away from here." if position == HERE else None


class ParentsLeaveOutThePlateau(Walk):
    """No play enters the cells at one corner, from which play can go on; `parents` leave all of them out."""

    def on_plateau(self, position: int) -> bool:
        return position < 8 * SIDE and position % SIDE >= SIDE - 8

    def moves(self, position: int) -> list[str]:
        outside = not self.on_plateau(position)
        return [
            step for step in super().moves(position) if not (outside and self.on_plateau(self.do_move(position, step)))
        ]

    def parents(self, position: int) -> list[int]:
        return [parent for parent in super().parents(position) if not self.on_plateau(parent)]


FAULTS = {
    ParentsLeaveOneOut: "parents",
    SolutionsLeaveOneOut: "solutions",
    ChildrenOfOneAreFalse: "children",
    RaisesAtOne: "ZeroDivisionError",
}
