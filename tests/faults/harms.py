"""Harms done to a service under load. Each takes the ground and a source of randomness.

A harm returns when it is done; recovery is checked afterward.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import resource
import shutil
import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.tables.sealed_file import FIRST
from tests.faults.clients import REFUSED, judged
from tests.faults.ground import Ground, Quick
from tests.faults.truth import TABLED, Question
from tests.helpers import load
from tests.server.live import builders, wait

Harm = Callable[[Ground, random.Random], None]
MEMORY = 3 << 20  # extra bytes granted to a builder that is to run out of memory


# --- killing --------------------------------------------------------------------------------------


def kill_worker(ground: Ground, rng: random.Random) -> None:
    """Kill one of the two workers; the clients it was answering lose their connections."""
    workers = wait("two workers", lambda: len(found := ground.service.children()) == 2 and found, 20)
    os.kill(rng.choice(workers), signal.SIGKILL)


def kill_builder(ground: Ground, rng: random.Random) -> None:
    """Kill the builder at a random moment of its work."""
    remove_tables(ground, rng)
    builder = _builder(ground)
    time.sleep(rng.uniform(0, 1.2))
    with contextlib.suppress(ProcessLookupError):
        os.kill(builder, signal.SIGKILL)


def kill_master(ground: Ground, rng: random.Random) -> None:
    """Kill the master: the service ends by itself, as does its builder, and is restarted."""
    os.kill(ground.service.process.pid, signal.SIGKILL)
    ground.service.process.wait(10)
    time.sleep(rng.uniform(0, 0.5))
    ground.restart()


def kill_service(ground: Ground, rng: random.Random) -> None:
    """Kill all of the service at once during a build, as in a power cut, and restart it."""
    remove_tables(ground, rng)
    time.sleep(rng.uniform(0, 2))
    ground.restart()


def _builder(ground: Ground) -> int:
    """Wait for the builder that starts when a table is missed; return its pid."""
    found: list[int] = wait("a builder", lambda: builders(ground.data), 20, every=0.01)
    return found[0]


# --- taking away ----------------------------------------------------------------------------------


def remove_tables(ground: Ground, rng: random.Random) -> None:
    """Remove some of the tables that are requested."""
    for full_id in rng.sample(TABLED, rng.randrange(1, len(TABLED))):
        ground.table(full_id).unlink(missing_ok=True)


def remove_the_folder(ground: Ground, rng: random.Random) -> None:
    """Remove all tables at once, even unfinished ones; the pattern databases are restored, as from a backup."""
    shutil.rmtree(ground.tables, ignore_errors=True)
    ground.tables.mkdir(exist_ok=True)
    ground.restore_patterns()


# --- damaging -------------------------------------------------------------------------------------


def flip(path: Path, at: int, mask: int) -> None:
    """Change one byte of a file in place."""
    with path.open("r+b") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes([byte ^ mask]))


def places(path: Path) -> dict[str, range]:
    """The byte range in a table's file of each kind of part: by name, but blocks and margins as two."""
    raw = path.read_bytes()
    kinds = {"header": range(100), "schema": range(100, 4096)}
    connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    try:
        for name, value in connection.execute("SELECT key, value FROM parts"):
            kind = "block" if name.isdigit() else "margins" if name[1:].isdigit() else name
            start = raw.find(value[:64])
            if start >= 0:
                kinds[f"checksum of {kind}"] = range(start, start + 16)
                kinds[kind] = range(start + 16, start + min(len(value), 400))
    finally:
        connection.close()
    return kinds


def flip_a_byte(ground: Ground, rng: random.Random) -> None:
    """Flip a byte in each kind of part of every requested table in turn, in place."""
    for full_id in TABLED:
        path = ground.table(full_id)
        with contextlib.suppress(OSError, sqlite3.Error):  # an earlier harm may have removed or damaged it
            kind, where = rng.choice(sorted(places(path).items()))
            del kind
            flip(path, rng.choice(where), rng.randrange(1, 256))


def flip_a_byte_of_the_patterns(ground: Ground, rng: random.Random) -> None:
    """Flip a byte of the mapped pattern databases: in the head, or in a block that may have been checked before."""
    path = ground.tables / ground.patterns.name
    size = path.stat().st_size
    for where in (range(FIRST), range(FIRST, size)):
        flip(path, rng.choice(where), rng.randrange(1, 256))
        time.sleep(0.2)
    ground.restore_patterns()


def flip_a_byte_of_the_progress(ground: Ground, rng: random.Random) -> None:
    """Flip bytes of the progress file while the builder writes it."""
    remove_tables(ground, rng)
    end = time.monotonic() + 2
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError):
            path = ground.tables / ".progress"
            flip(path, rng.randrange(path.stat().st_size), rng.randrange(1, 128))
        time.sleep(0.01)


