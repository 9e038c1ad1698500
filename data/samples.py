"""Loads the sample games into a store."""

from importlib import resources
from typing import Final

from data.ingest import Ingest
from data.store.interface import Store
from data.store.values import Author
from schemas.sources.files import expand_paths, read_items
from schemas.sources.items import AUTO

_SAMPLES: Final = resources.files("data") / "samples"


def load_samples(store: Store) -> int:
    """Store the sample games like an upload; how many there are. Those that exist stay as they are."""
    with resources.as_file(_SAMPLES) as folder:
        entries = read_items(expand_paths([str(folder)]), AUTO, lambda _count: None)
        return sum(result.outcome is not None for result in Ingest(store, Author()).take(entries))
