"""Solves variants at native speed: a plug-in's kernel, compiled with Numba, running in a process of its own.

The service imports nothing that imports Numba: `launch.py` starts `process.py`, which runs the engine that fits.
"""
