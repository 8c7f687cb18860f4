"""Watches the time and memory of a plug-in's methods, and gives up on one that does not return.

In the main thread a timer interrupts several times a second. A step that has computed for `SECONDS`, waited for
`WAITING` or taken `MEMORY` ends with DoesNotReturn, which names the method and the position. On a terminal, each step
that takes noticeable time is shown. In other threads, nothing is watched.
"""

import contextlib
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

SECONDS = 10.0
"""Processor seconds that one step may take: a busy machine raises no false alarm."""
WAITING = 120.0
"""Wall-clock seconds that one step may take."""
MEMORY = 1 << 30
"""Bytes that one step may add to the process."""
TICK = 0.2  # seconds between two looks
WIDTH = 110  # characters of a line on a terminal


class DoesNotReturn(BaseException):
    """A step took too long or too much memory. Not an Exception, so that a plug-in does not catch it by accident."""


class _Watch:
    """The step in progress."""

    def __init__(self, name: str, rules: Any) -> None:
        self.name = name
        self.rules = rules
        self.at = ""
        self.visible = False
        self.begin()

    def begin(self, *position: Any) -> None:
        """A step begins."""
        self.computed, self.begun, self.memory = time.process_time(), time.monotonic(), _memory()
        for current in position:
            self.at = f", position {_cut(repr(current))}"  # `format` itself may not return
            with contextlib.suppress(Exception):
                self.at = f", position {_cut(repr(self.rules.format(current)))}"

    def look(self, signum: int, frame: FrameType | None) -> None:
        """Show the step; raise DoesNotReturn if it has taken too much."""
        if sys.stderr.isatty():
            self.visible = True
            os.write(2, f"\r{self.label()[:WIDTH]:{WIDTH}}\r".encode())
        if time.process_time() - self.computed > SECONDS:
            spent = f"{SECONDS:g} seconds of computing"
        elif time.monotonic() - self.begun > WAITING:
            spent = f"{WAITING:g} seconds"
        elif _memory() - self.memory > MEMORY:
            spent = f"{MEMORY >> 20:,} MiB of memory"
        else:
            return
        raise DoesNotReturn(
            f"{self.label()}: {self._method(frame)} has not returned after {spent}. "
            "Look for a loop in it, or in what it calls, that does not end for this position."
        )

    def label(self) -> str:
        """The step in progress, with the position."""
        return self.name + self.at

    def _method(self, frame: FrameType | None) -> str:
        """The method of the rules that is running: the outermost, as it was called, and the line it has reached."""
        method, line = "a method", ""
        while frame is not None:
            instance = frame.f_locals.get("self")
            line = line or f" (line {frame.f_lineno} of {os.path.basename(frame.f_code.co_filename)})"
            if instance is not None and (instance is self.rules or type(instance) is self.rules):
                method = f"`{frame.f_code.co_name}`{line}"
            frame = frame.f_back
        return method


def _cut(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:80]}..."


def _memory() -> int:
    """The bytes that this process has in memory."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


_watch: _Watch | None = None


def step(*position: Any) -> None:
    """Say that a step begins, with this position if there is one."""
    if _watch is not None:
        _watch.begin(*position)


def current() -> str:
    """The step in progress, with the position; "" if none is watched."""
    watch = _watch
    return "" if watch is None else watch.label()


@contextlib.contextmanager
def watched(name: str, rules: Any) -> Iterator[None]:
    """Watch what is done inside. Raises DoesNotReturn.

    name: its name in messages. rules: the rules, or the class, whose methods are called.
    Watches only in the main thread, and only if nobody else uses the timer.
    """
    global _watch
    free = threading.current_thread() is threading.main_thread() and _watch is None
    if not free or signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        yield
        return
    watch = _watch = _Watch(name, rules)
    signal.signal(signal.SIGALRM, watch.look)
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    except KeyboardInterrupt as stopped:
        raise KeyboardInterrupt(f"Stopped at {watch.label()}.") from stopped
    except MemoryError as error:
        raise DoesNotReturn(f"{watch.label()}: memory ran out. Look for a list that does not end.") from error
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        _watch = None
        if watch.visible:
            os.write(2, f"\r{'':{WIDTH}}\r".encode())


@contextlib.contextmanager
def interruptions() -> Iterator[list[int]]:
    """A list that has an entry once somebody has pressed Ctrl-C in this block.

    So a KeyboardInterrupt that a plug-in raises by itself is told from a real one.
    """
    pressed: list[int] = []

    def interrupt(signum: int, frame: FrameType | None) -> None:
        pressed.append(signum)
        signal.default_int_handler(signum, frame)

    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield pressed
        return
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def limited_memory(extra: int = 4 * MEMORY) -> Iterator[None]:
    """Limit the further memory of this process, to stop an endless list built in C that no timer interrupts."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    try:
        with open("/proc/self/statm", "rb") as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        if before[0] == resource.RLIM_INFINITY:
            resource.setrlimit(resource.RLIMIT_AS, (size + extra, before[1]))
    except OSError:
        pass  # not on this system
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
