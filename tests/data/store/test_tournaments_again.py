"""Who sends a record once more is told whether it has landed, or what hinders it; by now it may be able to."""

import pytest

from data.store import Store
from data.store.asked import Outcome, Status
from data.store.tournaments.asked import Landing
from data.tournaments.changes import Renamed, ResultRemoved, RoundReopened, SeatsMoved, Sitters
from data.tournaments.settings import Settings
from tests.support.kept import ANN, BO, judged, wrong
from tests.support.landed import (
    EVERYBODY,
    closed,
    deal,
    drawn,
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

MISSPELT = ("Mu", "Junko", "Shimo", "Akiko")


def again(store: Store, **fields: object) -> Landing:
    """What became of a record that was there already."""
    outcome = uploaded(store, played(**fields))  # type: ignore[arg-type] # fields of an event, or what `played` names
    assert outcome.status is Status.EXISTS
    [landing] = outcome.landings
    return landing


def test_a_record_that_has_landed_is_told_to_have(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played())
    assert again(store) == Landing(cup, 1, store.tournaments.version(cup))


def test_a_record_lands_once_its_players_have_been_entered_rightly(store: Store) -> None:
    cup = drawn(store)
    assert refusal(store, played(players=MISSPELT)) == "wrong_player"
    makes(store, cup, Renamed(entrant=4, name="Akiko"))
    assert again(store, players=MISSPELT).problem is None
    assert scored(store, cup) == [(3, 2, 1, 0)]
    assert (open_problems(store, cup), wrong(store)) == ([], [])


def test_as_long_as_it_cannot_land_it_is_told_why(store: Store) -> None:
    cup = drawn(store)
    refusal(store, played(table=3))
    landing = again(store, table=3)
    assert landing.problem == store.tournaments.problems(cup)[0]
    assert landing.problem.code == "table_too_many"


def test_what_became_possible_is_entered_as_of_who_sent_it_again(store: Store) -> None:
    cup = drawn(store)
    refusal(store, played(number=2))
    makes(store, cup, seating(number=2))
    store.add([played(number=2)], BO)
    *_, last = store.tournaments.log(cup)
    assert (last.author, last.reason) == ("Bo", None)


def test_a_record_that_came_before_the_tournament_lands_when_it_is_sent_again(store: Store) -> None:
    uploaded(store, played())
    cup = drawn(store)
    assert again(store).problem is None
    assert scored(store, cup) == [(3, 2, 1, 0)]


def test_it_is_the_latest_revision_that_lands(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played(3, 2, 1, 0))
    store.revise(1, played(0, 1, 2, 3), ANN, expected=1, reason="upside down")
    version = store.tournaments.version(cup)
    assert again(store).version == version
    assert scored(store, cup) == [(0, 1, 2, 3)]


def test_so_it_is_when_less_is_sent_than_the_record_has_grown_to(store: Store) -> None:
    cup = drawn(store, settings=Settings(deals=2))
    uploaded(store, sat(deal(3, 2, 1, 0), deal(0, 1, 2, 3)))
    outcome = uploaded(store, sat(deal(3, 2, 1, 0)))
    assert (outcome.status, [landing.problem for landing in outcome.landings]) == (Status.EXISTS, [None])
    assert list(results(store, cup)) == [1, 2]


def test_in_a_closed_round_a_record_that_has_landed_hinders_nothing(store: Store) -> None:
    cup = drawn(store)
    makes(store, cup, sheet(3, 2, 1, 0, table=2))
    uploaded(store, played())
    makes(store, cup, closed())
    assert again(store).problem is None
    assert open_problems(store, cup) == []


def test_in_a_closed_round_a_correction_of_nothing_that_counts_is_no_problem(store: Store) -> None:
    cup = drawn(store)
    makes(store, cup, sheet(3, 2, 1, 0, table=2))
    uploaded(store, played())
    makes(store, cup, closed())
    [landing] = store.revise(1, played(notes="a fine evening"), ANN, expected=1).landings
    assert landing.problem is None
    assert wrong(store) == []


@pytest.mark.parametrize("players", [EVERYBODY[:4], ("Aki", "Shimo", "Mu", "Junko")])
def test_seats_that_were_moved_stay_moved(store: Store, players: tuple[str, ...]) -> None:
    cup = drawn(store)
    uploaded(store, played(players=players))
    makes(store, cup, SeatsMoved(stage=1, round=1, tables=(Sitters(1, (2, 1, 3, 4)),)))
    before = store.tournaments.present(cup)
    assert again(store, players=players).problem is None
    assert store.tournaments.present(cup) == before


def test_a_sheet_that_corrected_a_record_is_not_replaced_by_it(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played(3, 2, 1, 0))
    makes(store, cup, sheet(0, 1, 2, 3))
    landing = again(store)
    assert landing.problem is not None
    assert landing.problem.code == "contradicted"
    assert scored(store, cup) == [(0, 1, 2, 3)]
    assert wrong(store) == []


def test_results_that_were_removed_come_back_with_the_record(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played())
    makes(store, cup, ResultRemoved(stage=1, round=1, table=1, deal=1))
    assert again(store).problem is None
    assert scored(store, cup) == [(3, 2, 1, 0)]


def test_a_correction_that_a_closed_round_refused_lands_when_it_is_sent_again(store: Store) -> None:
    cup = drawn(store)
    makes(store, cup, sheet(3, 2, 1, 0, table=2))
    uploaded(store, played())
    makes(store, cup, closed())
    store.revise(1, played(0, 1, 2, 3), ANN, expected=1, reason="upside down")
    assert open_problems(store, cup) == [(1, "round_closed")]
    makes(store, cup, RoundReopened(stage=1, round=1))
    uploaded(store, played(0, 1, 2, 3))
    assert (open_problems(store, cup), scored(store, cup)) == ([], [(0, 1, 2, 3)])


def test_a_withdrawn_record_does_not_land(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, played())
    store.withdraw(1, ANN, expected=1)
    assert uploaded(store, played()) == Outcome(Status.EXISTS, 1, 2, withdrawn=True)
    assert results(store, cup) == {}


@pytest.mark.parametrize("name", [None, "Another cup"])
def test_a_record_of_no_tournament_has_nothing_to_be_told(store: Store, name: str | None) -> None:
    drawn(store)
    uploaded(store, played(name=name))
    assert uploaded(store, played(name=name)).landings == ()


def test_what_a_record_would_come_to_is_told_before_it_is_sent(store: Store) -> None:
    cup = drawn(store)
    version = store.tournaments.version(cup)
    [right] = store.landings(played(), None)
    [wrong_table] = store.landings(played(table=3), None)
    assert (right.tournament, right.record, right.version, right.code) == (cup, None, version, None)
    assert (wrong_table.code, wrong_table.text and wrong_table.text.en) == (
        "table_too_many",
        "the round has 2 tables, no table 3",
    )
    assert (store.tournaments.version(cup), store.counts().records, open_problems(store, cup)) == (version, 0, [])


def test_so_it_is_of_a_record_that_grows_and_of_one_that_is_there(store: Store) -> None:
    cup = drawn(store)
    uploaded(store, sat(deal(3, 2, 1, 0)))
    grown = sat(deal(3, 2, 1, 0), deal(0, 1, 2, 3))
    told = [store.landings(one, store.foresee(one)) for one in (sat(deal(3, 2, 1, 0)), grown)]
    assert [[(one.tournament, one.record, one.code) for one in found] for found in told] == [
        [(cup, 1, None)],
        [(cup, 1, "deal_too_many")],
    ]


@pytest.mark.parametrize("name", [None, "Another cup"])
def test_what_belongs_to_no_tournament_would_land_nowhere(store: Store, name: str | None) -> None:
    drawn(store)
    assert store.landings(played(name=name), None) == ()
    assert store.landings(judged(), None) == ()


def test_what_was_withdrawn_would_not_land(store: Store) -> None:
    drawn(store)
    uploaded(store, played())
    store.withdraw(1, ANN, expected=1)
    assert store.landings(played(), store.foresee(played())) == ()
