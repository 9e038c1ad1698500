"""What becomes of results whose records grow, are corrected, withdrawn and restored."""

from data.store import Store
from data.store.asked import Kind, Status
from data.tournaments.changes import (
    Record,
    ResultRemoved,
    RoundReopened,
    SeatsMoved,
    Sitters,
    StageOpened,
)
from tests.support.kept import ANN, BO, wrong
from tests.support.landed import (
    EVERYBODY,
    TWO_DEALS,
    closed,
    deal,
    drawn,
    entered,
    makes,
    open_problems,
    played,
    refusal,
    results,
    sat,
    scored,
    seating,
    sheet,
    uploaded,
)


def test_a_record_that_grows_brings_its_further_deals(store: Store) -> None:
    cup = drawn(store, settings=TWO_DEALS)
    uploaded(store, sat(deal(3, 2, 1, 0)))
    grown = uploaded(store, sat(deal(3, 2, 1, 0), deal(0, 1, 2, 3)))
    assert (grown.status, grown.revision) == (Status.GROWN, 2)
    assert [(landing.tournament, landing.problem) for landing in grown.landings] == [(cup, None)]
    assert [result.by for result in results(store, cup).values()] == [
        Record(1, 1, EVERYBODY[:4]),
        Record(1, 2, EVERYBODY[:4]),
    ]


def test_a_correction_replaces_the_result(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played(3, 2, 1, 0))
    outcome = store.revise(1, played(0, 1, 2, 3), BO, expected=1, reason="upside down")
    assert [landing.problem for landing in outcome.landings] == [None]
    assert scored(store, cup) == [(0, 1, 2, 3)]
    *_, last = store.tournaments.log(cup)
    assert (last.author, last.reason) == ("Bo", "upside down")


def test_a_correction_of_nothing_that_counts_is_no_change(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played())
    version = store.tournaments.version(cup)
    [landing] = store.revise(1, played(notes="a fine evening"), ANN, expected=1).landings
    assert (landing.version, landing.problem) == (version, None)


def test_a_record_that_belongs_to_another_table_goes_over_to_it(store: Store) -> None:
    cup = entered(store)
    makes(store, cup, seating(), seating(number=2))
    uploaded(store, played(3, 2, 1, 0))
    store.revise(1, played(3, 2, 1, 0, number=2), ANN, expected=1, reason="it was the second round")
    assert scored(store, cup, 1) == []
    assert scored(store, cup, 2) == [(3, 2, 1, 0)]


def test_a_record_that_belongs_to_another_tournament_goes_over_to_it(store: Store) -> None:
    cup, league = drawn(store), drawn(store, "League")
    uploaded(store, played())
    landings = store.revise(1, played(name="League"), ANN, expected=1, reason="the other one").landings
    assert {landing.tournament for landing in landings} == {cup, league}
    assert (scored(store, cup), scored(store, league)) == ([], [(3, 2, 1, 0)])
    assert wrong(store) == []


def test_a_deal_that_is_corrected_away_takes_its_result_with_it(store: Store) -> None:
    cup = drawn(store, settings=TWO_DEALS)
    uploaded(store, sat(deal(3, 2, 1, 0), deal(0, 1, 2, 3)))
    store.revise(1, sat(deal(3, 2, 1, 0)), ANN, expected=1, reason="one too many")
    assert list(results(store, cup)) == [1]


def test_a_withdrawn_record_takes_its_results_with_it(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played())
    store.withdraw(1, BO, expected=1, reason="made up")
    assert results(store, cup) == {}
    *_, last = store.tournaments.log(cup)
    assert (last.author, last.reason) == ("Bo", "made up")
    assert wrong(store) == []


def test_a_restored_record_brings_them_back(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played())
    store.withdraw(1, ANN, expected=1)
    store.revise(1, played(), ANN, expected=2, kind=Kind.RESTORED)
    assert scored(store, cup) == [(3, 2, 1, 0)]


def test_a_record_stays_in_its_stage_when_another_one_has_begun(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played(3, 2, 1, 0))
    makes(store, cup, StageOpened(name="Final"), seating(stage=2))
    store.revise(1, played(0, 1, 2, 3), ANN, expected=1, reason="upside down")
    assert scored(store, cup) == [(0, 1, 2, 3)]


def test_a_sheet_may_correct_what_a_record_said(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played(3, 2, 1, 0))
    makes(store, cup, sheet(0, 1, 2, 3))
    assert scored(store, cup) == [(0, 1, 2, 3)]
    assert wrong(store) == []


def test_a_record_in_a_closed_round_lands_again_when_that_is_open(store: Store) -> None:
    cup = drawn(store)
    makes(store, cup, sheet(3, 2, 1, 0), sheet(3, 2, 1, 0, table=2), closed())
    assert refusal(store, played(3, 2, 1, 0)) == "round_closed"
    makes(store, cup, RoundReopened(stage=1, round=1))
    assert [landing.problem for landing in store.tournaments.attempt(cup, [1], ANN)] == [None]
    assert open_problems(store, cup) == []
    assert wrong(store) == []


def test_results_that_were_removed_by_hand_leave_nothing_of_the_record(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played())
    makes(store, cup, ResultRemoved(stage=1, round=1, table=1, deal=1))
    assert store.tournaments.unlanded(cup) == [1]
    assert wrong(store) == []


def test_results_go_with_the_seats_when_these_are_moved(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played(3, 2, 1, 0))
    makes(store, cup, SeatsMoved(stage=1, round=1, tables=(Sitters(1, (2, 1, 3, 4)),)))
    assert refusal_of_correction(store, (0, 1, 2, 3)) == "wrong_player"
    right = played(0, 1, 2, 3, players=("Junko", "Mu", "Shimo", "Aki"))
    assert store.revise(1, right, ANN, expected=2, reason="the seats").landings[0].problem is None
    assert scored(store, cup) == [(0, 1, 2, 3)]
    assert wrong(store) == []


def refusal_of_correction(store: Store, points: tuple[float, ...]) -> str:
    """Why the first correction of the first record does not land."""
    [landing] = store.revise(1, played(*points), ANN, expected=1, reason="a slip").landings
    assert landing.problem is not None
    return landing.problem.code
