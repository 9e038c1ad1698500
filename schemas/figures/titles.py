"""How the titles stand to each other."""

from typing import Final

from schemas.title_names import TITLES

STANDING: Final = {title: place for place, title in enumerate(TITLES)}
"""Where each stands in its game: lower is better."""
