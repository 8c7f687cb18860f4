"""Sowing games of full size: endgames by the stones that are left in the pits, and a search that ends in them."""
