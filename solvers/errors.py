"""The base of every error that says "no answer now", and the reason of errors of the system."""

import errno
import os
from pathlib import Path
from typing import Any, ClassVar

from perfect_play.solvers.settings import DATA_DIR


class NoAnswer(Exception):
    """The question makes sense, but has no answer now; another time, or after a command, it may have one.

    sentence: why there is no answer. command: what to type at a terminal to change that; None: nothing does.
    advice: what the command is for. `str` gives all three, for a terminal; clients of the service, who have none,
    get the first two as fields.
    """

    passing: ClassVar[bool] = False
    """Whether there may soon be an answer to the same question."""

    retry_after: int | None = None
    """Seconds after which asking again makes sense; None: not known."""

    def __init__(self, sentence: str, command: str | None = None, advice: str = "To solve it") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.command = command
        self.advice = advice
        self.table_progress: dict[str, Any] = {}
        """How far the table is that will have the answer, if one is on its way, as `NotReady.facts` has it."""

    @property
    def facts(self) -> dict[str, Any]:
        """What clients of the service are told besides."""
        return self.table_progress

    def __str__(self) -> str:
        return self.sentence if self.command is None else f"{self.sentence} {self.advice}: {self.command}"


def reason_of(error: OSError, directory: Path | None = None) -> str:
    """The reason of an error, in words. directory: where the work is saved, named if its disk is full."""
    reason = error.strerror or str(error) or type(error).__name__
    if directory and reason == os.strerror(errno.ENOSPC):  # in the system's words, not our own
        reason += (
            f"; make room for {directory}, where what was complete is kept, or use another folder: --data-dir or "
            f"{DATA_DIR}"
        )
    return reason
