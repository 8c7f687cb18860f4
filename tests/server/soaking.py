"""A soak test: very many requests to a service, every answer checked, and memory watched. Linux only."""

from __future__ import annotations

import os
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from benchmarks.service import ClientConnection
from tests.server.live import Service
from tests.server.mixture import Mixture

CLIENTS = 6
MOST_FAULTS = 20
MIB = 1 << 20


class Sample(NamedTuple):
    """What a process holds at rest: bytes of memory and open descriptors."""

    resident: int
    descriptors: int


@dataclass
class SoakOutcome:
    """The outcome. samples: one of every process after each round, the master first."""

    asked: int = 0
    seconds: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    samples: list[dict[int, Sample]] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [f"{self.asked:,} requests in {self.seconds:,.0f} s, {self.asked / self.seconds:,.0f}/s"]
        lines += [f"  {status}: {count:,}" for status, count in sorted(self.statuses.items())]
        for pid in self.samples[0]:
            held = [sample[pid] for sample in self.samples if pid in sample]
            lines.append(f"  {pid}: MiB " + " ".join(f"{one.resident / MIB:.1f}" for one in held))
            lines.append(f"  {pid}: descriptors " + " ".join(str(one.descriptors) for one in held))
        return "\n".join([*lines, *self.faults])


def sample_of(service: Service) -> dict[int, Sample]:
    """The master and its workers, by pid."""
    return {pid: _sample(pid) for pid in [service.process.pid, *sorted(service.children())]}


def _sample(pid: int) -> Sample:
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return Sample(resident, len(os.listdir(f"/proc/{pid}/fd")))


def soak(service: Service, mixture: Mixture, requests: int, rounds: int, seed: int) -> SoakOutcome:
    """Make this many requests in rounds, closing all connections after each round."""
    done = SoakOutcome()
    lock = threading.Lock()

    def work(rng: random.Random, count: int) -> None:
        connection = ClientConnection(service.port)
        statuses: Counter[int] = Counter()
        for _ in range(count):
            asked = mixture.draw(rng)
            try:
                status, body = connection.ask(asked.line, *asked.headers, body=asked.body)
                statuses[status] += 1
                fault = None if status in asked.statuses else f"{status} {body[:300]!r}"
                if status == 200 and fault is None and asked.check is not None:
                    fault = asked.check(body)
            except Exception as error:  # no answer, or an unreadable one
                fault = repr(error)
            if fault is not None:
                with lock:
                    done.faults.append(f"{asked.line[:200]}: {fault}")
                if len(done.faults) > MOST_FAULTS:
                    break
        connection.close()
        with lock:
            done.asked += count
            done.statuses += statuses

    for number in range(rounds):
        count = requests // rounds // CLIENTS
        begun = time.monotonic()
        clients = [
            threading.Thread(target=work, args=(random.Random(f"{seed} {number} {client}"), count))
            for client in range(CLIENTS)
        ]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        done.seconds += time.monotonic() - begun
        time.sleep(0.3)  # until the service notices that the connections are closed
        done.samples.append(sample_of(service))
        if len(done.faults) > MOST_FAULTS:
            break
    return done
