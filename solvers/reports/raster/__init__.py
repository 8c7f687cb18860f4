"""Pictures as PNG, for link previews, which do not show SVG: of the SVG that this project writes, and of no other."""
