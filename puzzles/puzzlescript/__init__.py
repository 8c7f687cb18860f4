"""PuzzleScript (puzzlescript.net): puzzles written as a text of objects, rules and levels, read and played as data."""
