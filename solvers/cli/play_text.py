"""What the terminal player says about a match: boards, values, moves, lines."""

from collections.abc import Iterator, Sequence

from perfect_play.puzzles.base import OPPOSITE, Position, Puzzle, Rules, Turn, Value
from perfect_play.puzzles.view import EMPTY, VOID, Add
from perfect_play.solvers.cli.match import Choice, Match, MatchStep
from perfect_play.solvers.cli.terminal import Part, text_of
from perfect_play.solvers.reports.position import Facts, MoveReport

STYLES = {Value.WIN: "green", Value.LOSE: "red", Value.TIE: "yellow", Value.DRAW: "cyan"}
PIECES = ("bold blue", "bold red", "bold magenta", "bold yellow", "bold cyan", "bold green", "bold white")
LONGEST_LABEL = 3  # longest label written on the board
LONGEST_BAR = 40


def worth_of(rules: Rules, move: MoveReport) -> str:
    """What a move is worth to the player who makes it, in words.

    In a game the number counts this move and all that follow, in a puzzle the moves left after it.
    """
    child = move.child
    if isinstance(rules, Puzzle):
        if child.remoteness is None:
            return "no solution" if child.value is Value.LOSE else "remoteness not known"
        return f"{child.remoteness} to go" if child.remoteness else "solves it"
    if child.remoteness is None:
        return str(move.value)
    return f"{move.value} in {child.remoteness + 1}{margin_of(child)}"


def margin_of(facts: Facts) -> str:
    """The margin by which a game is won, in words; empty if it is not known."""
    return f" by {abs(facts.margin)}" if facts.margin else ""


