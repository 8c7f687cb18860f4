"""The rules: what is legal in every puzzle and game, and what it looks like.

Standard library only. Nothing in this package solves, stores or serves anything.
"""
