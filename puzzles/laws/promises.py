"""What mix-ins promise: nimbers, bounds for searches, exchanged players, starts, and tables shared with a variant."""

from collections import Counter
from itertools import islice

from perfect_play.puzzles.base import Position, Puzzle, Rules, Value
from perfect_play.puzzles.laws.sample import Sample, require
from perfect_play.puzzles.mixins import (
    Exchangeable,
    Impartial,
    Partizan,
    Searchable,
    shares_table,
)

ROUNDING = 1e-9  # of costs
STARTS = 20  # of a puzzle with several starts that are read back
PARTIZAN = 30  # positions whose parts are compared


def makes_promises(rules: Rules) -> bool:
    """Whether these rules have a feature whose promises are checked here."""
    has_costs = isinstance(rules, Puzzle) and rules.has_costs
    return has_costs or shares_table(rules) or isinstance(rules, Exchangeable | Impartial | Partizan | Searchable)


def promises(rules: Rules, sample: Sample) -> None:
    """Mix-ins hold what they promise about positions and their children."""
    for start in islice(rules.starts(), STARTS):
        require(rules.parse(rules.format(start)) == start, f"{start!r} is among `starts` but not legal")
    for number, position in enumerate(sample):
        promises_of(rules, position, parts=number < PARTIZAN)


def promises_of(rules: Rules, position: Position, parts: bool = True) -> None:
    """The promises about one position. parts: those about its independent parts as well. Raises LawBroken."""
    if isinstance(rules, Impartial):
        _nimber(rules, position)
    if isinstance(rules, Searchable):
        _bounds(rules, position)
    if isinstance(rules, Puzzle) and rules.has_costs:
        _costs(rules, position)
    if isinstance(rules, Exchangeable):
        _exchanged(rules, position)
    if isinstance(rules, Partizan) and parts:
        _parts(rules, position)
    if shares_table(rules):
        _shared(rules, position)


def _nimber(rules: Impartial, position: Position) -> None:
    """A nimber by a closed form is the least that no child has (mex)."""
    nimber = rules.nimber(position)
    if nimber is None or rules.primitive(position) is not None:
        return
    after = {rules.nimber(child) for child in rules.children(position)}
    mex = next(number for number in range(len(after) + 1) if number not in after)
    require(nimber == mex, f"`nimber` of {rules.format(position)!r} is {nimber}, but by its children {mex}")


def _bounds(rules: Searchable, position: Position) -> None:
    """The heuristic is 0 at a solution and falls by at most 1 a move; what is hopeless leads to nothing else."""
    name, bound = rules.format(position), rules.heuristic(position)
    if rules.primitive(position) is Value.WIN:
        require(bound == 0, f"{name!r} is solved; `heuristic` says that it takes {bound} moves")
        require(rules.hopeless(position) is None, f"{name!r} is solved; `hopeless` says that it cannot be")
        return
    hopeless = rules.hopeless(position) is not None
    for child in rules.children(position):
        if hopeless:
            require(rules.hopeless(child) is not None, f"{name!r} is hopeless but leads to {rules.format(child)!r}")
        else:
            after = rules.heuristic(child)
            fair = bound <= after + 1 or rules.hopeless(child) is not None
            require(fair, f"`heuristic` falls from {bound} at {name!r} to {after} at {rules.format(child)!r}")


def _costs(rules: Puzzle, position: Position) -> None:
    """Costs are positive, and no move lowers the least cost by more than it costs."""
    name, bound = rules.format(position), rules.least_cost(position)
    if rules.primitive(position) is Value.WIN:
        require(bound <= ROUNDING, f"{name!r} is solved; `least_cost` is {bound}")
        return
    for move in rules.moves(position):
        cost, child = rules.cost(position, move), rules.do_move(position, move)
        require(cost > 0, f"{name!r}: the `cost` of {rules.format_move(position, move)!r} is {cost}")
        after = rules.least_cost(child)
        fair = bound <= cost + after + ROUNDING * max(1, bound)
        require(fair, f"`least_cost` falls from {bound} at {name!r} to {after} by a move that costs {cost}")


def _exchanged(rules: Exchangeable, position: Position) -> None:
    """With the players exchanged, play ends alike and goes on alike; exchanging twice changes nothing."""
    swapped = rules.exchanged(position)
    if swapped is None:
        return
    pair = f"{rules.format(position)!r} and, by `exchanged`, {rules.format(swapped)!r}"
    require(rules.exchanged(swapped) == position, f"{pair}: exchanged again, it is another position")
    require(rules.turn(swapped) != rules.turn(position), f"{pair} have the same player to move")
    ended = rules.primitive(position)
    require(rules.primitive(swapped) == ended, f"{pair} end differently")
    if ended is None:
        exchanged = {rules.exchanged(child) for child in rules.children(position)}
        require(exchanged == set(rules.children(swapped)), f"{pair} lead elsewhere")


def _parts(rules: Partizan, position: Position) -> None:
    """Every move changes one of the parts, as `options_of` says."""
    parts = rules.components(position)
    if parts is None or rules.primitive(position) is not None:
        return
    before, turn = Counter(parts), rules.turn(position)
    after = {
        frozenset((before - Counter([part]) + Counter(options)).items())
        for part in before
        for options in rules.options_of(part, turn)
    }
    actual = {frozenset(Counter(rules.components(child) or ()).items()) for child in rules.children(position)}
    require(after == actual, f"{rules.format(position)!r}: `options_of` its `components` are not its moves")


def _shared(rules: Rules, position: Position) -> None:
    """Positions end and go on as in the variant whose table holds them."""
    holder = type(rules)(type(rules).find_variant(rules.tabled_as or ""))
    name = rules.format(position)
    alike = holder.primitive(position) == rules.primitive(position)
    require(alike, f"{name!r} ends differently in the variant of `tabled_as`, {rules.tabled_as}")
    if rules.primitive(position) is None:
        equal = holder.children(position) == rules.children(position)
        require(equal, f"{name!r} has other moves in the variant of `tabled_as`, {rules.tabled_as}")
