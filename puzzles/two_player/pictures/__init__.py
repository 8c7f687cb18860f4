"""How plug-ins are drawn with images: one file for each, named like the module of its rules."""
