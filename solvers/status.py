"""The states of a variant, and the errors of variants that cannot be asked about."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from perfect_play.solvers.errors import NoAnswer

RETRY_SECONDS = 5


class State(StrEnum):
    """Whether a variant can be asked about."""

    AVAILABLE = "available"
    SOLVING = "solving"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True)
class Status:
    """The state of a variant and a sentence about it.

    progress: while it is being solved. command: what to type to have it solved, if that does not happen by itself.
    """

    state: State
    detail: str
    progress: dict[str, Any] | None = None
    command: str | None = None


class NoTable(NoAnswer):
    """A variant is answered without a table; the message says by what."""


class NotReady(NoAnswer):
    """The variant has no table yet; the message says how far it is or what to do."""

    passing = True

    def __init__(
        self,
        sentence: str,
        status: Status,
        command: str | None = None,
        retry_after: int = RETRY_SECONDS,
        seconds_left: int | None = None,
    ) -> None:
        super().__init__(sentence, command)
        self.status = status
        self.retry_after = retry_after
        self.seconds_left = seconds_left

    @property
    def facts(self) -> dict[str, Any]:
        """How far it is, and roughly for how many seconds to wait."""
        facts: dict[str, Any] = {"progress": self.status.progress} if self.status.progress else {}
        return facts if self.seconds_left is None else {**facts, "secondsLeft": self.seconds_left}


class ReloadNeeded(NotReady):
    """The files of the rules have changed since this process imported them: it has no table of its rules."""
