"""Games on a board of cells, written once: rules that compile, and ranks that follow from the pieces."""
