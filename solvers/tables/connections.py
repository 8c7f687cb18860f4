"""Keeps read-only connections to table files open, a limited number for each thread."""

import os
import sqlite3
import threading
from collections import OrderedDict
from pathlib import Path

MAX_OPEN = 24  # per thread

Identity = tuple[int, int, int]
"""A file's inode, modification time and size. A table that replaces another has a different one."""


def identity_of(stat: os.stat_result) -> Identity:
    """The identity of a file."""
    return (stat.st_ino, stat.st_mtime_ns, stat.st_size)


def identity_at(path: Path) -> Identity | None:
    """The identity of the file at a path; None if there is none that can be looked at."""
    try:
        return identity_of(os.stat(path))
    except OSError:
        return None


class Connections:
    """Opens connections on request; threads may share it, and a forked process starts afresh."""

    def __init__(self) -> None:
        self._local = threading.local()

    def get(self, path: str, identity: Identity) -> sqlite3.Connection:
        """The thread's connection, reopened if the file or the process has changed. Raises sqlite3.Error."""
        local = self._local
        if getattr(local, "pid", None) != os.getpid():
            local.pid, local.connections = os.getpid(), OrderedDict()
        connections: OrderedDict[str, tuple[Identity, sqlite3.Connection]] = local.connections
        entry = connections.get(path)
        if entry is not None and entry[0] == identity:
            connections.move_to_end(path)
            return entry[1]
        if entry is not None:
            entry[1].close()
        uri = f"{Path(path).resolve().as_uri()}?mode=ro&immutable=1"
        connection = sqlite3.connect(uri, uri=True)
        connections[path] = (identity, connection)
        while len(connections) > MAX_OPEN:
            connections.popitem(last=False)[1][1].close()
        return connection
