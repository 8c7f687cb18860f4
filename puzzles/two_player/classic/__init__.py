"""The pictures of games on the boards of GamesmanClassic: one file for each, named like the module of its rules."""
