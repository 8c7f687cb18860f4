"""Searches of sliding tiles and of Rubik's Cube 3x3x3, too large for a table, guided by pattern databases."""
