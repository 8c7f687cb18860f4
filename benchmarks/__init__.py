"""Benchmarks of speed and size: `python -m benchmarks`. See `docs/benchmarks.md` for a recorded run.

Use the figures to compare the parts of one run, or a change with the state before it on the same machine. No test
asserts them: machines differ, and a busy one is slow.
"""
