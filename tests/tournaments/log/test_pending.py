from data.tournaments.changes import FaultDecided, FaultSeen, Forfeited, Record, Result
from data.tournaments.pending import Missing, missing, tied, undecided
from data.tournaments.settings import Settings
from data.tournaments.state import RoundId
from tests.support.tournaments import Keeper, fractions, opened

FAULTS = (
    FaultSeen(code="out_of_turn", severity="illegal", action=3, seat=2),
    FaultSeen(code="bad_deck", severity="record"),
)


def played() -> Keeper:
    keeper = opened(8, Settings(deals=2))
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    by = Record(1, 1, tuple(f"Player {number}" for number in range(1, 5)))
    points = fractions(3, 2, 1, 0)
    keeper.make(Result(stage=1, round=1, table=1, deal=2, by=by, points=points, faults=FAULTS))
    return keeper


def test_deals_that_are_missing_are_named() -> None:
    assert list(missing(played().state, 1)) == [Missing(RoundId(1, 1), 1, (1,)), Missing(RoundId(1, 1), 2, (1, 2))]


def test_a_table_that_is_forfeited_misses_nothing() -> None:
    keeper = played()
    keeper.make(*(Forfeited(stage=1, round=1, table=2, entrant=entrant) for entrant in (5, 6, 7)))
    assert [found.table for found in missing(keeper.state, 1)] == [1]


def test_faults_wait_until_they_are_decided_on() -> None:
    keeper = played()
    assert [(found.table, found.deal, found.fault.code, found.entrant) for found in undecided(keeper.state, 1)] == [
        (1, 2, "out_of_turn", 2),
        (1, 2, "bad_deck", None),
    ]
    keeper.make(
        FaultDecided(stage=1, round=1, table=1, deal=2, action=3, seat=2, code="out_of_turn", decision="dismissed")
    )
    assert [found.fault.code for found in undecided(keeper.state, 1)] == ["bad_deck"]


def test_those_who_share_a_place_are_named_together() -> None:
    keeper = opened(8)
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.scores(1, 1, 9, 5, 5, 1)
    keeper.scores(1, 2, 8, 7, 1, 1)
    assert tied(keeper.standing) == [(2, 3), (4, 7, 8)]
