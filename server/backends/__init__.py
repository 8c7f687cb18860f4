"""Stands in for other GamesCrafters services' back ends, and passes on games that only they have."""
