"""Benchmarks of speed and size: `python -m benchmarks`. See `docs/performance.md` for what was measured.

Use the figures to compare the parts of one run, or a change with the state before it on the same machine. No test
asserts them: machines differ, and a busy one is slow.
"""
