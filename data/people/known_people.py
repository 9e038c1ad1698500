"""The people whom a store knows by name, for forms that suggest names."""

from typing import Final

from daifu.data.store.store import Store
from daifu.replay.text import fold_name

_MOST: Final = 1_000
"""How many of those who played are looked at; more are no club."""


def known_names(store: Store) -> list[str]:
    """The names of those who played and of those who were typed in, each once, in the order of their letters."""
    names = [*store.club.names(), *(person.name for person in store.people.find(limit=_MOST).people)]
    return sorted({fold_name(name): name for name in names}.values(), key=fold_name)
