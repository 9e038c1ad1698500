"""What is wrong with a store is found, put right from the texts of its records, or salvaged."""

from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from daifu.data.samples import load_sample_tournament
from daifu.data.store.errors import FactsDamaged
from daifu.data.store.open import is_database, open_copy, open_store
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER, Difference, Location, RecordFilter, Repair, SeasonTerms
from tests.store.test_copy import empty_place
from tests.support.stores import (
    ANN,
    BO,
    WHY,
    disputed_sitting,
    evening,
    judged_sitting,
    record_ids,
    store_contents,
    verification_errors,
)


@pytest.fixture
def revised(store: Store) -> Store:
    """A store with a record, one that was corrected to have a fault, and one that was withdrawn."""
    event = {"name": "The league", "round": 1, "date": "2025-04-04"}
    store.add([judged_sitting("A", event=event), judged_sitting("B"), judged_sitting("C")], ANN)
    store.revise(2, disputed_sitting("B"), BO, expected=1, reason="a test")
    store.withdraw(3, ANN, expected=1, reason="a test")
    return store


def test_a_store_is_sound_after_corrections_and_withdrawals(revised: Store) -> None:
    assert verification_errors(revised) == []


def test_a_store_with_nothing_in_it_is_sound(store: Store) -> None:
    assert verification_errors(store) == []


def test_all_revisions_are_looked_at(revised: Store) -> None:
    looked_at: list[int] = []
    assert list(revised.differences(looked_at.append)) == []
    assert sum(looked_at) == revised.counts().revisions == 5


def test_what_is_stored_meanwhile_is_not_looked_at(revised: Store) -> None:
    looked_at: list[int] = []

    def advance(count: int) -> None:
        looked_at.append(count)
        revised.add([judged_sitting("D")], ANN)

    assert list(revised.differences(advance)) == []
    assert sum(looked_at) == 5


DAMAGE = {
    "rules": "(SELECT number FROM texts WHERE text = 'Mu')",
    "players": "'[1]'",
    "names": "'[1,1,1]'",
    "tournament": "round",
    "round": "NULL",
    "date": "date + 1",
    "time": "time + 1",
    "deals": "deals + 1",
    "actions": "actions + 1",
    "legal": "1 - legal",
    "faults": """'{"card_unknown":1}'""",
    "opening": "(SELECT opening FROM records WHERE id = 1)",
    "checksum": "checksum + 1",
    "revision": "revision + 1",
    "withdrawn": "1 - withdrawn",
}


@pytest.fixture
def kept(store: Store) -> Store:
    event = {"tournament": "Cup", "round": "1", "date": "2026-05-01T19:00"}
    store.add([disputed_sitting("A"), judged_sitting("B", event=event), judged_sitting("C")], ANN)
    store.revise(3, judged_sitting("C", 5), ANN, expected=1, reason="a test")
    store.withdraw(1, ANN, expected=1, reason="a test")
    return store


@pytest.mark.parametrize(("column", "value"), DAMAGE.items(), ids=list(DAMAGE))
def test_a_damaged_row_is_named_and_made_anew(kept: Store, column: str, value: str) -> None:
    before = kept.page(RecordFilter())
    with kept.writing() as writing:
        writing.connection.execute(f"UPDATE records SET {column} = {value} WHERE id = 2")  # noqa: S608 - from above
    with pytest.raises(FactsDamaged, match="of record 2 is damaged"):
        kept.page(RecordFilter(withdrawn=column == "withdrawn"))
    assert all(repair.is_done for repair in kept.repair(lambda _count: None))
    assert kept.page(RecordFilter()) == before
    assert verification_errors(kept) == []


def test_revised_and_withdrawn_records_are_listed(kept: Store) -> None:
    assert [record.id for record in kept.page(RecordFilter()).records] == [3, 2]
    assert [record.id for record in kept.page(RecordFilter(withdrawn=True)).records] == [1]


