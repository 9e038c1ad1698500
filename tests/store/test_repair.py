"""A repair judges a store anew: reports, lists and statistics follow from the texts again, and changes are listed."""

from itertools import islice

import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter, Repair
from tests.support.stores import (
    ANN,
    BO,
    disputed_sitting,
    evening,
    judged_sitting,
    record_ids,
    store_contents,
    verification_errors,
)

CHANGES = {
    "the report is not what the replay gives": None,
    "the column legal in lists is wrong": "UPDATE records SET legal = 1 - legal WHERE id = 2",
    "the column deals in lists is wrong": "UPDATE records SET deals = 7 WHERE id = 2",
    "the hash of its beginning is wrong": "UPDATE records SET opening = (SELECT opening FROM records WHERE id = 1)",
    "it is found by other faults than it has": "DELETE FROM record_faults",
    "it is found by other players than it has": "DELETE FROM record_players WHERE record = 2",
    "the statistics of all players of theater are wrong": "DELETE FROM player_totals",
    "the statistics of Mu in theater are wrong": "DELETE FROM player_counts",
}


def repaired(store: Store) -> list[Repair]:
    return list(store.repair(lambda _count: None))


def replace_report(store: Store, record: int, other: int) -> None:
    """Let a record have the report of another one, as if an earlier version had judged it so."""
    texts, report = store.record(record).record, store.record(other).report
    with store.writing() as writing:
        packed = writing.session.compressor.pack(texts, report)
        statement = "UPDATE revisions SET dictionary = ?, packed = ?, cut = ? WHERE record = ?"
        writing.connection.execute(statement, (*packed, record))


@pytest.fixture
def kept(store: Store) -> Store:
    """A store with four records, of which the last was withdrawn."""
    store.add([judged_sitting("A"), disputed_sitting("B"), judged_sitting("C"), judged_sitting("D")], ANN)
    store.revise(1, judged_sitting("A", 5), BO, expected=1, reason="a test")
    store.withdraw(4, ANN, expected=1, reason="a test")
    store.statistics.catch_up()
    return store


@pytest.mark.parametrize(("found", "statement"), CHANGES.items(), ids=list(CHANGES))
def test_what_differs_is_put_right_and_listed(kept: Store, found: str, statement: str | None) -> None:
    before, listed = store_contents(kept), kept.page(RecordFilter())
    counts = kept.statistics.player(["Mu"], "theater")
    if statement is None:
        replace_report(kept, 2, 3)
    else:
        with kept.writing() as writing:
            writing.connection.execute(statement)
    changes = repaired(kept)
    assert found in [change.difference.text.en for change in changes if change.is_done]
    assert all(change.is_done for change in changes)
    assert verification_errors(kept) == []
    assert store_contents(kept) == before
    assert kept.statistics.player(["Mu"], "theater") == counts
    assert kept.page(RecordFilter()) == listed


def test_a_sound_store_has_nothing_to_put_right(kept: Store) -> None:
    assert repaired(kept) == []
    assert kept.is_judged()


def test_a_change_names_the_record_and_the_revision(kept: Store) -> None:
    replace_report(kept, 2, 3)
    [change] = repaired(kept)
    assert (change.difference.record, change.difference.revision) == (2, 1)


def test_ratings_follow_the_new_reports(kept: Store) -> None:
    evening(kept, "Mu", "Junko", "Shimo", "Aki", table="E")
    kept.ratings.ratings("theater")
    before = kept.ratings.version("theater")
    replace_report(kept, 2, 3)
    repaired(kept)
    assert kept.ratings.version("theater") != before


def test_a_store_of_an_earlier_version_says_so_until_it_was_judged(kept: Store) -> None:
    with kept.writing() as writing:
        writing.connection.execute("UPDATE judging_progress SET version = 0, record = NULL")
    assert not kept.is_judged()
    repaired(kept)
    assert kept.is_judged()


def test_an_interrupted_repair_goes_on_where_it_was(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daifu.data.store.sql.maintenance.repair.RECORDS_AT_ONCE", 1)
    monkeypatch.setattr("daifu.data.store.sql.maintenance.repair.NOTE_SECONDS", 0)
    replace_report(kept, 2, 3)
    with kept.writing() as writing:
        writing.connection.execute("UPDATE records SET legal = 0 WHERE id IN (1, 3)")
    interrupted = kept.repair(lambda _count: None)
    assert [change.difference.record for change in islice(interrupted, 2)] == [1, 2]
    interrupted.close()
    assert not kept.is_judged()
    assert [change.difference.record for change in repaired(kept)] == [3]
    assert kept.is_judged()


def test_others_write_in_between(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daifu.data.store.sql.maintenance.repair.RECORDS_AT_ONCE", 1)
    with kept.writing() as writing:
        writing.connection.execute("UPDATE records SET legal = 1 - legal")
    for number, _ in enumerate(kept.repair(lambda _count: None)):
        evening(kept, "Mu", "Junko", "Shimo", "Sora", table=str(number))
    assert len(record_ids(kept)) > 3
    assert verification_errors(kept) == []


def test_a_text_that_cannot_be_read_stays_and_is_named(kept: Store) -> None:
    with kept.writing() as writing:
        writing.connection.execute("UPDATE revisions SET packed = content WHERE record = 2")
    left = [change.difference for change in repaired(kept) if not change.is_done]
    assert ("its texts cannot be unpacked", 2) in [(one.text.en, one.record) for one in left]


def test_the_text_of_another_record_is_not_taken_for_its_own(kept: Store) -> None:
    with kept.writing() as writing:
        writing.connection.execute(
            "UPDATE revisions SET packed = (SELECT packed FROM revisions WHERE record = 3), "
            "cut = (SELECT cut FROM revisions WHERE record = 3) WHERE record = 2"
        )
    assert "the hash of its content is wrong" in [one.difference.text.en for one in repaired(kept) if not one.is_done]
