"""Speed and size, measured: `python -m benchmarks`. See `docs/benchmarks.md` for a recorded run.

Figures are for comparing one run's parts with each other, and a change with what was before it on
the same machine. Nothing here is asserted by a test: machines differ, and a busy one is slow.
"""
