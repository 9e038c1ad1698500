"""A log that somebody tampered with holds up nothing but its own tournament, and who needs that is told plainly."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data.store import Store
from data.store.asked import Status
from data.store.refusals import LogDamaged
from data.tournaments.changes import Entered
from tests.support.command_line import daifu
from tests.support.kept import ANN, judged, tampered, wrong
from tests.support.landed import drawn, makes, open_problems, played, refusal, scored, uploaded

OPEN = ("DROP TRIGGER entries_stay", "DROP TRIGGER entries_stay_as_they_are")
UNREADABLE = "UPDATE entries SET change = '{' WHERE tournament = 1 AND number = 5"
"""What makes the log of the first tournament unreadable."""


@pytest.fixture
def damaged(path: Path) -> Iterator[Store]:
    """A store with two tournaments, of which somebody tampered with the first one."""
    with closing(Store.open(path)) as store:
        drawn(store)
        drawn(store, "League")
    tampered(path, *OPEN, UNREADABLE)
    with closing(Store.open(path)) as store:
        yield store


def test_records_that_have_nothing_to_do_with_it_go_through_with_one_that_has(damaged: Store) -> None:
    outcomes = damaged.add([played(), judged(), played(name="League")], ANN)
    assert [outcome.status for outcome in outcomes] == [Status.CREATED] * 3
    assert scored(damaged, 2) == [(3, 2, 1, 0)]


def test_who_sends_one_that_belongs_there_is_told(damaged: Store) -> None:
    [landing] = uploaded(damaged, played()).landings
    assert landing.problem is not None
    assert landing.problem.code == "log_damaged"
    assert landing.problem.text.en.startswith("the log of the tournament is damaged")
    assert open_problems(damaged, 1) == [(1, "log_damaged")]


def test_it_is_told_before_it_is_sent(damaged: Store) -> None:
    [told] = damaged.landings(played(), None)
    assert (told.tournament, told.code) == (1, "log_damaged")


def test_a_record_that_is_corrected_or_withdrawn_is_so_all_the_same(path: Path) -> None:
    with closing(Store.open(path)) as store:
        drawn(store)
        uploaded(store, played())
    tampered(path, *OPEN, UNREADABLE)
    with closing(Store.open(path)) as store:
        [landing] = store.revise(1, played(0, 1, 2, 3), ANN, expected=1, reason="upside down").landings
        assert landing.problem is not None
        store.withdraw(1, ANN, expected=2)
        assert open_problems(store, 1) == [(1, "log_damaged")]


@pytest.mark.parametrize(
    "statement",
    [
        UNREADABLE,
        "DELETE FROM entries WHERE tournament = 1 AND number = 5",
        "UPDATE entries SET change = (SELECT change FROM entries WHERE number = 1) WHERE number = 5",
    ],
)
def test_whoever_asks_for_it_is_told_which_log_it_is(path: Path, statement: str) -> None:
    with closing(Store.open(path)) as store:
        drawn(store)
    tampered(path, *OPEN, statement)
    with closing(Store.open(path)) as store:
        for ask in (
            lambda: store.tournaments.state(1),
            lambda: store.tournaments.present(1),
            lambda: makes(store, 1, Entered(name="Late")),
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
        drawn(store)
    tampered(path, *OPEN, "DELETE FROM entries WHERE number = 5")
    with closing(Store.open(path)) as store:
        with pytest.raises(LogDamaged):
            store.tournaments.log(1)
        with pytest.raises(LogDamaged):
            store.tournaments.log(1, after=4)
        assert [entry.number for entry in store.tournaments.log(1, after=5)] == [6, 7, 8, 9, 10, 11]


def test_the_list_of_tournaments_shows_it_still(damaged: Store) -> None:
    assert [one.id for one in damaged.tournaments.page().tournaments] == [2, 1]


def test_what_is_wrong_names_the_tournament_and_the_entry(damaged: Store) -> None:
    refusal(damaged, played())
    texts = wrong(damaged)
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
def test_who_lets_the_store_be_verified_is_told_which_entry_it_is(path: Path, language: str, told: str) -> None:
    with closing(Store.open(path)) as store:
        drawn(store)
    assert daifu("verify", "--db", path).exit_code == 0
    tampered(path, *OPEN, UNREADABLE)
    found = daifu("verify", "--db", path, language=language)
    assert found.exit_code != 0
    assert told in found.output


def test_a_record_lands_when_the_log_is_as_it_was(path: Path) -> None:
    with closing(Store.open(path)) as store:
        drawn(store)
    tampered(path, *OPEN, "UPDATE entries SET change = change || '{' WHERE number = 5")
    with closing(Store.open(path)) as store:
        assert refusal(store, played()) == "log_damaged"
    tampered(path, "UPDATE entries SET change = substr(change, 1, length(change) - 1) WHERE number = 5")
    with closing(Store.open(path)) as store:
        assert wrong(store) == []
        assert [landing.problem for landing in uploaded(store, played()).landings] == [None]
        assert scored(store, 1) == [(3, 2, 1, 0)]
        assert wrong(store) == []
