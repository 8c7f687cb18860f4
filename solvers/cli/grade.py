"""`python -m solvers grade`: grades a submission by an assignment, for people, Gradescope and GitHub Classroom."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from perfect_play.solvers.cli.chosen import add_parser, output, write_output
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.grading import BadAssignment, Grade, graded, read_assignment


def add_command(commands: Any) -> None:
    added = add_parser(commands, "grade", run, "grade a submission by an assignment: moves, solutions, plug-ins")
    added.add_argument("assignment", type=Path, help="a file in TOML with the tasks; - for what is typed")
    added.add_argument("submission", type=Path, help="a folder with answers.toml, programs and plug-ins")
    added.add_argument("--gradescope", type=output, metavar="FILE", help="write results.json as Gradescope reads it")
    added.add_argument("--github", type=output, metavar="FILE", help="write the result as GitHub Classroom reads it")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command; 0 if all is right. Raises BadAssignment, RulesError, NoAnswer."""
    tasks = read_assignment(arguments.assignment)
    if not arguments.submission.is_dir():
        raise BadAssignment(f"{arguments.submission} is not a folder: expected one with the submission.")
    grades = graded(manager, tasks, arguments.submission)
    points, most = sum(grade.points for grade in grades), sum(grade.most for grade in grades)
    for grade in grades:
        print(f"{grade.points:g}/{grade.most:g}  {grade.name}: {grade.sentence}")
    print(f"{points:g} of {most:g} points")
    for path, content in ((arguments.gradescope, for_gradescope(grades)), (arguments.github, for_github(grades))):
        if path is not None:
            write_output(path, json.dumps(content, indent=2) + "\n")
    return 0 if points == most else 1


def for_gradescope(grades: Sequence[Grade]) -> dict[str, Any]:
    """`results.json` of a Gradescope autograder."""
    tests = [
        {
            "name": grade.name,
            "score": grade.points,
            "max_score": grade.most,
            "status": "passed" if grade.points == grade.most else "failed",
            "output": grade.sentence,
        }
        for grade in grades
    ]
    return {"score": sum(grade.points for grade in grades), "tests": tests}


def for_github(grades: Sequence[Grade]) -> dict[str, Any]:
    """The result of a test runner of GitHub Classroom's autograding."""
    tests = [
        {
            "name": grade.name,
            "status": "pass" if grade.points == grade.most else "fail",
            "message": grade.sentence,
            "score": grade.points,
        }
        for grade in grades
    ]
    status = "pass" if all(test["status"] == "pass" for test in tests) else "fail"
    return {"version": 1, "status": status, "max_score": sum(grade.most for grade in grades), "tests": tests}
