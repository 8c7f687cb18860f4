"""The objects of the package `perfect_play`, over a data directory and over a service."""
