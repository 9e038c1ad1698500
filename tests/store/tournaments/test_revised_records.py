"""Results change when their records grow, are corrected, withdrawn or restored."""

from daifu.data.store.store import Store
from daifu.data.store.values import UploadStatus
from daifu.data.tournaments.changes import Record, SeatsMoved, Sitters
from tests.support.stores import ANN, BO, verification_errors
from tests.support.tournaments.store import (
    EIGHT_PLAYERS,
    TWO_DEALS,
    append_changes,
    played_record,
    result_deal,
    table_points,
    table_results,
    tournament_record,
    tournament_with_round,
    upload,
)


def test_a_record_that_grows_brings_its_further_deals(store: Store) -> None:
    cup = tournament_with_round(store, settings=TWO_DEALS)
    upload(store, tournament_record(result_deal(3, 2, 1, 0)))
    grown = upload(store, tournament_record(result_deal(3, 2, 1, 0), result_deal(0, 1, 2, 3)))
    assert (grown.status, grown.revision) == (UploadStatus.GROWN, 2)
    assert [(landing.tournament, landing.problem) for landing in grown.imports] == [(cup, None)]
    assert [result.by for result in table_results(store, cup).values()] == [
        Record(1, 1, EIGHT_PLAYERS[:4]),
        Record(1, 2, EIGHT_PLAYERS[:4]),
    ]


def test_a_record_that_belongs_to_another_tournament_goes_over_to_it(store: Store) -> None:
    cup, league = tournament_with_round(store), tournament_with_round(store, "League")
    upload(store, played_record())
    landings = store.revise(1, played_record(name="League"), ANN, expected=1, reason="the other one").imports
    assert {landing.tournament for landing in landings} == {cup, league}
    assert (table_points(store, cup), table_points(store, league)) == ([], [(3, 2, 1, 0)])
    assert verification_errors(store) == []


def test_a_withdrawn_record_takes_its_results_with_it(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record())
    store.withdraw(1, BO, expected=1, reason="made up")
    assert table_results(store, cup) == {}
    *_, last = store.tournaments.log(cup)
    assert (last.author, last.reason) == ("Bo", "made up")
    assert verification_errors(store) == []


def test_results_go_with_the_seats_when_these_are_moved(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(3, 2, 1, 0))
    append_changes(store, cup, SeatsMoved(stage=1, round=1, tables=(Sitters(1, (2, 1, 3, 4)),)))
    assert refusal_of_correction(store, (0, 1, 2, 3)) == "wrong_player"
    right = played_record(0, 1, 2, 3, players=("Junko", "Mu", "Shimo", "Aki"))
    assert store.revise(1, right, ANN, expected=2, reason="the seats").imports[0].problem is None
    assert table_points(store, cup) == [(0, 1, 2, 3)]
    assert verification_errors(store) == []


def refusal_of_correction(store: Store, points: tuple[float, ...]) -> str:
    """The code with which the first correction of the first record is refused."""
    [landing] = store.revise(1, played_record(*points), ANN, expected=1, reason="a slip").imports
    assert landing.problem is not None
    return landing.problem.code
