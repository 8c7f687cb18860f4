"""Kalah: sow stones around the board, and move again when the last one falls into your own store.

Positions, texts and ranks are described in `puzzles/sowing.py`. No legal position has an empty
side and stones on the other: the game is then over, and these stones are in
their owner's store.

The rules are those of G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah" (ICGA Journal 23(3),
2000), who call p pits a side with n stones in each Kalah(p, n). In variants with empty captures a last stone in an
empty pit goes to the store even if the pit opposite is empty.
"""

from perfect_play.puzzles.sowing import SowingGame, sowing_variant


class Kalah(SowingGame):
    name = "Kalah"
    opens = "6x4"
    also_called = ("Kalaha", "Mancala")
    description = "Sow stones around the board, move again when the last lands in your store, and store the most."
    side_names = ("the lower row", "the upper row")
    instructions = """On your turn, empty one of your pits and sow its stones one by one **counterclockwise** into
        pits and your own store, skipping the other store. If the last stone lands in your **store**, you move again.
        If it lands in an **empty pit of yours** and the pit opposite is not empty, it and all stones opposite go to
        your store. The game ends when all of either player's pits are empty; the stones in the other pits then go to
        the store beside them. Whoever has **more stones** wins. Player 1 has the lower row and the right store."""
    author = "William Julius Champion, Jr."
    date_created = "1940"
    variants = (
        sowing_variant(2, 2, 23, testing=True),
        sowing_variant(2, 4, 169, testing=True),
        sowing_variant(3, 1, 62, testing=True),
        sowing_variant(3, 2, 2366, testing=True),
        sowing_variant(3, 3, 17_530, testing=True),
        sowing_variant(3, 4, 125_712),
        sowing_variant(4, 2, 173_347, presolve=False),
        sowing_variant(5, 1, 35_908, presolve=False),
        sowing_variant(3, 5, 473_945, presolve=False),
        sowing_variant(4, 3, 2_901_117, presolve=False),
        sowing_variant(3, 6, 1_227_230, presolve=False),
        sowing_variant(6, 1, 672_144, presolve=False),
        sowing_variant(5, 2, 9_692_897, presolve=False),
        *(sowing_variant(6, stones, 0) for stones in range(3, 7)),
        *(sowing_variant(6, stones, 0, alone=True) for stones in range(3, 7)),
    )

    extra_turn = True
    takes_alone = False
    either_ends = True
