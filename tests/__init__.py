"""Tests of the rules, the engine, the service and the documents."""
