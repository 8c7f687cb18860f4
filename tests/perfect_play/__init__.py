"""Tests of the package `perfect_play`, on a data directory and through a service."""
