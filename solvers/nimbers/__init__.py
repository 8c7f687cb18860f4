"""Nimbers of octal games: any heap, proofs of periods, tables of nimbers."""
