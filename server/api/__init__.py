"""The routes under `/api`, which belong to this project rather than to either protocol."""
