"""The people of a store: their names for forms that suggest some, and games that somebody else played."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from daifu.data.ingest import Ingest
from daifu.data.store.errors import NoSuchPlayer
from daifu.data.store.store import Store
from daifu.data.store.values import Author, StoredRecord
from daifu.replay.text import fold_name
from daifu.schemas.judgement import judge_json
from daifu.schemas.record.model import player_id

_MOST: Final = 1_000
"""How many of those who played are looked at; more are no club."""


def known_names(store: Store) -> list[str]:
    """The names of those who played and of those who were typed in, each once, in the order of their letters."""
    names = [*store.club.names(), *(person.name for person in store.people.find(limit=_MOST).people)]
    return sorted({fold_name(name): name for name in names}.values(), key=fold_name)


def move_games(store: Store, author: Author, player: str, to: str, records: Sequence[int], reason: str) -> list[int]:
    """Let another person, of this id or new by this name, be the player of records; the records that changed.

    Raises `NoSuchRecord`, `RecordWithdrawn`, and `RecordRefused` where the other plays there, too: then none changes.
    """
    person = store.people.one(player)
    try:
        other = store.people.one(to)
        entry: Any = other.id if other.id == other.name else {"id": other.id, "name": other.name}
    except NoSuchPlayer:
        entry = to
    moved: list[tuple[StoredRecord, bytes]] = []
    for number in dict.fromkeys(records):
        stored = store.record(number)
        raw = msgspec.json.decode(stored.record)
        players = [entry if player_id(one) in person.players else one for one in raw["players"]]
        if players != raw["players"]:
            text = msgspec.json.encode({**raw, "players": players})
            judge_json(text)
            moved.append((stored, text))
    ingest = Ingest(store, author)
    for stored, text in moved:
        ingest.correct(stored.id, text, expected=stored.revision, reason=reason)
    return [stored.id for stored, _ in moved]
