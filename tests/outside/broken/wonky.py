"""A plug-in with a mistake: it has to be left out, and the others served."""

STONES = 1 // 0