class MatchText:
    """Lines about one match. digits_search: whether a number that is typed asks for a search, and `#3` is a move."""

    def __init__(self, match: Match, digits_search: bool = False) -> None:
        self.match = match
        self.digits_search = digits_search
        self.rules = match.rules
        self.one_player = isinstance(match.rules, Puzzle)

    # --- moves ----------------------------------------------------------------------------------

    def numbered(self, choices: Sequence[Choice]) -> bool:
        """Whether moves are labeled by numbers, which they are not if their names are numbers."""
        return self.digits_search or not any(choice.name.isdecimal() for choice in choices)

    def label(self, choice: Choice, choices: Sequence[Choice]) -> str:
        """What to type for a move."""
        if self.digits_search:
            return f"#{choice.number}"
        return str(choice.number) if self.numbered(choices) else choice.name

    def choice(self, choice: Choice, choices: Sequence[Choice], values: bool) -> list[Part]:
        """A move in a list of moves."""
        wide = max(len(self.label(c, choices)) for c in choices)
        name = max(len(c.name) for c in choices)
        style = self._style(choice) if values else ""
        parts: list[Part] = [(f"{self.label(choice, choices):>{wide}})", "bold")]
        if self.numbered(choices):
            parts.append((f" {choice.name:<{name}}", style))
        if values and choice.worth is not None:
            parts.append((f"  {worth_of(self.rules, choice.worth)}", style))
        return parts

    def _style(self, choice: Choice) -> str:
        """The color of a move's value, dim if there is a better move of that value."""
        worth = choice.worth
        if worth is None:
            return ""
        dim = " dim" if worth.delta and not self.one_player else ""
        return STYLES[worth.value] + dim

    # --- the position ---------------------------------------------------------------------------

    def board(self, position: Position, choices: Sequence[Choice] = (), values: bool = False) -> Iterator[list[Part]]:
        """The board row by row, with the labels of those moves that are shown as buttons on cells."""
        rules = self.rules
        board = rules.lettered(position)
        marks = self._marks(choices, board.cells)
        wide = max((len(self.label(c, choices)) for c in marks.values()), default=1)
        for row in range(board.rows):
            parts: list[Part] = ["  "]
            for cell in range(row * board.cols, (row + 1) * board.cols):
                char, marked = board.cells[cell], marks.get(cell)
                if marked is not None:
                    text, style = self.label(marked, choices), self._style(marked) if values else "dim"
                else:
                    text, style = {EMPTY: (".", "dim"), VOID: (" ", "")}.get(char, (char, _piece(char)))
                parts += [" ", (f"{text:>{wide}}", style)]
            yield parts

    def _marks(self, choices: Sequence[Choice], cells: str) -> dict[int, Choice]:
        """The moves that are a button on an empty cell, alone there, by cell; none where numbers are pieces.

        What a void cell shows is kept: it may be an empty cell of another kind, such as a lamp that is off.
        """
        if any(char.isdigit() for char in cells) or any(len(self.label(c, choices)) > LONGEST_LABEL for c in choices):
            return {}
        on: dict[int, list[Choice]] = {}
        for choice in choices:
            if isinstance(choice.button, Add) and cells[choice.button.cell] == EMPTY:
                on.setdefault(choice.button.cell, []).append(choice)
        return {cell: cell_choices[0] for cell, cell_choices in on.items() if len(cell_choices) == 1}

    def state(self, values: bool) -> list[Part]:
        """One line: whose turn it is and what is known, or how the match ended; and the position's text."""
        match = self.match
        text = ("   " + self.rules.format(match.position), "dim")
        outcome = match.outcome
        if outcome is not None:
            return [(self._ended(outcome), f"bold {STYLES[outcome]}"), text]
        parts: list[Part] = [] if self.one_player else [(f"{self.player(match.turn)} to move. ", "bold")]
        facts = match.facts() if values else None
        if facts is not None:
            sentence = self.value(match.turn, facts) + ("" if facts.nimber is None else f", nimber {facts.nimber}")
            parts.append((f"{sentence[0].upper()}{sentence[1:]}.", STYLES[facts.value]))
        return [*parts, text]

    def player(self, turn: Turn) -> str:
        """A player's name."""
        return f"Player {turn}" + (" (computer)" if turn in self.match.computers else "")

    def _ended(self, outcome: Value) -> str:
        moves = f"{len(self.match.steps)} move{'' if len(self.match.steps) == 1 else 's'}"
        if self.one_player:
            return (
                f"Solved in {moves}."
                if outcome is Value.WIN
                else f"No move is left, and it is not solved, after {moves}."
            )
        winner = self._winner(self.match.turn, outcome)
        facts = self.match.facts()
        by = margin_of(facts) if facts else ""
        return f"{self.player(winner)} wins after {moves}{by}." if winner else f"A {outcome} after {moves}."

    @staticmethod
    def _winner(turn: Turn, value: Value) -> Turn | None:
        """The winner, if the position has this value for the player to move."""
        if value is Value.WIN:
            return turn
        if OPPOSITE[value] is Value.WIN:
            return 2 if turn == 1 else 1
        return None

    def value(self, turn: Turn, facts: Facts) -> str:
        """What is known of a position with this player to move."""
        distance = "" if facts.remoteness is None else f" in {facts.remoteness}"
        if self.one_player:
            return f"solved{distance} at best" if facts.value is Value.WIN else "it cannot be solved from here"
        winner = self._winner(turn, facts.value)
        return f"player {winner} wins{distance}{margin_of(facts)}" if winner else f"{facts.value}{distance}"

    # --- lines ----------------------------------------------------------------------------------

    def no_line(self) -> str:
        """Why there is no best line."""
        if self.match.outcome is not None:
            return "The match is over."
        facts = self.match.facts()
        if facts is None:
            return "Nothing is known of this position."
        return (
            "It cannot be solved from here." if self.one_player else "With best play nobody can force an end: a draw."
        )

    def step(self, number: int, step: MatchStep) -> list[Part]:
        """A move of a best line."""
        by = "" if self.one_player else f"P{step.turn} "
        return [(f"{number}. ", "dim"), by + step.name]

    def line(self, steps: Sequence[MatchStep], width: int) -> Iterator[list[Part]]:
        """A best line, with as many moves per row as fit."""
        first = len(self.match.steps) + 1
        row: list[Part] = []
        for number, step in enumerate(steps, start=first):
            parts = [*self.step(number, step), "   "]
            if row and len(text_of([*row, *parts])) > width:
                yield row
                row = []
            row += parts
        yield row

    def history(self, width: int) -> Iterator[list[Part]]:
        """The value before every move and at the end, one per row, with a bar as long as the remoteness."""
        yield [("How the value went:", "bold")]
        rows: list[tuple[str, Turn, Position, str]] = [
            (str(number), step.turn, step.position, step.name) for number, step in enumerate(self.match.steps, start=1)
        ]
        position = self.match.position
        rows.append(("", self.match.turn, position, "end" if self.match.outcome is not None else "now"))
        facts = [self.match.facts(position) for _, _, position, _ in rows]
        greatest = max((row_facts.remoteness or 0 for row_facts in facts if row_facts), default=0)
        scale = min(1.0, min(LONGEST_BAR, max(8, width // 3)) / max(1, greatest))
        named = max(len(name) for *_, name in rows)
        values = [
            self.value(turn, row_facts) if row_facts else "-"
            for (_, turn, _, _), row_facts in zip(rows, facts, strict=True)
        ]
        for (number, turn, _, name), row_facts, value in zip(rows, facts, values, strict=True):
            player = "" if self.one_player else f"player {turn}  " if number else " " * 10
            bar = "#" * round((row_facts.remoteness or 0) * scale) if row_facts else ""
            style = self._absolute(turn, row_facts)
            yield [
                (f"{number:>4}  ", "dim"),
                player,
                f"{name:<{named}}  ",
                (f"{value:<{max(map(len, values))}}  {bar}", style),
            ]

    def _absolute(self, turn: Turn, facts: Facts | None) -> str:
        """The color of a value, in games as player 1 sees it, so that rows can be compared."""
        if facts is None:
            return ""
        return STYLES[facts.value if turn == 1 else OPPOSITE[facts.value]]


def _piece(char: str) -> str:
    """The color of a piece: x and o, and 1 and 2, differ from each other."""
    return PIECES["xo".find(char) if char in "xo" else ord(char) % len(PIECES)]
