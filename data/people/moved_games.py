"""Games that were played by somebody else than they say: each is corrected, as a revision."""

from collections.abc import Sequence
from typing import Any

import msgspec

from daifu.data.ingest import Ingest
from daifu.data.store.errors import NoSuchPlayer
from daifu.data.store.store import Store
from daifu.data.store.values import Author, StoredRecord
from daifu.schemas.judgement import judge_json
from daifu.schemas.record.model import player_id


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
