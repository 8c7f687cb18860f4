"""Writes pictures as JSON: the `imageAutoGUIData` of the current protocol."""

from typing import Any

from perfect_play.puzzles.picture import TILE, Picture, Theme

OPTIONAL = (
    ("background", "background"),
    ("foreground", "foreground"),
    ("entitiesOverArrows", "entities_over_arrows"),
    ("arrowWidth", "arrow_width"),
    ("lineWidth", "line_width"),
    ("circleButtonRadius", "circle_radius"),
    ("textEntityFontSize", "font_size"),
    ("textButtonFontSize", "letter_size"),
)
"""Optional fields: the name in JSON, and the attribute of a Theme."""


def image_data(picture: Picture) -> dict[str, Any] | None:
    """All themes of a variant; None if it is not drawn with images."""
    themes = picture.themes()
    if not themes:
        return None
    first = themes[0]
    ambience = {"ambience": first.ambience} if first.ambience else {}  # the page has one for all themes
    return {
        "defaultTheme": first.name,
        "themes": {theme.name: _theme(theme) for theme in themes},
        **ambience,
    }


def _theme(theme: Theme) -> dict[str, Any]:
    optional = {name: getattr(theme, attribute) for name, attribute in OPTIONAL}
    images = {TILE: theme.tile, **theme.images} if theme.tiles else theme.images
    return {
        "space": list(theme.space),
        "centers": [list(center) for center in (*theme.tiles, *theme.centers)],
        "charImages": {char: {"image": image.path, "scale": image.scale} for char, image in images.items()},
        "sounds": dict(theme.sounds),
        "animationType": theme.animation,
        **{name: value for name, value in optional.items() if value is not None and value != ""},
    }
