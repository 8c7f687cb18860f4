"""The command `python -m benchmarks`: measures, prints tables of figures, and writes them as JSON."""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks import answering, cube, datasets, paths, probing, proofs, publishing, serving, solving, tiles, waiting
from benchmarks.figures import Figure, print_group, write_json
from benchmarks.service import ServiceFailed
from benchmarks.workshop import Workshop

GROUPS: dict[str, tuple[str, Callable[[Workshop], Iterator[Figure]]]] = {
    "native": ("Native solving beside the reference solver, all cores", solving.measure_native),
    "brought": ("A game of GamesmanPy, brought as a file, beside ours of the same rules", solving.measure_brought),
    "large": ("The very large, solved by command", solving.measure_large),
    "boards": ("Games of two players, solved by command", solving.measure_boards),
    "cores": ("Each engine on 1, 2, 4, 8 and 16 cores: how many times as fast as on one", solving.measure_cores),
    "cluster": ("By workers of Dask on this machine, beside native solving", solving.measure_cluster),
    "cube": ("Rubik's Cube: a hundred random cubes in two phases, and proofs of the fewest moves", cube.measure_cube),
    "kalah": ("Kalah with six pits: endgames, and proofs of starts", proofs.measure_kalah),
    "proofs": ("Values proved by search: Connect 4, and board games without a table", proofs.measure_proofs),
    "tiles": ("The 15-puzzle: pattern databases, and a hundred positions by IDA*", tiles.measure_tiles),
    "paths": ("Searching the fewest moves: one position, no table", paths.measure_paths),
    "tables": ("Tables: bytes a position", solving.measure_tables),
    "datasets": ("Data sets: a large export, and answers to a benchmark scored", datasets.measure_datasets),
    "published": ("Published sites, beside the service", publishing.measure_published),
    "verifying": ("Verifying by compiled rules, beside the rules themselves", solving.measure_verifying),
    "probe": ("Probing: one thread", probing.measure_probes),
    "answer": (
        "Processor time for an answer, beside a bare Flask route under the same gunicorn",
        answering.measure_answers,
    ),
    "wrk": ("Load by wrk, beside a bare Flask route under the same gunicorn", serving.measure_by_wrk),
    "costs": ("The most expensive requests, and how long positions wait beside them", waiting.measure_costs),
    "silent": ("Positions beside connections that are silent or slow", waiting.measure_silent),
    "light": ("Light requests beside eight clients that search", waiting.measure_light),
    "soak": ("Ten minutes of searches by eight clients: how long positions wait, and memory", waiting.measure_soak),
    "start": ("Starting the service", serving.measure_starts),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the groups that the arguments name. Returns 0 whatever the figures, 1 if a measurement failed."""
    arguments = _parser().parse_args(argv)
    begun = time.perf_counter()
    measured: dict[str, list[Figure]] = {}
    failed = False
    with tempfile.TemporaryDirectory(prefix="benchmarks-", ignore_cleanup_errors=True) as directory:
        workshop = Workshop(Path(directory), arguments.quick)
        for name in arguments.only or GROUPS:
            title, measure = GROUPS[name]
            try:
                measured[name] = list(measure(workshop))
            except ServiceFailed as error:
                print(f"\n{title}: {error}", file=sys.stderr)
                failed = True
            else:
                print_group(title, measured[name])
    missed = [figure.what for figures in measured.values() for figure in figures if figure.met is False]
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
