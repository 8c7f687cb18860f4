"""Games for two players, one file each."""
