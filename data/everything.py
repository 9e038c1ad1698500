"""All that a club has stored, in files that need no daifu: a ZIP of games, people, tournaments and house rules."""

import csv
import io
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZipFile

from daifu.data.store.each import each_person, each_tournament
from daifu.data.store.interface import Store
from daifu.data.store.values import RecordFilter
from daifu.data.tournaments.log import encode_entry

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
        for cup in each_tournament(store):
            log = store.tournaments.log(cup.id, limit=cup.version)
            archive.writestr(f"tournaments/{cup.id}.ndjson", b"".join(encode_entry(entry) + b"\n" for entry in log))
        for house in store.houses.each():
            kind = "toml" if house.document.is_toml else "json"
            archive.writestr(f"house-rules/{house.document.slug}-{house.document.version}.{kind}", house.document.text)


def _people(store: Store) -> str:
    """All people as CSV: what they are called, and by which names and ids they are known."""
    text = io.StringIO()
    text.write(_BYTE_ORDER_MARK)
    rows = csv.writer(text)
    rows.writerow(["id", "name", "other ids", "other names"])
    for one in each_person(store):
        others = [player for player in one.players if player != one.id]
        rows.writerow([one.id, one.name, "; ".join(others), "; ".join(one.names)])
    return text.getvalue()
