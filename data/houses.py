"""House rules are read, compared with what a store keeps, and stored."""

from typing import TYPE_CHECKING

import msgspec

from daifu.data.store.errors import NoSuchHouse
from daifu.data.store.values import Author, HouseDocument, StoredHouse
from daifu.data.stored_houses import read_stored
from daifu.schemas.house_document import House, Parent, flattened, hash_of, read_house

if TYPE_CHECKING:
    from daifu.data.store.store import Store


def add_house(store: "Store", data: bytes, author: Author, *, is_toml: bool, as_admin: bool = False) -> StoredHouse:
    """Store the house rules in a document, as they are and with all that they take over.

    Raises `HouseRefused`, and what the `add` of a store raises.
    """
    house = read_house(data, is_toml=is_toml)
    flat = flattened(house, find_in(store))
    text = data.decode()
    kept = msgspec.json.encode(flat).decode()
    document = HouseDocument(house.id, house.version, hash_of(flat), is_toml, text, kept)
    return store.houses.add(document, author, as_admin=as_admin)


def find_in(store: "Store") -> Parent:
    """What finds the house rules that others extend, in a store."""

    def find(slug: str, version: int) -> House | None:
        try:
            return read_stored(store.houses.find(slug, version))
        except NoSuchHouse:
            return None

    return find
