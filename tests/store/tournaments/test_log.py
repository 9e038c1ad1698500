"""Tournaments are stored as logs that only grow, also where several people change one at once."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.store.errors import (
    NameTaken,
    NoSuchEntry,
    NoSuchTournament,
    OnlyByImport,
    StoreReadOnly,
    VersionConflict,
)
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Location
from daifu.data.tournaments.changes import Created, Entered, Record, Result, SettingsChanged
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import apply, encode_change, fold
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import EMPTY_STATE, State
from tests.support.stores import ANN, BO, process_environment, verification_errors
from tests.support.tournaments.random_changes import any_change
from tests.support.tournaments.store import (
    CUP_NAME,
    EIGHT_PLAYERS,
    append_changes,
    create_tournament,
    hand_drawn_round,
    played_record,
    table_points,
    table_results,
    tournament_with_entrants,
    tournament_with_round,
)

CREATED = Created(name=CUP_NAME, rules="theater")


def renaming(name: str) -> SettingsChanged:
    return SettingsChanged(name=name)


def test_a_tournament_begins_with_the_entry_that_creates_it(store: Store) -> None:
    cup = store.tournaments.create(CREATED, ANN, "the committee wants it")
    [entry] = store.tournaments.log(cup)
    assert (entry.number, entry.author, entry.reason, entry.change) == (1, "Ann", "the committee wants it", CREATED)
    assert store.tournaments.version(cup) == 1
    assert store.tournaments.state(cup).name == CUP_NAME


def test_a_tournament_that_is_impossible_is_not_created(store: Store) -> None:
    with pytest.raises(TournamentError, match="there is no game"):
        store.tournaments.create(Created(name=CUP_NAME, rules="chess"), ANN)
    assert store.tournaments.page().tournaments == []


def test_entries_have_a_number_an_author_and_a_reason(store: Store) -> None:
    cup = create_tournament(store)
    changes = [Entered(name="Mu"), Entered(name="Aki")]
    assert store.tournaments.append(cup, changes, BO, expected=1, reason="at the door") == 3
    *_, last = store.tournaments.log(cup)
    assert (last.number, last.author, last.reason, last.change) == (3, "Bo", "at the door", changes[1])


def test_no_changes_are_no_entries(store: Store) -> None:
    cup = create_tournament(store)
    assert append_changes(store, cup) == 1


def test_the_state_follows_from_the_log(store: Store) -> None:
    cup = tournament_with_round(store)
    assert store.tournaments.state(cup) == fold(store.tournaments.log(cup))


def test_the_state_can_be_read_at_every_entry(store: Store) -> None:
    cup = tournament_with_round(store)
    state = EMPTY_STATE
    for entry in store.tournaments.log(cup):
        state = apply(state, entry.change)
        assert store.tournaments.state(cup, entry.number) == state


def test_the_present_state_comes_with_its_version(store: Store) -> None:
    cup = tournament_with_round(store)
    present = store.tournaments.present(cup)
    assert present.version == store.tournaments.version(cup)
    assert present.state == store.tournaments.state(cup, present.version)


def test_a_state_that_is_known_is_not_folded_again(store: Store) -> None:
    cup = tournament_with_round(store)
    assert store.tournaments.state(cup) is store.tournaments.state(cup)


def test_a_process_reads_what_another_one_wrote(store: Store, location: Location) -> None:
    cup = tournament_with_entrants(store)
    with closing(open_store(location)) as other:
        assert other.tournaments.state(cup) == store.tournaments.state(cup)
        append_changes(other, cup, Entered(name="Late"))
    assert store.tournaments.state(cup).entrants[-1].name == "Late"


def test_a_log_is_read_from_behind_an_entry_on(store: Store) -> None:
    cup = tournament_with_entrants(store)
    assert [entry.number for entry in store.tournaments.log(cup, after=3, limit=2)] == [4, 5]
    assert store.tournaments.log(cup, after=99) == []


def test_a_log_is_read_as_far_as_its_changes_are_short(store: Store) -> None:
    cup = tournament_with_entrants(store)
    first, second, *_ = (len(encode_change(entry.change)) for entry in store.tournaments.log(cup, 1))
    assert [entry.number for entry in store.tournaments.log(cup, 1, characters=first + second)] == [2, 3]
    assert [entry.number for entry in store.tournaments.log(cup, 1, characters=1)] == [2]


def test_a_version_conflict_names_both_versions(store: Store) -> None:
    cup = tournament_with_entrants(store)
    with pytest.raises(VersionConflict) as conflict:
        store.tournaments.append(cup, [Entered(name="Late")], BO, expected=4)
    assert (conflict.value.given, conflict.value.current) == (4, 10)
    assert store.tournaments.version(cup) == 10


def test_a_refused_change_writes_nothing_of_those_with_it(store: Store) -> None:
    cup = tournament_with_entrants(store)
    before = store.tournaments.present(cup)
    with pytest.raises(TournamentError, match="already entered"):
        append_changes(store, cup, Entered(name="Late"), Entered(name="Mu"))
    assert store.tournaments.present(cup) == before
    append_changes(store, cup, Entered(name="Later"))
    assert store.tournaments.state(cup).entrants[-1].name == "Later"


def test_the_result_of_a_record_is_not_written_by_hand(store: Store) -> None:
    cup = tournament_with_round(store)
    forged = Result(stage=1, round=1, table=1, deal=1, by=Record(1, 1, ("Mu", "Junko", "Shimo", "Aki")))
    with pytest.raises(OnlyByImport):
        append_changes(store, cup, forged)


def test_no_two_tournaments_have_one_name(store: Store) -> None:
    cup = create_tournament(store)
    with pytest.raises(NameTaken) as refusal:
        create_tournament(store)
    assert refusal.value.id == cup


def test_no_tournament_takes_the_name_of_another(store: Store) -> None:
    cup, league = create_tournament(store), create_tournament(store, "League")
    with pytest.raises(NameTaken):
        append_changes(store, league, renaming(CUP_NAME))
    assert store.tournaments.version(league) == 1
    assert store.tournaments.named(CUP_NAME) == cup


def test_a_name_that_a_tournament_had_leads_to_it_still(store: Store) -> None:
    cup = create_tournament(store)
    append_changes(store, cup, renaming("Spring cup"))
    assert store.tournaments.named(CUP_NAME) == store.tournaments.named("Spring cup") == cup
    assert store.tournaments.named("Autumn cup") is None
    append_changes(store, cup, renaming(CUP_NAME))
    assert verification_errors(store) == []


def test_a_name_that_a_tournament_had_for_one_entry_leads_to_it_too(store: Store) -> None:
    cup = create_tournament(store)
    append_changes(store, cup, renaming("Spring cup"), renaming("Summer cup"), Entered(name="Mu"))
    assert store.tournaments.named("Spring cup") == store.tournaments.named("Summer cup") == cup
    assert verification_errors(store) == []


def test_tournaments_are_listed_newest_first_and_by_pages(store: Store) -> None:
    ids = [create_tournament(store, name) for name in ("A", "B", "C")]
    first = store.tournaments.page(limit=2)
    assert [one.name for one in first.tournaments] == ["C", "B"]
    rest = store.tournaments.page(first.after, limit=2)
    assert ([one.id for one in rest.tournaments], rest.after) == (ids[:1], None)


def test_lists_show_a_tournament_as_it_is(store: Store) -> None:
    cup = tournament_with_entrants(store)
    append_changes(store, cup, renaming("Spring cup"))
    [listed] = store.tournaments.page().tournaments
    assert (listed.id, listed.version, listed.name, listed.rules) == (cup, 11, "Spring cup", "theater")
    assert not listed.finished
    assert listed.created_at <= listed.changed_at


@pytest.mark.parametrize("number", [0, -1, 2, 2**70])
def test_a_tournament_that_is_not_there_is_refused(store: Store, number: int) -> None:
    create_tournament(store)
    for ask in (
        store.tournaments.version,
        store.tournaments.log,
        store.tournaments.state,
        store.tournaments.problems,
        store.tournaments.unimported,
        lambda number: append_changes(store, number, Entered(name="Mu")),
        lambda number: store.tournaments.ignore(number, 1, ANN),
    ):
        with pytest.raises(NoSuchTournament):
            ask(number)


@pytest.mark.parametrize("until", [0, -1, 2, 2**70])
def test_a_state_at_no_entry_is_refused(store: Store, until: int) -> None:
    cup = create_tournament(store)
    with pytest.raises(NoSuchEntry):
        store.tournaments.state(cup, until)


def test_nothing_is_written_to_a_store_that_may_only_be_read(location: Location) -> None:
    with closing(open_store(location)) as store:
        cup = tournament_with_entrants(store)
    with closing(open_store(location, read_only=True)) as reader:
        assert len(reader.tournaments.state(cup).entrants) == 8
        with pytest.raises(StoreReadOnly):
            append_changes(reader, cup, Entered(name="Late"))


PROGRAM = """
import sys
from daifu.data.store.open import open_store
from tests.support.stores import ANN
from tests.support.tournaments.store import append_changes, played_record
from daifu.data.tournaments.changes import Entered

