"""A service under load on its own disks, to which anything may be done, and checks of its health."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from perfect_play.solvers.manager import PRESOLVE, PRESOLVE_LIMIT, PuzzleManager
from perfect_play.solvers.pattern_databases.pattern_file import path_of
from tests.faults.clients import Clients, ask
from tests.faults.truth import TABLED, Question, questions
from tests.helpers import ROOT, load
from tests.pattern_databases import tiles_of, written
from tests.server.live import Service, builders, in_group, wait

LIMIT = 800  # positions of the largest variant solved at start-up
SOLVED = ",".join(TABLED)
"""The variants solved at start-up: those the questions need."""
START_UP = PuzzleManager(presolve_limit=LIMIT, presolve=SOLVED).presolved()
NAMES = {f"{rules.id}.{rules.variant.id}.sqlite" for rules in START_UP}
assert {load(full_id) for full_id in TABLED} <= set(START_UP)
LARGEST = 3  # tiles of a pattern: few enough to be computed here
DISK = "16m"
MENDED_SECONDS = 60.0


class Quick(Service):
    """The service with the application of `quick.py`."""

    def command(self) -> list[str]:
        where = ["-b", f"127.0.0.1:{self.port}"]
        return [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", *where, "tests.faults.quick:app"]


class Disk:
    """A small disk, if possible: as root, one in memory; else a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        self.mounted = os.geteuid() == 0 and _run("mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder))

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """Keep the disk full within the block."""
        assert self.mounted
        ballast = self.folder / "ballast"
        try:
            with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
                for size in (1 << 16, 1 << 12, 1):
                    with contextlib.suppress(OSError):
                        while file.write(bytes(size)) == size:
                            pass
            yield
        finally:
            ballast.unlink(missing_ok=True)

    @contextlib.contextmanager
    def read_only(self) -> Iterator[bool]:
        """Make the disk read-only within the block; False if that is impossible."""
        assert self.mounted
        done = any(
            _run("mount", "-o", "remount,ro", str(self.folder)) or time.sleep(0.1)  # type: ignore[func-returns-value]
            for _ in range(50)
        )
        try:
            yield done
        finally:
            if done:
                assert _run("mount", "-o", f"remount,rw,size={DISK}", str(self.folder))

    def remove(self) -> None:
        """Unmount and remove it."""
        if self.mounted:
            _run("umount", "-l", str(self.folder))
        shutil.rmtree(self.folder, ignore_errors=True)


def _run(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Ground:
    """One service with two workers, queried continuously. seed: of the questions and of the clients."""

    def __init__(self, folder: Path, seed: int, clients: int = 3) -> None:
        self.seed = seed
        self.disk, self.temporary = Disk(folder / "disk"), Disk(folder / "temporary")
        self.data, self.log = self.disk.folder / "data", folder / "service.log"
        self.tables = self.data / "tables"
        self.questions = questions(seed)
        self.patterns = written(folder, tiles_of("npuzzle/4"), LARGEST)
        self.tables.mkdir(parents=True)
        self.restore_patterns()
        self.service = Quick(self.data, self.log, **self.settings())
        self.clients = Clients(self.service.port, self.questions, seed, clients)
        try:
            self.service.wait_ready()
        except AssertionError:
            self.end()
            raise

    def settings(self) -> dict[str, str]:
        """The environment of the service, except its port."""
        return {
            PRESOLVE_LIMIT: str(LIMIT),
            PRESOLVE: SOLVED,
            "UWAPI_DATA_DIR": str(self.data),
            "UWAPI_WORKERS": "2",
            "TMPDIR": str(self.temporary.folder),
        }

    def restore_patterns(self) -> None:
        """Put sound pattern databases in place the proper way: write beside, then rename."""
        path = path_of(self.tables, load("npuzzle/4"))
        shutil.copy(self.patterns, path.with_suffix(".new"))
        os.replace(path.with_suffix(".new"), path)

    def table(self, full_id: str) -> Path:
        """The file of a table."""
        return self.tables / f"{full_id.replace('/', '.')}.sqlite"

    def mended(self) -> None:
        """Ask a sample of the questions again until all are answered correctly."""
        waiting = random.Random(self.seed).sample(self.questions, len(self.questions) // 8)
        end = time.monotonic() + MENDED_SECONDS
        while waiting:
            waiting = [question for question in waiting if not self._right(question)]
            assert time.monotonic() < end, f"not mended: {[question.path for question in waiting][:5]}, {self._why()}"
            if waiting:
                time.sleep(0.2)
        self.nothing_wrong()

    def goes_on(self, answers: int = 30) -> None:
        """Wait for this many more right answers."""
        enough = self.clients.answers.right + answers
        wait("answers go on", lambda: self.clients.answers.right > enough, 20)
        self.nothing_wrong()

    def _right(self, question: Question) -> bool:
        what, sentence = ask(self.service.port, question)
        assert what != "wrong", sentence
        return what == "right"

    def _why(self) -> str:
        return self.service.said()[-2000:]

    def nothing_wrong(self) -> None:
        """Check that no answer so far was wrong."""
        assert not self.clients.answers.wrong, self.clients.answers.wrong[:3]

    def restart(self) -> None:
        """Kill whatever is left of the service, and restart it."""
        self.service.kill_group()
        wait("no builder is left", lambda: not builders(self.data), 10)
        self.service.start()

    def finish(self) -> None:
        """Stop the service, and check that all is well and nothing unfinished is left."""
        try:
            self.restart()  # variants given up are tried again
            self.mended()
            self.service.wait_ready()
            self.clients.stop()
            wait("the builder is done", lambda: not builders(self.data))
            self.nothing_wrong()
            self.verified()
        finally:
            self.end()

    def end(self) -> None:
        """Stop everything and remove the disks."""
        self.clients.stop()
        self.service.kill_group()
        wait("nothing is left", lambda: not builders(self.data) and not in_group(self.service.process.pid))
        for disk in (self.disk, self.temporary):
            disk.remove()

    def verified(self) -> None:
        """Check that every table exists and is proved by the rules, and that there is nothing else."""
        self.restore_patterns()
        there = {path.name for path in self.tables.iterdir()}
        assert there == NAMES | {self.patterns.name, ".builder.lock", ".progress"}, there
        beside = {path.name for path in self.data.iterdir()}
        assert beside <= {"tables", "cache"}, beside
        for command in (["verify"], ["patterns", "npuzzle", "4", "--check"]):
            done = subprocess.run(
                [sys.executable, "-m", "solvers", "--data-dir", str(self.data), *command],
                cwd=ROOT,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            assert done.returncode == 0, done.stdout + done.stderr
            assert command[0] == "patterns" or f"{len(NAMES)} tables verified, no faults." in done.stdout
