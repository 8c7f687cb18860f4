"""Searching sliding tiles: pattern databases and linear conflicts, and what answers for boards too large for a table."""
