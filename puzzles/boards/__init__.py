"""Board games, written once: their rules compile as they stand, and ranks follow from the pieces they declare."""
