"""Records become results in the tournament that their event names."""

import pytest

from daifu.data.store.store import Store
from daifu.data.tournaments.changes import Guest, Record, Result, SettingsChanged, Substituted
from tests.support.stores import ANN, BO, verification_errors
from tests.support.tournaments.store import (
    ABANDONED_DEAL,
    CUP_NAME,
    DEAL_IN_PLAY,
    EIGHT_PLAYERS,
    FAULTY_DEAL,
    TWO_DEALS,
    append_changes,
    hand_drawn_round,
    played_record,
    result_deal,
    table_points,
    table_results,
    tournament_record,
    tournament_with_entrants,
    tournament_with_round,
    upload,
)


def test_a_record_becomes_the_result_of_its_table(store: Store) -> None:
    cup = tournament_with_round(store)
    record = upload(store, played_record(3, 2, 1, 0))
    [result] = table_results(store, cup).values()
    assert result.by == Record(record.id, 1, EIGHT_PLAYERS[:4])
    assert table_points(store, cup) == [(3, 2, 1, 0)]
    assert result.places == (1, 2, 3, 4)
    assert result.titles == ("daifugo", "fugo", "hinmin", "daihinmin")


def test_an_upload_tells_where_its_record_was_imported(store: Store) -> None:
    cup = tournament_with_round(store)
    [landing] = upload(store, played_record()).imports
    assert (landing.tournament, landing.record, landing.problem) == (cup, 1, None)
    assert landing.version == store.tournaments.version(cup)


def test_the_entry_names_the_author_of_the_upload(store: Store) -> None:
    cup = tournament_with_round(store)
    store.add([played_record()], BO)
    *_, last = store.tournaments.log(cup)
    assert (last.author, last.reason) == ("Bo", None)
    assert isinstance(last.change, Result)


@pytest.mark.parametrize("name", [None, "Another cup"])
def test_a_record_of_no_tournament_is_only_stored(store: Store, name: str | None) -> None:
    cup = tournament_with_round(store)
    assert [upload(store, played_record(name=name)).imports for _ in range(2)] == [(), ()]
    assert table_results(store, cup) == {}


def test_faults_of_the_replay_come_along_and_notices_do_not(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, tournament_record(FAULTY_DEAL, players=("Aki", "Mu", "Shimo", "Junko"), table=1))
    [result] = table_results(store, cup).values()
    assert [(fault.code, fault.action, fault.seat) for fault in result.faults] == [
        ("bad_deal", None, None),
        ("out_of_turn", 1, 3),
    ]
    assert verification_errors(store) == []


@pytest.mark.parametrize("undecided", [DEAL_IN_PLAY, ABANDONED_DEAL])
def test_a_deal_without_a_result_brings_none(store: Store, undecided: object) -> None:
    cup = tournament_with_round(store, settings=TWO_DEALS)
    [landing] = upload(store, tournament_record(result_deal(3, 2, 1, 0), undecided)).imports
    assert landing.problem is None
    assert list(table_results(store, cup)) == [1]


def test_records_of_one_commit_land_one_after_the_other(store: Store) -> None:
    cup = tournament_with_entrants(store)
    append_changes(store, cup, *(hand_drawn_round(number=number) for number in range(1, 6)))
    outcomes = store.add([played_record(number=number) for number in range(1, 6)], ANN)
    assert [landing.problem for outcome in outcomes for landing in outcome.imports] == [None] * 5
    assert [table_points(store, cup, number) for number in range(1, 6)] == [[(3, 2, 1, 0)]] * 5
    assert verification_errors(store) == []


def test_a_record_is_found_by_a_name_that_the_tournament_had(store: Store) -> None:
    cup = tournament_with_round(store)
    append_changes(store, cup, SettingsChanged(name="Spring cup"))
    upload(store, played_record(name=CUP_NAME))
    upload(store, played_record(name="Spring cup", table=2, players=EIGHT_PLAYERS[4:]))
    assert table_points(store, cup) == table_points(store, cup, table=2) == [(3, 2, 1, 0)]
    assert verification_errors(store) == []


def test_a_substitute_is_known_by_their_own_id(store: Store) -> None:
    cup = tournament_with_round(store)
    append_changes(store, cup, Substituted(stage=1, round=1, table=1, seat=4, by=Guest(name="Guest", player="g7")))
    upload(store, played_record(players=("Mu", "Junko", "Shimo", {"id": "g7", "name": "Somebody"})))
    assert table_points(store, cup) == [(3, 2, 1, 0)]


def test_a_record_that_came_before_the_tournament_waits_until_it_is_asked_for(store: Store) -> None:
    upload(store, played_record())
    cup = tournament_with_round(store)
    assert store.tournaments.unimported(cup) == [1]
    [landing] = store.tournaments.attempt(cup, store.tournaments.unimported(cup), BO)
    assert landing.problem is None
    assert table_points(store, cup) == [(3, 2, 1, 0)]
    assert store.tournaments.unimported(cup) == []
