"""Searching one position of a puzzle, without a table, for the fewest moves that solve it.

All searches go over any `Puzzle`, every move of which counts 1, and over classes of positions equal by symmetry
instead of positions: all images of a position have the same classes of children (the law `symmetry`), so no
line gets longer by that, and of each class one position is enough. Where all solutions are
asked for, the moves of every one are those of the positions themselves.

Each answer is exact: fewest moves, or the proof that the position cannot be solved. Whoever runs out of budget
before says so, with what was proved by then: that fewer moves than so many are not enough.
"""
