"""Exact results without a table: closed forms, linear algebra and searches."""
