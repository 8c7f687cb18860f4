"""The command `python -m benchmarks`: measures, prints tables of figures, and writes them as JSON."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.cluster import measure_cluster
from benchmarks.costs import measure_costs
from benchmarks.cube import measure_cube
from benchmarks.figures import Figure, print_group, print_targets, write_json
from benchmarks.kalah import measure_kalah
from benchmarks.light import measure_light
from benchmarks.native import measure_boards, measure_large, measure_native
from benchmarks.paths import measure_paths
from benchmarks.pegs import measure_pegs, print_pegs
from benchmarks.probing import measure_closed_forms, measure_probes
from benchmarks.proofs import measure_proofs
from benchmarks.roofline import measure_roofline
from benchmarks.service import ServiceFailed
from benchmarks.serving import measure_in_process, measure_over_http, measure_starts
from benchmarks.silent import measure_silent
from benchmarks.soak import measure_soak
from benchmarks.solving import measure_solving, measure_tables
from benchmarks.summary import print_summary
from benchmarks.tiles import measure_tiles
from benchmarks.workshop import Workshop
from benchmarks.wrk import measure_by_wrk

GROUPS: dict[str, tuple[str, Callable[[Workshop], Iterator[Figure]]]] = {
    "solve": ("Solving: the reference solver, one core", measure_solving),
    "native": ("Native solving beside the reference solver, all cores", measure_native),
    "large": ("The very large, solved by command", measure_large),
    "boards": ("Games of two players, solved by command", measure_boards),
    "cluster": ("By workers of Dask on this machine, beside native solving", measure_cluster),
    "cube": ("Rubik's Cube: a hundred random cubes in two phases, and proofs of the fewest moves", measure_cube),
    "kalah": ("Kalah with six pits: endgames, and proofs of starts", measure_kalah),
    "proofs": ("Values proved by search: Connect 4, and board games without a table", measure_proofs),
    "tiles": ("The 15-puzzle: pattern databases, and a hundred positions by IDA*", measure_tiles),
    "roofline": ("What the machine can do, all cores", measure_roofline),
    "tables": ("Tables: bytes a position", measure_tables),
    "probe": ("Probing: one thread", measure_probes),
    "paths": ("Searching the fewest moves: one position, no table", measure_paths),
    "pegs": ("Searching the English peg board: positions expanded", measure_pegs),
    "closed": ("Closed forms: a large start", measure_closed_forms),
    "wsgi": ("Requests in one process, one thread, no server", measure_in_process),
    "http": ("Requests over HTTP", measure_over_http),
    "wrk": ("Load by wrk, beside a bare Flask route under the same gunicorn", measure_by_wrk),
    "costs": ("The most expensive requests, and how long positions wait beside them", measure_costs),
    "silent": ("Positions beside connections that are silent or slow", measure_silent),
    "light": ("Light requests beside eight clients that search", measure_light),
    "soak": ("Ten minutes of searches by eight clients: how long positions wait, and memory", measure_soak),
    "start": ("Starting the service", measure_starts),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the groups that the arguments name. Returns 0 whatever the figures, 1 if a measurement failed."""
    arguments = _parser().parse_args(argv)
    begun = time.perf_counter()
    print_targets()
    measured: list[Figure] = []
    failed = False
    with tempfile.TemporaryDirectory(prefix="benchmarks-", ignore_cleanup_errors=True) as directory:
        workshop = Workshop(Path(directory), arguments.quick)
        for name in arguments.only or GROUPS:
            title, measure = GROUPS[name]
            try:
                figures = list(measure(workshop))
            except ServiceFailed as error:
                print(f"\n{title}: {error}", file=sys.stderr)
                failed = True
                continue
            print_group(title, figures)
            sys.stdout.flush()
            measured += figures
    print_summary(measured)
    print_pegs(measured)
    missed = [figure.what for figure in measured if figure.target and not figure.target.met(figure.value)]
    print(f"\nTargets missed: {'; '.join(missed)}." if missed else "\nNo target that was measured was missed.")
    path = arguments.json or Path(__file__).parent / "results" / time.strftime("%Y-%m-%d.json")
    write_json(path, measured, arguments.quick, time.perf_counter() - begun)
    print(f"Written: {path}")
    return int(failed)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure speed and size; see docs/performance.md.",
        epilog="Groups: " + "; ".join(f"{name}: {title}" for name, (title, _) in GROUPS.items()),
    )
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs, to check that everything works")
    parser.add_argument(
        "--only", action="append", choices=tuple(GROUPS), metavar="NAME", help="measure this group; may be repeated"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="output file (benchmarks/results/<date>.json)")
    return parser
