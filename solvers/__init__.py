"""The engine: solves puzzles and games, keeps the tables, answers probes. Knows no HTTP."""
