"""Searches of a single position, without a table: for a shortest solution of a puzzle, or a game's best move.

All searches but `alpha_beta` work on any `Puzzle` in which every move counts 1. They go over classes of positions equal
by symmetry instead of positions: all images of a position have the same classes of children (the law `symmetry`), so
this makes no line longer, and one position of each class is enough. If all solutions are requested, their moves are
those of the positions themselves.

Each answer is exact: the fewest moves, or a proof that the position cannot be solved. A search that runs out of budget
says so, with the lower bound on the moves that it had proved by then.
"""
