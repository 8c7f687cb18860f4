"""The numbering of cubes in tables of distances: by the corners' twists, the edges' flips and a part, up to symmetry.

The part is the places of the middle edges, with or without those of the first tetrad's corners. Parts that symmetries
make of each other are one class; a cube is turned and reflected until its part is the first of its class. A block holds
the cubes of one class and one number of flips, in the order of their twists, four of them in a byte.
"""

import numpy as np

from perfect_play.solvers.pattern_databases import coordinates, symmetries
from perfect_play.solvers.pattern_databases.distance_loops import BLOCK, FLIPS, TWISTS


class CubeNumbering:
    """The numbers of cubes, with or without the tetrads."""

    def __init__(self, tetrads: bool) -> None:
        middles = len(coordinates.middle_places())
        tetrad, middle = np.divmod(np.arange(middles * (len(coordinates.tetrad_places()) if tetrads else 1)), middles)
        after, alike = coordinates.middles()[middle], symmetries.middles()[:, middle]
        if tetrads:
            after = after + coordinates.tetrads()[tetrad] * middles
            alike = alike + symmetries.tetrads()[:, tetrad] * middles
        self.parts, classes = np.unique(alike.min(axis=0), return_inverse=True)
        """The first part of each class."""
        symmetry = alike.argmin(axis=0)
        self.places = symmetry | classes << 4 | symmetries.flips_elsewhere()[symmetry, middle].astype(np.int64) << 16
        """For each part, the symmetry that makes it the first of its class, the class from bit 4 on, and from bit 16 on
        what to add to the flips then, by exclusive or: int64 (parts,)."""
        self.codes = self.places[after[self.parts]].reshape(-1)
        """The same for the part after each turn of the first of each class: int64 (classes * 18,)."""
        self.blocks = len(self.parts) * FLIPS
        self.size = self.blocks * TWISTS
        """The number of cubes, some of which are the same by a symmetry of their part."""
        self.bytes = -(-self.blocks * BLOCK // 8) * 8
        """The size of a table."""
