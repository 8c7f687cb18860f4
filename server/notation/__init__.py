"""How positions are written: AutoGUI strings, and texts of earlier releases."""
