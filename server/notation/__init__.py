"""Notations of positions and moves: AutoGUI strings, and position texts of other systems."""
