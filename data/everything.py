"""All that a club has stored, in files that need no daifu: a ZIP of games, people, tournaments and house rules."""

import csv
import io
from collections.abc import Iterator
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZipFile

from daifu.data.store.interface import Store
from daifu.data.store.values import RecordFilter
from daifu.data.tournaments.log import encode_entry

_PAGE: Final = 500
_BYTE_ORDER_MARK: Final = "\N{BYTE ORDER MARK}"
"""By which spreadsheets know that a file is UTF-8."""


def write_everything(store: Store, file: IO[bytes]) -> None:
    """Write the ZIP: a line a game, as `daifu import` takes it, a line a change, a row a person.

    What was withdrawn is left out, and so are tokens.
    """
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        with archive.open("games.ndjson", "w", force_zip64=True) as games:
            for stored in store.each(RecordFilter()):
                games.write(stored.record.replace(b"\n", b" ") + b"\n")
        archive.writestr("people.csv", _people(store))
        for number in tournament_numbers(store):
            log = store.tournaments.log(number, limit=1_000_000)
            archive.writestr(f"tournaments/{number}.ndjson", b"".join(encode_entry(entry) + b"\n" for entry in log))
        for house in store.houses.each():
            kind = "toml" if house.document.is_toml else "json"
            archive.writestr(f"house-rules/{house.document.slug}-{house.document.version}.{kind}", house.document.text)


def tournament_numbers(store: Store) -> Iterator[int]:
    """The numbers of all tournaments, newest first."""
    after = None
    while True:
        found = store.tournaments.page(after, _PAGE)
        yield from (one.id for one in found.tournaments)
        if (after := found.after) is None:
            return


def _people(store: Store) -> str:
    """All people as CSV: what they are called, and by which names and ids they are known."""
    text = io.StringIO()
    text.write(_BYTE_ORDER_MARK)
    rows = csv.writer(text)
    rows.writerow(["id", "name", "other ids", "other names"])
    after = None
    while True:
        found = store.people.find("", _PAGE, after)
        for one in found.people:
            others = [player for player in one.players if player != one.id]
            rows.writerow([one.id, one.name, "; ".join(others), "; ".join(one.names)])
        if (after := found.after) is None:
            return text.getvalue()
