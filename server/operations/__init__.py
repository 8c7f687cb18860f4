"""Routes for operators: health, readiness, progress and metrics."""
