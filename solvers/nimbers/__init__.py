"""Nimbers of octal games: lookup for any heap, proofs of periods, and tables of computed nimbers."""
