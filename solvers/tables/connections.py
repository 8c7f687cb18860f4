"""Read-only connections to the files of tables, kept open: some for every thread."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import OrderedDict
from pathlib import Path

MOST = 24  # per thread

Identity = tuple[int, int, int]
"""Of a file: inode, time of change, size. A table that replaces another has another one."""


def identity_of(stat: os.stat_result) -> Identity:
    """The identity of a file."""
    return (stat.st_ino, stat.st_mtime_ns, stat.st_size)


class Connections:
    """Opened when asked for; threads may share it, and a process that was forked begins anew."""

    def __init__(self) -> None:
        self._local = threading.local()

    def get(self, path: str, identity: Identity) -> sqlite3.Connection:
        """A connection of this thread, opened anew when the file or the process changed. Raises sqlite3.Error."""
        local = self._local
        if getattr(local, "pid", None) != os.getpid():
            local.pid, local.connections = os.getpid(), OrderedDict()
        connections: OrderedDict[str, tuple[Identity, sqlite3.Connection]] = local.connections
        found = connections.get(path)
        if found is not None and found[0] == identity:
            connections.move_to_end(path)
            return found[1]
        if found is not None:
            found[1].close()
        uri = f"{Path(path).resolve().as_uri()}?mode=ro&immutable=1"
        connection = sqlite3.connect(uri, uri=True)
        connections[path] = (identity, connection)
        while len(connections) > MOST:
            connections.popitem(last=False)[1][1].close()
        return connection