@pytest.mark.parametrize("change", ["author = kind", "at = at + 1", "reason = 'another'"])
def test_a_revision_of_which_it_is_damaged_who_wrote_it_is_named_and_then_of_nobody_known(
    kept: Store, change: str
) -> None:
    with kept.writing() as writing:
        writing.connection.execute(f"UPDATE revisions SET {change} WHERE record = 2")  # noqa: S608 - from above
    for read in (lambda: kept.page(RecordFilter()), lambda: kept.revisions(2), lambda: kept.record(2)):
        with pytest.raises(FactsDamaged, match="of record 2 is damaged"):
            read()
    assert verification_errors(kept)[0] == "who wrote it, when or why is damaged"
    assert all(repair.is_done for repair in kept.repair(lambda _count: None))
    assert [revision.author for revision in kept.revisions(2)] == ["?"]
    assert verification_errors(kept) == []


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
def four(store: Store) -> Store:
    """A store with four records, of which the last was withdrawn."""
    store.add([judged_sitting("A"), disputed_sitting("B"), judged_sitting("C"), judged_sitting("D")], ANN)
    store.revise(1, judged_sitting("A", 5), BO, expected=1, reason="a test")
    store.withdraw(4, ANN, expected=1, reason="a test")
    store.statistics.catch_up()
    return store


@pytest.mark.parametrize(("found", "statement"), CHANGES.items(), ids=list(CHANGES))
def test_what_differs_is_put_right_and_listed(four: Store, found: str, statement: str | None) -> None:
    before, listed = store_contents(four), four.page(RecordFilter())
    counts = four.statistics.player(["Mu"], "theater")
    if statement is None:
        replace_report(four, 2, 3)
    else:
        with four.writing() as writing:
            writing.connection.execute(statement)
    changes = repaired(four)
    assert found in [change.difference.text.en for change in changes if change.is_done]
    assert all(change.is_done for change in changes)
    assert verification_errors(four) == []
    assert store_contents(four) == before
    assert four.statistics.player(["Mu"], "theater") == counts
    assert four.page(RecordFilter()) == listed


def test_a_sound_store_has_nothing_to_put_right(four: Store) -> None:
    assert repaired(four) == []
    assert four.is_judged()


def test_a_change_names_the_record_and_the_revision(four: Store) -> None:
    replace_report(four, 2, 3)
    [change] = repaired(four)
    assert (change.difference.record, change.difference.revision) == (2, 1)


def test_ratings_follow_the_new_reports(four: Store) -> None:
    evening(four, "Mu", "Junko", "Shimo", "Aki", table="E")
    four.ratings.ratings("theater")
    before = four.ratings.version("theater")
    replace_report(four, 2, 3)
    repaired(four)
    assert four.ratings.version("theater") != before


def test_a_store_of_an_earlier_version_says_so_until_it_was_judged(four: Store) -> None:
    with four.writing() as writing:
        writing.connection.execute("UPDATE judging_progress SET version = 0, record = NULL")
    assert not four.is_judged()
    repaired(four)
    assert four.is_judged()


