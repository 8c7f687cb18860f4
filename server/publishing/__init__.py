"""The page with its answers as files, for hosts that run no programs."""
