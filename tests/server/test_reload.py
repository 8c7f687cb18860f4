"""A reload refuses nobody: old workers stay until new ones are ready, and each role has its number of workers."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from perfect_play.server.operations.hooks import Master
from tests.server.live import HANOI, Service, wait

SEARCH = "/api/npuzzle/4/solution?p=12345678-abc9def"
STATISTICS = "/api/towersofhanoi/3_3/statistics"
PLUGIN = """
import time
from pathlib import Path
while Path({flag!r}).exists():
    time.sleep(0.05)
"""


@pytest.fixture(scope="module")
def flag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """While this file exists, a plug-in of the service takes its time to be imported."""
    return tmp_path_factory.mktemp("flag") / "flag"


@pytest.fixture(scope="module")
def service(data_dir: Path, flag: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("reload")
    (folder / "plug-ins").mkdir()
    (folder / "plug-ins" / "slow.py").write_text(PLUGIN.format(flag=str(flag)))
    settings = {"UWAPI_BUILD": "0", "UWAPI_PLUGINS": str(folder / "plug-ins")}
    with Service(data_dir, folder / "log", workers=1, **settings) as running:
        wait("all workers", lambda: running.answers(HANOI) and roles(running) == (1, 1), 15)
        yield running


def roles(service: Service) -> tuple[int, int]:
    """(number of serving workers, number of search workers)."""
    return len(service.children()), len(service.search_workers())


def searches(service: Service) -> bool:
    """Whether a search worker answers; a new one first compiles, and on a busy machine its time may run out."""
    return service.ask(SEARCH, 60)[0] == 200


def test_old_workers_answer_until_new_ones_have_loaded_everything(service: Service, flag: Path):
    wait("a search worker", lambda: searches(service))
    old = {*service.children(), *service.search_workers()}
    flag.touch()
    try:
        service.process.send_signal(signal.SIGHUP)
        wait("new workers", lambda: roles(service) == (2, 2))
        statuses: list[int | None] = []

        def ask(path: str) -> None:
            for _ in range(15):
                statuses.append(service.ask(path, 20)[0])
                time.sleep(0.1)

        clients = [threading.Thread(target=ask, args=(path,)) for path in (HANOI, SEARCH, STATISTICS)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        assert statuses == [200] * 45
        assert old <= {*service.children(), *service.search_workers()}
    finally:
        flag.unlink()
    wait("the old workers are gone", lambda: not old & {*service.children(), *service.search_workers()}, 20)
    assert roles(service) == (1, 1)
    assert [service.ask(path, 20)[0] for path in (HANOI, STATISTICS)] == [200] * 2
    wait("a search worker", lambda: searches(service))


def test_signals_change_the_number_of_serving_workers(service: Service):
    """The one that ends serves; of the last of each role none ends."""
    (searching,) = service.search_workers()
    service.process.send_signal(signal.SIGTTIN)
    wait("two serve", lambda: roles(service) == (2, 1))
    for _ in range(3):
        service.process.send_signal(signal.SIGTTOU)
        time.sleep(0.2)
    wait("one serves", lambda: roles(service) == (1, 1))
    time.sleep(1.5)  # the master looks at its workers once a second
    assert roles(service) == (1, 1)
    assert service.search_workers() == [searching]
    wait("a search worker", lambda: searches(service))


class Worker:
    """What the master knows of a worker."""

    def __init__(self, pid: int, ready: bool) -> None:
        self.pid = self.age = pid
        self.ready, self.searches, self.leaving, self.generation = ready, False, False, 1


def test_workers_that_are_loading_end_before_those_that_answer():
    """Else the service would be down until the others have loaded."""
    master = Master.__new__(Master)
    master.WORKERS = {pid: Worker(pid, ready=pid < 3) for pid in range(1, 5)}
    master.generation, master.searching, master._num_workers = 1, 0, 2
    master._started = time.monotonic()
    ended: list[int] = []
    master.kill_worker = lambda pid, signal: ended.append(pid)
    master._end_old_workers()
    assert sorted(ended) == [3, 4]
