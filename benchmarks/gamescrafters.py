"""The public files of the GamesCrafters: how many are taken, what they are worth, and how fast, beside their solvers.

    python -m benchmarks.gamescrafters CHECKOUT... [--only NAME] [--seconds N] [--variants N]

CHECKOUT: a clone of GamesmanPy or GamesmanPuzzles, whose files are run as they are. Each variant is solved in a process
of its own, first here, then by their solver; every value and remoteness that both know is compared, and of the first
variant a table is built, audited and published. A variant on which either takes more processor seconds than the limit
is named and left out. Seconds are of processor time, positions are counted as their solver does.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

LEFT_OUT = ("__init__.py", "game_manager.py", "graphpuzzle.py", "example.py")
"""Files that are no game or puzzle: theirs for tests, and an empty form."""
DRAWN = 255  # their remoteness of a draw


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gamescrafters", description=__doc__.partition("\n")[0])
    parser.add_argument("checkout", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="files whose name has this")
    parser.add_argument("--seconds", type=int, default=60, help="for each variant, on each side")
    parser.add_argument("--variants", type=int, default=99, help="of each file")
    options = parser.parse_args()
    for checkout in options.checkout:
        files = files_of(checkout.resolve())
        print(f"\n{'file':24}{'variant':12}{'positions':>11}{'ours /s':>9}{'theirs /s':>10}{'times':>6}  agreement")
        results = {path: compare_file(path, options) for path in files if options.only in path.name}
        solved = [path for path, good in results.items() if good]
        print(f"{checkout.name}: {len(solved)} of {len(results)} files solved, values as theirs.")
    return 0


def files_of(checkout: Path) -> list[Path]:
    folder = checkout / "games/src/games"
    folder = folder if folder.is_dir() else checkout / "puzzlesolver/puzzles"
    return [path for path in sorted(folder.glob("*.py")) if path.name not in LEFT_OUT]


def compare_file(path: Path, options: argparse.Namespace) -> bool:
    listed = run("variants", path, "", options.seconds)
    if isinstance(listed, str):
        print(f"{path.name:24}{listed}", flush=True)
        return False
    faults = run("table", path, listed[0], options.seconds)
    if faults:
        print(f"{path.name:24}{'; '.join([faults] if isinstance(faults, str) else faults)}", flush=True)
    if isinstance(faults, str) and "seconds" not in faults:
        return False
    verdicts = [compare(path, variant, options.seconds) for variant in listed[: options.variants]]
    return any(verdict is True for verdict in verdicts) and False not in verdicts


def compare(path: Path, variant: str, seconds: int) -> bool | None:
    """Whether values agree; None if one side took too long."""
    label = f"{path.name:24}{variant:12}"
    ours = run("ours", path, variant, seconds)
    if isinstance(ours, str):
        print(f"{label}ours: {ours}", flush=True)
        return None if "seconds" in ours else False
    speed = ours["count"] / ours["seconds"]
    label += f"{ours['count']:11,}{speed:9,.0f}"
    theirs = run("theirs", path, variant, seconds)
    if isinstance(theirs, str):
        print(f"{label}  theirs: {theirs}", flush=True)
        return None
    values, remotenesses, common = 0, 0, 0
    for number, (value, remoteness) in ours["results"].items():
        if number in theirs["results"]:
            other_value, other_remoteness = theirs["results"][number]
            common += 1
            values += value != other_value
            remotenesses += value == other_value and value in ("win", "tie") and remoteness != other_remoteness
    other_speed = len(theirs["results"]) / theirs["seconds"]
    agreement = (
        f"all {common:,}" if not values + remotenesses else f"{values:,} values, {remotenesses:,} remotenesses differ"
    )
    print(f"{label}{other_speed:10,.0f}{speed / other_speed:6.1f}  {agreement}", flush=True)
    return not values and common > 0


def run(task: str, path: Path, variant: str, seconds: int):
    """What a process of its own answers, or a sentence on why it does not."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        command = [
            sys.executable,
            "-m",
            "benchmarks.gamescrafters_task",
            task,
            str(path),
            variant,
            str(answer),
            str(seconds),
        ]
        process = subprocess.run(command, capture_output=True, text=True)
        if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return f"more than {seconds} seconds"
        if not answer.exists():
            return (process.stderr.strip().splitlines() or [f"exit code {process.returncode}"])[-1][:300]
        return json.loads(answer.read_text())


if __name__ == "__main__":
    sys.exit(main())
