"""The routes of the two protocols: that of 2021 (`legacy.py`), and the current one (`current.py`)."""
