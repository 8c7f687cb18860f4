"""Rubik's Cube with three stickers a side: a short solution in two phases, and shortest ones near the end."""
