"""The project's own routes, under `/api`."""
