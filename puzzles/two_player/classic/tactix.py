"""TacTix in GamesmanClassic: two centers for each line: rows, then columns, by length and place."""

from functools import cached_property

from perfect_play.puzzles.back_ends import ClassicPicture
from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.view import Add, Line

Run = tuple[int, ...]


class Counters(ClassicPicture):
    @cached_property
    def lines(self) -> list[Run]:
        """The runs of several cells in the order of their centers."""

        def order(run: Run) -> tuple[bool, int, int, int]:
            row, column = divmod(run[0], self.rules.cols)
            down = run[1] - run[0] != 1
            return (down, column, len(run), row) if down else (down, row, len(run), column)

        return sorted((run for run in self.rules.runs if len(run) > 1), key=order)

    def cells(self, position: Position) -> str:
        return position[1]

    def button(self, position: Position, move: int) -> Add | Line:
        run = self.rules.runs[move]
        if len(run) == 1:
            return Add("-", run[0])
        first = self.rules.cells + 2 * self.lines.index(run)
        return Line(first, first + 1)
