"""`python -m solvers play`: plays a puzzle or a game in the terminal, move by move."""

import argparse
import contextlib
import random
import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from perfect_play.puzzles.base import Position, PositionError, Puzzle, Rules, Turn, short
from perfect_play.puzzles.notation.move_texts import moves_named, plain
from perfect_play.puzzles.notation.position_texts import read_position, trimmed
from perfect_play.solvers.builder import EXPECTED, build_one, why_failed
from perfect_play.solvers.building.presolve import LIMIT_OF_REFERENCE
from perfect_play.solvers.building.reporter import reporter
from perfect_play.solvers.cli.chosen import BadArguments, add_parser, add_variant, chosen_rules
from perfect_play.solvers.cli.match import Choice, Match, MatchStep
from perfect_play.solvers.cli.play_text import MatchText
from perfect_play.solvers.cli.terminal import Part, Screen
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.alpha_beta import BadLimit, NoEvaluation
from perfect_play.solvers.pathfinding.space import UnfinishedSearch
from perfect_play.solvers.reports.judgments import BadPlay, moves_in
from perfect_play.solvers.reports.opponent import PERFECT, BadStrength, Strength
from perfect_play.solvers.reports.position_drawing import draw_svg
from perfect_play.solvers.status import NotReady
from perfect_play.solvers.tables.sampling import DIFFICULTIES, remotenesses_of
from perfect_play.solvers.untabled.choice import has_table

LISTED = 60  # most moves listed
LONGEST_MATCH = 1_000  # most moves of the computer against itself
COMPUTERS: dict[str, frozenset[Turn]] = {
    "1": frozenset({1}),
    "2": frozenset({2}),
    "both": frozenset({1, 2}),
    "none": frozenset(),
}


def add_command(commands: Any) -> None:
    help_ = "play a puzzle, or a game against the computer or each other, with the value of every move"
    added = add_parser(commands, "play", run, help_)
    added.epilog = "Then type a move's number or name, or `help`. Commands may be piped in, one a line."
    add_variant(added)
    added.add_argument("--computer", choices=COMPUTERS, help="whose moves the computer makes (2 in games, else none)")
    added.add_argument(
        "--strength",
        type=_strength,
        default=PERFECT,
        help="perfect, the percentage of its moves that are best moves, or ahead-N: it sees N moves ahead (perfect)",
    )
    added.add_argument("--seed", help="a text: the same one brings the same start and the same moves of the computer")
    added.add_argument("--keys", action="store_true", help="1 to 9 search so many moves ahead; #3 is the third move")
    added.add_argument("--no-hints", action="store_true", help="begin without showing values")
    added.add_argument("--no-solve", action="store_true", help="solve nothing, however small: play without values")
    added.add_argument(
        "--solution", action="store_true", help="no match: walk through a best line, move by move, with every board"
    )
    start = added.add_mutually_exclusive_group()
    start.add_argument("--position", metavar="TEXT", help="begin here; as --position=TEXT if it begins with a dash")
    start.add_argument("--random", action="store_true", help="begin anywhere")
    start.add_argument("--remoteness", type=int, metavar="N", help="begin anywhere N moves from the end")
    start.add_argument("--difficulty", choices=DIFFICULTIES, help="begin anywhere in this third of the remotenesses")


