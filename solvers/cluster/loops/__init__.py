"""Loops of the cluster that Numba compiles."""
