"""The laws of ranks, kernels, tiers and search kernels, which the engines rely on."""

from collections.abc import Callable, Sequence

from perfect_play.puzzles.base import (
    PRIMITIVES,
    Game,
    Kernel,
    Position,
    Puzzle,
    Rules,
    Value,
)
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.boards.laws import board as board_law
from perfect_play.puzzles.laws.orbits import is_image, stored_alone
from perfect_play.puzzles.laws.sample import LawBroken, Sample, require
from perfect_play.puzzles.laws.searching import search as search_law
from perfect_play.puzzles.mixins import Scored
from perfect_play.puzzles.values import Blocks

TOO_LARGE = (
    "Use fewer bits per cell or mixed radix, number only what occurs, or leave out `size`, `rank` and `unrank`: then "
    "the table is keyed by texts (docs/plug-ins.md, Large codes)"
)
"""What to do if a code for positions exceeds 63 bits."""


def rank(rules: Rules, sample: Sample) -> None:
    """Ranks are in range and lead back; positions that share one are images of each other.

    Only positions of a puzzle may lack one: they are not won, and lead only to others without a rank.
    """
    owner: dict[int, Position] = {}
    assert rules.size is not None
    require(0 < rules.size <= 1 << 63, f"size is {rules.size}, not from 1 to 2**63. {TOO_LARGE}")
    for position in sample:
        name, number = rules.format(position), rules.rank(position)
        if number is None:
            require(isinstance(rules, Puzzle) and rules.backward, f"{name!r} has no rank, and is not proven lost")
            require(rules.primitive(position) is not Value.WIN, f"{name!r} is won, and has no rank")
            astray = [child for child in rules.children(position) if rules.rank(child) is not None]
            require(not astray, f"{name!r} has no rank, but one of its children has")
            continue
        require(0 <= number < rules.size, f"{name!r}: rank {number} is not below `size`, which is {rules.size}")
        images = set(rules.images(position))
        alike = not rules.images_share_rank or {*map(rules.rank, images)} == {number}
        require(alike, f"images_share_rank, but an image of {name!r} has another rank than {number}")
        first = owner.setdefault(number, position)
        require(
            first == position or is_image(rules, first, position),
            f"two positions share the rank {number}, one is {name!r}",
        )
        stored_alone(rules, position)
        back = rules.unrank(number)
        require(back == position or is_image(rules, back, position), f"unrank({number}) is not {name!r}")
        require(rules.rank(back) == number, f"unrank({number}) has the rank {rules.rank(back)}")


def kernel(rules: Rules, sample: Sample) -> None:
    """The kernel, run as plain Python, agrees with the rules on moves and endings."""
    assert rules.size is not None
    compiled = rules.kernel()
    assert compiled is not None
    backward = isinstance(rules, Puzzle) and rules.backward
    takes_back = backward and (compiled.parents is not None or getattr(rules, "reversible", False))
    require(takes_back or compiled.primitive is not None, "the kernel has no parents")
    for position in sample:
        number = rules.rank(position)
        if number is None:
            continue
        position = rules.unrank(number)
        name, ended = rules.format(position), rules.primitive(position)
        if compiled.primitive is not None:
            answer = compiled.primitive(number, [0] * 64, *compiled.constants)
            require(
                answer == PRIMITIVES[ended], f"{name!r}: the kernel's primitive is {answer}, that of the rules {ended}"
            )
        if isinstance(rules, Scored) and ended is not None:
            require(compiled.margin is not None, "the kernel has no margin")
            assert compiled.margin is not None
            margin, real = compiled.margin(number, [0] * 64, *compiled.constants), rules.margin(position)
            require(margin == real, f"{name!r}: the kernel's margin is {margin}, that of the rules {real}")
        if compiled.alike is not None:
            alike = {image for image in rules.images(position) if rules.rank(image) == number}
            answer = compiled.alike(number, [0] * 64, *compiled.constants)
            require(
                answer == len(alike), f"{name!r}: the kernel says {answer} positions have its rank, not {len(alike)}"
            )
        if compiled.blocks is not None:
            _blocks(compiled, compiled.blocks, number, name)
        if compiled.primitive is None or ended is None:
            _compare(compiled, "children", number, name, _child_ranks(rules, position))
        if compiled.parents is not None:
            assert isinstance(rules, Puzzle)
            parents = rules.parents_of_class(position)
            before = [parent for parent in parents if rules.primitive(parent) is not Value.LOSE]
            _parents(rules, compiled, number, name, before)
        elif backward:
            for child in run_kernel(compiled.children, compiled, number):
                back = number in run_kernel(compiled.children, compiled, child)
                require(back, f"{name!r}: the kernel's child {child} of {number} has no move back; it needs `parents`")