store = open_store(sys.argv[1])
for number in range(1, 9):
    append_changes(store, 1, Entered(name=f"{sys.argv[2]} {number}"))
    store.add([played_record(number=number, table=int(sys.argv[2]), players=sys.argv[3:])], ANN)
store.close()
"""


def two_entries(number: int) -> tuple[Entered, Entered]:
    """Two entrants who enter together."""
    return Entered(name=f"{number} red"), Entered(name=f"{number} blue")


def test_processes_that_upload_and_enter_at_once_lose_nothing(store: Store, location: Location) -> None:
    cup = tournament_with_entrants(store)
    append_changes(store, cup, *(hand_drawn_round(number=number) for number in range(1, 9)))
    tables = {"1": EIGHT_PLAYERS[:4], "2": EIGHT_PLAYERS[4:]}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, os.fspath(location), table, *sitters], env=process_environment()
        )
        for table, sitters in tables.items()
    ]
    assert [process.wait(120) for process in processes] == [0, 0]
    assert len(store.tournaments.state(cup).entrants) == 8 + 16
    for number in range(1, 9):
        assert table_points(store, cup, number, 1) == table_points(store, cup, number, 2) == [(3, 2, 1, 0)]
    assert verification_errors(store) == []


def test_readers_see_whole_versions_while_others_write(store: Store) -> None:
    cup = create_tournament(store)
    with ThreadPoolExecutor(2) as pool:
        written = pool.submit(lambda: [append_changes(store, cup, *two_entries(number)) for number in range(20)])
        while not written.done():
            version, state = store.tournaments.present(cup)
            assert len(state.entrants) == version - 1
            assert version % 2 == 1
        assert written.result()[-1] == 41


def test_an_upload_that_fails_leaves_no_state_behind_that_was_never_written(store: Store) -> None:
    cup = tournament_with_round(store)
    broken = played_record(table=2, players=EIGHT_PLAYERS[4:])._replace(report=b"{}")
    with pytest.raises(Exception, match="missing required field"):
        store.add([played_record(), broken], ANN)
    assert table_results(store, cup) == {}
    store.add([played_record(0, 1, 2, 3)], ANN)
    assert table_points(store, cup) == [(0, 1, 2, 3)]
    assert verification_errors(store) == []


@given(st.randoms(use_true_random=False), st.integers(1, 60))
def test_any_changes_in_any_order_are_what_the_log_gives(
    new_location: Callable[[], Location], random: Random, count: int
) -> None:
    location = new_location()
    with closing(open_store(location)) as store:
        cup = store.tournaments.create(Created(name="Cup", rules="dalmuti"), ANN)
        for state in _expected_states(store, cup, random, count):
            assert store.tournaments.state(cup) == state
    with closing(open_store(location)) as again:
        log = again.tournaments.log(cup, limit=1_000)
        assert again.tournaments.state(cup) == fold(log) == state
        if state.stages:
            assert compute_standing(again.tournaments.state(cup)) == compute_standing(fold(log))
        assert verification_errors(again) == []


def _expected_states(store: Store, cup: int, random: Random, count: int) -> Iterator[State]:
    """The expected state of the tournament after each of this many attempted changes."""
    due = fold(store.tournaments.log(cup))
    for _ in range(count):
        change = any_change(random, due)
        version = store.tournaments.version(cup)
        try:
            store.tournaments.append(cup, [change], ANN, expected=version)
        except (TournamentError, OnlyByImport):
            assert store.tournaments.version(cup) == version
        due = fold(store.tournaments.log(cup, after=version), due, version)
        yield due


def test_a_file_that_is_backed_up_has_its_tournaments(store: Store, tmp_path: Path) -> None:
    cup = tournament_with_round(store)
    store.back_up(tmp_path / "copy.db", lambda _bytes: None)
    with closing(open_store(tmp_path / "copy.db")) as copy:
        assert copy.tournaments.present(cup) == store.tournaments.present(cup)
