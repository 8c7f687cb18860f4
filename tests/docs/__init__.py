"""The documents, executed: examples are replayed, code is run, and lists are compared with reality."""
