"""`/api/<id>/<variant>/statistics`: the histogram of a table, and the deepest positions."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles.base import Position, Puzzle, Rules
from perfect_play.puzzles.notation.autogui import read_position
from perfect_play.server import create_app
from perfect_play.server.api import downloads as of_service
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.result import histogram_table
from perfect_play.solvers.retrograde import Solution
from perfect_play.solvers.tables import census
from perfect_play.solvers.tables import summary as counted
from tests.helpers import cases, exhaustive, late, load, small_rules, solved
from tests.kept_tables import solve_kept


def ask(client: FlaskClient, full_id: str) -> dict:
    response = client.get(f"/api/{full_id}/statistics")
    assert response.status_code == 200, response.json
    return response.get_json()["response"]


def played(rules: Rules) -> set[Position]:
    """Every position reachable from the start; if moves can be undone, also past solutions."""
    onward = isinstance(rules, Puzzle) and rules.reversible
    found, waiting = {rules.start()}, [rules.start()]
    while waiting:
        position = waiting.pop()
        if onward or rules.primitive(position) is None:
            new = set(rules.children(position)) - found
            found |= new
            waiting += new
    return found


def counts(rules: Rules, solution: Solution, positions: set[Position]) -> dict[str, dict[str, int]]:
    """The number of these positions with each result."""
    found = Counter(solution.result(rules, position) for position in positions)
    return histogram_table(Counter({known: number for known, number in found.items() if known is not None}))


# Dense, sparse by classes, sorted; puzzles with unsolvable positions, games with ties and draws.
@pytest.mark.parametrize(
    "full_id",
    [
        "towersofhanoi/3_4",
        "npuzzle/2x3",
        "nqueens/5",
        "pegsolitaire/triangle",
        "tictactoe/regular",
        "dao/3x3",
        "kalah/3x2",
        "domineering/3x3",
        "clobber/2x5",
        "tantrix/2_2_0",
        "dotsandboxes/1x2",
        "klotski/pennant",
        "mutorere/regular",
    ],
)
def test_the_histogram_and_the_deepest_are_those_of_the_solution(client: FlaskClient, full_id: str):
    told, rules, solution = ask(client, full_id), load(full_id), solved(full_id)
    positions = played(rules)
    exact = counts(rules, solution, positions)
    assert told["classes"] == len(set(map(rules.canonical, positions)))
    unsolvable = exact.get("lose", {}).get("", 0) if isinstance(rules, Puzzle) else None
    assert told["unsolvable"] == unsolvable
    assert told["meaning"] == ("component" if isinstance(rules, Puzzle) and rules.reversible else "reachable")
    assert {value: {**row} for value, row in told["histogram"].items()} == exact
    assert told["positions"] == sum(sum(row.values()) for row in exact.values())
    results = {position: solution.result(rules, position) for position in positions}
    greatest = max(found.remoteness or 0 for found in results.values() if found)
    assert told["maximum"] == greatest
    classes = {
        rules.canonical(position) for position, found in results.items() if found and found.remoteness == greatest
    }
    assert told["complete"] == (len(classes) <= counted.FEW)
    assert len(told["deepest"]) == min(counted.FEW, len(classes))
    drawn = set()
    for one in told["deepest"]:
        position = read_position(rules, one["position"])
        assert rules.format(position) == one["positionText"]
        assert one["remoteness"] == greatest
        assert solution.result(rules, position).remoteness == greatest
        drawn.add(rules.canonical(position) if rules.symmetric else position)
    assert len(drawn) == len(told["deepest"]), "no two of them are equal by symmetry"


@pytest.mark.parametrize(
    "full_id",
    [
        "tictactoe/regular",
        "dao/3x3",
        exhaustive("quickchess/rooks"),
        "dodgem/regular",
        "kalah/2x2",
        "nqueens/6",
        "dotsandboxes/1x3",
        "sokoban/microban_15",
        "chipschallenge/small",
        "snort/3x3",
        late("quixo/3x3"),
        "clobber/3x3",
        "clobber/2x5",
    ],
)
def test_walking_by_groups_finds_every_position_once(full_id: str):
    """If the start equals all, some or none of its images, and play returns to it or not."""
    rules = load(full_id)
    groups = [list(group) for group in census.groups_from_start(rules, 100_000) or ()]
    found = [position for group in groups for position in group]
    assert len(found) == len(set(found))
    assert set(found) == played(rules)
    assert all(set(group) <= set(rules.images(group[0])) for group in groups)
    assert census.groups_from_start(rules, len(found)) is not None
    assert census.groups_from_start(rules, len(found) - 1) is None


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", cases(small_rules(), most=100))
def test_count_from_the_start_is_that_of_what_play_leads_to(rules: Rules):
    assert sum(map(len, census.groups_from_start(rules, 500_000) or ())) == len(played(rules))


@pytest.mark.parametrize(
    ("full_id", "positions", "classes", "unsolvable"),
    [
        exhaustive("connect4/4x4", 161_029, 80_541, None),
        exhaustive("klotski/donkey", 25_955, 13_011, 0),
        ("domineering/3x3", 46, 14, None),
        ("tantrix/2_2_0", 409, 107, 372),
        ("dotsandboxes/1x2", 143, 53, None),
        ("pegsolitaire/triangle", 3016, 1544, 3016 - 769),
        ("tictactoe/regular", 5478, 765, None),
        ("hexapawn/3x3", 135, 71, None),
        ("ponghauki/regular", 56, 30, None),
        ("nqueens/5", 462, 64, 462 - 286),
        ("towersofhanoi/3_4", 81, 41, 0),
    ],
)
def test_positions_classes_and_unsolvable_ones_are_as_many_as_published(
    full_id: str, positions: int, classes: int, unsolvable: int | None
):
    rules = load(full_id)
    taken = census.of_solution(rules, solved(full_id))
    assert (taken.positions, taken.classes, taken.unsolvable(rules)) == (positions, classes, unsolvable)
    assert taken.positions == sum(sum(row.values()) for row in taken.histogram.values())


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("full_id", "meaning", "positions", "classes"),
    [("clobber/4x4", "reachable", 600_161, 300_184), ("pegsolitaire/english", "solvable", 187_636_299, 23_475_688)],
)
def test_large_variants_have_the_published_numbers(full_id: str, meaning: str, positions: int, classes: int):
    """In the statistics and the catalogue of a service that has the table."""
    manager = solve_kept([load(full_id)])
    client = create_app({"data_dir": manager.data_dir, "build": False}).test_client()
    told, in_short = ask(client, full_id), client.get(f"/api/{full_id}/").get_json()["response"]
    assert (told["meaning"], told["positions"], told["classes"]) == (meaning, positions, classes)
    assert in_short["positions"] == positions


def test_census_of_a_large_table_counts_classes_or_solvable_positions(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(census, "MOST_WALKED", 100)
    monkeypatch.setattr(census, "MOST_WALKED_OF_PUZZLES", 100)
    kalah, pegs = (census.of_solution(load(one), solved(one)) for one in ("kalah/3x2", "pegsolitaire/triangle"))
    assert (kalah.meaning, kalah.positions, kalah.classes) == ("classes", 2366, 2366)
    assert (pegs.meaning, pegs.positions, pegs.unsolvable(load("pegsolitaire/triangle"))) == ("solvable", 13_935, None)


def test_a_table_without_a_census_is_read(data_dir: Path):
    meta = replace(PuzzleManager(data_dir).store.meta(load("domineering/3x3")), census=None)
    taken = counted.census_of(meta)
    assert (taken.meaning, taken.positions, taken.histogram) == ("classes", 14, meta.histogram)


@pytest.mark.parametrize(
    "wrong",
    [{}, {"positions": -1}, {"meaning": "all"}, {"histogram": {"win": {"x": 1}}}, {"deepest": [3]}, {"other": 1}],
)
def test_a_census_that_cannot_be_is_no_census(wrong: dict):
    rules = load("domineering/3x3")
    fields = asdict(census.of_solution(rules, solved("domineering/3x3")))
    assert census.fits(fields)
    assert not census.fits({**fields, **wrong} if wrong else {"positions": 3})


def test_statistics_of_the_8_puzzle_are_as_published(client: FlaskClient):
    """As published: 181,440 positions, the farthest two at 31 moves."""
    told = ask(client, "npuzzle/3")
    assert told["histogram"]["win"]["31"] == 2
    assert sum(told["histogram"]["win"].values()) == 181_440
    assert {one["position"] for one in told["deepest"]} == {"R_A_3_3_8672543-1", "R_A_3_3_64785-321"}


@pytest.mark.parametrize("full_id", ["nim/1_3_5", "lightsout/9", "rushhour/basic"])
def test_statistics_without_a_table_have_no_counts(client: FlaskClient, full_id: str):
    told = ask(client, full_id)
    assert told["histogram"] is None
    assert told["positions"] is None
    assert told["deepest"] == []
    assert told["answeredBy"] != "table"


def test_statistics_of_an_unsolved_variant_are_refused(tmp_path: Path):
    client = create_app({"data_dir": tmp_path / "none", "build": False}).test_client()
    response = client.get("/api/tictactoe/regular/statistics")
    assert response.status_code == 503
    assert response.mimetype == "application/problem+json"
    assert client.get("/api/tictactoe/nope/statistics").status_code == 404
    assert not (tmp_path / "none").exists()


def test_looking_for_the_deepest_is_bounded(data_dir: Path, monkeypatch: pytest.MonkeyPatch):
    rules = load("tictactoe/misere")
    manager = PuzzleManager(data_dir)
    meta = manager.store.meta(rules)
    monkeypatch.setattr(counted, "census_of", lambda meta: replace(census.Census(**meta.census), deepest=None))
    told = counted.statistics(manager.store, rules, seconds=-1.0)
    assert len(told.deepest) <= 1
    assert told.histogram == meta.census["histogram"]


@pytest.mark.parametrize("full_id", ["dao/3x3", "npuzzle/2x3", "nqueens/5"])
def test_complete_means_that_there_are_no_more(data_dir: Path, full_id: str, monkeypatch: pytest.MonkeyPatch):
    """If the census names none, the table is searched for them."""
    rules, store = load(full_id), PuzzleManager(data_dir).store
    results = solved(full_id).results
    greatest = max(found.remoteness or 0 for found in results.values())
    classes = sum(found.remoteness == greatest for found in results.values())
    monkeypatch.setattr(counted, "census_of", lambda meta: replace(census.Census(**meta.census), deepest=None))
    for few in (1, classes - 1, classes, classes + 1):
        if few > 0:
            told = counted.statistics(store, rules, few, seconds=60.0)
            assert len({rules.canonical(position) for position in told.deepest}) == min(few, classes)
            assert told.complete == (few >= classes)


def test_statistics_are_computed_once_for_a_table(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    first = ask(client, "towersofhanoi/3_5")

    def fail(*_: object) -> None:
        raise AssertionError("the table was gone through again")

    monkeypatch.setattr(of_service, "statistics", fail)
    assert ask(client, "towersofhanoi/3_5") == first
