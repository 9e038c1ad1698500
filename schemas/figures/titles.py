"""How the titles stand to each other."""

from typing import Final

from schemas.title_names import TITLES

STANDING: Final = {title: place for place, title in enumerate(TITLES)}
"""Where each stands in its game: lower is better."""

TOP: Final = frozenset({"super_daifugo", "daifugo", "greater_dalmuti"})
"""The titles of those who are first at a large table."""

BOTTOM: Final = frozenset({"super_daihinmin", "daihinmin", "greater_peon"})
"""The titles of those who are last there."""
