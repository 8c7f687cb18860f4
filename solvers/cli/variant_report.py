"""`python -m solvers report`: a report on a puzzle or game, or on two variants side by side."""

import argparse
import json
from collections.abc import Sequence
from html import escape
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules, RulesError
from perfect_play.solvers.cli.chosen import add_parser, add_variant, chosen_rules, output, variant_named, write_output
from perfect_play.solvers.cli.terminal import print_rows
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.game_report import GameReport, report_on
from perfect_play.solvers.reports.sheet import document, figure


def add_command(commands: Any) -> None:
    help_ = "report on a puzzle or game: who wins, shares, branching, only moves, random play, critical positions"
    added = add_parser(commands, "report", run, help_)
    add_variant(added)
    against = "another variant of it, or of ID, to compare it with"
    added.add_argument("--against", nargs="+", metavar="VARIANT", default=[], help=against)
    added.add_argument("--seed", default="1", help="a text: the same one brings the same random positions (1)")
    added.add_argument("--json", action="store_true", help="as JSON")
    added.add_argument("--html", type=output, metavar="FILE", help="write it to this file, with the critical positions")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, NotReady, NothingToDraw."""
    first = chosen_rules(arguments)
    variants = [first]
    if arguments.against:
        *ids, variant = arguments.against
        if len(ids) > 1:
            raise RulesError(f"--against takes one variant, as {first.id}/{first.variant.id}; ask for each of several.")
        variants.append(registry.load(ids[0] if ids else first.id, variant_named(variant)))
    seed = arguments.seed
    if arguments.against:
        reports = [report_on(manager, rules, seed, other) for rules, other in (variants, variants[::-1])]
    else:
        reports = [report_on(manager, first, seed)]
    if arguments.json:
        print(json.dumps([report.as_json() for report in reports], indent=2))
    else:
        print_rows([list(row) for row in rows_of(reports)])
    if arguments.html:
        write_output(arguments.html, report_html(variants, reports))
    return 0


def rows_of(reports: Sequence[GameReport]) -> list[tuple[str, ...]]:
    """The reports in words: a row for each fact, a column for each variant."""
    columns = [_facts(report) for report in reports]
    names = [name for name in columns[0] if any(column[name] for column in columns)]
    return [
        ("", *(report.id for report in reports)),
        *((name, *(column[name] for column in columns)) for name in names),
    ]


def _facts(report: GameReport) -> dict[str, str]:
    """The facts of a report by name; those that are not known are empty."""
    chances = report.random_play and report.random_play[0]
    about = "" if report.random_play is None or report.random_play[1] else "about "
    mean, most = report.branching
    return {
        "start": f"{report.value}" + ("" if report.remoteness is None else f" in {report.remoteness}"),
        "best lines": "" if report.lines is None else f"{report.lines:,}",
        "positions": "" if report.positions is None else f"{report.positions:,} {report.meaning}",
        "up to symmetry": "" if report.classes is None else f"{report.classes:,}",
        **{value: _percent(report.shares.get(value)) for value in ("win", "lose", "tie", "draw")},
        "sampled": f"{report.sampled:,}{', all there are' if report.exhaustive else ''}",
        "moves": f"{mean:.2f}, at most {most}",
        "only moves": _percent(report.only_moves),
        "mistakes": _percent(report.mistakes),
        "decisive moves": ", ".join(map(str, report.decisive)) or "none",
        "at random, first wins": about + _percent(chances[0]) if chances else "",
        "second wins": about + _percent(chances[1]) if chances else "",
        "neither": about + _percent(chances[2]) if chances else "",
        "length": f"{about}{chances[3]:.2f} moves" if chances else "",
        "value changed": _percent(report.changed),
    }


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.2%}"


def report_html(variants: Sequence[Rules], reports: Sequence[GameReport]) -> str:
    """The reports as an HTML document that needs nothing else: facts, positions by depth, critical positions."""
    lines = [_table(rows_of(reports))]
    for rules, report in zip(variants, reports, strict=True):
        rows = report.histogram.values()
        depths = sorted({depth for row in rows for depth in row}, key=lambda text: int(text or -1))
        counts = [(depth or "none", *(f"{row.get(depth, 0):,}" for row in rows)) for depth in depths]
        lines += [f"<h2>{escape(report.name)}</h2>", _table([("remoteness", *report.histogram), *counts]), "<ol>"]
        for item in report.critical:
            moves = "" if item.remoteness is None else f" in {item.remoteness}"
            caption = f"{item.value}{moves}, by one of {item.moves} moves"
            lines.append(figure(rules, rules.parse(item.position), caption))
        lines.append("</ol>")
    return document(" and ".join(report.name for report in reports), lines)


def _table(rows: Sequence[Sequence[str]]) -> str:
    lines = ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    return "<table>\n" + "\n".join(lines) + "\n</table>"
