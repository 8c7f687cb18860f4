"""Stands in for other GamesCrafters services' back ends."""
