"""The usual names of games: numbers, nimbers, ups and downs, switches, tinies and minies; braces for all others.

E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", 1982; M. H. Albert, R. J. Nowakowski, D. Wolfe, "Lessons in
Play", 2007. `*` is {0|0}, `*n` a Nim heap of n, `↑` {0|*}, `⇑` ↑ + ↑, `3·↑` ↑ + ↑ + ↑, `↓` minus `↑`, `±x` {x|-x},
`tiny(x)` {0|{0|-x}}, `miny(x)` minus that.
"""

from collections.abc import Iterable

from perfect_play.solvers.theory.forms import Form, Forms

MAX_UPS = 8
MAX_LETTERS = 1000
"""Of a canonical form that is written out, in either form."""
UPS = {1: "↑", 2: "⇑", -1: "↓", -2: "⇓"}


class FormNames:
    """Names of the forms of one `Forms`."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._ups: dict[int, str] = {}
        self._names: dict[int, str | None] = {}
        star, up = forms.nimber(1), forms.form([forms.zero], [forms.nimber(1)])
        ups = [forms.zero, up]
        while len(ups) <= MAX_UPS:
            ups.append(forms.sum(ups[-1], up))
        for count, game in enumerate(ups[1:], 1):
            for sign, form in ((1, game), (-1, forms.negative(game))):
                name = UPS.get(sign * count, f"{count}·{UPS[sign]}")
                self._ups[form.key] = name
                self._ups[forms.sum(form, star).key] = name + "*"

    def name_of(self, game: Form) -> str | None:
        """The name of a game: `3/4`, `*2`, `1 + ↑*`, `±1`, `2 + tiny(2)`. None if only braces describe it."""
        if game.number is not None:
            return str(game.number)
        size = heap_size(game)
        if size is not None:
            return "*" if size == 1 else f"*{size}"
        return self._ups.get(game.key) or self._switch(game) or self._tiny(game) or self._shifted(game)

    def of(self, game: Form) -> str | None:
        """The name of a game, or its options in braces, each likewise. None if that takes too many letters."""
        if game.key not in self._names:
            self._names[game.key] = self.name_of(game) or self.braces(game)
        return self._names[game.key]

    def braces(self, game: Form) -> str | None:
        """The canonical form of a game: what its options are called, in braces. None if that takes too many letters."""
        lefts, rights = self._listed(game.left), self._listed(game.right)
        if lefts is None or rights is None or len(lefts) + len(rights) > MAX_LETTERS:
            return None
        return f"{{{lefts}|{rights}}}"

    def _listed(self, games: Iterable[Form]) -> str | None:
        names = [self.of(game) for game in games]
        return None if None in names else ",".join(sorted(name for name in names if name))

    def _switch(self, game: Form) -> str | None:
        """`±x` for a game that is its own negative."""
        if self.forms.negative(game) is not game:
            return None
        options = self._listed(game.left)
        if options is None or (len(game.left) == 1 and (game.left[0].number is not None or options.startswith("{"))):
            return options and f"±{options}"
        return f"±({options})"

    def _tiny(self, game: Form) -> str | None:
        """A threat of x against 0, after which the other player is back at 0 and the first one gets no more than 0."""
        for name, form in (("tiny", game), ("miny", self.forms.negative(game))):
            zero = (self.forms.zero,)
            if (
                form.left == zero
                and len(form.right) == 1
                and form.right[0].left == zero
                and len(form.right[0].right) == 1
            ):
                gain = self.of(self.forms.negative(form.right[0].right[0]))
                if form.right[0].right[0].left_stop < 0 and gain is not None:
                    return f"{name}({gain})"
        return None

    def _shifted(self, game: Form) -> str | None:
        """A number and a named infinitesimal."""
        stop = game.left_stop
        if stop != game.right_stop or not stop:
            return None
        name = self.name_of(self.forms.sum(self.forms.number(-stop), game))
        if name is None:
            return None
        return f"{stop}{name}" if name.startswith("*") else f"{stop} + {name}"


def heap_size(game: Form) -> int | None:
    """The size of the Nim heap that a game equals; None if it equals none."""
    if set(game.left) != set(game.right):
        return None
    sizes = {heap_size(option) for option in game.left}
    return len(sizes) if sizes == set(range(len(sizes))) else None


def nested(game: Form) -> list[object] | None:
    """The canonical form as [left options, right options], each option likewise; 0 is [[], []].

    None if that would take more than `MOST_LETTERS` lists.
    """
    sizes: dict[int, int] = {}

    def size(game: Form) -> int:
        if game.key not in sizes:
            sizes[game.key] = 3 + sum(map(size, (*game.left, *game.right)))
        return sizes[game.key]

    def lists(game: Form) -> list[object]:
        return [list(map(lists, game.left)), list(map(lists, game.right))]

    return lists(game) if size(game) <= MAX_LETTERS else None
