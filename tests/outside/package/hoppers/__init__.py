"""A package with plug-ins, as it would be installed."""
