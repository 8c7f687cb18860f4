"""The engine: solves puzzles and games, keeps the tables, answers probes. Knows no HTTP."""

__version__ = "1.6.0"
"""The version of the whole project; nothing else states one."""
