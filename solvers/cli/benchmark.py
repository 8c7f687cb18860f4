"""`python -m solvers benchmark`: makes a benchmark of perfect play, asks an agent its questions, scores answers."""

import argparse
import json
import sys
from collections.abc import Callable
from itertools import count as count_from
from pathlib import Path
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, RulesError
from perfect_play.solvers.builder import solve_for
from perfect_play.solvers.cli.chosen import GAMES, add_parser, count, failing_as
from perfect_play.solvers.cli.terminal import print_rows
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.tables.publish import sole_writer, sweep

BAR = 20  # characters of a full bar


def add_command(commands: Any) -> None:
    added = add_parser(commands, "benchmark", make, "make a benchmark of perfect play, answer it, score answers")
    actions = added.add_subparsers(title="actions", metavar="action", required=True)
    making = add_parser(actions, "make", make, "write questions and their key, solving what is missing")
    making.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="the folder")
    making.add_argument("--seed", type=int, default=2026, help="the same one makes the same bytes (2026)")
    making.add_argument(GAMES, metavar="NAMES", help="id or id/variant, separated by commas (default: a hundred)")
    making.add_argument("--positions", type=count, default=1000, help="of each game, at most (1000)")
    running = add_parser(actions, "run", run, "ask an agent what it has not answered yet")
    running.add_argument("folder", type=Path)
    running.add_argument("answers", type=Path, help="a file, to which answers are appended")
    running.add_argument(
        "--agent",
        required=True,
        help="a command, an address as OpenAI's ending in /v1, or of our own: random, or a strength",
    )
    running.add_argument("--model", default="", help="that the address is asked for")
    running.add_argument("--seed", type=int, default=0, help="from which each question's comes (0)")
    scoring = add_parser(actions, "score", score, "score a file of answers")
    scoring.add_argument("folder", type=Path)
    scoring.add_argument("answers", type=Path, help='lines of {"id": "...", "move": "..."}')
    scoring.add_argument("--json", action="store_true", help="everything, as JSON")


def make(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Make a benchmark. Raises RulesError, NoAnswer."""
    from perfect_play.solvers.datasets import benchmark_questions

    variants = benchmark_questions.games()
    if arguments.games:
        variants = []
        for name in arguments.games.split(","):
            id_, _, variant = name.partition("/")
            cls = registry.find(id_)
            variants.append(registry.load(cls.id, variant or cls.opening()))
            if not issubclass(cls, Game):
                raise RulesError(f"{cls.id} is a puzzle; a benchmark is of games for two players.")
    solve_for(manager, variants)
    with failing_as(f"{arguments.output} cannot be written"), sole_writer(arguments.output.resolve()):
        sweep(arguments.output)
        questions = benchmark_questions.make(
            arguments.output,
            manager,
            variants,
            arguments.seed,
            arguments.positions,
            _progress_printer("Asking about", len(variants)),
        )
    print(f"{questions:,} questions about {len(variants)} games in {arguments.output}")
    return 0


def _progress_printer(verb: str, total: int) -> Callable[[str], None]:
    """A function that says on the error output what each name's turn is, of so many."""
    numbers = count_from(1)
    return lambda name: print(f"{verb} {name} ({next(numbers)} of {total})", file=sys.stderr)


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Ask an agent. Raises RulesError, NoAnswer."""
    from perfect_play.solvers.datasets import agents

    with failing_as(f"{arguments.answers} cannot be written"), sole_writer(arguments.answers):
        answers = agents.run(
            arguments.folder, arguments.answers, arguments.agent, arguments.model, arguments.seed, manager
        )
    print(f"{answers:,} answers in {arguments.answers}")
    return 0


def score(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Print a score. Raises RulesError."""
    from perfect_play.solvers.datasets import score as scoring

    results = scoring.score(arguments.folder, arguments.answers)
    if arguments.json:
        print(json.dumps(results, indent=2))
        return 0
    heads = ("", "", "answers", "keep the value", "", "best", "value lost", "moves lost", "illegal")
    rows: list[tuple[str, ...]] = [heads]
    for name, groups in results.items():
        if name != "benchmark":
            rows += [_row("" if name in ("all", "only") else name, place, group) for place, group in groups.items()]
    print_rows(rows)
    return 0


def _row(name: str, place: str, group: dict[str, Any]) -> tuple[str, ...]:
    """A row of the table, with a bar for the share of moves that keep the value."""
    keeps = group["keeps"]
    bar = "█" * round(BAR * keeps[0])
    shares = [f"{group[key][0]:.1%}" if group[key] else "" for key in ("best", "illegal")]
    lost = [f"{group[key][0]:.3f}" if group[key] else "" for key in ("value_lost", "moves_lost")]
    interval = f"{keeps[0]:.1%} ({keeps[1]:.1%} to {keeps[2]:.1%})"
    return name, place, f"{group['answers']:,}", interval, bar.ljust(BAR), shares[0], *lost, shares[1]
