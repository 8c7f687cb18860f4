"""The engines' inner loops, compiled by Numba: plain functions over arrays and integers."""
