"""The native engines: the same tables as the reference solver, whatever happens."""