def test_an_interrupted_repair_goes_on_where_it_was(four: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daifu.data.store.sql.maintenance.repair.RECORDS_AT_ONCE", 1)
    monkeypatch.setattr("daifu.data.store.sql.maintenance.repair.NOTE_SECONDS", 0)
    replace_report(four, 2, 3)
    with four.writing() as writing:
        writing.connection.execute("UPDATE records SET legal = 0 WHERE id IN (1, 3)")
    interrupted = four.repair(lambda _count: None)
    assert [change.difference.record for change in islice(interrupted, 2)] == [1, 2]
    interrupted.close()
    assert not four.is_judged()
    assert [change.difference.record for change in repaired(four)] == [3]
    assert four.is_judged()


def test_others_write_in_between(four: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daifu.data.store.sql.maintenance.repair.RECORDS_AT_ONCE", 1)
    with four.writing() as writing:
        writing.connection.execute("UPDATE records SET legal = 1 - legal")
    for number, _ in enumerate(four.repair(lambda _count: None)):
        evening(four, "Mu", "Junko", "Shimo", "Sora", table=str(number))
    assert len(record_ids(four)) > 3
    assert verification_errors(four) == []


def test_a_text_that_cannot_be_read_stays_and_is_named(four: Store) -> None:
    with four.writing() as writing:
        writing.connection.execute("UPDATE revisions SET packed = content WHERE record = 2")
    left = [change.difference for change in repaired(four) if not change.is_done]
    assert ("its texts cannot be unpacked", 2) in [(one.text.en, one.record) for one in left]


def test_the_text_of_another_record_is_not_taken_for_its_own(four: Store) -> None:
    with four.writing() as writing:
        writing.connection.execute(
            "UPDATE revisions SET packed = (SELECT packed FROM revisions WHERE record = 3), "
            "cut = (SELECT cut FROM revisions WHERE record = 3) WHERE record = 2"
        )
    assert "the hash of its content is wrong" in [one.difference.text.en for one in repaired(four) if not one.is_done]


@pytest.fixture
def target(location: Location, tmp_path: Path) -> Location:
    """Where nothing is yet, in the other backend."""
    return empty_place("sqlite" if is_database(location) else "postgresql", tmp_path)


@pytest.fixture
def varied(store: Store) -> Store:
    """A store with four records: one of two revisions, one that was withdrawn, and two people who were merged."""
    store.add([judged_sitting(table) for table in "ABC"], ANN)
    evening(store, "Mu", "Junko", "Shimo", {"id": "aki2", "name": "Akiko"}, table="D")
    store.revise(1, judged_sitting("A", 5), BO, expected=1, reason="a test")
    store.withdraw(3, ANN, expected=1, reason="a test")
    store.people.merge("aki2", "Aki", ANN, WHY)
    store.create_token("Ann", SCOREKEEPER)
    store.seasons.add(SeasonTerms("Spring"), ANN)
    return store


def salvaged(source: Location, target: Location) -> list[Difference]:
    """Salvage a store into another one; what is not in it."""
    with open_copy(source, target, damaged=True) as copy:
        found = copy.salvage(lambda _count: None)
        copy.finish()
    return found


def damage(store: Store, record: int, revision: int) -> None:
    with store.writing() as writing:
        statement = "UPDATE revisions SET packed = content WHERE record = ? AND number = ?"
        writing.connection.execute(statement, (record, revision))


def test_of_a_sound_store_everything_is_there(varied: Store, location: Location, target: Location) -> None:
    load_sample_tournament(varied)
    assert salvaged(location, target) == []
    with closing(open_store(target)) as copied:
        for withdrawn in (False, True):
            wanted = RecordFilter(withdrawn=withdrawn)
            assert list(copied.each(wanted)) == list(varied.each(wanted))
            assert copied.page(wanted) == varied.page(wanted)
        assert copied.revisions(1) == varied.revisions(1)
        assert copied.people.find() == varied.people.find()
        assert copied.tokens() == varied.tokens()
        assert copied.seasons.all() == varied.seasons.all()
        assert copied.signing_key() == varied.signing_key()
        assert copied.tournaments.present(1) == varied.tournaments.present(1)
        assert copied.statistics.player(["Mu"], "theater") == varied.statistics.player(["Mu"], "theater")
        assert copied.ratings.ratings("dalmuti") == varied.ratings.ratings("dalmuti")
        assert verification_errors(copied) == []


@pytest.mark.parametrize(
    ("record", "revision", "left"),
    [(2, 1, [4, 1]), (1, 2, [4, 2]), (1, 1, [4, 2, 1]), (3, 1, [4, 2, 1])],
    ids=["the only revision", "the latest revision", "an earlier revision", "a withdrawn record"],
)
def test_what_cannot_be_read_is_named_and_the_rest_is_there(
    varied: Store, location: Location, target: Location, record: int, revision: int, left: list[int]
) -> None:
    damage(varied, record, revision)
    [difference] = salvaged(location, target)
    assert (difference.record, difference.revision) == (record, revision)
    with closing(open_store(target)) as copied:
        assert record_ids(copied) == left
        assert verification_errors(copied) == []


def test_a_record_that_was_left_out_is_taken_in_again(varied: Store, location: Location, target: Location) -> None:
    damage(varied, 2, 1)
    salvaged(location, target)
    with closing(open_store(target)) as copied:
        copied.add([judged_sitting("B")], ANN)
        assert len(record_ids(copied)) == 3


def test_what_follows_from_the_texts_is_made_anew(varied: Store, location: Location, target: Location) -> None:
    with varied.writing() as writing:
        for statement in ("UPDATE records SET legal = 0, deals = 9", "DELETE FROM record_players", "DELETE FROM pairs"):
            writing.connection.execute(statement)
    assert salvaged(location, target) == []
    with closing(open_store(target)) as copied:
        assert verification_errors(copied) == []
