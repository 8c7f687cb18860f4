"""Builds a table by the reference solver: checks the laws, solves, audits the results, and publishes them."""

import time
from collections.abc import Callable

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.bound import Bound
from perfect_play.solvers.retrograde import Progress, Solution, solve
from perfect_play.solvers.tables.audit import answers_of, audit, require_lawful
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.table_layout import Meta

Solver = Callable[[Rules, Progress, Bound], Solution]


def build_by_reference(store: Store, rules: Rules, progress: Progress, bound: Bound, solver: Solver = solve) -> Meta:
    """Build the table of a variant. solver: what solves it, by default the reference solver.

    Raises FalseDeclaration, NoMargins, as `bound` does, and as `Store.write`.
    """
    require_lawful(rules)
    begun = time.perf_counter()
    solution = solver(rules, progress, bound)
    seconds = time.perf_counter() - begun
    audit(rules, answers_of(rules, solution))
    return store.write(rules, solution, seconds)
