"""PuzzleManager: knows the variants and what answers each of them, and has missing tables built.

Serving processes ask it for results and states. One background process (`builder`) solves what is missing for all of
them.
"""

import contextlib
import random
import time
from collections.abc import Callable, Container, Sequence
from pathlib import Path
from typing import Any, TypeVar

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.mixins import Impartial, Scored, nimber_of
from perfect_play.solvers.building.builder_process import BuilderProcess
from perfect_play.solvers.building.estimate import is_quick, seconds_left, takes_little
from perfect_play.solvers.building.presolve import (
    default_presolve,
    default_presolve_limit,
    first_of_all,
    marked,
    presolve_names,
)
from perfect_play.solvers.building.requests import client, in_order, pending_requests, request_solve
from perfect_play.solvers.draw_levels import DrawLevel
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.result import Result
from perfect_play.solvers.settings import PRESOLVE, PRESOLVE_LIMIT, default_data_dir
from perfect_play.solvers.status import RETRY_SECONDS, NotReady, ReloadNeeded, State, Status
from perfect_play.solvers.tables.audit import FalseDeclaration, require_searchable
from perfect_play.solvers.tables.digest import is_stale
from perfect_play.solvers.tables.reader import (
    RELOAD,
    NotCovered,
    TableCorrupt,
    TableError,
    TableMissing,
    stale_sentence,
)
from perfect_play.solvers.tables.refusals import refusal
from perfect_play.solvers.tables.sampling import NothingToDraw, draw
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.untabled.answerer import Answerer, Lines
from perfect_play.solvers.untabled.choice import answerer_kind, has_table, make_answerers, table_of
from perfect_play.solvers.untabled.exploration import Explorer
from perfect_play.solvers.untabled.result_memory import ResultMemory

Answer = TypeVar("Answer")

RETRY_AT_MOST = 60  # seconds

FORESEEN = 8
"""The most variants ahead in the queue for which the time that they take is estimated."""
AWAIT_SECONDS = 2.5
"""How long an answer waits for a table that is quickly solved."""
AWAIT_PAUSE = 20.0
"""Seconds after a wait in vain until the same table is waited for again."""
AWAITING, AWAITING_EACH = 4, 2
"""The most answers of one process, and of one client there, that wait at a time: others need its threads."""


