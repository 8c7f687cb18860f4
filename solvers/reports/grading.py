"""Grades a submission by an assignment: moves, values and solutions by the tables, programs by what they print.

An assignment is a file in TOML with a list of tasks; a submission is a folder with `answers.toml`, which has a text or
a list of texts by the name of each task, and with programs and plug-ins. docs/tutorial/13-grade-it.md describes both.
"""

import os
import secrets
import shutil
import site
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from perfect_play.puzzles import outside, registry
from perfect_play.puzzles.base import BadText, Position, Puzzle, Rules, RulesError, Value, short
from perfect_play.puzzles.notation.position_texts import read_position
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.confined import SECONDS, run_confined
from perfect_play.solvers.reports.judgments import named_move, named_moves
from perfect_play.solvers.reports.mining import IN_WORDS, Miner
from perfect_play.solvers.settings import ROOT

ANSWERS = "answers.toml"
NEEDS = {
    **dict.fromkeys(("keep", "only", "best", "value", "solve"), ("game",)),
    "prints": ("code", "expected"),
    "plugin": ("id",),
}
"""What each kind of task needs besides its name."""

BOUNDS = {"points": (0, 1_000_000), "most": (0, 1_000_000), "seconds": (0.1, 3600)}
"""The least and the greatest of each number in a task."""

CHECKED = """
import sys
from perfect_play.solvers.cli.main import main

def check(word):
    sys.exit(main(sys.argv[1:]) or print(word))

check(sys.stdin.read())
"""
"""Runs a command, and if that finds no fault, prints the word that stands on standard input.

The word is random and read before a plug-in is imported, so neither what a plug-in prints nor its exit status is taken
for the verdict. But the laws run its methods in the same process: code that replaces the checker itself passes.
"""


class BadAssignment(RulesError):
    """The assignment makes no sense; the message says where."""


class Grade(NamedTuple):
    """What a task is graded with, and a sentence that says why."""

    name: str
    points: float
    most: float
    sentence: str


def read_assignment(path: Path) -> list[dict[str, Any]]:
    """The tasks of an assignment. Raises BadAssignment."""
    tasks = _read_toml(path).get("task")
    if not isinstance(tasks, list) or not tasks:
        raise BadAssignment(f"{path.name}: expected tasks, each beginning with [[task]].")
    for number, task in enumerate(tasks, start=1):
        kind = task.get("kind") if isinstance(task, dict) else None
        if not isinstance(kind, str) or kind not in NEEDS:
            given = "it has no kind" if kind is None else f"kind {short(str(kind))}"
            raise BadAssignment(f"{path.name}, task {number}: {given}; expected one of {', '.join(NEEDS)}.")
        for name in ("name", *NEEDS[kind]):
            if not isinstance(task.get(name), str) or "\0" in task[name]:
                raise BadAssignment(f'{path.name}, task {number}: expected {name} = "...", as its kind is {kind}.')
        for name, (least, greatest) in BOUNDS.items():
            amount = task.get(name, 1)
            if not isinstance(amount, int | float) or not least <= amount <= greatest:
                raise BadAssignment(f"{path.name}, task {number}: expected {name} from {least} to {greatest}.")
    return tasks


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadAssignment(f"{path.name} cannot be read: {error}") from None


def graded(manager: PuzzleManager, tasks: list[dict[str, Any]], submission: Path) -> list[Grade]:
    """The grades of a submission, one for each task. Raises BadAssignment, and NoAnswer if a table is missing."""
    try:
        answers = _read_toml(submission / ANSWERS) if (submission / ANSWERS).is_file() else {}
    except BadAssignment as error:
        answers, refusal = {}, str(error)
    else:
        refusal = f"There is no answer in {ANSWERS}."
    grades = []
    for task in tasks:
        most, answer = float(task.get("points", 1)), _texts(answers.get(task["name"]))
        if task["kind"] in PROGRAMS:
            with tempfile.TemporaryDirectory() as temporary:
                folder = Path(temporary).resolve() / "submission"
                try:
                    shutil.copytree(submission, folder, symlinks=True)
                    fault = PROGRAMS[task["kind"]](task, folder)
                except OSError as error:
                    fault = f"The submission cannot be run: {short(str(error), 200)}."
        else:
            fault = _fault_of(manager, task, answer) if answer else refusal
        grades.append(Grade(task["name"], 0.0 if fault else most, most, fault or "Right."))
    return grades


def _texts(answer: Any) -> list[str]:
    """The texts of an answer; none if it is no text and no list of texts."""
    texts = answer if isinstance(answer, list) else [answer]
    return texts if all(isinstance(text, str) for text in texts) else []


