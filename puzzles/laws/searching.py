"""What a `SearchKernel` promises: it has the moves of the rules, and leaves out only moves that lose at once."""

from collections.abc import Callable, Iterable

from perfect_play.puzzles.base import Position, Rules, Value
from perfect_play.puzzles.values import CHILD, SearchKernel

Require = Callable[[bool, str], None]
MOST_KEY = 1 << 56


def search(rules: Rules, kernel: SearchKernel, positions: Iterable[Position], require: Require) -> None:
    """Compares the kernel, run as plain Python, with the rules.

    require: raises an error with the message unless the condition holds.
    """
    for position in positions:
        children = rules.children(position)
        if not children or any(rules.primitive(child) is Value.LOSE for child in children):
            continue
        name = rules.format(position)
        first, second, moves_made = kernel.words(position)
        key = kernel.key(first, second, *kernel.constants)
        require(0 < key < MOST_KEY, f"{name!r}: the search kernel's key is {key}")
        out = [-kernel.last, kernel.last] + [0] * (CHILD * kernel.most)
        moves = kernel.survey(first, second, *kernel.constants)
        count = kernel.expand(first, second, moves, out, *kernel.constants)
        bounds = f"{name!r}: the search kernel's bounds are {out[0]} and {out[1]}"
        require(-kernel.last <= out[0] <= out[1] <= kernel.last, bounds)
        if out[0] == out[1]:
            continue
        low, high = out[:2]
        kernel.weigh(first, second, count, out, *kernel.constants)
        require(low <= out[0] and out[1] <= high, f"{bounds}, after {low} and {high}")
        settled = out[0] >= out[1]
        listed = [(out[i], out[i + 1]) for i in range(2, 2 + CHILD * count, CHILD)]
        keys = [out[i] for i in range(4, 2 + CHILD * count, CHILD)]
        expected_keys = [kernel.key(*bits, *kernel.constants) for bits in listed]
        require(keys == expected_keys, f"{name!r}: the keys of children are {keys}, but by themselves {expected_keys}")
        surveys = [out[i] for i in range(6, 2 + CHILD * count, CHILD)]
        alike = settled or surveys == [kernel.survey(*bits, *kernel.constants) for bits in listed]
        require(alike, f"{name!r}: what is told of a child's moves is not what `survey` returns for it")
        child_of = {kernel.words(child)[:2]: child for child in children}
        require(len(set(listed)) == count, f"{name!r}: the search kernel lists a child twice")
        require(
            set(listed) <= child_of.keys(),
            f"{name!r}: the search kernel lists a child that the rules do not have",
        )
        for bits, child in child_of.items():
            count_after = kernel.words(child)[2]
            require(
                count_after == moves_made + 1,
                f"{name!r}: after one move, {count_after - moves_made} more moves have been made",
            )
            loses = any(rules.primitive(reply) is Value.LOSE for reply in rules.children(child))
            missing = bits not in listed and not settled
            require(not missing or loses, f"{name!r}: the search kernel leaves out a move that does not lose at once")
            require(bits not in listed or not loses or settled, f"{name!r}: the search kernel lists a losing move")