class PuzzleManager:
    """All variants of all plug-ins over one data directory. Threads may share it.

    Creating one opens no file and starts no process.
    """

    def __init__(
        self,
        data_dir: Path | str | None = None,
        cache_bytes: int = 64 << 20,
        presolve_limit: int | None = None,
        presolve: str | None = None,
        searches: int | None = None,
    ) -> None:
        """data_dir, presolve_limit, presolve: None: taken from the environment; raises BadSetting if that is invalid.

        cache_bytes: memory for decoded blocks. presolve: a text as for `presolve_names`, which raises ValueError.
        searches: the most concurrent searches; None: unlimited.
        """
        self.presolve_limit = default_presolve_limit() if presolve_limit is None else presolve_limit
        self.presolve = default_presolve() if presolve is None else presolve
        self._chosen = presolve_names(self.presolve)
        self.data_dir = Path(data_dir) if data_dir is not None else default_data_dir()
        self.store = Store(self.data_dir / "tables", cache_bytes)
        self.limiter = Limiter(searches)
        self.explorer = Explorer(self.store, self.limiter)
        self.memory = ResultMemory()
        self._direct = make_answerers(self.data_dir, self.explorer, self.limiter, self.memory)
        self._lines = Lines()
        self._lines.limiter = self.limiter
        settings = {PRESOLVE_LIMIT: str(self.presolve_limit), PRESOLVE: self.presolve}
        self.builder = BuilderProcess(self.data_dir, settings)
        self._awaiting: list[str] = []
        """The clients whose answers wait for a table."""
        self._awaited: dict[str, float] = {}
        """When the table of a variant was waited for in vain."""

    def search_for(self, seconds: float) -> None:
        """Let a search for what no table answers take this many seconds of processor time."""
        self.explorer.seconds = seconds
        for answerer in self._direct.values():
            answerer.seconds = seconds

    # --- variants and answers -----------------------------------------------------------------

    def rules(self, puzzle_id: str, variant_id: str) -> Rules:
        """The rules of a variant. Raises UnknownPuzzle, UnknownVariant or BadCustomVariant."""
        return registry.load(puzzle_id, variant_id)

    def direct(self, rules: Rules) -> Answerer | None:
        """The solver that can answer for this variant without a table; None if only a table can."""
        kind = answerer_kind(rules)
        return None if kind is None else self._direct[kind]

    def solver_name(self, rules: Rules) -> str:
        """The name of what answers for this variant now: 'table', or that of a solver that needs none."""
        direct = self.direct(rules)
        return direct.name if direct and self.missing(rules) else "table"

    def answered_by(self, rules: Rules, position: Position) -> str:
        """As `solver_name`, for a position, which the table may not cover. Raises NotReady while nothing can answer."""
        try:
            return "table" if self.stored_results(rules, [position]) else self._answerer(rules).name
        except NotCovered:
            return self.explorer.name

    def result(self, rules: Rules, position: Position) -> Result:
        """The result of a legal position: from the table, or without one if possible.

        Raises NotReady while nothing can answer, and NotCovered if the table has no answer and no search finds one.
        """
        return self._answer(
            rules,
            lambda table: self.store.probe(table, position),
            lambda: self.explorer.result(rules, position),
            lambda direct: self._direct_result(direct, rules, position),
        )

    def _direct_result(self, direct: Answerer, rules: Rules, position: Position) -> Result:
        """The result without a table; one that was searched for is remembered."""
        if not direct.searches:
            return direct.probe(rules, position)
        remembered = self.remembered(rules, position)
        if remembered is not None:
            return remembered
        result = direct.probe(rules, position)
        self.memory.put(rules, position, result, direct.margin(rules, position))
        return result

    def remembered(self, rules: Rules, position: Position) -> Result | None:
        """The result that a search has proved before, in this process or another of the service."""
        memory = self.memory.get(rules, position)
        return None if memory is None else memory.result

    def peek(self, rules: Rules, position: Position) -> Result | None:
        """As `result`, but None if nothing can answer yet, or only a search that may be long; requests no table.

        Raises NotCovered, and the errors of a search that is refused or cut short.
        """
        if table := table_of(rules):
            with contextlib.suppress(TableMissing, TableCorrupt):
                try:
                    return self.store.probe(table, position)
                except NotCovered:
                    return self.explorer.result(rules, position)
        direct = self.direct(rules)
        if direct is None or (direct.searches and not direct.is_immediate(rules, position)):
            return None
        self._require_true(rules)
        return direct.probe(rules, position)

    def lines(self, rules: Rules) -> Lines:
        """What searches for lines of a puzzle without a table: the search made for it, or one in plain Python.

        Raises FalseDeclaration.
        """
        self._require_true(rules)
        return self.direct(rules) or self._lines

    def searches_each(self, rules: Rules) -> bool:
        """Whether each position of this variant takes a search of its own now."""
        direct = self.direct(rules)
        return direct is not None and direct.searches and (direct.replaces_table(rules) or self.missing(rules))

    def is_immediate(self, rules: Rules, position: Position) -> bool:
        """Whether `peek` answers at once, if only that nothing is known, without searching everything connected."""
        direct = self.direct(rules)
        return direct is None or self.solver_name(rules) == "table" or direct.is_immediate(rules, position)

    def random_position(
        self, rules: Rules, rng: random.Random, remotenesses: Container[int] | None, request: bool = True
    ) -> Position:
        """A position of one of these remotenesses, or if None, any that has not ended, uniformly at random.

        request: as for `ask_table`. Raises NothingToDraw, and NotReady while nothing can answer.
        """
        position = self.ask_table(rules, lambda table: draw(self.store, table, rng, remotenesses), request=request)
        if position is not None:
            return position
        direct = self._answerer(rules)
        return direct.draw(rules, rng) if remotenesses is None else direct.draw_with(rules, rng, remotenesses)

    def greatest_remoteness(self, rules: Rules) -> int:
        """The greatest remoteness of the variant; without a table, of some random positions.

        Raises NotReady, and NothingToDraw if it is not known.
        """
        maximum = self.ask_table(rules, lambda table: self.store.meta(table).maximum, request=True)
        if maximum is not None:
            return maximum
        usual = self._answerer(rules).usual(rules)
        if not usual:
            raise NothingToDraw(
                f"{rules.full_id} has no table, and none of its positions is known to be far from the end."
            )
        return usual[-1]

    def margin(self, rules: Rules, position: Position) -> int | None:
        """The margin by which the player to move wins, in a game won by points; None in any other.

        Raises as `result`.
        """
        if not isinstance(rules, Scored):
            return None
        margin = self.ask_table(
            rules,
            lambda table: self.store.margin(table, position),
            lambda: self.explorer.margin(rules, position),
            request=True,
        )
        if margin is None:
            margin = self._answerer(rules).margin(rules, position)
        if margin is None:
            memory = self.memory.get(rules, position)
            margin = None if memory is None else memory.margin
        return margin

    def nimber(self, rules: Rules, position: Position) -> int | None:
        """The nimber of a position of an impartial game, by a closed form or the table; None if neither gives it."""
        nimber = nimber_of(rules, position)
        unknown = nimber is None and isinstance(rules, Impartial)
        return self._from_table(self.store.nimber, rules, position) if unknown else nimber

    def draw_level(self, rules: Rules, position: Position) -> DrawLevel | None:
        """The level of a pure draw, from the table; None if it gives none."""
        return self._from_table(self.store.draw_level, rules, position)

    def _from_table(
        self, ask: Callable[[Rules, Position], Answer | None], rules: Rules, position: Position
    ) -> Answer | None:
        """What a table gives besides a result; None without a table, or if it lacks the position."""
        table = table_of(rules)
        try:
            return ask(table, position) if table else None
        except TableError:
            return None

    def ask_table(
        self,
        rules: Rules,
        ask: Callable[[Rules], Answer],
        explore: Callable[[], Answer | None] | None = None,
        request: bool = False,
    ) -> Answer | None:
        """The table's answer; None if something else answers instead. Raises NotReady if nothing does.

        explore: answers if the table does not cover the position; without it, NotCovered is raised. request: have a
        missing table solved, as somebody asks about a position; if that is quick, wait for it.
        """
        table = table_of(rules)
        while table:
            try:
                try:
                    return ask(table)
                except NotCovered:
                    if explore is None:
                        raise
                    return explore()
            except (TableMissing, TableCorrupt) as error:
                damaged = isinstance(error, TableCorrupt)
                requested = request and self.request_solve(rules, damaged)
                if self.direct(rules) is not None:
                    return None
                if not (requested and self._comes(rules)):
                    raise self._not_ready(rules, error, requested) from error
        return None

    def _comes(self, rules: Rules) -> bool:
        """Wait for a table that has been requested, if solving it is quick; return whether it is there now.

        Not while this thread holds one of the few places of searches, or answers what is known without delay.
        """
        name, begun = rules.full_id, time.monotonic()
        lately = begun - self._awaited.get(name, -AWAIT_PAUSE) < AWAIT_PAUSE
        if lately or not self.builder.at_work() or not is_quick(rules) or not self.limiter.lets_wait():
            return False
        if self._awaiting.count(client()) >= AWAITING_EACH or len(self._awaiting) >= AWAITING:
            return False
        self._awaiting.append(client())
        try:
            while self.missing(rules) and self._failure(rules) is None:
                if time.monotonic() - begun > AWAIT_SECONDS:
                    self._awaited[name] = time.monotonic()
                    return False
                time.sleep(0.05)
        finally:
            self._awaiting.remove(client())
        return not self.missing(rules)

    def _answerer(self, rules: Rules) -> Answerer:
        """The solver that answers without a table."""
        direct = self.direct(rules)
        assert direct is not None
        self._require_true(rules)
        return direct

    def _require_true(self, rules: Rules) -> None:
        """Raise FalseDeclaration if rules are known to contradict what they declare: nothing would be right then."""
        require_searchable(rules)
        if sentence := refusal(self.store.path(rules), rules):
            raise FalseDeclaration(rules.id, sentence)

    def stored_results(self, rules: Rules, positions: Sequence[Position]) -> list[Result] | None:
        """The results of positions from the table; None if there is no table. Raises NotCovered if it lacks one."""
        return self.ask_table(rules, lambda table: self.store.probe_each(table, positions), request=True)

    def child_results(self, rules: Rules, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, given in the order of `moves`. Raises as `result`."""
        return self._answer(
            rules,
            lambda table: self.store.probe_each(table, children),
            lambda: self.explorer.child_results(rules, position, children),
            lambda direct: self._direct_children(direct, rules, position, children),
        )

    def _direct_children(
        self, direct: Answerer, rules: Rules, position: Position, children: Sequence[Position]
    ) -> list[Result]:
        """The results of a position's children without a table; those that were searched for are remembered."""
        if not direct.searches:
            return direct.probe_children(rules, position, children)
        remembered = [self.remembered(rules, child) for child in children]
        if None not in remembered and not isinstance(rules, Scored):  # margins may be narrowed
            return [result for result in remembered if result is not None]
        results = direct.probe_children(rules, position, children)
        for child, result in zip(children, results, strict=True):
            self.memory.put(rules, child, result, direct.margin(rules, child))
        return results

    def _answer(
        self,
        rules: Rules,
        ask: Callable[[Rules], Answer],
        explore: Callable[[], Answer],
        search: Callable[[Answerer], Answer],
    ) -> Answer:
        """The answer of the table, or else of what answers without one; if that finds none, of a table solved since."""
        stored = self.ask_table(rules, ask, explore, request=True)
        if stored is not None:
            return stored
        try:
            return search(self._answerer(rules))
        except NoAnswer as error:
            solved = None if self.missing(rules) else self.ask_table(rules, ask, explore)
            if solved is None:
                error.table_progress = self.table_progress(rules)
                raise
            return solved

    def table_progress(self, rules: Rules) -> dict[str, Any]:
        """How far the table of a variant is that is on its way, as `NotReady.facts` has it; {} if none is."""
        status = self._solving(rules)
        if status is None:
            return {}
        return NotReady(status.detail, status, seconds_left=self._seconds_left(rules, status)).facts

    def _not_ready(self, rules: Rules, error: TableError, requested: bool) -> NotReady:
        """The error of a variant without a table. requested: whether the builder has been asked for it."""
        status = self.status(rules)
        sure = requested and self.on_demand(rules) and self.builder.started and self.builder.problem is None
        if sure and status.state is State.UNAVAILABLE:
            status = Status(State.SOLVING, f"{rules.full_id} is going to be solved, as it is asked for.", {"ahead": 0})
        detail, command = status.detail, status.command
        if isinstance(error, TableCorrupt) and status.state is State.SOLVING:
            detail, command = f"{error.sentence} {detail}", error.command
        queued_before = (status.progress or {}).get("ahead", 0)
        kind = ReloadNeeded if is_stale(rules) else NotReady
        retry_after = min(RETRY_SECONDS + queued_before // 2, RETRY_AT_MOST)
        return kind(detail, status, command, retry_after, self._seconds_left(rules, status))

    def _seconds_left(self, rules: Rules, status: Status) -> int | None:
        """Roughly the seconds until a variant is solved; None if it is not coming, or not soon enough to tell."""
        report, ahead = self.builder.progress() or {}, (status.progress or {}).get("ahead")
        if ahead is None:
            return seconds_left(status.progress, []) if status.progress and status.progress.get("positions") else None
        if ahead > FORESEEN:
            return None
        before = [registry.load(*name.split("/", 1)) for name in report.get("queue", [])[:ahead]]
        return seconds_left(report.get("current") or {}, [*before, rules])

    def request_solve(self, rules: Rules, damaged: bool = False) -> bool:
        """Ask the builder to solve a variant that is solved without a command; return whether it has been asked.

        damaged: whether its table is.
        """
        if is_stale(rules):
            return False
        on_demand = self.on_demand(rules) and self._failure(rules) is None
        if not on_demand and not self.at_start(rules):
            return False
        request_solve(self.store.directory, rules.full_id)
        self.builder.wake([rules.full_id] if damaged else [], rules.full_id if on_demand else None)
        return True

    def _failure(self, rules: Rules) -> str | None:
        """Why the builder could not solve this variant when it last tried."""
        failed: dict[str, str] = (self.builder.progress() or {}).get("failed", {})
        return refusal(self.store.path(rules), rules) or failed.get(rules.full_id)

    def status(self, rules: Rules) -> Status:
        """Whether a variant can be asked about, and if not, why and what to do."""
        name = self.solver_name(rules)
        if name != "table":
            return Status(State.AVAILABLE, f"{rules.full_id} is answered without a table, by {name}.")
        try:
            self.store.meta(table_of(rules) or rules)
            return Status(State.AVAILABLE, f"{rules.full_id} is solved.")
        except TableError as error:
            reason, command = error.sentence, error.command
        if is_stale(rules):
            return Status(State.UNAVAILABLE, stale_sentence(rules), command=RELOAD)
        solving = self._solving(rules)
        if solving is not None:
            return solving
        reasons = [text for text in (self._failure(rules), self.builder.problem) if text and text not in reason]
        if not reasons and self.solves_on_demand(rules):
            reasons = ["It is solved as soon as somebody asks for a position of it."]
        return Status(State.UNAVAILABLE, " ".join([reason, *reasons]), command=command)

    def _solving(self, rules: Rules) -> Status | None:
        """The state of a variant that is being solved, or that is in the queue; None of any other."""
        progress = self.builder.progress()
        if not (progress and progress["alive"]):
            return None
        for current in (progress.get("current"), progress.get("side")):
            if current and current["id"] == rules.full_id:
                count, expected = current["positions"], current["expected"]
                of = f" of about {expected:,}" if expected else ""
                return Status(
                    State.SOLVING, f"{rules.full_id} is being solved: {count:,}{of} positions so far.", current
                )
        if progress.get("starting") and self.at_start(rules):
            return Status(State.SOLVING, f"{rules.full_id} is going to be solved; the solver is just starting.", {})
        pending = [request.full_id for request in pending_requests(self.store.directory)]
        queue = progress.get("queue", [])
        if self.on_demand(rules) and rules.full_id in pending and not self._failure(rules):
            queue = [*queue, rules.full_id]  # it may not have been heard yet
        if rules.full_id in queue:
            queued_before = in_order(queue, pending).index(rules.full_id)
            return Status(
                State.SOLVING,
                f"{rules.full_id} is going to be solved; {queued_before} before it.",
                {"ahead": queued_before},
            )
        return None

    # --- building -----------------------------------------------------------------------------

    def solves_on_demand(self, rules: Rules) -> bool:
        """Whether this service solves a variant as soon as somebody asks for a position of it."""
        return self.builder.started and self.on_demand(rules) and self._failure(rules) is None

    def at_start(self, rules: Rules) -> bool:
        """Whether this variant is solved at start-up; one chosen by its full name is, whatever its size."""
        if self._chosen is not None and rules.full_id in self._chosen:
            return has_table(rules)
        small = rules.variant.positions <= self.presolve_limit
        selected = self._chosen is None or rules.id in self._chosen
        return marked(rules) and small and selected and has_table(rules)

    def on_demand(self, rules: Rules) -> bool:
        """Whether this variant, which is not solved at start-up, is solved when somebody asks for it: where that takes
        little, and settings do not say what else to solve."""
        small = self._chosen is None and rules.variant.positions <= self.presolve_limit
        if not small or not has_table(rules) or self.at_start(rules):
            return False
        direct = self.direct(rules)
        return (direct is None or direct.searches) and takes_little(rules)

    def presolved(self, siblings: bool = False) -> list[Rules]:
        """The variants that are solved at start-up: the first of all, then smallest first.

        siblings: with the larger ones beside them, which are solved on demand and marked by their plug-ins.
        """
        selected = [
            rules
            for rules in registry.listed()
            if self.at_start(rules) or (siblings and rules.variant.presolve and self.on_demand(rules))
        ]
        rank = {name: number for number, name in enumerate(first_of_all())}

        def order(rules: Rules) -> tuple[int, int, str]:
            return rank.get(rules.full_id, len(rank)), rules.variant.positions or 1 << 40, rules.full_id

        return sorted(selected, key=order)

    def missing(self, rules: Rules) -> bool:
        """Whether this variant lacks a sound table made by the current rules."""
        table = table_of(rules)
        if table is None:
            return True
        try:
            self.store.meta(table)
        except TableError:
            return True
        return False
