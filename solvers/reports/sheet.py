"""Sheets to print: mined positions as pictures, and on a page of their own the solutions, in one HTML file."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape

from perfect_play.puzzles.base import Game, Position, Rules, Value
from perfect_play.solvers.reports.best_lines import steps
from perfect_play.solvers.reports.mining import MinedPosition
from perfect_play.solvers.reports.position_drawing import draw_svg

STYLE = """
body { font: 11pt/1.4 sans-serif; margin: 1.5cm }
td, th { padding: 1mm 4mm 1mm 0; text-align: left; vertical-align: top }
ol { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8mm; padding: 0; list-style-position: inside }
ol.solutions { display: block; break-before: page }
li { break-inside: avoid }
img { display: block; width: 100%; max-height: 7cm }
"""
GOALS = {Value.WIN: "wins", Value.TIE: "ties", Value.DRAW: "draws", Value.LOSE: "holds out longest"}


def task_of(rules: Rules, mined: MinedPosition) -> str:
    """What is to be done, as a sentence."""
    moves = mined.result.remoteness
    length = "" if moves is None else f" in {moves} move{'' if moves == 1 else 's'}"
    if not isinstance(rules, Game):
        return f"Solve it{length}."
    turn = rules.turn(mined.position)
    side = rules.side_names[turn - 1].capitalize() if rules.side_names else f"Player {turn}"
    return f"{side} to move; {GOALS[mined.result.value]}{length}."


def solution_of(rules: Rules, mined: MinedPosition) -> str:
    """The solution, as text."""
    names = [rules.format_move(before, move) for before, move, _ in steps(rules, mined.position, mined.solution)]
    return " ".join(filter(None, (", ".join(names) + ".", mined.remark)))


def sheet_html(rules: Rules, mined: Sequence[MinedPosition]) -> str:
    """The sheet, an HTML document that needs nothing else."""
    boards = [figure(rules, item.position, task_of(rules, item)) for item in mined]
    solutions = [f"<li>{escape(solution_of(rules, item))}</li>" for item in mined]
    title = f"{rules.name}, {rules.variant.name}"
    return document(title, ["<ol>", *boards, "</ol>", '<ol class="solutions">', *solutions, "</ol>"])


def figure(rules: Rules, position: Position, caption: str) -> str:
    """An item of a list: a position as a picture, with a caption."""
    image = b64encode(draw_svg(rules, position).encode()).decode()
    text = escape(rules.format(position))
    return f'<li>{escape(caption)}<img src="data:image/svg+xml;base64,{image}" alt="{text}"></li>'


def document(title: str, lines: Iterable[str]) -> str:
    """An HTML document with this title, its text, and these lines."""
    title = escape(title)
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    body = "\n".join([f"<h1>{title}</h1>", *lines])
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>{body}\n</body></html>\n'
