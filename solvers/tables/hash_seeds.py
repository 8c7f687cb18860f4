"""Rules under several seeds of `hash`: the order of a set of texts is another in every process, and may not matter.

As a program with the arguments ID VARIANT, it prints what the rules say of the first positions that play reaches.
"""

import ast
import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterator

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.sources import source_of, syntax_of
from perfect_play.solvers.locks import start_module
from perfect_play.solvers.tables.digest import modules_of_author

COMPARED = 300
"""Positions that are compared."""

SEEDS = ("1", "2", "3", "4", "5", "6")
"""A set of two texts has the same order under all of them once in 32 times."""

SECONDS = 60.0
"""By the clock, after which nothing is compared."""


def account_of(rules: Rules) -> Iterator[str]:
    """A line of JSON for each of the first positions, breadth first: its text, value, moves and children."""
    start = rules.start()
    texts, waiting = {rules.format(start)}, deque([start])
    for _ in range(COMPARED):
        if not waiting:
            return
        position = waiting.popleft()
        value = rules.primitive(position)
        moves = list(rules.moves(position)) if value is None else []
        children = {rules.format(child): child for child in (rules.do_move(position, move) for move in moves)}
        names = sorted(rules.format_move(position, move) for move in moves)
        yield json.dumps([rules.format(position), str(value), names, sorted(children)])
        waiting += (children[text] for text in sorted(children) if text not in texts)
        texts |= children.keys()


def dependence_on_order(rules: Rules) -> str | None:
    """A sentence on the first position of which the rules say something else under another seed; None if there is none.

    Rules without sets, and those that other processes do not find, such as those of a test, are not compared.
    """
    if not any(map(_uses_sets, modules_of_author(type(rules)))):
        return None
    if not registry.exists(rules.id) or registry.find(rules.id) is not type(rules):
        return None
    accounts = [
        start_module(
            [__name__, rules.id, rules.variant.id],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for seed in SEEDS
    ]
    try:
        output, *outputs = [process.communicate(timeout=SECONDS)[0].splitlines() for process in accounts]
    except subprocess.TimeoutExpired:
        return None
    finally:
        for process in accounts:
            process.kill()
            process.wait()
    for line, *lines in zip(output, *outputs, strict=False):
        if set(lines) != {line}:
            return (
                f"{rules.full_id}: {json.loads(line)[0]!r} has other moves, or another value, in another process: the "
                "rules depend on the order of a set. Sort what you iterate over."
            )
    return None


def _uses_sets(module: str) -> bool:
    return any(
        isinstance(node, ast.Set | ast.SetComp) or getattr(node, "id", "") in ("set", "frozenset")
        for node in ast.walk(syntax_of(source_of(module)))
    )


if __name__ == "__main__":
    for line in account_of(registry.load(*sys.argv[1:])):
        print(line)
