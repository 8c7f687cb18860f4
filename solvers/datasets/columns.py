"""The columns of data sets and the formats of their files. Imports no NumPy, so that a service starts without it."""

from __future__ import annotations

COLUMNS = {
    "class": "the number of the class of symmetric positions, ascending unless a class has several ranks",
    "position": "the position as text",
    "board": "the board row by row, a number for each cell: the ASCII code of the character shown there",
    "turn": "the player to move, 1 or 2",
    "value": "the value for the player to move",
    "remoteness": "moves to the end under best play; none for a draw and for what cannot be solved",
    "margin": "the points by which the player to move wins",
    "nimber": "the nimber",
    "best_moves": "how many moves are best",
    "lines": "how many best lines there are, in a puzzle shortest solutions; 0 if none leads to an end, and 2**64 - 1 "
    "for as many or more",
    "moves": "every move, best first: its name, the position it leads to, its value to the player who makes it, "
    "and the remoteness there",
    "split": "train, validation or test (8 : 1 : 1), the same for a whole class",
}
COSTLY = ("board", "best_moves", "lines", "moves")
"""Columns that are not among the usual ones; the last three take some hundred microseconds a row."""

MEDIA = {
    "parquet": "application/vnd.apache.parquet",
    "csv": "text/csv",
    "jsonl": "application/jsonlines",
    "npz": "application/zip",
}
"""The media type of each format."""

LINES = ("csv", "jsonl")
"""Formats of which each row is a line."""
