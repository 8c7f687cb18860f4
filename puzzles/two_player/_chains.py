"""Chains of Dots and Boxes, and what they say about who gets control.

A chain is a row of boxes with two open sides each, which are taken one after the other once one of them is opened; a
loop has no ends. The long chain rule: E. R. Berlekamp, "The Dots and Boxes Game", A K Peters, 2000.
"""

from collections.abc import Iterator, Mapping, Sequence

from perfect_play.puzzles import Table

LONG = 3
"""The least length of a long chain: a player who takes all but its last two boxes keeps control."""

Sides = Mapping[int, Sequence[int]]


def chains(open_sides: Sides) -> tuple[list[int], list[int]]:
    """The lengths of the chains and of the loops, in boxes, the longest first. open_sides: the open lines of boxes."""
    links = [set(sides) for sides in open_sides.values() if len(sides) == 2]
    lengths_by_kind: tuple[list[int], list[int]] = ([], [])
    while links:
        ends, length = links.pop(), 1
        while link := next((sides for sides in links if sides & ends), None):
            links.remove(link)
            ends, length = ends ^ link, length + 1
        lengths_by_kind[not ends].append(length)
    paths, loops = (sorted(lengths, reverse=True) for lengths in lengths_by_kind)
    return paths, loops


def remarks(open_sides: Sides, boxes_at: Mapping[int, Table]) -> Iterator[str]:
    """Remarks on a position's chains, in sentences. boxes_at: the boxes beside each open line."""
    if not boxes_at:
        return
    paths, loops = chains(open_sides)
    long = sum(length >= LONG for length in paths)
    listed = [str(length) for length in paths] + [f"a loop of {length}" for length in loops]
    if listed:
        yield f"Chains of boxes with two open sides, by length: {', '.join(listed)}. Long, of three or more: {long}."
    else:
        yield "There is no chain yet, that is, no box with just two open sides."
    if any(len(sides) == 1 for sides in open_sides.values()):
        yield "A box can be taken now."
    else:
        safe = sum(all(len(open_sides[box]) != 2 for box in boxes) for boxes in boxes_at.values())
        if safe:
            yield f"{safe} move{'s give' if safe > 1 else ' gives'} no box away."
        else:
            yield (
                "Every move gives boxes away: whoever is to move has to open a chain. If it is long, the other player "
                "keeps control by leaving its last two boxes, so that the next chain has to be opened as well."
            )
    mine, opposite = ("odd", "even") if (len(boxes_at) - len(open_sides)) % 2 == 0 else ("even", "odd")
    yield (
        f"The long chain rule: whoever is to move wants an {mine} number of long chains from here on, one that is open "
        f"now included; the other player an {opposite} one. That tells who gets control, which decides most games."
    )