def _strength(text: str) -> Strength:
    try:
        return Strength.parse(text)
    except BadStrength as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, and NotReady or NothingToDraw if no start can be drawn."""
    rules = chosen_rules(arguments)
    computer = arguments.computer or ("none" if isinstance(rules, Puzzle) else "2")
    if isinstance(rules, Puzzle) and computer == "2":
        raise BadArguments(f"{rules.id} is a puzzle for one player: --computer 1 has the computer solve it.")
    rng = random.Random(arguments.seed)
    position = None if arguments.position is None else read_position(rules, arguments.position)
    screen = Screen()
    screen.say((rules.name, "bold"), f", {rules.variant.name} ({rules.full_id})")
    _make_ready(manager, rules, screen, may_solve=not arguments.no_solve)
    if position is None:
        position = _start(manager, rules, arguments, rng)
    elif has_table(rules):
        with contextlib.suppress(NotReady, SearchTooLong):
            manager.peek(rules, position)  # or it is NotCovered
    match = Match(manager, rules, position, COMPUTERS[computer], arguments.strength, rng)
    session = Session(match, screen, not arguments.no_hints, arguments.keys)
    return session.walk() if arguments.solution else session.play()


def _make_ready(manager: PuzzleManager, rules: Rules, screen: Screen, may_solve: bool) -> None:
    """Solve a small variant that has no table; say so if there will be no values."""
    if not has_table(rules) or manager.direct(rules) or not manager.missing(rules):
        return
    if not (may_solve and 0 < rules.variant.positions <= LIMIT_OF_REFERENCE):
        status = manager.status(rules)
        screen.say(str(NotReady(status.detail, status, status.command)))
        screen.say("Until then it is played without values.")
        return
    screen.say("There is no table yet; it is solved now.")
    with reporter() as report:
        try:
            build_one(manager, rules, report, report.tell)
        except EXPECTED as error:
            report.say(str(why_failed(manager, rules, error)))
            report.say("It is played without values.")


def _start(manager: PuzzleManager, rules: Rules, arguments: argparse.Namespace, rng: random.Random) -> Position:
    if arguments.remoteness is not None:
        return manager.random_position(rules, rng, range(arguments.remoteness, arguments.remoteness + 1))
    if arguments.difficulty is not None:
        greatest = manager.greatest_remoteness(rules)
        return manager.random_position(rules, rng, remotenesses_of(arguments.difficulty, greatest))
    if arguments.random:
        return manager.random_position(rules, rng, None)
    if isinstance(rules, Puzzle) and rules.random_start:
        with contextlib.suppress(NotReady):
            return manager.random_position(rules, rng, None)
    return rules.start()


class Session:
    """One match, at a terminal or with commands from a pipe."""

    def __init__(self, match: Match, screen: Screen, hints: bool = True, digits_search: bool = False) -> None:
        self.match = match
        self.screen = screen
        self.hints = hints
        self.words = MatchText(match, digits_search)
        self._quit = False
        self._steps_shown = 0  # moves in the history of values when it was last shown
        self._commands: dict[str, tuple[Callable[[], None], str]] = {
            "hint": (self._hint, "the best moves here"),
            "best": (self._best, "a best line to the end"),
            "walk": (self._walk, "the same move by move, with every board"),
            "moves": (self._toggle, "show the values of moves, or hide them"),
            "values": (self._values, "how the value went so far"),
            "picture": (self._picture, "write this position to a file, as SVG"),
            "undo": (self._undo, "take back your last move, and what the computer replied"),
            "redo": (self._redo, "make it again"),
            "restart": (self._restart, "take back everything"),
            "rules": (self._rules, "how it is played"),
            "help": (self._help, "this list"),
        }

    def play(self) -> int:
        """Play until the user leaves or the computer has finished its match; return the exit status."""
        try:
            self._play()
        except EOFError:
            self.screen.say()
        except KeyboardInterrupt:
            self.screen.say()
            self._last_words()
            return 130
        self._last_words()
        return 0

    def walk(self) -> int:
        """Walk through a best line and leave; return the exit status."""
        self._say()
        for parts in self.words.board(self.match.position):
            self._say(*parts)
        self._say(*self.words.state(self.hints))
        self._walk()
        return 0

    def _last_words(self) -> None:
        if self.match.steps and self._steps_shown != len(self.match.steps):
            self._values()

    def _play(self) -> None:
        match = self.match
        alone = isinstance(match.rules, Puzzle) or len(match.computers) == 2
        while True:
            if match.outcome is None and match.turn in match.computers:
                if alone:
                    self._show()
                    if self._given_up():
                        return
                choice = match.computer_choice()
                self._say(f"The computer plays {choice.name}.")
                match.make(choice)
                continue
            self._show()
            if match.outcome is not None:
                self._last_words()
                if match.computers and alone:
                    return
            while not self._obey(self._ask()):
                pass
            if self._quit:
                return

    def _given_up(self) -> bool:
        """Whether the computer stops playing alone; if so, says why."""
        match = self.match
        if isinstance(match.rules, Puzzle):
            if (facts := match.facts()) is not None and facts.remoteness is None:
                self._say("The computer stops: it cannot be solved from here.")
                return True
        elif match.times == 3:
            self._say("The same position for the third time: a draw.")
            return True
        if len(match.steps) >= LONGEST_MATCH:
            self._say(f"The computer stops after {LONGEST_MATCH:,} moves.")
            return True
        return False

    def _say(self, *parts: Part) -> None:
        self.screen.say(*parts)

    # --- input ----------------------------------------------------------------------------------

    def _ask(self) -> str:
        """The next line from the user. Raises EOFError at the end."""
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 (input() then has a history)
            return trimmed(input("> "))
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        line = trimmed(line)
        self._say(f"> {line}")
        return line

    def _obey(self, line: str) -> bool:
        """Do what a line says; return whether to show the board again or leave the match."""
        if not line:
            return True
        before = len(self.match.steps), self.hints
        command = line.casefold()
        if command in ("quit", "exit"):
            self._quit = True
            return True
        if self.words.digits_search and re.fullmatch("[1-9]", command):
            command = f"ahead {command}"
        if command in self._commands:
            self._commands[command][0]()
            return before != (len(self.match.steps), self.hints)
        meaning = self._meant(line)
        if isinstance(meaning, Choice):
            self.match.make(meaning)
            return True
        if depth := re.fullmatch(r"ahead ([1-9]\d?)", command, re.ASCII):
            self._move_ahead(int(depth[1]))
            return before != (len(self.match.steps), self.hints)
        short_for = [name for name in (*self._commands, "quit") if name.startswith(command)]
        if len(short_for) == 1 or command == "r":
            return self._obey("restart" if command == "r" else short_for[0])
        if not self.match.computers:
            try:
                self.match.make_all(moves_in(self.match.rules, self.match.position, line))
            except (BadPlay, PositionError) as error:
                meaning = meaning if str(error).startswith(f"Move 1, {short(line)}:") else str(error)
            else:
                return True
        self._say((meaning, "red"))
        return False

    def _meant(self, line: str) -> Choice | str:
        """The move that a line names, or a sentence that says why it names none."""
        choices = self.match.choices()
        if not choices:
            return "The match is over: undo, restart or quit."
        rules, position = self.match.rules, self.match.position
        named = moves_named(rules, position, line, [c.move for c in choices])
        for matches in (
            [c for c in choices if c.name == line],
            [c for c in choices if f"#{c.number}" == line],
            [c for c in choices if self.words.label(c, choices) == line],
            [c for c in choices if c.move in named],
            [c for c in choices if plain(c.name).casefold() == plain(line).casefold()],
        ):
            if len(matches) == 1:
                return matches[0]
        listed = sorted(choices, key=lambda c: c.number)
        by_number = self.words.numbered(choices) and not self.words.digits_search
        numbers = f"a number from 1 to {len(listed)}" if by_number else "a name"
        return (
            f"{short(line)} is no move here. Type {numbers}, such as {self.words.label(listed[0], choices)}, or help."
        )

    # --- commands -------------------------------------------------------------------------------

    def _move_ahead(self, depth: int) -> None:
        """Make the move that a search by evaluation finds, looking this many moves ahead."""
        if self.match.outcome is not None:
            self._say("The match is over: undo, restart or quit.")
            return
        try:
            choice, search = self.match.choice_by_evaluation(depth)
        except (NoEvaluation, BadLimit) as error:
            self._say(str(error))
            return
        self._say(f"{choice.name}, evaluation {search.value}, {search.leaves:,} leaves")
        self.match.make(choice)

    def _hint(self) -> None:
        choices = self.match.choices()
        best = self.match.best(choices)
        if not choices:
            self._say("The match is over: there is nothing to play.")
        elif choices[0].worth is None and len(best) == len(choices):
            self._say("Nothing is known of these moves.")
        else:
            self._say("Best:" if choices[0].worth else "A search says:")
            self.screen.columns([self.words.choice(c, choices, values=True) for c in best[:LISTED]])

    def _best(self) -> None:
        line = self._line()
        for parts in self.words.line(line, self.screen.width) if line else ():
            self._say(*parts)

    def _walk(self) -> None:
        """Walk through the line; at a terminal, the user asks for every board but the first."""
        line = self._line()
        for number, step in enumerate(line, start=len(self.match.steps) + 1):
            if step is not line[0] and self.screen.asks and not self._wants_more():
                return
            self._say()
            for parts in (self.words.step(number, step), *self.words.board(step.child)):
                self._say(*parts)

    def _picture(self) -> None:
        match = self.match
        path = Path(f"{match.rules.id}-{match.rules.variant.id}-{len(match.steps)}.svg")
        try:
            path.write_text(draw_svg(match.rules, match.position), encoding="utf-8")
        except OSError as error:
            self._say(f"{path} cannot be written: {error.strerror or error}.")
        else:
            self._say(f"Written: {path}")

    def _wants_more(self) -> bool:
        try:
            return not input("Enter for the next move, q to stop > ").strip()
        except EOFError:
            return False

    def _line(self) -> list[MatchStep]:
        """A best line to the end; if there is none, says why."""
        match = self.match
        line = match.best_line()
        if line:
            return line
        if match.outcome is not None or match.facts() is not None or not isinstance(match.rules, Puzzle):
            self._say(self.words.no_line())
            return []
        try:
            line, search = match.searched_line()
        except UnfinishedSearch as error:
            self._say(str(error))
        else:
            if not line:
                self._say(f"It cannot be solved from here. {search.reason}")
        return line

    def _toggle(self) -> None:
        self.hints = not self.hints
        self._say("Values are shown." if self.hints else "Values are hidden.")

    def _values(self) -> None:
        self._steps_shown = len(self.match.steps)
        for parts in self.words.history(self.screen.width):
            self._say(*parts)

    def _undo(self) -> None:
        self._report_moves(self.match.undo(), "taken back", "There is no move of yours to take back.")

    def _redo(self) -> None:
        self._report_moves(self.match.redo(), "made again", "There is no move to make again.")

    def _restart(self) -> None:
        self._report_moves(self.match.restart(), "taken back", "This is the start.")

    def _report_moves(self, count: int, verb: str, refusal: str) -> None:
        self._steps_shown = 0
        self._say(f"{count} {'move' if count == 1 else 'moves'} {verb}." if count else refusal)

    def _rules(self) -> None:
        for line in self.match.rules.instructions.strip().splitlines():
            bare = line.replace("**", "").replace("`", "")
            for part in textwrap.wrap(bare, self.screen.width) or [""]:
                self._say(part)

    def _help(self) -> None:
        self._say("A move's number or name makes it; #3 is always the third. An empty line shows the board.")
        for name, (_, description) in self._commands.items():
            self._say("  ", (f"{name:<8}", "bold"), description)
        self._say("  ", (f"{'ahead 3':<8}", "bold"), "make the move that a search by evaluation finds, 3 moves ahead")
        self._say("  ", (f"{'quit':<8}", "bold"), "leave; so does Ctrl-D")
        self._say("Beginnings of these words do, too. Without a computer, a line may have several moves.")

    # --- output ---------------------------------------------------------------------------------

    def _show(self) -> None:
        """The board, whose turn it is, and the moves."""
        choices = self.match.choices()
        self._say()
        for parts in self.words.board(self.match.position, choices, self.hints):
            self._say(*parts)
        self._say(*self.words.state(self.hints))
        if self.match.turn not in self.match.computers:
            self._list(choices)

    def _list(self, choices: Sequence[Choice]) -> None:
        listed = choices if self.hints else sorted(choices, key=lambda c: c.number)
        self.screen.columns([self.words.choice(c, choices, self.hints) for c in listed[:LISTED]])
        if len(listed) > LISTED:
            self._say(f"  and {len(listed) - LISTED} more")
