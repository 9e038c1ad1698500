"""All that is stored of a person as one document, for the person who asks."""

from collections.abc import Iterator

import msgspec

from daifu.data.store.store import Store
from daifu.data.store.values import Person, RecordFilter, Revision
from daifu.replay.games.catalogue import PROFILES


def everything_of(store: Store, player: str) -> bytes:
    """All that is stored of a person, as JSON. Raises `NoSuchPlayer`."""
    person = store.people.one(player)
    counts = {one: store.statistics.player(person.players, one) for one in (*PROFILES, *store.statistics.houses())}
    games = {rules: found for rules, found in counts.items() if found}
    return msgspec.json.encode(
        {
            "format": "daifu-person/1",
            "person": person._asdict(),
            "history": [change._asdict() for change in store.people.history(person.id)],
            "statistics": games,
            "ratings": {rules: _ratings(store, person, rules) for rules in games},
            "tournaments": list(_entrants(store, person)),
            "records": list(_records(store, person)),
        }
    )


def _ratings(store: Store, person: Person, rules: str) -> list[dict[str, object]]:
    days = store.ratings.history(person.players, rules).standings
    return [{"day": one.day.isoformat(), **one.rating._asdict()} for one in days]


def _entrants(store: Store, person: Person) -> Iterator[dict[str, object]]:
    """The tournaments in which a person is an entrant, with what their logs say of the entrant."""
    for one in store.tournaments.each():
        for entrant in store.tournaments.present(one.id).state.entrants:
            if {*person.players, person.name} & {*entrant.ids, entrant.name}:
                known = {"entrant": entrant.number, "name": entrant.name, "players": entrant.players}
                yield {"tournament": one.id, "called": one.name, **known, "team": entrant.team}


def _records(store: Store, person: Person) -> Iterator[dict[str, object]]:
    """The records of a person, withdrawn ones included, with all revisions."""
    ids = set()
    for player in person.players:
        for withdrawn in (False, True):
            after: int | None = None
            while True:
                page = store.page(RecordFilter(player=player, withdrawn=withdrawn), after)
                ids |= {one.id for one in page.records}
                after = page.after
                if after is None:
                    break
    for id in sorted(ids):
        yield {"id": id, "revisions": [_revision(store, id, one) for one in store.revisions(id)]}


def _revision(store: Store, record: int, revision: Revision) -> dict[str, object]:
    told = {
        "number": revision.number,
        "kind": revision.kind,
        "at": revision.at.isoformat(),
        "author": revision.author,
        "reason": revision.reason,
    }
    if revision.report is None:
        return told
    text = store.record(record, revision.number).record
    return {**told, "record": msgspec.Raw(text), "report": msgspec.Raw(revision.report)}
