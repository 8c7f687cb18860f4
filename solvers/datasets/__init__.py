"""Solved tables as data sets, with cards, and benchmarks made of them."""
