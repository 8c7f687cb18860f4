"""Adapters for other programs: tools for language models, and environments for learning. All are optional extras."""
