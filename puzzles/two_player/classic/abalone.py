"""Abalone in GamesmanClassic: as text."""

from perfect_play.puzzles import back_ends


class Text(back_ends.Text):
    """Marbles row by row."""
