"""Searching sliding tiles, by pattern databases or linear conflicts, and answers for boards too large for a table."""
