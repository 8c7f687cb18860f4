"""Puzzles for one player, one file each."""
