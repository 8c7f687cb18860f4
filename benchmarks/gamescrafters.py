"""The public files of the GamesCrafters: how many are taken, what they are worth, and how fast, beside their solvers.

    python -m benchmarks.gamescrafters CHECKOUT... [--only FILE[/VARIANT]] [--seconds N] [--variants N]

CHECKOUT: a clone of GamesmanPy or GamesmanPuzzles, whose files are run as they are. Each variant is solved in a process
of its own, first here, then by their solver; every value and remoteness that both know is compared, and of the first
variant a table is built, audited and published. A variant on which either takes more processor seconds than the limit
is compared in part: a game from a later start, after some random moves (`+16`), or of Sokoban with two boxes; a puzzle
in a sample of the positions that theirs has solved by then. What cannot be compared so is named. Seconds are of
processor time, positions are counted as their solver does. Of a puzzle theirs lists what can be solved, so that what it
does not list is lost.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

LEFT_OUT = ("__init__.py", "game_manager.py", "graphpuzzle.py", "example.py", "test.py")
"""Files that are no game or puzzle: theirs for tests, and an empty form."""
LATER_STARTS = 0, 4, 8, 12, 16, 20, 32
"""Random moves before the start, until both sides finish."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gamescrafters", description=__doc__.partition("\n")[0])
    parser.add_argument("checkout", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="files whose name has this, or one variant")
    parser.add_argument("--seconds", type=int, default=60, help="for each variant, on each side")
    parser.add_argument("--variants", type=int, default=99, help="of each file")
    options = parser.parse_args()
    for checkout in options.checkout:
        files = files_of(checkout.resolve())
        print(f"\n{'file':24}{'variant':12}{'positions':>11}{'ours /s':>9}{'theirs /s':>10}{'times':>6}  agreement")
        wanted = options.only.partition("/")[0]
        results = [compare_file(path, options) for path in files if wanted in path.name]
        print(f"{checkout.name}: {sum(results)} of {len(results)} files solved, values as theirs.")
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
    wanted = options.only.partition("/")[2]
    variants = [variant for variant in listed if wanted in ("", variant)][: options.variants]
    if not variants:
        print(f"{path.name:24}has no variant {wanted}, but {', '.join(listed)}", flush=True)
        return False
    faults = run("table", path, variants[0], options.seconds)
    if faults:
        print(f"{path.name:24}{'; '.join([faults] if isinstance(faults, str) else faults)}", flush=True)
    if isinstance(faults, str) and "seconds" not in faults:
        return False
    verdicts = [compare(path, variant, options.seconds) for variant in variants]
    return any(verdict is True for verdict in verdicts) and False not in verdicts


def compare(path: Path, variant: str, seconds: int) -> bool | None:
    """Whether values agree, of all positions or of some; None if both sides never finish in time."""
    is_puzzle = "puzzlesolver" in path.parts
    verdict = None
    for moves in (0,) if is_puzzle else LATER_STARTS:
        verdict = compare_from(path, variant, seconds, moves)
        if verdict is not None:
            return verdict
    return compare_sample(path, variant, seconds) if is_puzzle else None


def compare_sample(path: Path, variant: str, seconds: int) -> bool | None:
    """Whether our searches find the remoteness of some positions that theirs has solved in time."""
    label = f"{path.name:24}{variant:12}"
    theirs = run("theirs", path, variant, seconds)
    if isinstance(theirs, str) or not theirs.get("sample"):
        print(f"{label}theirs: {theirs if isinstance(theirs, str) else 'no sample'}", flush=True)
        return None
    texts = [text for text, _ in theirs["sample"]]
    with tempfile.TemporaryDirectory() as folder:
        sample = Path(folder) / "sample.json"
        sample.write_text(json.dumps([variant, texts]))
        found = run("search", path, str(sample), 4 * seconds)
    if isinstance(found, str):
        print(f"{label}ours: {found}", flush=True)
        return None
    different = sum(rem != other for rem, (_, other) in zip(found, theirs["sample"], strict=True))
    print(f"{label}a sample of {len(texts)} positions, up to {max(found)} moves: {different} differ", flush=True)
    return not different


def compare_from(path: Path, variant: str, seconds: int, moves: int) -> bool | None:
    label = f"{path.name:24}{variant + (f' +{moves}' if moves else ''):12}"
    ours = run("ours", path, variant, seconds, moves)
    if isinstance(ours, str):
        print(f"{label}ours: {ours}", flush=True)
        return None if "seconds" in ours else False
    speed = ours["count"] / ours["seconds"]
    label += f"{ours['count']:11,}{speed:9,.0f}"
    theirs = run("theirs", path, variant, seconds, moves)
    if isinstance(theirs, str) or "sample" in theirs:
        print(f"{label}  theirs: {theirs if isinstance(theirs, str) else f'more than {seconds} seconds'}", flush=True)
        return None
    other_speed = len(theirs["results"]) / theirs["seconds"]
    agreement, agrees = agreement_of(ours["results"], theirs["results"], "puzzlesolver" in path.parts)
    if ours["ambiguous"]:
        agreement += f"; {ours['ambiguous']:,} numbers of theirs stand for positions of different results"
    print(f"{label}{other_speed:10,.0f}{speed / other_speed:6.1f}  {agreement}", flush=True)
    return agrees


def agreement_of(ours: dict, theirs: dict, is_puzzle: bool) -> tuple[str, bool]:
    """A sentence on the positions that both list, and whether there are any and their values agree."""
    common = ours.keys() & theirs.keys()
    if not common:
        return "nothing compared: NO COMMON POSITION", False
    listed = {number: theirs.get(number, ("lose", 0)) for number in (ours if is_puzzle else common)}
    values = sum(ours[number][0] != value for number, (value, _) in listed.items())
    remotenesses = sum(
        ours[number] != [value, remoteness]
        for number, (value, remoteness) in listed.items()
        if ours[number][0] == value and value in ("win", "tie")
    )
    if values or remotenesses:
        return f"of {len(listed):,}, {values:,} values and {remotenesses:,} remotenesses differ", not values
    won = sum(ours[number][0] == "win" for number in listed)
    return f"all {len(listed):,}, {won:,} of them won", True


def run(task: str, path: Path, variant: str, seconds: int, moves: int = 0):
    """What a process of its own answers, or a sentence on why it does not."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        arguments = [task, str(path), variant, str(answer), str(seconds), str(moves)]
        command = [sys.executable, "-m", "benchmarks.gamescrafters_task", *arguments]
        process = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONHASHSEED": "0"})
        if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return f"more than {seconds} seconds"
        if not answer.exists():
            if f"by signal {signal.SIGXCPU:d}," in process.stderr:  # as happened to the native engine's process
                return f"more than {seconds} seconds"
            return (process.stderr.strip().splitlines() or [f"exit code {process.returncode}"])[-1][:300]
        return json.loads(answer.read_text())


if __name__ == "__main__":
    sys.exit(main())
