"""The documents, executed: examples are replayed, code is run, and what is listed is compared with what there is."""
