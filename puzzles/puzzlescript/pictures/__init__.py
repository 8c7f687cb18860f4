"""How PuzzleScripts are drawn."""
