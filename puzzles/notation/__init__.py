"""Reads and writes positions and moves: the rules' own texts, AutoGUI strings, and the notations of each game."""
