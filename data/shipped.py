"""The sample games, for a store that is to begin with something to look at."""

from importlib import resources
from typing import Final

from data.ingest import Ingest
from data.store import Store
from data.store.asked import Author
from schemas.sources import AUTO, expand, items

_SAMPLES: Final = resources.files("data") / "samples"


def load_samples(store: Store) -> int:
    """Store the sample games as an upload would; how many there are. Those that are there already stay as they are."""
    with resources.as_file(_SAMPLES) as folder:
        entries = items(expand([str(folder)]), AUTO, lambda _count: None)
        return sum(result.outcome is not None for result in Ingest(store, Author()).take(entries))
