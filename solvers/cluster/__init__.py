"""One solve on many machines: the native engines' kernels on a Dask cluster, a shard of the positions at a time.

Nothing here is imported by the service, and Dask by nothing but `crew.py` and what runs it, in a process of its own.
"""
