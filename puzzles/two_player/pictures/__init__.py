"""The pictures of games: one file for each, named like the module of its rules."""
