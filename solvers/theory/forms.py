"""Short partizan games in canonical form: comparison, negation, sums, and the simplest form of {lefts | rights}.

Two games are equal if neither player gains by having one in place of the other in any sum. Among all games equal to a
given one there is a unique simplest, its *canonical form*: no option is dominated by another and none is reversible.
Every form is kept only once, so games are equal if and only if they are the same object.

J. H. Conway, "On Numbers and Games", 1976; A. N. Siegel, "Combinatorial Game Theory", 2013, chapter II.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from perfect_play.solvers.budget import seconds_left
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import SearchTooLong

MAX_STEPS = 400_000
"""Comparisons, sums and forms of one answer, each of which is kept in a table: some 100 bytes each."""
CHECKED = 256  # steps between two looks at the clock


class TooManySteps(NoAnswer):
    """The value needs more steps than are taken for one answer."""


class Form:
    """A game in canonical form, made by `Forms` alone. Forms of one `Forms` are equal only if identical."""

    __slots__ = ("key", "left", "left_stop", "number", "right", "right_stop")

    def __init__(self, key: int, lefts: tuple[Form, ...], rights: tuple[Form, ...], number: Fraction | None) -> None:
        """lefts, rights: the options of the players; number: the number it equals, if it is one."""
        self.key, self.left, self.right, self.number = key, lefts, rights, number
        self.left_stop: Fraction = max(option.right_stop for option in lefts) if number is None else number
        self.right_stop: Fraction = min(option.left_stop for option in rights) if number is None else number
        """The number at which play first arrives if Left begins, and if Right does."""


Options = frozenset[Form]


class Forms:
    """All forms that have come up in one computation, and what is known of them. Not to be shared by threads.

    Every method raises TooManySteps, and SearchTooLong when the thread's time is over.
    """

    def __init__(self, max_steps: int = MAX_STEPS) -> None:
        self.max_steps = max_steps
        self.steps = 0
        self._forms: dict[tuple[Options, Options], Form] = {}
        self._simplest: dict[tuple[Options, Options], Form] = {}
        self._at_most: dict[tuple[int, int], bool] = {}
        self._sums: dict[tuple[int, int], Form] = {}
        self._negatives: dict[int, Form] = {}
        self._numbers: dict[Fraction, Form] = {}
        self.zero = self.number(Fraction(0))

    def __len__(self) -> int:
        return len(self._forms)

    def step(self) -> None:
        """Count a step whose result is kept."""
        self.steps += 1
        if self.steps > self.max_steps:
            raise TooManySteps(
                f"Its value takes more than {self.max_steps:,} steps, the most that are taken for one answer."
            )
        if self.steps % CHECKED == 0 and not seconds_left():
            raise SearchTooLong("The time for one answer was not enough to work out its value.")

    # --- making forms ---------------------------------------------------------------------------

    def number(self, number: Fraction) -> Form:
        """The form of a dyadic rational: {x-1|} or {|x+1} for integers x, else {x-d|x+d} with denominator 1/d."""
        if number not in self._numbers:
            if number.denominator > 1:
                step = Fraction(1, number.denominator)
                lefts, rights = [self.number(number - step)], [self.number(number + step)]
            else:
                lefts = [self.number(number - 1)] if number > 0 else []
                rights = [self.number(number + 1)] if number < 0 else []
            self._numbers[number] = self._unique(lefts, rights, number)
        return self._numbers[number]

    def nimber(self, size: int) -> Form:
        """The form of a heap of Nim."""
        smaller: list[Form] = []
        for _ in range(size + 1):
            smaller.append(self._unique(smaller, smaller) if smaller else self.zero)
        return smaller[-1]

    def form(self, lefts: Iterable[Form], rights: Iterable[Form]) -> Form:
        """The canonical form of {lefts | rights}."""
        options = frozenset(lefts), frozenset(rights)
        if options not in self._simplest:
            self.step()
            self._simplest[options] = self._simplified(*options)
        return self._simplest[options]

    def _simplified(self, lefts: Options, rights: Options) -> Form:
        number = simplest_number(lefts, rights)
        if number is not None:
            return self.number(number)
        game = _Game(self, self.best(lefts, self.at_most), self.best(rights, self.at_least))
        while game.bypass():
            pass
        number = simplest_number(game.left, game.right)
        return self._unique(game.left, game.right) if number is None else self.number(number)

    def _unique(self, lefts: Iterable[Form], rights: Iterable[Form], number: Fraction | None = None) -> Form:
        """The one form with these options, which must be canonical."""
        options = frozenset(lefts), frozenset(rights)
        if options not in self._forms:
            self.step()
            sorted_lefts, sorted_rights = (tuple(sorted(side, key=lambda form: form.key)) for side in options)
            self._forms[options] = Form(len(self._forms), sorted_lefts, sorted_rights, number)
        return self._forms[options]

    def best(self, options: Iterable[Form], no_better: Callable[[Form, Form], bool]) -> Options:
        """The options of a player that no other is at least as good as. no_better: `at_most` for Left."""
        best: list[Form] = []
        for new in options:
            if not any(no_better(new, old) for old in best):
                best = [old for old in best if not no_better(old, new)] + [new]
        return frozenset(best)

    # --- what is known of them ------------------------------------------------------------------

    def at_most(self, first: Form, second: Form) -> bool:
        """Whether first <= second: Right, who answers Left, wins first - second."""
        if first is second:
            return True
        pair = first.key, second.key
        if pair not in self._at_most:
            self.step()
            self._at_most[pair] = self._compared(first, second)
        return self._at_most[pair]

    def at_least(self, first: Form, second: Form) -> bool:
        """Whether first >= second."""
        return self.at_most(second, first)

    def _compared(self, first: Form, second: Form) -> bool:
        if first.left_stop < second.right_stop:
            return True
        if first.left_stop > second.left_stop or first.right_stop > second.right_stop:
            return False
        if first.number is not None and second.number is not None:
            return True
        return not any(self.at_most(second, option) for option in first.left) and not any(
            self.at_most(option, first) for option in second.right
        )

    def negative(self, game: Form) -> Form:
        """-game: the players change places."""
        if game.number is not None:
            return self.number(-game.number)
        if game.key not in self._negatives:
            self.step()
            negative = self._unique(map(self.negative, game.right), map(self.negative, game.left))
            self._negatives[game.key], self._negatives[negative.key] = negative, game
        return self._negatives[game.key]

    def sum(self, first: Form, second: Form) -> Form:
        """The sum of two games: on each turn, the player to move does so in one of them."""
        if first is self.zero:
            return second
        pair = (first.key, second.key) if first.key < second.key else (second.key, first.key)
        if pair not in self._sums:
            self.step()
            self._sums[pair] = self._added(first, second)
        return self._sums[pair]

    def _added(self, first: Form, second: Form) -> Form:
        if first.number is not None and second.number is not None:
            return self.number(first.number + second.number)
        if second.number is not None:
            first, second = second, first
        lefts, rights = ([self.sum(first, option) for option in side] for side in (second.left, second.right))
        if first.number is not None:  # a move in a number is never better than one elsewhere: number translation
            return self._unique(lefts, rights)
        lefts += [self.sum(option, second) for option in first.left]
        rights += [self.sum(option, second) for option in first.right]
        return self.form(lefts, rights)

    def total(self, games: Iterable[Form]) -> Form:
        """The sum of any number of games."""
        total = self.zero
        for game in sorted(games, key=lambda game: game.key):
            total = self.sum(total, game)
        return total

    def outcome(self, game: Form) -> str:
        """L or R if that player wins, whoever begins; N the next player, who begins; P the previous one."""
        right_loses, left_loses = self.at_most(self.zero, game), self.at_most(game, self.zero)
        return {(True, True): "P", (True, False): "L", (False, True): "R", (False, False): "N"}[right_loses, left_loses]


class _Game:
    """{left | right} on the way to its canonical form: every change leaves it equal to what it was."""

    def __init__(self, forms: Forms, lefts: Options, rights: Options) -> None:
        self.forms, self.left, self.right = forms, lefts, rights
        self._comparisons: dict[tuple[int, bool], bool] = {}

    def bypass(self) -> bool:
        """Replace a reversible option by what its reversal leads to, if there is one.

        A left option is reversible if it has a right option at most as good for Left as the game itself.
        """
        for option in self.left:
            for back in option.right:
                if self.compares(back, at_least=True):
                    self.left = self.forms.best((self.left - {option}).union(back.left), self.forms.at_most)
                    return True
        for option in self.right:
            for back in option.left:
                if self.compares(back, at_least=False):
                    self.right = self.forms.best((self.right - {option}).union(back.right), self.forms.at_least)
                    return True
        return False

    def compares(self, form: Form, at_least: bool) -> bool:
        """Whether the game >= form, or <= form if not `at_least`."""
        pair = form.key, at_least
        if pair not in self._comparisons:
            self.forms.step()
            below = self.forms.at_most if at_least else self.forms.at_least
            own_options, its_options = (self.right, form.left) if at_least else (self.left, form.right)
            self._comparisons[pair] = not any(below(option, form) for option in own_options) and not any(
                self.compares(option, not at_least) for option in its_options
            )
        return self._comparisons[pair]


def simplest_number(lefts: Iterable[Form], rights: Iterable[Form]) -> Fraction | None:
    """The number that {left | right} equals, if all options are numbers, the left ones below the right ones.

    It is the simplest between them: the integer nearest to 0, else the one with the least denominator.
    """
    left_numbers, right_numbers = [option.number for option in lefts], [option.number for option in rights]
    low = max((number for number in left_numbers if number is not None), default=None)
    high = min((number for number in right_numbers if number is not None), default=None)
    if None in left_numbers or None in right_numbers or (low is not None and high is not None and low >= high):
        return None
    return simplest_between(low, high)


def simplest_between(low: Fraction | None, high: Fraction | None) -> Fraction:
    """The simplest number above `low` and below `high`; None: there is no such bound."""
    if (low is None or low < 0) and (high is None or high > 0):
        return Fraction(0)
    if low is None or (high is not None and high <= 0):
        assert high is not None
        return -simplest_between(-high, None if low is None else -low)
    scale = 1
    while True:
        number = Fraction(low * scale // 1 + 1, scale)
        if high is None or number < high:
            return number
        scale *= 2
