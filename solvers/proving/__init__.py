"""Proves the exact value of single positions by a native search, in games that are too large for a table."""
