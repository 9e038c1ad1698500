"""Logs of tournaments in the file: damage to one is found and reported, and does not affect anything else."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from daifu.data.store.errors import LogDamaged, StoreDamaged
from daifu.data.store.sql.tournaments.log import MAX_STATES
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import Author, UploadStatus
from daifu.data.tournaments.changes import Entered, SettingsChanged
from tests.support.command_line import daifu
from tests.support.stores import ANN, fetch_rows, judged_sitting, tamper, verification_errors
from tests.support.tournaments.store import (
    append_changes,
    create_tournament,
    import_refusal_code,
    open_problem_codes,
    played_record,
    table_points,
    tournament_with_entrants,
    tournament_with_round,
    upload,
)


def test_states_that_are_not_kept_any_more_are_folded_again(store: Store) -> None:
    cup = create_tournament(store)
    for number in range(MAX_STATES + 1):
        append_changes(store, cup, Entered(name=f"Player {number}"))
    assert len(store.tournaments.state(cup, 2).entrants) == 1
    assert len(store.tournaments.state(cup).entrants) == MAX_STATES + 1


@pytest.mark.parametrize("statement", ["UPDATE entries SET author = author", "DELETE FROM entries"])
def test_entries_are_neither_changed_nor_deleted(store: Store, statement: str) -> None:
    create_tournament(store)
    with pytest.raises(sqlite3.IntegrityError, match="entries of a log are never"):
        tamper(store.path, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM entries WHERE number = 5",
        "DELETE FROM entries WHERE number = 10",
        "UPDATE entries SET change = '{' WHERE number = 5",
        "UPDATE entries SET change = (SELECT change FROM entries WHERE number = 1) WHERE number = 5",
    ],
)
def test_a_log_that_was_tampered_with_is_told_as_damage(path: Path, statement: str) -> None:
    with closing(Store.open(path)) as store:
        cup = tournament_with_entrants(store)
    tamper(path, "DROP TRIGGER entries_stay", "DROP TRIGGER entries_stay_as_they_are", statement)
    with closing(Store.open(path)) as store, pytest.raises(StoreDamaged, match="log of tournament 1"):
        store.tournaments.state(cup)


def test_the_author_is_kept_once_however_much_he_writes(store: Store) -> None:
    cup = tournament_with_entrants(store)
    store.tournaments.append(cup, [Entered(name="Late")], Author("Cy"), expected=None)
    assert fetch_rows(store.path, "SELECT count(*) FROM texts WHERE text = 'Cy'") == [(1,)]


UNPROTECT_LOG: Final = ("DROP TRIGGER entries_stay", "DROP TRIGGER entries_stay_as_they_are")

TAMPERED: Final[Mapping[str, tuple[str, str]]] = {
    "an entry gone": ("DELETE FROM entries WHERE number = 5", "entry 6: an entry is missing before this one"),
    "the last gone": ("DELETE FROM entries WHERE number = 13", "the column version in lists is wrong"),
    "all gone": ("DELETE FROM entries", "it has no log"),
    "unreadable": ("UPDATE entries SET change = '{' WHERE number = 2", "entry 2: it cannot be read"),
    "written otherwise": (
        "UPDATE entries SET change = change || ' ' WHERE number = 2",
        "entry 2: it is not as it was written",
    ),
    "by another": ("UPDATE entries SET author = author + 1 WHERE number = 2", "entry 2: it is not as it was written"),
    "for another reason": (
        "UPDATE entries SET reason = 'x' WHERE number = 2",
        "entry 2: it is not as it was written",
    ),
    "impossible": (
        "UPDATE entries SET change = (SELECT change FROM entries WHERE number = 2) WHERE number = 3",
        "entry 3: it was impossible: player Mu is already entered as entrant 1 (Mu)",
    ),
    "a result": (
        "UPDATE entries SET change = replace(change, '\"points\":[3,2,1,0]', '\"points\":[9,2,1,0]')",
        "entry 12: the record does not say this",
    ),
    "a revision": (
        "UPDATE entries SET change = replace(change, '\"revision\":1', '\"revision\":7')",
        "entry 12: the record does not say this",
    ),
    "people": (
        'UPDATE entries SET change = replace(change, \'["Mu","Junko"\', \'["Junko","Mu"\')',
        "entry 12: it was impossible: player Junko does not belong in seat 1 of table 1",
    ),
    "version": ("UPDATE tournaments SET version = 4", "the column version in lists is wrong"),
    "name": (
        "UPDATE tournaments SET name = (SELECT number FROM texts WHERE text = 'Ann')",
        "the column name in lists is wrong",
    ),
    "rules": (
        "UPDATE tournaments SET rules = (SELECT number FROM texts WHERE text = 'Ann')",
        "the column rules in lists is wrong",
    ),
    "finished": ("UPDATE tournaments SET finished = 1", "the column finished in lists is wrong"),
    "a name gone": ("DELETE FROM tournament_names", "records find it by other names than it has had"),
    "a name since": ("UPDATE tournament_names SET since = 9", "records find it by other names than it has had"),
    "a name more": (
        "INSERT INTO tournament_names SELECT number, 1, 1 FROM texts WHERE text = 'Ann'",
        "records find it by other names than it has had",
    ),
    "a record gone": ("DELETE FROM result_imports WHERE record = 1", "the records that gave its results are others"),
    "a record more": (
        "UPDATE result_imports SET code = NULL WHERE record = 2",
        "the records that gave its results are others",
    ),
    "a code": (
        "UPDATE result_imports SET code = 'finished' WHERE record = 2",
        "record 2 could not be imported for another reason than the one stored",
    ),
    "details": (
        "UPDATE result_imports SET details = '{}' WHERE record = 2",
        "record 2 could not be imported for another reason than the one stored",
    ),
    "a problem of no version": (
        "UPDATE result_imports SET version = 99 WHERE record = 2",
        "record 2 could not be imported for another reason than the one stored",
    ),
    "a problem of another version": (
        "UPDATE result_imports SET version = 1 WHERE record = 2",
        "record 2 could not be imported for another reason than the one stored",
    ),
    "a problem of another revision": (
        "UPDATE result_imports SET revision = 2 WHERE record = 2",
        "record 2 could not be imported for another reason than the one stored",
    ),
    "the tournament gone": ("DELETE FROM tournaments", "a row of entries refers to nothing"),
}


@pytest.fixture
def kept(path: Path) -> Path:
    """A store with a tournament, a record that was imported and one that was refused."""
    with closing(Store.open(path)) as store:
        cup = tournament_with_round(store)
        store.add([played_record(), played_record(table=3)], ANN)
        append_changes(store, cup, SettingsChanged(name="Spring cup"))
    return path


def found_differences(path: Path) -> list[str]:
    """The differences in the store of this file."""
    with closing(Store.open(path)) as store:
        return verification_errors(store)


def test_an_untouched_tournament_has_no_differences(kept: Path) -> None:
    assert found_differences(kept) == []


@pytest.mark.parametrize(("statement", "difference"), TAMPERED.values(), ids=TAMPERED)
def test_a_change_of_its_rows_is_found(kept: Path, statement: str, difference: str) -> None:
    tamper(kept, *UNPROTECT_LOG, statement)
    assert any(text.endswith(difference) for text in found_differences(kept))


def test_a_difference_names_the_tournament(kept: Path) -> None:
    tamper(kept, "UPDATE tournaments SET finished = 1")
    assert found_differences(kept) == ["tournament 1: the column finished in lists is wrong"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE revisions SET packed = zeroblob(9) WHERE record = 1",
        "UPDATE revisions SET packed = zeroblob(9) WHERE record = 2",
    ],
)
def test_a_damaged_record_is_reported_with_the_entries_that_rest_on_it(kept: Path, statement: str) -> None:
    tamper(kept, statement)
    texts = found_differences(kept)
    assert "its texts cannot be unpacked" in texts
    assert any(text.startswith("tournament 1") for text in texts)


def test_every_difference_has_both_languages(kept: Path) -> None:
    tamper(kept, *UNPROTECT_LOG, *(statement for statement, _ in TAMPERED.values() if "gone" not in statement))
    with closing(Store.open(kept)) as store:
        for difference in store.differences(lambda _count: None):
            assert difference.text.en.isascii()
            assert not difference.text.ja.isascii()


UNREADABLE = "UPDATE entries SET change = '{' WHERE tournament = 1 AND number = 5"
"""Makes the log of the first tournament unreadable."""


@pytest.fixture
def damaged(path: Path) -> Iterator[Store]:
    """A store with two tournaments, the first of which is damaged."""
    with closing(Store.open(path)) as store:
        tournament_with_round(store)
        tournament_with_round(store, "League")
    tamper(path, *UNPROTECT_LOG, UNREADABLE)
    with closing(Store.open(path)) as store:
        yield store


def test_records_that_have_nothing_to_do_with_it_go_through_with_one_that_has(damaged: Store) -> None:
    outcomes = damaged.add([played_record(), judged_sitting(), played_record(name="League")], ANN)
    assert [outcome.status for outcome in outcomes] == [UploadStatus.CREATED] * 3
    assert table_points(damaged, 2) == [(3, 2, 1, 0)]


def test_an_upload_for_a_damaged_tournament_is_told(damaged: Store) -> None:
    [landing] = upload(damaged, played_record()).imports
    assert landing.problem is not None
    assert landing.problem.code == "log_damaged"
    assert landing.problem.text.en.startswith("the log of the tournament is damaged")
    assert open_problem_codes(damaged, 1) == [(1, "log_damaged")]


def test_it_is_told_before_it_is_sent(damaged: Store) -> None:
    [told] = damaged.preview_imports(played_record(), None)
    assert (told.tournament, told.code) == (1, "log_damaged")


def test_a_record_that_is_corrected_or_withdrawn_is_so_all_the_same(path: Path) -> None:
    with closing(Store.open(path)) as store:
        tournament_with_round(store)
        upload(store, played_record())
    tamper(path, *UNPROTECT_LOG, UNREADABLE)
    with closing(Store.open(path)) as store:
        [landing] = store.revise(1, played_record(0, 1, 2, 3), ANN, expected=1, reason="upside down").imports
        assert landing.problem is not None
        store.withdraw(1, ANN, expected=2)
        assert open_problem_codes(store, 1) == [(1, "log_damaged")]


@pytest.mark.parametrize(
    "statement",
    [
        UNREADABLE,
        "DELETE FROM entries WHERE tournament = 1 AND number = 5",
        "UPDATE entries SET change = (SELECT change FROM entries WHERE number = 1) WHERE number = 5",
        "UPDATE entries SET change = replace(change, 'Mu', 'Nu') WHERE number = 2",
        "UPDATE entries SET at = at + 1 WHERE number = 5",
    ],
)
def test_reads_of_a_damaged_log_name_the_tournament(path: Path, statement: str) -> None:
    with closing(Store.open(path)) as store:
        tournament_with_round(store)
    tamper(path, *UNPROTECT_LOG, statement)
    with closing(Store.open(path)) as store:
        for ask in (
            lambda: store.tournaments.state(1),
            lambda: store.tournaments.present(1),
            lambda: append_changes(store, 1, Entered(name="Late")),
            lambda: store.tournaments.attempt(1, [], ANN),
        ):
            with pytest.raises(LogDamaged, match="the log of tournament 1 is damaged"):
                ask()


def test_an_entry_that_cannot_be_read_is_no_entry(damaged: Store) -> None:
    with pytest.raises(LogDamaged):
        damaged.tournaments.log(1)
    assert [entry.number for entry in damaged.tournaments.log(1, limit=4)] == [1, 2, 3, 4]


def test_a_log_with_a_gap_is_no_log(path: Path) -> None:
    with closing(Store.open(path)) as store:
        tournament_with_round(store)
    tamper(path, *UNPROTECT_LOG, "DELETE FROM entries WHERE number = 5")
    with closing(Store.open(path)) as store:
        with pytest.raises(LogDamaged):
            store.tournaments.log(1)
        with pytest.raises(LogDamaged):
            store.tournaments.log(1, after=4)
        assert [entry.number for entry in store.tournaments.log(1, after=5)] == [6, 7, 8, 9, 10, 11]


def test_the_list_of_tournaments_shows_it_still(damaged: Store) -> None:
    assert [one.id for one in damaged.tournaments.page().tournaments] == [2, 1]


def test_a_difference_names_the_tournament_and_the_entry(damaged: Store) -> None:
    import_refusal_code(damaged, played_record())
    texts = verification_errors(damaged)
    assert "tournament 1, entry 5: it cannot be read" in texts
    assert all(text.startswith("tournament 1") for text in texts)
    assert not any("another reason" in text for text in texts)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en_GB.UTF-8", "tournament 1, entry 5: it cannot be read"),
        ("ja_JP.UTF-8", "大会1の第5項：読み取れません"),
    ],
)
def test_verify_prints_the_damaged_entry(path: Path, language: str, told: str) -> None:
    with closing(Store.open(path)) as store:
        tournament_with_round(store)
    assert daifu("verify", "--db", path).exit_code == 0
    tamper(path, *UNPROTECT_LOG, UNREADABLE)
    found = daifu("verify", "--db", path, language=language)
    assert found.exit_code != 0
    assert told in found.output


def test_a_record_lands_when_the_log_is_as_it_was(path: Path) -> None:
    with closing(Store.open(path)) as store:
        tournament_with_round(store)
    tamper(path, *UNPROTECT_LOG, "UPDATE entries SET change = change || '{' WHERE number = 5")
    with closing(Store.open(path)) as store:
        assert import_refusal_code(store, played_record()) == "log_damaged"
    tamper(path, "UPDATE entries SET change = substr(change, 1, length(change) - 1) WHERE number = 5")
    with closing(Store.open(path)) as store:
        assert verification_errors(store) == []
        assert [landing.problem for landing in upload(store, played_record()).imports] == [None]
        assert table_points(store, 1) == [(3, 2, 1, 0)]
        assert verification_errors(store) == []
