"""Evenings: sittings that are recorded deal by deal while they are played.

An evening is an ordinary record. One that was just opened has one deal without actions and without a result. Such a
deal at the end of a record is due, and is replaced by what happened in it. Latecomers and leavers sit where the rules
put them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import zip_longest
from typing import Any, Final

import msgspec

from daifu.data.ingest import Ingest
from daifu.data.store.errors import NoSuchRecord, RecordDamaged, RecordWithdrawn, RevisionConflict
from daifu.data.store.store import Store
from daifu.data.store.values import Author, RecordSummary, RevisionKind, StoredRecord, UploadOutcome
from daifu.replay.deal import Deal, DealReport
from daifu.replay.faults import DEAL_INCOMPLETE, Fault
from daifu.replay.match import Match, Player, Record
from daifu.replay.options import Options
from daifu.replay.position import go_on
from daifu.schemas.judgement import judge_new_json
from daifu.schemas.record.decode import load_raw_record, load_record
from daifu.schemas.record.json_text import append_deal, raw_deals, replace_deal
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawHouse
from daifu.schemas.report import read_results


class Seating:
    """The seats of the deal after the last one of a record; `due` are those that follow if nobody comes or goes."""

    def __init__(self, record: Record, known: Sequence[DealReport] = ()) -> None:
        """Deals of which earlier reports are `known` need no replay."""
        self._match = Match(record.rules, len(record.players))
        for deal, report in zip_longest(record.deals, known[: len(record.deals)]):
            go_on(self._match, deal, report)
        self.allowed = record.rules.sitting.players
        self.due = self._match.start(Deal(), []).seats

    def faults(self, seats: Sequence[int]) -> list[Fault]:
        """What is wrong with these seats."""
        found: list[Fault] = []
        self._match.start(Deal(seats=tuple(seats)), found)
        return found

    def joined(self, seats: Sequence[int], player: int) -> tuple[int, ...]:
        """The seats with one more player, as near to the end as nothing is wrong; at the end if something always is.

        With a full table, they stay as they are.
        """
        if len(seats) == self.allowed[-1]:
            return tuple(seats)
        places = range(len(seats), -1, -1)
        found = [(*seats[:place], player, *seats[place:]) for place in places]
        return next((one for one in found if not self.faults(one)), found[0])

    def left(self, seats: Sequence[int], player: int, waiting: Sequence[int]) -> tuple[int, ...] | None:
        """The seats without a player; where too few would be left, the first of those who wait sits down there.

        None where nobody waits.
        """
        staying = tuple(one for one in seats if one != player)
        if len(staying) in self.allowed:
            return staying
        return tuple(waiting[0] if one == player else one for one in seats) if waiting else None

    def by_rules(self, seats: Sequence[int]) -> tuple[int, ...]:
        """The same players, seated as the rules say."""
        found = tuple(player for player in self.due if player in seats)
        for player in seats:
            if player not in found:
                found = self.joined(found, player)
        return found


_ATTEMPTS: Final = 20
LONGEST_PAUSE: Final = timedelta(hours=8)
"""How long nothing may have been entered in an evening that is still being played."""
SEATS: Final = "seats"
"""The field of a deal for those who play, clockwise."""
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
    players: Sequence[Player],
    event: Mapping[str, object],
    house: RawHouse | None = None,
) -> UploadOutcome:
    """Store a sitting before its first deal; the same one again is found to exist.

    Raises `RecordRefused` where the game does not take these players or options, and `StoreUnusable`.
    """
    raw: dict[str, Any] = {
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


def played_deals(evening: RecordSummary) -> int:
    """How many deals of an evening have a result or were broken off."""
    return evening.deals - evening.faults.get(DEAL_INCOMPLETE, 0)


def is_going_on(evening: RecordSummary, now: datetime) -> bool:
    """Whether an evening is being played: something was entered in the last hours, and its day is not long ago.

    What has a time of day comes from a server, and is over.
    """
    if evening.time is not None:
        return False
    day = date.fromisoformat(evening.date) if evening.date else date.min
    return now - evening.stored_at < LONGEST_PAUSE and abs(now.date() - day) <= timedelta(days=1)


def enter_deal(  # noqa: PLR0913 - a deal, what its form was made for, and what follows, always by name
    store: Store,
    author: Author,
    record: int,
    number: int,
    deal: RawDeal,
    *,
    seen: int,
    reason: str | None = None,
    next_seats: Sequence[int] | None = None,
) -> None:
    """Write a deal of a sitting: add it behind the last one, or put it in the place of the one with this number.

    `seen` is the revision that the form of the deal was made for. Sending a deal again changes nothing, and revisions
    that concern only other deals do not matter. `next_seats` are those of the deal after a new one.

    Raises `DealTaken`, `RecordRefused`, `NoSuchRecord`, `RecordWithdrawn`, and `RevisionConflict` where the record
    changes all the time.
    """
    for attempt in range(1, _ATTEMPTS + 1):
        stored = store.record(record)
        present = _deal(stored.record, number)
        if present == deal:
            return
        if not is_as_seen(store, stored, number, seen):
            raise DealTaken
        is_new = number == due_deal(stored)
        text = with_deal(stored.record, number, deal)
        if is_new and next_seats:
            text = append_deal(text, _encode({SEATS: next_seats}))
        kind = RevisionKind.DEAL if is_new else RevisionKind.CORRECTED
        try:
            Ingest(store, author).correct(record, text, expected=stored.revision, reason=reason, kind=kind)
        except RevisionConflict:
            if attempt == _ATTEMPTS:
                raise
        else:
            return


def is_as_seen(store: Store, stored: StoredRecord, number: int, seen: int) -> bool:
    """Whether a deal is as it was in the revision that a form was made for. Raises `DealTaken` for one too late."""
    if stored.revision == seen:
        return True
    return _deal(stored.record, number) == _deal(store.record(stored.id, seen).record, number)


def with_deal(text: bytes, number: int, deal: RawDeal) -> bytes:
    """The record with a deal in the place of the one with this number, or behind the last one."""
    if number > len(raw_deals(text)):
        return append_deal(text, _encode(deal))
    return replace_deal(text, number, _encode(deal))


def _deal(text: bytes, number: int) -> RawDeal | None:
    """A deal of a record; None for the one after the last. Raises `DealTaken` for any later one."""
    deals = raw_deals(text)
    if number > len(deals) + 1:
        raise DealTaken
    found: RawDeal | None = _decode(deals[number - 1]) if number <= len(deals) else None
    return found


def seat(store: Store, author: Author, record: int, seats: Sequence[int], *, seen: int) -> None:
    """Note who sits where in the deal that is due.

    Raises `RecordRefused`, `RevisionConflict`, `NoSuchRecord` and `RecordWithdrawn`.
    """
    stored = store.record(record)
    raw = _decode(stored.record)
    _due_deal(raw, stored)[SEATS] = list(seats)
    _write_seats(store, author, record, raw, seen)


def join(store: Store, author: Author, record: int, player: Player, *, seen: int) -> None:
    """Add a player to a sitting, and seat them in the deal that is due where the rules put them, if there is a seat.

    Raises what `seat` raises.
    """
    stored = store.record(record)
    raw, due = _decode(stored.record), due_deal(stored)
    _add_player(raw, stored.record, player)
    count = len(raw["players"])
    found = load_raw_record(raw)
    seating = Seating(replace(found, deals=found.deals[: due - 1]))
    deal = _due_deal(raw, stored)
    seats = deal.get(SEATS) or [one for one in seating.due if one != count]
    deal[SEATS] = list(seating.joined(seats, count))
    _write_seats(store, author, record, raw, seen)


def _due_deal(raw: dict[str, Any], stored: StoredRecord) -> dict[str, Any]:
    """The deal that is due, which is added where it was not yet."""
    due = due_deal(stored)
    if due > len(raw["deals"]):
        raw["deals"].append({})
    found: dict[str, Any] = raw["deals"][due - 1]
    return found


def _write_seats(store: Store, author: Author, record: int, raw: dict[str, Any], seen: int) -> None:
    Ingest(store, author).correct(record, _encode(raw), expected=seen, reason=None, kind=RevisionKind.SEATED)


def _add_player(raw: dict[str, Any], text: bytes, player: Player) -> None:
    """Add a player to a sitting, whose earlier deals are empty for them."""
    raw["players"].append(player)
    record = load_record(text)  # where the seats of its first deal are not written, everybody has one
    raw["deals"][0].setdefault(SEATS, list(Match(record.rules, len(record.players)).start(record.deals[0], []).seats))
    for deal in raw["deals"]:
        for part in (deal, deal.get("result", {})):
            for field in _BY_PLAYER:
                if field in part:
                    part[field].append(None)


def remove_deal(store: Store, author: Author, record: int, number: int, *, seen: int, reason: str | None) -> None:
    """Take a deal out of a sitting; its revisions still have it. Raises what `seat` raises."""
    raw = _decode(store.record(record).record)
    del raw["deals"][number - 1]
    raw["deals"] = raw["deals"] or [{}]
    Ingest(store, author).correct(record, _encode(raw), expected=seen, reason=reason)


def undo(store: Store, author: Author, record: int, *, seen: int, reason: str | None) -> None:
    """Write a sitting again as it was before its latest revision; a second time brings that back.

    Raises what `seat` raises, and `RecordDamaged`.
    """
    Ingest(store, author).correct(record, store.record(record, seen - 1).record, expected=seen, reason=reason)


def changed_deals(store: Store, stored: StoredRecord) -> list[int] | None:
    """The deals that the latest revision of a sitting changed, added or removed; None where it cannot be undone."""
    try:
        before = raw_deals(store.record(stored.id, stored.revision - 1).record)
    except (NoSuchRecord, RecordDamaged, RecordWithdrawn):
        return None
    pairs = enumerate(zip_longest(before, raw_deals(stored.record)), 1)
    return [number for number, (earlier, now) in pairs if (earlier and bytes(earlier)) != (now and bytes(now))]