def _blocks(kernel: Kernel, blocks: Blocks, number: int, name: str) -> None:
    """Moves of a rank that `within` leaves out lead from a door to a door."""
    place, out = number % blocks.length, [0] * blocks.most
    bits = (1 << (place & 63)) - (1 << 64 if place & 63 == 63 else 0)
    count = blocks.within(place >> 6, bits, out, [0] * 64, *blocks.constants)
    targets = {64 * out[i] + bit for i in range(0, count, 2) for bit in range(64) if out[i + 1] >> bit & 1} - {place}
    children = run_kernel(kernel.children, kernel, number)
    inside = {child % blocks.length for child in children if child // blocks.length == number // blocks.length}
    require(
        targets <= inside,
        f"{name!r}: `within` leads from place {place} to {_number_list({*targets - inside})}, no move does",
    )
    outside = {child for child in children if child // blocks.length != number // blocks.length}
    outside = {child % blocks.length for child in outside} | inside - targets - {place}
    astray = outside and {place, *outside} - {*blocks.doors}
    require(not astray, f"{name!r}: a move from place {place} that `within` does not make needs the doors {astray}")


def _parents(rules: Rules, kernel: Kernel, number: int, name: str, parents: Sequence[Position]) -> None:
    """A kernel's parents of a rank are those of the rules, perhaps with images of theirs that have other ranks."""
    assert kernel.parents is not None
    got: set[int | None] = set(run_kernel(kernel.parents, kernel, number))
    expected = {rules.rank(parent) for parent in parents} - {None}
    if not expected <= got <= expected | {rules.rank(image) for parent in parents for image in rules.images(parent)}:
        require(
            False, f"{name!r}: the kernel's parents of {number} are {_number_list(got)}, not {_number_list(expected)}"
        )


def board(rules: Rules, sample: Sample) -> None:
    """A board game's tiers never fall, and moves are taken back exactly."""
    assert isinstance(rules, BoardGame)
    board_law(rules, sample, require)


def _child_ranks(rules: Rules, position: Position) -> set[int | None]:
    """The ranks of the children, as a kernel writes them."""
    children = rules.children(position)
    turn = rules.turn(position)
    is_game = isinstance(rules, Game)
    ranks = [(rules.rank(child), is_game and rules.turn(child) == turn) for child in children]
    return {-1 - number if moves_again and number is not None else number for number, moves_again in ranks}


def search(rules: Rules, sample: Sample) -> None:
    """The search kernel agrees with the rules on moves, and leaves out only moves that lose at once."""
    kernel = rules.search_kernel() if isinstance(rules, Game) else None
    assert kernel is not None
    search_law(rules, kernel, sample, require)


def _compare(kernel: Kernel, role: str, number: int, name: str, expected: set[int | None]) -> None:
    expected.discard(None)
    got: set[int | None] = set(run_kernel(getattr(kernel, role), kernel, number))
    differ = f"{name!r}: the kernel's {role} of {number} are {_number_list(got)}, not {_number_list(expected)}"
    require(got == expected, differ)


def _number_list(numbers: set[int | None]) -> str:
    return str(sorted(number for number in numbers if number is not None))


def kernel_faults(rules: Rules) -> str | None:
    """A sentence saying where the engines' functions disagree with the rules; None if nowhere in the sample."""
    try:
        (board if isinstance(rules, BoardGame) else kernel)(rules, Sample.of(rules))
    except LawBroken as error:
        return str(error)
    return None


def run_kernel(function: Callable[..., int], kernel: Kernel, number: int) -> set[int]:
    """The numbers that a kernel's function writes for one rank, run as plain Python."""
    out = [-1] * kernel.most
    try:
        count = function(number, out, [0] * 64, *kernel.constants)
    except IndexError as error:
        raise LawBroken(f"the kernel writes or reads out of range at rank {number} (most={kernel.most})") from error
    require(0 <= count <= kernel.most, f"the kernel says {count} at rank {number}, most={kernel.most}")
    return set(out[:count])
