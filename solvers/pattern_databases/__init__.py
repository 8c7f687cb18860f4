"""Searches of sliding-tile puzzles too large for a table, by pattern databases or linear conflicts."""
