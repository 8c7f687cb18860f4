"""The pictures of puzzles: one file for each, named like the module of its rules."""
