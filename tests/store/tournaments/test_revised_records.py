"""Results change when their records grow, are corrected, withdrawn or restored."""

from daifu.data.store.store import Store
from daifu.data.store.values import RevisionKind, UploadStatus
from daifu.data.tournaments.changes import Record, ResultRemoved, RoundReopened, SeatsMoved, Sitters, StageOpened
from tests.support.stores import ANN, BO, verification_errors
from tests.support.tournaments.store import (
    EIGHT_PLAYERS,
    TWO_DEALS,
    append_changes,
    first_deal_sheet,
    hand_drawn_round,
    import_refusal_code,
    open_problem_codes,
    played_record,
    result_deal,
    round_closed,
    table_points,
    table_results,
    tournament_record,
    tournament_with_entrants,
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


def test_a_correction_replaces_the_result(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(3, 2, 1, 0))
    outcome = store.revise(1, played_record(0, 1, 2, 3), BO, expected=1, reason="upside down")
    assert [landing.problem for landing in outcome.imports] == [None]
    assert table_points(store, cup) == [(0, 1, 2, 3)]
    *_, last = store.tournaments.log(cup)
    assert (last.author, last.reason) == ("Bo", "upside down")


def test_a_correction_of_nothing_that_counts_is_no_change(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record())
    version = store.tournaments.version(cup)
    [landing] = store.revise(1, played_record(notes="a fine evening"), ANN, expected=1).imports
    assert (landing.version, landing.problem) == (version, None)


def test_a_record_that_belongs_to_another_table_goes_over_to_it(store: Store) -> None:
    cup = tournament_with_entrants(store)
    append_changes(store, cup, hand_drawn_round(), hand_drawn_round(number=2))
    upload(store, played_record(3, 2, 1, 0))
    store.revise(1, played_record(3, 2, 1, 0, number=2), ANN, expected=1, reason="it was the second round")
    assert table_points(store, cup, 1) == []
    assert table_points(store, cup, 2) == [(3, 2, 1, 0)]


def test_a_record_that_belongs_to_another_tournament_goes_over_to_it(store: Store) -> None:
    cup, league = tournament_with_round(store), tournament_with_round(store, "League")
    upload(store, played_record())
    landings = store.revise(1, played_record(name="League"), ANN, expected=1, reason="the other one").imports
    assert {landing.tournament for landing in landings} == {cup, league}
    assert (table_points(store, cup), table_points(store, league)) == ([], [(3, 2, 1, 0)])
    assert verification_errors(store) == []


def test_a_deal_that_is_corrected_away_takes_its_result_with_it(store: Store) -> None:
    cup = tournament_with_round(store, settings=TWO_DEALS)
    upload(store, tournament_record(result_deal(3, 2, 1, 0), result_deal(0, 1, 2, 3)))
    store.revise(1, tournament_record(result_deal(3, 2, 1, 0)), ANN, expected=1, reason="one too many")
    assert list(table_results(store, cup)) == [1]


def test_a_withdrawn_record_takes_its_results_with_it(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record())
    store.withdraw(1, BO, expected=1, reason="made up")
    assert table_results(store, cup) == {}
    *_, last = store.tournaments.log(cup)
    assert (last.author, last.reason) == ("Bo", "made up")
    assert verification_errors(store) == []


def test_a_restored_record_brings_them_back(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record())
    store.withdraw(1, ANN, expected=1)
    store.revise(1, played_record(), ANN, expected=2, kind=RevisionKind.RESTORED)
    assert table_points(store, cup) == [(3, 2, 1, 0)]


def test_a_record_stays_in_its_stage_when_another_one_has_begun(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(3, 2, 1, 0))
    append_changes(store, cup, StageOpened(name="Final"), hand_drawn_round(stage=2))
    store.revise(1, played_record(0, 1, 2, 3), ANN, expected=1, reason="upside down")
    assert table_points(store, cup) == [(0, 1, 2, 3)]


def test_a_sheet_may_correct_a_record(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(3, 2, 1, 0))
    append_changes(store, cup, first_deal_sheet(0, 1, 2, 3))
    assert table_points(store, cup) == [(0, 1, 2, 3)]
    assert verification_errors(store) == []


def test_a_record_in_a_closed_round_lands_again_when_that_is_open(store: Store) -> None:
    cup = tournament_with_round(store)
    append_changes(store, cup, first_deal_sheet(3, 2, 1, 0), first_deal_sheet(3, 2, 1, 0, table=2), round_closed())
    assert import_refusal_code(store, played_record(3, 2, 1, 0)) == "round_closed"
    append_changes(store, cup, RoundReopened(stage=1, round=1))
    assert [landing.problem for landing in store.tournaments.attempt(cup, [1], ANN)] == [None]
    assert open_problem_codes(store, cup) == []
    assert verification_errors(store) == []


def test_results_that_were_removed_by_hand_leave_nothing_of_the_record(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record())
    append_changes(store, cup, ResultRemoved(stage=1, round=1, table=1, deal=1))
    assert store.tournaments.unimported(cup) == [1]
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
