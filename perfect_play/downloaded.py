"""Iterates over the positions of a service's table, which is downloaded, checked and read here."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import RulesError
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.result import Result
from perfect_play.solvers.status import NoTable
from perfect_play.solvers.tables.reader import TableError
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.untabled.choice import table_of


def entries(place: str, id_: str, variant: str, download: Callable[[Path], None]) -> Iterator[tuple[str, Result]]:
    """Each position in a table, as text, one of each class of symmetry.

    place: where the table comes from. download: saves it as a file. Raises NoAnswer if there is none, or if the rules
    are missing or different here, and whatever `download` raises.
    """
    try:
        rules = registry.load(id_, variant)
    except RulesError as error:
        raise NoAnswer(f"To list positions, the rules are needed here. {error}") from error
    holder = table_of(rules)
    if holder is None:
        raise NoTable(f"{rules.full_id} has no table, so its positions are not listed.")
    with TemporaryDirectory(prefix="perfect-play-") as folder:
        store = Store(Path(folder))
        download(store.path(holder))
        try:
            for position, result in store.entries(holder):
                yield rules.format(position), result
        except TableError as error:
            raise NoAnswer(f"What {place} has sent cannot be read here. {error.sentence}") from error
