"""How processes that judge look for garbage: seldom, for judging makes thousands of objects and lets go of them all."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SELDOM: Final = 10_000
"""So many objects more than before are looked through."""


def look_seldom() -> None:
    """From now on look for garbage seldom, and never again among what is there already: what a program consists of."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM)


@contextmanager
def looked_for_seldom() -> Iterator[None]:
    """Inside the block garbage is looked for seldom, by a program that judges now and does other things later."""
    before = gc.get_threshold()
    gc.set_threshold(SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
