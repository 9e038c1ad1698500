"""Changes made outside the program are found, and what follows from records is made anew."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from daifu.api.cli.serve import mend_store
from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sqlite.connections import Session, open_location
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import RecordFilter
from tests.store.sqlite.test_flipped_bits import sittings
from tests.support.stores import ANN, BO, disputed_sitting, fetch_rows, judged_sitting, tamper, verification_errors

TAMPERED: Final[Mapping[str, tuple[str, str]]] = {
    "packed": ("UPDATE revisions SET packed = zeroblob(9) WHERE record = 1", "its texts cannot be unpacked"),
    "no text": ("UPDATE revisions SET packed = NULL WHERE record = 1", "its texts cannot be unpacked"),
    "dictionary": ("UPDATE revisions SET dictionary = NULL WHERE record = 1", "its texts cannot be unpacked"),
    "cut": ("UPDATE revisions SET cut = cut + 1 WHERE record = 1", "its text is not a record"),
    "another record": (
        "UPDATE revisions SET (packed, cut) = (SELECT packed, cut FROM revisions WHERE record = 2) WHERE record = 1",
        "the hash of its content is wrong",
    ),
    "content": ("UPDATE revisions SET content = zeroblob(16) WHERE record = 1", "the hash of its content is wrong"),
    "a revision gone": (
        "DELETE FROM revisions WHERE record = 2 AND number = 1",
        "a revision is missing before this one",
    ),
    "the latest gone": (
        "DELETE FROM revisions WHERE record = 2 AND number = 2",
        "its latest revision is not the one that lists show",
    ),
    "all revisions gone": ("DELETE FROM revisions WHERE record = 1", "it has no revision"),
    "revision": ("UPDATE records SET revision = 2 WHERE id = 1", "its latest revision is not the one that lists show"),
    "withdrawn": ("UPDATE records SET withdrawn = 1", "its latest revision is not the one that lists show"),
    "restored": (
        "UPDATE records SET withdrawn = 0 WHERE id = 3",
        "its latest revision is not the one that lists show",
    ),
    "analysis": (
        "INSERT INTO analyses (record, revision, method, dictionary, packed) VALUES (1, 1, '', 1, zeroblob(9))",
        "its analysis cannot be unpacked",
    ),
    "analysis of nothing": (
        "INSERT INTO analyses (record, revision, method, dictionary, packed) VALUES (1, 2, '', 1, zeroblob(9))",
        "it has an analysis, but no record",
    ),
    "opening": ("UPDATE records SET opening = zeroblob(8) WHERE id = 1", "the hash of its beginning is wrong"),
    "rules": (
        "UPDATE records SET rules = (SELECT number FROM texts WHERE text = 'Mu') WHERE id = 1",
        "the column rules in lists is wrong",
    ),
    "players": ("UPDATE records SET players = '[1]' WHERE id = 1", "the column players in lists is wrong"),
    "players that are no list": (
        "UPDATE records SET players = '[' WHERE id = 1",
        "the column players in lists is wrong",
    ),
    "names": ("UPDATE records SET names = players WHERE id = 1", "the column names in lists is wrong"),
    "tournament": ("UPDATE records SET tournament = NULL WHERE id = 1", "the column tournament in lists is wrong"),
    "round": ("UPDATE records SET round = NULL WHERE id = 1", "the column round in lists is wrong"),
    "date": ("UPDATE records SET date = date + 1 WHERE id = 1", "the column date in lists is wrong"),
    "deals": ("UPDATE records SET deals = 2 WHERE id = 1", "the column deals in lists is wrong"),
    "actions": ("UPDATE records SET actions = 2 WHERE id = 1", "the column actions in lists is wrong"),
    "legal": ("UPDATE records SET legal = 1 WHERE id = 2", "the column legal in lists is wrong"),
    "faults": ("UPDATE records SET faults = NULL WHERE id = 2", "the column faults in lists is wrong"),
    "a player more": (
        "INSERT INTO record_players SELECT number, 1 FROM texts WHERE text = 'theater'",
        "it is found by other players than it has",
    ),
    "a fault gone": ("DELETE FROM record_faults", "it is found by other faults than it has"),
    "a fault more": (
        "INSERT INTO record_faults SELECT number, 1 FROM texts WHERE text = 'not_stronger'",
        "it is found by other faults than it has",
    ),
    "a text gone": ("DELETE FROM texts WHERE text = 'Ann'", "a row of revisions refers to nothing"),
    "a record gone": ("DELETE FROM records WHERE id = 1", "a row of revisions refers to nothing"),
}


@pytest.fixture
def kept(path: Path) -> Path:
    """A store with a quiet record, one that was corrected to be disputed, and one that was withdrawn."""
    with closing(Store.open(path)) as store:
        event = {"name": "The league", "round": 1, "date": "2025-04-04"}
        store.add([judged_sitting("A", event=event), judged_sitting("B"), judged_sitting("C")], ANN)
        store.revise(2, disputed_sitting("B"), BO, expected=1, reason="a test")
        store.withdraw(3, ANN, expected=1, reason="a test")
    return path


def found_differences(path: Path) -> list[str]:
    """What is wrong with the store in this file."""
    with closing(Store.open(path)) as store:
        return verification_errors(store)


@pytest.mark.parametrize(("statement", "difference"), TAMPERED.values(), ids=TAMPERED)
def test_a_change_made_outside_the_program_is_found(kept: Path, statement: str, difference: str) -> None:
    tamper(kept, statement)
    assert difference in found_differences(kept)


def test_a_player_missing_from_the_index_is_found(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add([judged_sitting()], ANN)
    tamper(path, "DELETE FROM record_players WHERE player = (SELECT number FROM texts WHERE text = 'Mu')")
    assert found_differences(path) == ["it is found by other players than it has"]


def replace_texts(path: Path, record: bytes, report: bytes) -> None:
    """Replace the texts of the first record."""
    session = Session(open_location(path, read_only=False))
    packed = session.compressor.pack(record, report)
    session.connection.execute("UPDATE revisions SET (dictionary, packed, cut) = (?, ?, ?) WHERE record = 1", packed)
    session.close()


def test_another_report_is_found(kept: Path) -> None:
    with closing(Store.open(kept)) as store:
        record, report = store.record(1).record, store.record(2).report
    replace_texts(kept, record, report)
    assert found_differences(kept) == ["the report is not what the replay gives"]


def test_a_record_that_is_written_otherwise_is_found(kept: Path) -> None:
    with closing(Store.open(kept)) as store:
        stored = store.record(1)
    replace_texts(kept, stored.record + b"\n", stored.report)
    assert found_differences(kept) == ["the record is not as it was stored"]


def test_a_text_that_is_no_record_is_found(kept: Path) -> None:
    replace_texts(kept, b"{}", b"{}")
    assert found_differences(kept) == ["its text is not a record"]


def test_an_index_that_leads_astray_is_found(kept: Path) -> None:
    [(page,)] = fetch_rows(kept, "SELECT rootpage FROM sqlite_schema WHERE name = 'by_opening'")
    [(opening,)] = fetch_rows(kept, "SELECT opening FROM records WHERE id = 1")
    content = kept.read_bytes()
    begin, end = (page - 1) * 4096, page * 4096
    kept.write_bytes(content[:begin] + content[begin:end].replace(opening, b"\0" * 8) + content[end:])
    assert any(text.startswith("the file is damaged: ") for text in found_differences(kept))


def test_a_difference_tells_where_it_is(kept: Path) -> None:
    tamper(kept, "UPDATE revisions SET content = zeroblob(16) WHERE record = 2 AND number = 2")
    with closing(Store.open(kept)) as store:
        [difference] = store.differences(lambda _count: None)
    assert (difference.record, difference.revision) == (2, 2)


def test_every_difference_is_told_in_both_languages(kept: Path) -> None:
    tamper(kept, *(statement for statement, _ in TAMPERED.values() if "gone" not in statement))
    with closing(Store.open(kept)) as store:
        for difference in store.differences(lambda _count: None):
            assert difference.text.en.isascii()
            assert not difference.text.ja.isascii()


def test_verification_does_not_change_the_file(kept: Path) -> None:
    before = kept.read_bytes()
    with closing(Store.open(kept, read_only=True)) as store:
        assert verification_errors(store) == []
    assert kept.read_bytes() == before


PAGE = 4096
DERIVED = {
    "by_rules": "records",
    "by_content": "revisions",
    "record_players": "record_players",
    "counters": "counters",
    "sqlite_autoindex_player_counts_1": "player_counts",
    "pairs": "pairs",
    "by_other": "pairs",
    "ratings": "ratings",
    "by_skill": "ratings",
    "by_place": "rating_timeline",
}
"""What follows from records, each with the table to which it belongs."""


@pytest.fixture
def used(path: Path) -> Path:
    with closing(Store.open(path)) as store:
        store.create_token("Ann", "admin")
        store.add(sittings(), ANN)
        store.statistics.catch_up()
        store.ratings.catch_up()
    return path


def flip_last_bit(path: Path, name: str) -> None:
    """Flip the last bit of the page of a table or an index, which is one of its first row."""
    [(page,)] = fetch_rows(path, f"SELECT rootpage FROM sqlite_schema WHERE name = '{name}'")  # noqa: S608 - from above
    content = bytearray(path.read_bytes())
    content[page * PAGE - 1] ^= 1
    path.write_bytes(content)


def shown(path: Path) -> Iterator[object]:
    """What a service shows of a store."""
    with closing(Store.open(path, max_wait=60)) as store:
        for wanted in (RecordFilter(), RecordFilter(rules="dalmuti"), RecordFilter(player="Mu")):
            yield store.page(wanted)
        yield store.statistics.player(["Mu"], "dalmuti")
        yield list(store.statistics.opponents(["Mu"], "dalmuti"))
        yield store.ratings.ratings("dalmuti")


@pytest.mark.parametrize(("name", "table"), DERIVED.items(), ids=list(DERIVED))
def test_what_follows_from_records_is_made_anew_and_named(used: Path, name: str, table: str) -> None:
    before = list(shown(used))
    flip_last_bit(used, name)
    with closing(Store.open(used)) as store:
        assert [found.text.en for found in store.mend()] == [f"the table {table} is damaged"]
        assert store.mend() == []
        assert verification_errors(store) == []
    assert list(shown(used)) == before


def test_a_damaged_delta_lets_all_be_counted_anew(used: Path) -> None:
    with closing(Store.open(used)) as store:
        before = store.statistics.player(["Mu"], "dalmuti")
        store.withdraw(9, ANN, expected=1)
    tamper(used, "UPDATE pending_deltas SET delta = zeroblob(20)")
    with closing(Store.open(used)) as store:
        assert [found.text.en for found in store.mend()] == ["the table pending_deltas is damaged"]
        assert store.statistics.player(["Mu"], "dalmuti") == before


def test_a_store_is_refused_where_nothing_tells_what_is_right(used: Path) -> None:
    flip_last_bit(used, "tokens")
    with (
        closing(Store.open(used)) as store,
        pytest.raises(StoreDamaged, match="damaged in tokens, and nothing tells what is right there"),
    ):
        store.mend()


def test_a_service_says_what_it_made_anew(used: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flip_last_bit(used, "pairs")
    mend_store(str(used))
    mend_store(str(used))
    assert capsys.readouterr().err == "note: the table pairs is damaged; put right\n"
