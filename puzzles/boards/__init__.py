"""Games on a board of cells, written once: the rules as functions that compile, and ranks that follow from the pieces."""
