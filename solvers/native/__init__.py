"""Native speed: solves from a plug-in's kernel, compiled with Numba, in a process of its own.

Nothing here is imported by the service. `dense.py` is started as a process, by `build.py`.
"""
