"""Loops that Numba compiles: plain functions over arrays and integers."""
