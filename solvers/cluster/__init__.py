"""One solve on many machines: the native engines' kernels on a Dask cluster, a shard of the positions at a time.

The service imports nothing of this. Only `dask_executor.py` imports Dask, in a process of its own.
"""
