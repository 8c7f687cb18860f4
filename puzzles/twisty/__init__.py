"""Twisty puzzles: stickers that turns rearrange, and the pieces of Rubik's Cube."""
