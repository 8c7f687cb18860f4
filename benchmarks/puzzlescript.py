"""PuzzleScript's recorded sessions played again, and the speed of its levels beside that of its own engine under Node.

`python -m benchmarks.puzzlescript PATH`: a checkout of PuzzleScript, which takes Node, or a JSON file with a list of
sessions: `name`, `source`, `level` (counting messages, too), `inputs` (0 to 4 for up, left, down, right and action,
`undo`, `restart`, `tick`) and `result`, the level at the end as that engine writes it.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, Target, print_group
from perfect_play.puzzles.puzzlescript.script_program import INPUTS, Cells, Level, Machine, Program
from perfect_play.puzzles.puzzlescript.script_puzzle import script_class
from perfect_play.puzzles.puzzlescript.script_text import ScriptError
from perfect_play.solvers.bound import TooLarge
from perfect_play.solvers.native.level_search import LevelSearch, compiled_machine

DRIVER = Path(__file__).with_suffix(".js")
DEMOS = ("sokoban_basic", "sokoban_horizontal", "sokoban_sticky", "microban")
PUSHES = tuple(INPUTS.values())
WORK = 1 << 40  # cells compared in a move: sessions are played however long they take
STATES = 300_000  # to be found for a measurement
SPEED = Target("at least", 300_000)  # steps a second and core
MEMORY = Target("below", 50)  # bytes a state


class Sitting:
    """Plays a program as its players do: with undo, restart, and the next level after each that is won."""

    def __init__(self, program: Program, number: int) -> None:
        self.program = program
        self.load(number)

    def load(self, number: int) -> None:
        """Begin a level; a message leaves the one before it on the screen."""
        self.number = number
        level = self.program.levels[number]
        if isinstance(level, Level):
            self.level, self.cells, self.restart = level, level.start, level.layout
            self.earlier: list[Cells] = []

    def play(self, action: int | str) -> None:
        """Play one input."""
        settings = self.program.settings
        if action == "undo":
            while self.earlier and self.earlier[-1] == self.cells:
                self.earlier.pop()
            if self.earlier and "noundo" not in settings:
                self.cells = self.earlier.pop()
        elif action == "restart":
            if "norestart" not in settings:
                self.earlier.append(self.cells)
                self.cells = self.level.begin(self.restart)
        else:
            push = 0 if action == "tick" else PUSHES[int(action)]
            outcome = self.level.play(self.cells, push, self.restart)
            if outcome.cells != self.cells and push:
                self.earlier.append(self.cells)
            self.cells, self.restart = outcome.cells, outcome.restart
            if outcome.won and self.number + 1 < len(self.program.levels):
                self.load(self.number + 1)


def play_session(session: dict[str, Any], machine: Machine) -> str:
    """The level at the end of a session, as the engine of PuzzleScript writes it. Raises ScriptError."""
    sitting = Sitting(Program(session["source"], machine, WORK), int(session["level"]))
    for action in session["inputs"]:
        sitting.play(action)
    return text_of(sitting)


def text_of(sitting: Sitting) -> str:
    """The names of what each kind of cell holds, at its first appearance, and the numbers of the kinds."""
    names, text = sitting.program.names.names, ""
    numbers: dict[int, int] = {}
    for place, cell in enumerate(sitting.cells, 1):
        if cell not in numbers:
            text += " ".join(sorted(name for number, name in enumerate(names) if cell >> number & 1)) + ":"
            numbers[cell] = len(numbers)
        text += f"{numbers[cell]}," + ("\n" if place % sitting.level.width == 0 else "")
    return text


def agreement(sessions: Iterable[dict[str, Any]], machine: Machine) -> tuple[int, list[str]]:
    """How many sessions end as recorded, and a sentence on each other."""
    agreeing, sentences = 0, []
    for session in sessions:
        try:
            agrees, sentence = play_session(session, machine) == session["result"], "it ends in another position."
        except ScriptError as error:
            agrees, sentence = False, str(error)
        agreeing += agrees
        sentences += [] if agrees else [f"{session['name']}: {sentence}"]
    return agreeing, sentences


def is_certain(session: dict[str, Any]) -> bool:
    """Whether neither chance nor the clock decides anything in a session."""
    return not re.search(r"\brandom(dir)?\b|realtime_interval", session["source"], re.IGNORECASE)


def _engine(checkout: Path, what: str, *arguments: str) -> Any:
    command = ["node", str(DRIVER), str(checkout), what, *arguments]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def sessions_in(path: Path) -> list[dict[str, Any]]:
    """The sessions of a file or a checkout that neither chance nor the clock decides."""
    if path.is_file():
        sessions: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    else:
        recorded = _engine(path, "sessions")
        sessions = [
            {"name": name, "source": data[0], "inputs": data[1], "result": data[2], "level": (*data, 0)[3] or 0}
            for name, data in recorded
        ]
    return [session for session in sessions if is_certain(session)]


def speeds(sources: dict[str, str], checkout: Path | None) -> Iterable[Figure]:
    """Steps a second and bytes a state of the largest levels, beside the inputs a second of the engine under Node."""
    levels = []
    for name, source in sources.items():
        cls = script_class(source, "demo", name)
        variants = {variant.id: cls(variant) for variant in cls.variants}
        level = max(variants, key=lambda id_: len(set(variants[id_].start())) * len(variants[id_].start()))
        for _ in range(2):  # the first time, code may be compiled
            search, begun = LevelSearch(variants[level], variants[level].start()), time.process_time()
            with suppress(TooLarge):
                search.run(_stop)
            seconds = time.process_time() - begun
        note = f"{search.states:,} states"
        yield Figure(f"{name}, level {level}", search.steps / seconds, "steps/s", target=SPEED, note=note)
        yield Figure(f"{name}, level {level}, memory", search.bytes / search.states, "bytes/state", target=MEMORY)
        number = variants[level].program.levels.index(variants[level].level)
        levels.append({"source": source, "level": number})
    if checkout is not None:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(levels, file)
            file.flush()
            for name, speed in zip(sources, _engine(checkout, "speed", file.name), strict=True):
                yield Figure(f"{name}, by PuzzleScript's engine under Node", speed, "steps/s")


def _stop(states: int) -> None:
    if states > STATES:
        raise TooLarge(f"{states:,} states")


def main(argv: Sequence[str] | None = None) -> int:
    """Print the agreement and, for a checkout, the speeds."""
    about = "Play recorded sessions of PuzzleScript again, and measure how fast its levels are searched."
    parser = argparse.ArgumentParser(prog="python -m benchmarks.puzzlescript", description=about)
    parser.add_argument("path", type=Path, help="a checkout of PuzzleScript, or a JSON file of sessions")
    path = parser.parse_args(argv).path
    machine = compiled_machine()
    sessions = sessions_in(path)
    agreeing, sentences = agreement(sessions, machine)
    print(f"{agreeing} of {len(sessions)} sessions end as recorded.", *sentences, sep="\n")
    if path.is_dir():
        sources = {name: (path / "src" / "demo" / f"{name}.txt").read_text(encoding="utf-8") for name in DEMOS}
        print_group("Levels of PuzzleScript", list(speeds(sources, path)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
