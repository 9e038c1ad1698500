"""House rules as a store has them, read as documents."""

from daifu.data.store.values import StoredHouse
from daifu.schemas.house_document import House, read_house


def read_stored(stored: StoredHouse) -> House:
    """Stored house rules as they were written."""
    return read_house(stored.document.text.encode(), is_toml=stored.document.is_toml)


def flat_of(stored: StoredHouse) -> House:
    """Stored house rules with all that they take over."""
    return read_house(stored.document.flattened.encode(), is_toml=False)
