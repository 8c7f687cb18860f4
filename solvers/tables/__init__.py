"""Solved tables: writing, reading, verifying, sampling and counting them."""
