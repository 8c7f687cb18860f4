"""How boards look: families of drawings, from which every plug-in chooses its own beside its rules."""
