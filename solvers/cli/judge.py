"""`python -m solvers judge`: how good the moves of a play were."""

import argparse
import sys
from pathlib import Path
from typing import Any

from perfect_play.puzzles.base import Puzzle, Rules, Value
from perfect_play.solvers.cli.chosen import BadArguments, add_parser, add_variant, chosen_position, chosen_rules
from perfect_play.solvers.cli.terminal import print_rows
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.judgments import Class, JudgedMove, Judgment, Score, judge, moves_in
from perfect_play.solvers.result import Result


def add_command(commands: Any) -> None:
    added = add_parser(commands, "judge", run, "how good each move of a play was, and the first mistake")
    added.epilog = "Example: echo b2 a2 a1 | python -m solvers judge tictactoe -"
    add_variant(added)
    added.add_argument("file", help="the moves by name, separated by white space or one per line; -: standard input")
    added.add_argument(
        "--position",
        metavar="TEXT",
        help="begin here (default: the start); as --position=TEXT if it begins with a dash",
    )


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, NoAnswer."""
    rules = chosen_rules(arguments)
    start = chosen_position(rules, arguments)
    judgment = judge(manager, rules, moves_in(rules, start, _text(arguments.file)))
    first = judgment.moves[0].play.before if judgment.moves else start
    print(f"{rules.full_id}  {rules.format(first)}")
    if not judgment.moves:
        print("There are no moves to judge.")
        return 0
    player = () if isinstance(rules, Puzzle) else ("player",)
    head = ("no.", *player, "move", "before", "after", "judgment")
    print_rows([head, *(_row(rules, number, move) for number, move in enumerate(judgment.moves, start=1))])
    print()
    for score in judgment.players:
        print(_score(rules, score))
    print(_first_mistake(rules, judgment))
    return 0


def _text(name: str) -> str:
    """The text of a file or of standard input. Raises BadArguments."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise BadArguments(f"{name}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadArguments(f"{name} is not a text in UTF-8.") from None


# --- in words -----------------------------------------------------------------------------------


def _row(rules: Rules, number: int, judged: JudgedMove) -> tuple[str, ...]:
    player = () if isinstance(rules, Puzzle) else (str(judged.turn),)
    name = rules.format_move(judged.play.before, judged.play.move)
    after = None if judged.value is None or judged.after is None else Result(judged.value, judged.after.remoteness)
    return str(number), *player, name, _value(rules, judged.before), _value(rules, after), _judgment(rules, judged)


def _value(rules: Rules, result: Result | None) -> str:
    """A result in a few words, as the player who moves sees it."""
    if result is None:
        return "not known"
    if isinstance(rules, Puzzle) and result.value is Value.LOSE:
        return "no solution"
    if result.remoteness is None:
        return str(result.value)
    return f"{result.remoteness} to go" if isinstance(rules, Puzzle) else f"{result.value} in {result.remoteness}"


def _judgment(rules: Rules, judged: JudgedMove) -> str:
    if judged.reason is not None:
        return f"not judged: {judged.reason}"
    text = {Class.BEST: "best", Class.SLOWER: "slower, value kept", Class.MISTAKE: "mistake"}[judged.kind]
    if judged.only and judged.play.choices > 1:
        text += ", the only one that keeps the value"
    if judged.points:
        text += f", {judged.points} point{'' if judged.points == 1 else 's'} lost"
    if judged.kind is not Class.BEST:
        text += f"; best: {rules.format_move(judged.play.before, judged.best)}"
    return text


def _score(rules: Rules, score: Score) -> str:
    """How well a player played, in a line."""
    subject = "In all" if isinstance(rules, Puzzle) else f"Player {score.player}"
    if score.best_rate is None or score.kept_rate is None:
        return f"{subject}: {_count_with_noun(score.moves, 'move')}{', none of them judged' if score.moves else ''}."
    judged = "" if score.judged == score.moves else f", {score.judged} judged"
    lost = f", {_count_with_noun(score.points, 'point')} lost" if score.points is not None else ""
    return (
        f"{subject}: {_count_with_noun(score.moves, 'move')}{judged}, {score.best_rate:.0%} best, "
        f"{score.kept_rate:.0%} kept the value, {_count_with_noun(score.mistakes, 'mistake')}{lost}."
    )


def _first_mistake(rules: Rules, judgment: Judgment) -> str:
    if judgment.first_mistake is None:
        unknown = any(move.kind is Class.UNKNOWN for move in judgment.moves)
        return f"There was no mistake{' among the moves that could be judged' if unknown else ''}."
    judged = judgment.moves[judgment.first_mistake]
    assert judged.before is not None
    before, move, *_ = judged.play
    change = "no longer solvable" if isinstance(rules, Puzzle) else f"{judged.before.value} to {judged.value}"
    name, best = rules.format_move(before, move), rules.format_move(before, judged.best)
    return f"The first mistake was move {judgment.first_mistake + 1}, {name}: {change}. Best was {best}."


def _count_with_noun(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
