"""House rules for tests: a club, and a table that changes some of its rules."""

import json
from pathlib import Path
from typing import Any, Final

from daifu.data.houses import add_house
from daifu.data.store.store import Store
from daifu.data.store.values import Author, StoredHouse
from tests.support.project import PROJECT_ROOT

EXAMPLES: Final = PROJECT_ROOT.parent / "shared" / "house-rules"
"""Documents with known hashes. Tests of them are skipped if they are not there."""

CLUB: Final = """
format  = "daifu-house/1"
id      = "club"
version = 1
base    = "daifugo/1"
players = [3, 6]
name    = { en = "The club", ja = "クラブ" }

[rules]
jokers     = { count = 2 }
revolution = {}
eight_cut  = {}   # everybody plays it

[names]
eight_cut = { ja = "8流し" }
"""

FRIDAYS: Final[dict[str, Any]] = {
    "format": "daifu-house/1",
    "id": "fridays",
    "version": 2,
    "extends": "club@1",
    "base": "daifugo/1",
    "name": {"en": "Fridays"},
    "rules": {"jokers": {"count": 1}, "eight_cut": False, "jack_back": True},
}


def add_club(store: Store, author: Author, version: int = 1) -> StoredHouse:
    """Store a version of the club's rules."""
    text = CLUB.replace("version = 1", f"version = {version}")
    return add_house(store, text.encode(), author, is_toml=True)


def add_fridays(store: Store, author: Author, **changes: object) -> StoredHouse:
    """Store the table's rules."""
    return add_house(store, json.dumps({**FRIDAYS, **changes}).encode(), author, is_toml=False)


def example(name: str) -> Path:
    """The file of a document with a known hash."""
    return EXAMPLES / f"{name}.toml"
