"""Pictures as cameras and other programs write them."""

from io import BytesIO
from typing import Any

from PIL import Image


def small_picture(kind: str, **settings: Any) -> bytes:  # noqa: ANN401 - as Pillow takes them
    """A picture of 8 by 8 dots, of the kind that Pillow calls so."""
    file = BytesIO()
    Image.effect_noise((8, 8), 90).convert("RGB").save(file, kind, **settings)
    return file.getvalue()
