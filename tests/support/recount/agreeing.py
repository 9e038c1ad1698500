"""What a store says and what was counted once more, held against each other."""

from collections.abc import Sequence
from itertools import product

from data.store import Store
from data.store.asked import Filter
from replay.record import Record
from replay.tallies import tallied
from tests.support.recount.kept import Kept, kept, of_player, of_profile, opponents
from tests.support.recount.record import recount
from tests.support.recount.sheet import left

ALL = Filter()
Difference = tuple[str, object, object]
"""Which counter, what the slow count gives, and what the other says."""


def differences(what: str, slow: dict[str, int] | None, told: dict[str, int] | None) -> list[Difference]:
    """The counters of which they differ, so that a failure names these alone."""
    ours, theirs = slow or {}, told or {}
    names = [name for name in ours | theirs if ours.get(name) != theirs.get(name)]
    found: list[Difference] = [(f"{what}: {name}", ours.get(name), theirs.get(name)) for name in names]
    return found if (slow is None) == (told is None) else [(what, slow, told), *found]


def record_differences(record: Record) -> list[Difference]:
    """Where the tallies of a record are not what the slow count finds."""
    sheet, (_report, tallies) = recount(record), tallied(record)
    pairs = [(f"pair {pair}", sheet.pairs[pair], tallies.pairs.get(pair)) for pair in sheet.pairs | tallies.pairs]
    seats = [(f"seat {seat}", sheet.seats[seat], tallies.seats.get(seat)) for seat in sheet.seats | tallies.seats]
    tables = [(f"table of {of}", sheet.tables[of], tallies.tables.get(of)) for of in sheet.tables | tallies.tables]
    return [one for what, slow, told in (*seats, *tables, *pairs) for one in differences(what, left(slow), told or {})]


def store_differences(store: Store, rules: str, filters: Sequence[Filter] = (ALL,)) -> list[Difference]:
    """Where the statistics of a game are not what the slow count finds in the records that are there now."""
    records = kept(store, rules)
    players = sorted({id for record in records for id in record.ids})
    found = [one for wanted in filters for one in _profile(store, rules, records, wanted)]
    for player, wanted in product(players, filters):
        slow, told = of_player(records, [player], wanted), store.statistics.player([player], rules, wanted)
        found += differences(f"{player} {wanted}", slow, told)
    for player in players:
        found += _against(store, rules, records, [player])
    everybody = {id: counts for player in players if (counts := of_player(records, [id := player], ALL))}
    said = dict(store.statistics.everybody(rules))
    return found + [one for id in everybody | said for one in differences(id, everybody.get(id), said.get(id))]


def person_differences(store: Store, rules: str, player: str) -> list[Difference]:
    """The same for a person with all his ids."""
    records, ids = kept(store, rules), store.people.one(player).players
    slow, told = of_player(records, ids, ALL), store.statistics.player(ids, rules)
    return differences(player, slow, told) + _against(store, rules, records, ids)


def _profile(store: Store, rules: str, records: list[Kept], wanted: Filter) -> list[Difference]:
    slow, told = of_profile(records, wanted), store.statistics.profile(rules, wanted)
    return differences(f"tables {wanted}", slow[0], told[0]) + differences(f"seats {wanted}", slow[1], told[1])


def _against(store: Store, rules: str, records: list[Kept], ids: Sequence[str]) -> list[Difference]:
    slow, told = opponents(records, ids), dict(store.statistics.opponents(ids, rules))
    return [one for other in slow | told for one in differences(f"{ids} {other}", slow.get(other), told.get(other))]
