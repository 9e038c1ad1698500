"""How processes that judge look for garbage: seldom, for judging makes thousands of objects and lets go of them all."""

import gc
from typing import Final

SELDOM: Final = 10_000
"""So many objects more than before are looked through."""


def look_seldom() -> None:
    """From now on look for garbage seldom, and never again among what is there already: what a program consists of."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM)
