"""Leapfrog: an example of a plug-in outside the repository, with a shared file, a kernel and a picture."""

from perfect_play.puzzles import Kernel, Variant
from perfect_play.puzzles._template import Template

from ._stones import row


class Leapfrog(Template):
    name = "Leapfrog"
    variants = (Variant("9", "9 stones", (9,), testing=True, positions=9),)

    def prepare(self, stones: int) -> None:
        self.stones = self.size = stones

    def format(self, position: int) -> str:
        return row(self.stones, position)

    def rank(self, position: int) -> int:
        return position

    def unrank(self, number: int) -> int:
        return number

    def kernel(self) -> Kernel:
        return Kernel(_children, most=2, constants=(self.stones,), parents=_parents)


def _children(number, out, work, stones):
    count = 0
    for hop in (2, -1):
        if 0 <= number + hop < stones:
            out[count] = number + hop
            count += 1
    return count


def _parents(number, out, work, stones):
    count = 0
    for hop in (2, -1):
        if 0 <= number - hop < stones:
            out[count] = number - hop
            count += 1
    return count
