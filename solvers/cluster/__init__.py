"""Solves one variant on many machines: the native engines' kernels on a Dask cluster, by shards of the positions.

The service imports none of this. Only `dask_executor.py` imports Dask, in a process of its own.
"""