def cut(ground: Ground, rng: random.Random) -> None:
    """Truncate tables in place, empty them, or replace them with another's."""
    for full_id in rng.sample(TABLED, 3):
        path = ground.table(full_id)
        with contextlib.suppress(OSError):
            how = rng.randrange(3)
            if how < 2:
                os.truncate(path, rng.randrange(path.stat().st_size + 1) if how else 0)
            else:
                shutil.copy(ground.table(rng.choice(TABLED)), path.with_suffix(".new"))
                os.replace(path.with_suffix(".new"), path)


def cut_the_patterns(ground: Ground, rng: random.Random) -> None:
    """Truncate the mapped file in place: only processes that read it at that moment are killed by the system."""
    path = ground.tables / ground.patterns.name
    os.truncate(path, rng.choice((0, 5000, path.stat().st_size // 2)))
    time.sleep(0.5)
    ground.restore_patterns()


# --- scarce ---------------------------------------------------------------------------------------


def fill_the_disk(ground: Ground, rng: random.Random) -> None:
    """Fill the disks of tables and of temporary files while there is something to build."""
    if not ground.disk.mounted:
        fill_files(ground, rng)
        return
    with ground.disk.full(), ground.temporary.full():
        remove_tables(ground, rng)
        ground.goes_on()
        kill_worker(ground, rng)
        time.sleep(rng.uniform(0.5, 2))
        kill_worker(ground, rng)
        ground.goes_on()


def fill_files(ground: Ground, rng: random.Random) -> None:
    """Limit files to a few kilobytes: like a full disk, but without root."""
    workers = ground.service.children()
    try:
        for worker in workers:
            resource.prlimit(worker, resource.RLIMIT_FSIZE, (3000, resource.RLIM_INFINITY))
        remove_tables(ground, rng)
        time.sleep(rng.uniform(1, 3))
    finally:
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(worker, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def make_it_read_only(ground: Ground, rng: random.Random) -> None:
    """Make the data directory read-only, with a table missing and workers that come and go."""
    if not ground.disk.mounted:
        pytest.skip("a disk that becomes read-only takes root")
    ground.table(rng.choice(TABLED)).unlink(missing_ok=True)
    with ground.disk.read_only():
        kill_worker(ground, rng)
        time.sleep(rng.uniform(0.5, 1.5))
        ground.goes_on()


def starve_the_builder(ground: Ground, rng: random.Random) -> None:
    """Allow the builder hardly more memory than it has."""
    remove_tables(ground, rng)
    builder = _builder(ground)
    time.sleep(rng.uniform(0, 0.8))
    with contextlib.suppress(OSError, ValueError):
        pages = int(Path(f"/proc/{builder}/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.prlimit(builder, resource.RLIMIT_AS, (most, most))
    time.sleep(1)


# --- too many -------------------------------------------------------------------------------------


def second_service(ground: Ground, rng: random.Random) -> None:
    """Start another service on the same directory, and kill it while both build."""
    settings = {**ground.settings(), "UWAPI_WORKERS": "1"}
    with Quick(ground.data, ground.log, **settings) as second:
        remove_tables(ground, rng)
        wait("it answers", second.answers, 20)
        time.sleep(rng.uniform(0, 1))
        second.kill_group()


def flood(ground: Ground, rng: random.Random) -> None:
    """Send more concurrent requests that need a search than the limit; tables are still answered."""
    rules = load("rushhour/expert")
    boards = [_board(rules, rng) for _ in range(10)]
    threads = [threading.Thread(target=_flood, args=(ground, rules, board)) for board in boards]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)


def _board(rules: Rules, rng: random.Random) -> str:
    """A board of a separate family: the start with some vehicles removed."""
    text = rules.format(rules.start())
    return text if rng.random() < 0.1 else _without(text, rng)


def _without(text: str, rng: random.Random) -> str:
    cells = list(text)
    trucks = [i for i in range(36) if cells[i] == "L" and i % 6 < 5 and cells[i + 1] == "R"]
    for place in rng.sample(trucks, min(len(trucks), rng.randrange(3))):
        cells[place] = cells[place + 1] = "-"
    return "".join(cells)


def _flood(ground: Ground, rules: Rules, board: str) -> None:
    question = Question(f"/universal/v1/rushhour/{rules.variant.id}/positions/?p={quote(board)}", lambda body: None)
    connection = http.client.HTTPConnection("127.0.0.1", ground.service.port, timeout=80)
    try:
        connection.request("GET", question.path)
        response = connection.getresponse()
        what, sentence = judged(question, response.status, response.headers, response.read())
        ground.clients.answers.count(what, sentence)
    except REFUSED:
        ground.clients.answers.count("refused")
    finally:
        connection.close()


HARMS: dict[str, Harm] = {
    harm.__name__: harm
    for harm in (
        kill_worker,
        kill_builder,
        kill_master,
        kill_service,
        remove_tables,
        remove_the_folder,
        flip_a_byte,
        flip_a_byte_of_the_patterns,
        flip_a_byte_of_the_progress,
        cut,
        cut_the_patterns,
        fill_the_disk,
        make_it_read_only,
        starve_the_builder,
        second_service,
        flood,
    )
}
"""All harms, by name."""
