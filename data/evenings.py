"""Evenings: sittings that are recorded deal by deal while they are played.

An evening is an ordinary record. One that was just opened has one deal without actions and without a result. Such a
deal at the end of a record is due, and is replaced by what happened in it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from daifu.data.ingest import Ingest
from daifu.data.store.errors import RevisionConflict
from daifu.data.store.interface import Store
from daifu.data.store.values import Author, StoredRecord, UploadOutcome
from daifu.replay.match import Match
from daifu.replay.options import Options
from daifu.schemas.judgement import judge_new_json
from daifu.schemas.record.decode import load_record
from daifu.schemas.record.json_text import raw_deals, replace_deal
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawHouse
from daifu.schemas.report import read_results

_ATTEMPTS: Final = 20
_BY_PLAYER: Final = ("hands", "points")
"""The fields of a deal and of its result that have a value for each player."""

_encode: Final = msgspec.json.encode
_decode: Final = msgspec.json.decode


class DealTaken(Exception):
    """The deal has another content by now than its form was made for."""


def open_evening(
    store: Store,
    author: Author,
    rules: str,
    options: Options,
    players: Sequence[str],
    event: Mapping[str, object],
    house: RawHouse | None = None,
) -> UploadOutcome:
    """Store a sitting before its first deal; the same one again is found to exist.

    Raises `RecordRefused` where the game does not take these players or options, and `StoreUnusable`.
    """
    raw = {
        "format": RECORD_FORMAT,
        "rules": rules,
        "options": options,
        "players": players,
        "event": event,
        "deals": [{}],
    }
    if house is not None:
        raw["house"] = house
    [outcome] = store.add([judge_new_json(_encode(raw))], author)
    return outcome


def due_deal(stored: StoredRecord) -> int:
    """The number of the deal that comes next: the last one while it is undecided, else the one after it."""
    results = read_results(stored.report)
    return len(results) + (1 if results[-1].decided else 0)


def enter_deal(
    store: Store, author: Author, record: int, number: int, deal: RawDeal, *, seen: int, reason: str | None = None
) -> None:
    """Write a deal of a sitting: add it behind the last one, or put it in the place of the one with this number.

    `seen` is the revision that the form of the deal was made for. Sending a deal again changes nothing, and revisions
    that concern only other deals do not matter.

    Raises `DealTaken`, `RecordRefused`, `NoSuchRecord`, `RecordWithdrawn`, and `RevisionConflict` where the record
    changes all the time.
    """
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            _enter(store, author, store.record(record), number, deal, seen, reason)
        except RevisionConflict:
            if attempt == _ATTEMPTS:
                raise
        else:
            return


def _enter(
    store: Store, author: Author, stored: StoredRecord, number: int, deal: RawDeal, seen: int, reason: str | None
) -> None:
    ingest, expected = Ingest(store, author), stored.revision
    present = _deal(stored.record, number)
    if present == deal:
        return
    if expected != seen and present != _deal(store.record(stored.id, seen).record, number):
        raise DealTaken
    if present is None:
        ingest.add_deal(stored.id, _encode(deal), expected=expected)
    else:
        text = replace_deal(stored.record, number, _encode(deal))
        ingest.correct(stored.id, text, expected=expected, reason=reason)


def _deal(text: bytes, number: int) -> RawDeal | None:
    """A deal of a record; None for the one after the last. Raises `DealTaken` for any later one."""
    deals = raw_deals(text)
    if number > len(deals) + 1:
        raise DealTaken
    found: RawDeal | None = _decode(deals[number - 1]) if number <= len(deals) else None
    return found


def add_player(store: Store, author: Author, record: int, name: str, *, seen: int) -> None:
    """Add a player to a sitting, who takes part from now on if they get a seat; their earlier deals are empty.

    Raises `RecordRefused`, `RevisionConflict`, `NoSuchRecord` and `RecordWithdrawn`.
    """
    text = store.record(record).record
    raw = _decode(text)
    raw["players"].append(name)
    raw["deals"][0].setdefault("seats", _first_seats(text))
    for deal in raw["deals"]:
        for part in (deal, deal.get("result", {})):
            for field in _BY_PLAYER:
                if field in part:
                    part[field].append(None)
    Ingest(store, author).correct(record, _encode(raw), expected=seen, reason=None)


def _first_seats(text: bytes) -> list[int]:
    """The seats of the first deal of a record; where they are not written, everybody has one."""
    record = load_record(text)
    return list(Match(record.rules, len(record.players)).start(record.deals[0], []).seats)
