"""Exact results without a table: by closed forms, linear algebra and searches."""
