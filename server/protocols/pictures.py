"""Writes pictures as JSON: the `imageAutoGUIData` of the current protocol."""

from __future__ import annotations

from typing import Any

from puzzles.picture import Picture, Scene

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
"""Optional fields: the name in JSON, and the attribute of a Picture."""


def image_data(scene: Scene) -> dict[str, Any] | None:
    """All themes of a variant; None if it is not drawn with images."""
    pictures = scene.pictures()
    if not pictures:
        return None
    first = pictures[0]
    ambience = (
        {"ambience": first.ambience} if first.ambience else {}
    )  # outside the themes: the page has one for all of them
    return {
        "defaultTheme": first.theme,
        "themes": {picture.theme: _theme(picture) for picture in pictures},
        **ambience,
    }


def _theme(picture: Picture) -> dict[str, Any]:
    optional = {name: getattr(picture, attribute) for name, attribute in OPTIONAL}
    return {
        "space": list(picture.space),
        "centers": [list(center) for center in picture.centers],
        "charImages": {char: {"image": image.path, "scale": image.scale} for char, image in picture.images.items()},
        "sounds": dict(picture.sounds),
        "animationType": picture.animation,
        **{name: value for name, value in optional.items() if value is not None and value != ""},
    }
