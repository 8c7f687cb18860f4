"""Types of NumPy arrays and numbers: what a signature says of the numbers in an array. Shapes are in the docstrings."""

from typing import Any

import numpy as np

AnyInt = int | np.integer[Any]
"""An integer, as Python or an array has it."""

Ints = np.ndarray[Any, np.dtype[np.integer[Any]]]
"""Integers of any size."""

Uints = np.ndarray[Any, np.dtype[np.unsignedinteger[Any]]]
"""Integers of any size without a sign."""

Int64s = np.ndarray[Any, np.dtype[np.int64]]
Int32s = np.ndarray[Any, np.dtype[np.int32]]
Int16s = np.ndarray[Any, np.dtype[np.int16]]
Int8s = np.ndarray[Any, np.dtype[np.int8]]
Uint64s = np.ndarray[Any, np.dtype[np.uint64]]
Uint32s = np.ndarray[Any, np.dtype[np.uint32]]
Uint16s = np.ndarray[Any, np.dtype[np.uint16]]
Uint8s = np.ndarray[Any, np.dtype[np.uint8]]
Bools = np.ndarray[Any, np.dtype[np.bool_]]

Texts = np.ndarray[Any, np.dtype[np.object_]]
"""Texts, as Python has them."""
