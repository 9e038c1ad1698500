"""All that a club has stored, in files that need no daifu, and all of one person, for the person who asks."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from daifu.data.pictures import picture_type
from daifu.data.store.store import Store
from daifu.data.store.values import Look, Person, RecordFilter, Revision, SeasonTerms
from daifu.data.tournaments.log import encode_entry
from daifu.replay.games.catalogue import PROFILES

_BYTE_ORDER_MARK: Final = "\N{BYTE ORDER MARK}"
"""By which spreadsheets know that a file is UTF-8."""
_PEOPLE: Final = ("id", "name", "other ids", "other names", "nickname", "colour", "picture")
_SEASONS: Final = ("id", *SeasonTerms._fields)


def write_everything(store: Store, file: IO[bytes]) -> None:
    """Write the ZIP: a line a game, as `daifu import` takes it, a line a change, a row a person and a season.

    What was withdrawn is left out, and so are tokens.
    """
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        with archive.open("games.ndjson", "w", force_zip64=True) as games:
            for stored in store.each(RecordFilter()):
                games.write(stored.record.replace(b"\n", b" ") + b"\n")
        archive.writestr("people.csv", _table(_PEOPLE, _write_people(store, archive)))
        archive.writestr("seasons.csv", _table(_SEASONS, ((one.id, *one.terms) for one in store.seasons.all())))
        for cup in store.tournaments.each():
            log = store.tournaments.log(cup.id, limit=cup.version)
            archive.writestr(f"tournaments/{cup.id}.ndjson", b"".join(encode_entry(entry) + b"\n" for entry in log))
        for house in store.houses.each():
            kind = "toml" if house.document.is_toml else "json"
            archive.writestr(f"house-rules/{house.document.slug}-{house.document.version}.{kind}", house.document.text)


def _write_people(store: Store, archive: ZipFile) -> list[Sequence[object]]:
    """What people are called, by which names and ids they are known, and how they look; their pictures are files."""
    rows: list[Sequence[object]] = []
    looks = store.people.looks()
    for number, one in enumerate(store.people.each(), 1):
        look, place = looks.get(one.id, Look()), ""
        picture = store.people.picture(one.id) if look.mark else None
        if picture:
            place = f"pictures/{number}.{str(picture_type(picture)).rpartition('/')[2]}"
            archive.writestr(place, picture)
        others = "; ".join(player for player in one.players if player != one.id)
        rows.append((one.id, one.name, others, "; ".join(one.names), look.nickname, look.colour, place))
    return rows


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The rows as CSV."""
    text = io.StringIO()
    text.write(_BYTE_ORDER_MARK)
    table = csv.writer(text)
    table.writerow(columns)
    table.writerows(rows)
    return text.getvalue()


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
            "ratings": {
                rules: [
                    {"day": one.day.isoformat(), **one.rating._asdict()}
                    for one in store.ratings.history(person.players, rules).standings
                ]
                for rules in games
            },
            "tournaments": list(_entrants(store, person)),
            "records": list(_records(store, person)),
        }
    )


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
