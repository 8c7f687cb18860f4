"""The same answers for other programs: tools for language models, and environments for learning. All are extras."""
