"""Board games, written once: their rules compile as they are, and their ranks follow from the declared pieces."""
