"""Short partizan games in canonical form: comparison, negation, sums, and the simplest form of {lefts | rights}.

Two games are equal if neither player gains by having one in place of the other in any sum. Among all games equal to a
given one there is a unique simplest, its *canonical form*: no option is dominated by another and none is reversible.
Every form is kept only once, so games are equal if and only if they are the same object.

J. H. Conway, "On Numbers and Games", 1976; A. N. Siegel, "Combinatorial Game Theory", 2013, chapter II.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from solvers.budget import seconds_left
from solvers.errors import NoAnswer
from solvers.limiter import SearchTooLong

MOST_STEPS = 400_000
"""Comparisons, sums and forms of one answer, each of which is kept in a table: some 100 bytes each."""
CHECKED = 256  # steps between two looks at the clock


class TooManySteps(NoAnswer):
    """The value needs more steps than are taken for one answer."""


class Form:
    """A game in canonical form, made by `Forms` alone. Forms of one `Forms` are equal only if identical."""

    __slots__ = ("key", "left", "left_stop", "number", "right", "right_stop")

    def __init__(self, key: int, left: tuple[Form, ...], right: tuple[Form, ...], number: Fraction | None) -> None:
        """left, right: the options of the players; number: the number it equals, if it is one."""
        self.key, self.left, self.right, self.number = key, left, right, number
        self.left_stop: Fraction = max(option.right_stop for option in left) if number is None else number
        self.right_stop: Fraction = min(option.left_stop for option in right) if number is None else number
        """The number at which play first arrives if Left begins, and if Right does."""


Options = frozenset[Form]


class Forms:
    """All forms that have come up in one computation, and what is known of them. Not to be shared by threads.

    Every method raises TooManySteps, and SearchTooLong when the thread's time is over.
    """

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.most = most
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
        if self.steps > self.most:
            raise TooManySteps(
                f"Its value takes more than {self.most:,} steps, the most that are taken for one answer."
            )
        if self.steps % CHECKED == 0 and not seconds_left():
            raise SearchTooLong("The time for one answer was not enough to work out its value.")

    # --- making forms ---------------------------------------------------------------------------

    def number(self, number: Fraction) -> Form:
        """The form of a dyadic rational: {x-1|} or {|x+1} for integers x, else {x-d|x+d} with denominator 1/d."""
        if number not in self._numbers:
            if number.denominator > 1:
                step = Fraction(1, number.denominator)
                left, right = [self.number(number - step)], [self.number(number + step)]
            else:
                left = [self.number(number - 1)] if number > 0 else []
                right = [self.number(number + 1)] if number < 0 else []
            self._numbers[number] = self._kept(left, right, number)
        return self._numbers[number]

    def nimber(self, size: int) -> Form:
        """The form of a heap of Nim."""
        smaller: list[Form] = []
        for _ in range(size + 1):
            smaller.append(self._kept(smaller, smaller) if smaller else self.zero)
        return smaller[-1]

    def form(self, lefts: Iterable[Form], rights: Iterable[Form]) -> Form:
        """The canonical form of {lefts | rights}."""
        options = frozenset(lefts), frozenset(rights)
        if options not in self._simplest:
            self.step()
            self._simplest[options] = self._simplified(*options)
        return self._simplest[options]

    def _simplified(self, left: Options, right: Options) -> Form:
        number = simplest_number(left, right)
        if number is not None:
            return self.number(number)
        game = _Game(self, self._greatest(left), self._least(right))
        while game.bypass():
            pass
        number = simplest_number(game.left, game.right)
        return self._kept(game.left, game.right) if number is None else self.number(number)

    def _kept(self, left: Iterable[Form], right: Iterable[Form], number: Fraction | None = None) -> Form:
        """The one form with these options, which must be canonical."""
        options = frozenset(left), frozenset(right)
        if options not in self._forms:
            self.step()
            lefts, rights = (tuple(sorted(side, key=lambda form: form.key)) for side in options)
            self._forms[options] = Form(len(self._forms), lefts, rights, number)
        return self._forms[options]

    def _greatest(self, options: Iterable[Form]) -> Options:
        """The options that no other is at least as good as, for Left."""
        kept: list[Form] = []
        for new in options:
            if not any(self.at_most(new, old) for old in kept):
                kept = [old for old in kept if not self.at_most(old, new)] + [new]
        return frozenset(kept)

    def _least(self, options: Iterable[Form]) -> Options:
        kept: list[Form] = []
        for new in options:
            if not any(self.at_most(old, new) for old in kept):
                kept = [old for old in kept if not self.at_most(new, old)] + [new]
        return frozenset(kept)

    # --- what is known of them ------------------------------------------------------------------

    def at_most(self, one: Form, other: Form) -> bool:
        """Whether one <= other: Right, moving second, wins one - other."""
        if one is other:
            return True
        pair = one.key, other.key
        if pair not in self._at_most:
            self.step()
            self._at_most[pair] = self._compared(one, other)
        return self._at_most[pair]

    def _compared(self, one: Form, other: Form) -> bool:
        if one.left_stop < other.right_stop:
            return True
        if one.left_stop > other.left_stop or one.right_stop > other.right_stop:
            return False
        if one.number is not None and other.number is not None:
            return True
        return not any(self.at_most(other, option) for option in one.left) and not any(
            self.at_most(option, one) for option in other.right
        )

    def negative(self, game: Form) -> Form:
        """-game: the players change places."""
        if game.number is not None:
            return self.number(-game.number)
        if game.key not in self._negatives:
            self.step()
            negative = self._kept(map(self.negative, game.right), map(self.negative, game.left))
            self._negatives[game.key], self._negatives[negative.key] = negative, game
        return self._negatives[game.key]

    def sum(self, one: Form, other: Form) -> Form:
        """The sum of two games: on each turn, the player to move does so in one of them."""
        if one is self.zero:
            return other
        pair = (one.key, other.key) if one.key < other.key else (other.key, one.key)
        if pair not in self._sums:
            self.step()
            self._sums[pair] = self._added(one, other)
        return self._sums[pair]

    def _added(self, one: Form, other: Form) -> Form:
        if one.number is not None and other.number is not None:
            return self.number(one.number + other.number)
        if other.number is not None:
            one, other = other, one
        left, right = ([self.sum(one, option) for option in side] for side in (other.left, other.right))
        if one.number is not None:  # a move in a number is never better than one elsewhere: number translation
            return self._kept(left, right)
        left += [self.sum(option, other) for option in one.left]
        right += [self.sum(option, other) for option in one.right]
        return self.form(left, right)

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

    def __init__(self, forms: Forms, left: Options, right: Options) -> None:
        self.forms, self.left, self.right = forms, left, right
        self._known: dict[tuple[int, bool], bool] = {}

    def bypass(self) -> bool:
        """Replace a reversible option by what its reversal leads to, if there is one.

        A left option is reversible if it has a right option at most as good for Left as the game itself.
        """
        for option in self.left:
            for back in option.right:
                if self.is_at_least(back):
                    self.left = self.forms._greatest((self.left - {option}).union(back.left))
                    return True
        for option in self.right:
            for back in option.left:
                if self.is_at_most(back):
                    self.right = self.forms._least((self.right - {option}).union(back.right))
                    return True
        return False

    def is_at_least(self, form: Form) -> bool:
        """Whether form <= the game."""
        pair = form.key, True
        if pair not in self._known:
            self.forms.step()
            self._known[pair] = not any(self.forms.at_most(option, form) for option in self.right) and not any(
                self.is_at_most(option) for option in form.left
            )
        return self._known[pair]

    def is_at_most(self, form: Form) -> bool:
        """Whether the game <= form."""
        pair = form.key, False
        if pair not in self._known:
            self.forms.step()
            self._known[pair] = not any(self.forms.at_most(form, option) for option in self.left) and not any(
                self.is_at_least(option) for option in form.right
            )
        return self._known[pair]


def simplest_number(left: Iterable[Form], right: Iterable[Form]) -> Fraction | None:
    """The number that {left | right} equals, if all options are numbers, the left ones below the right ones.

    It is the simplest between them: the integer nearest to 0, else the one with the least denominator.
    """
    lefts, rights = [option.number for option in left], [option.number for option in right]
    low = max((number for number in lefts if number is not None), default=None)
    high = min((number for number in rights if number is not None), default=None)
    if None in lefts or None in rights or (low is not None and high is not None and low >= high):
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
