"""What operators ask for: health, readiness, metrics and logs."""