def _fault_of(manager: PuzzleManager, task: dict[str, Any], answer: list[str]) -> str | None:
    """What is wrong with an answer about a position; None if nothing is."""
    name, _, variant = task["game"].partition("/")
    try:
        rules = registry.load(registry.find(name).id, variant or registry.find(name).opening())
        text = task.get("position")
        position = rules.start() if text is None else read_position(rules, str(text))
    except RulesError as error:
        raise BadAssignment(f"Task {short(task['name'])}: {error}") from None
    try:
        if task["kind"] == "solve":
            return _fault_of_line(manager, task, rules, position, answer)
        if task["kind"] == "value":
            return _fault_of_value(manager, rules, position, answer)
        return _fault_of_move(manager, task, rules, position, answer)
    except BadText as error:
        return str(error)


def _fault_of_move(
    manager: PuzzleManager, task: dict[str, Any], rules: Rules, position: Position, answer: list[str]
) -> str | None:
    if len(answer) != 1:
        return f"Expected one move, not {len(answer)}."
    played, miner = named_move(rules, position, answer[0], 1), Miner(manager, rules, 1)
    result, options = manager.result(rules, position), miner.options(position)
    right = miner.right(result, options)
    if task["kind"] == "only" and len(right) != 1:
        raise BadAssignment(f"Task {short(task['name'])}: {len(right)} moves are right there, not one.")
    if task["kind"] == "best":
        right = [option for option in right if miner.shortens(result, option)]
    if any(option.child == played.after for option in right):
        return None
    value = next(option.value for option in options if option.child == played.after)
    if value is result.value:
        return f"{answer[0]} keeps the value, but takes more than {result.remoteness} moves."
    return f"With {answer[0]} it is {IN_WORDS[value]}; before, it was {IN_WORDS[result.value]}."


def _fault_of_value(manager: PuzzleManager, rules: Rules, position: Position, answer: list[str]) -> str | None:
    result = manager.result(rules, position)
    words = " ".join(answer).lower().replace(" in ", " ").split()
    expected = [str(result.value), *([] if result.remoteness is None else [str(result.remoteness)])]
    return None if words in (expected, expected[:1]) else f"{short(' '.join(answer))} is not its value."


def _fault_of_line(
    manager: PuzzleManager, task: dict[str, Any], rules: Rules, position: Position, answer: list[str]
) -> str | None:
    if not isinstance(rules, Puzzle):
        raise BadAssignment(f"Task {short(task['name'])}: {rules.id} is a game for two, which is not solved.")
    most = task.get("most", manager.result(rules, position).remoteness)
    played = named_moves(rules, position, answer)
    if rules.primitive(played[-1].after) is not Value.WIN:
        return f"After {len(played)} moves it is not solved."
    return None if most is None or len(played) <= most else f"It is solved, in {len(played)} moves instead of {most}."


# --- programs -----------------------------------------------------------------------------------


def _fault_of_output(task: dict[str, Any], submission: Path) -> str | None:
    """What is wrong with what the task's code prints, run beside the submission, which may print the answer itself."""
    outcome = run_confined([sys.executable, "-us", "-c", task["code"]], submission, _environment(), _seconds(task))
    if outcome.status is None:
        return f"It did not end within {_seconds(task):g} seconds."
    printed, expected = outcome.output.split(), task["expected"].split()
    if outcome.status:
        last = outcome.output.strip().splitlines()[-1:] or [f"exit status {outcome.status}"]
        return f"It failed: {short(last[0], 200)}."
    return None if printed == expected else f"It printed {short(outcome.output.strip(), 200)}."


def _fault_of_plugin(task: dict[str, Any], submission: Path) -> str | None:
    """The laws that a plug-in breaks."""
    command = [sys.executable, "-c", CHECKED, "--data-dir", "tables", "check", "--", task["id"]]
    packages = {"PYTHONPATH": str(ROOT), "PYTHONUSERBASE": site.getuserbase()}
    environment, word = _environment() | packages | {outside.SETTING: str(submission)}, secrets.token_hex()
    outcome = run_confined(command, submission.parent, environment, _seconds(task), word)
    if outcome.status is None:
        return f"Checking it did not end within {_seconds(task):g} seconds."
    if outcome.status:
        return outcome.output.strip() or f"exit status {outcome.status}"
    return None if word in outcome.output else "It ended the program that checks it."


def _environment() -> dict[str, str]:
    """Of the variables of the caller, those that programs need to start."""
    passed_on = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return passed_on | {"PYTHONDONTWRITEBYTECODE": "1"}


def _seconds(task: dict[str, Any]) -> float:
    return float(task.get("seconds", SECONDS))


PROGRAMS: dict[str, Callable[[dict[str, Any], Path], str | None]] = {
    "prints": _fault_of_output,
    "plugin": _fault_of_plugin,
}
