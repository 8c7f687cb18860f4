"""The cluster's inner loops, compiled by Numba: plain functions over arrays and integers."""
