"""Other services of the GamesCrafters: stands in for their back ends, and passes on games that only they have."""
