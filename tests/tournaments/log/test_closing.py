"""Closed rounds: the tasks that are open before, and the version that was announced."""

import pytest

from daifu.data.tournaments.changes import (
    FaultDecided,
    FaultSeen,
    Forfeited,
    Record,
    Result,
    RoundClosed,
    RoundReopened,
)
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import find_closed_version, fold
from daifu.data.tournaments.open_tasks import MissingDeals, find_missing_deals, find_ties, find_undecided_faults
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import RoundId
from tests.support.tournaments.log import TournamentLog, fractions, tournament_with_stage

CLOSED = RoundClosed(stage=1, round=1)


def test_a_round_is_closed_when_every_table_has_all_its_deals() -> None:
    keeper = tournament_with_stage(8, Settings(deals=2))
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.scores(1, 1, 3, 2, 1, 0, deal=None)
    keeper.scores(1, 2, 3, 2, 1, 0, deal=2)
    assert keeper.refusal_code(CLOSED) == "deal_missing"
    keeper.scores(1, 2, 3, 2, 1, 0, deal=1)
    keeper.make(CLOSED)
    assert keeper.state.stages[0].rounds[0].closed


def test_a_table_that_may_play_any_number_of_deals_plays_one_and_leaves_none_out() -> None:
    keeper = tournament_with_stage(4, Settings(deals=None))
    keeper.draw((1, 2, 3, 4))
    assert keeper.refusal_code(CLOSED) == "deal_missing"
    keeper.scores(1, 1, 3, 2, 1, 0, deal=3)
    assert keeper.refusal_code(CLOSED) == "deal_missing"
    keeper.scores(1, 1, 3, 2, 1, 0, deal=2)
    keeper.scores(1, 1, 3, 2, 1, 0, deal=1)
    keeper.make(CLOSED)


def test_a_table_at_which_one_is_left_plays_nothing() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.make(*(Forfeited(stage=1, round=1, table=1, entrant=entrant) for entrant in (1, 2)))
    assert keeper.refusal_code(CLOSED) == "deal_missing"
    keeper.make(Forfeited(stage=1, round=1, table=1, entrant=3), CLOSED)


def test_closing_and_reopening_change_nothing() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    before, standing = keeper.state, keeper.standing
    keeper.make(CLOSED)
    assert keeper.standing == standing
    keeper.make(RoundReopened(stage=1, round=1))
    assert keeper.state == before


def test_a_round_is_closed_and_reopened_once() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    assert keeper.refusal_code(RoundReopened(stage=1, round=1)) == "round_open"
    keeper.make(CLOSED)
    assert keeper.refusal_code(CLOSED) == "round_closed"
    assert keeper.refusal_code(RoundClosed(stage=1, round=2)) == "no_such_round"


FAULTS = (
    FaultSeen(code="out_of_turn", severity="illegal", action=3, seat=2),
    FaultSeen(code="bad_deck", severity="record"),
)


def log_with_missing_deal() -> TournamentLog:
    keeper = tournament_with_stage(8, Settings(deals=2))
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    by = Record(1, 1, tuple(f"Player {number}" for number in range(1, 5)))
    points = fractions(3, 2, 1, 0)
    keeper.make(Result(stage=1, round=1, table=1, deal=2, by=by, points=points, faults=FAULTS))
    return keeper


def test_deals_that_are_missing_are_named() -> None:
    assert list(find_missing_deals(log_with_missing_deal().state, 1)) == [
        MissingDeals(RoundId(1, 1), 1, (1,)),
        MissingDeals(RoundId(1, 1), 2, (1, 2)),
    ]


def test_a_table_that_is_forfeited_misses_nothing() -> None:
    keeper = log_with_missing_deal()
    keeper.make(*(Forfeited(stage=1, round=1, table=2, entrant=entrant) for entrant in (5, 6, 7)))
    assert [found.table for found in find_missing_deals(keeper.state, 1)] == [1]


def test_faults_wait_until_they_are_decided_on() -> None:
    keeper = log_with_missing_deal()
    assert [
        (found.table, found.deal, found.fault.code, found.entrant) for found in find_undecided_faults(keeper.state, 1)
    ] == [
        (1, 2, "out_of_turn", 2),
        (1, 2, "bad_deck", None),
    ]
    keeper.make(
        FaultDecided(stage=1, round=1, table=1, deal=2, action=3, seat=2, code="out_of_turn", decision="dismissed")
    )
    assert [found.fault.code for found in find_undecided_faults(keeper.state, 1)] == ["bad_deck"]


def test_entrants_who_share_a_place_are_grouped() -> None:
    keeper = tournament_with_stage(8)
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.scores(1, 1, 9, 5, 5, 1)
    keeper.scores(1, 2, 8, 7, 1, 1)
    assert find_ties(keeper.standing) == [(2, 3), (4, 7, 8)]


@pytest.fixture
def keeper() -> TournamentLog:
    """A tournament with two closed rounds."""
    keeper = tournament_with_stage(4)
    for number in (1, 2):
        keeper.draw((1, 2, 3, 4))
        keeper.scores(number, 1, 3, 2, 1, 0)
        keeper.close_rounds(number)
    return keeper


def test_a_standing_stays_known_as_it_was_when_its_round_was_closed(keeper: TournamentLog) -> None:
    announced = keeper.standing
    version = len(keeper.entries)
    keeper.make(RoundReopened(stage=1, round=2))
    keeper.scores(2, 1, 0, 1, 2, 3)
    found = find_closed_version(keeper.entries)
    assert found == (RoundId(1, 2), version)
    assert compute_standing(fold(keeper.entries[: found.version]), found.place) == announced
    assert keeper.standing != announced


def test_a_round_that_is_closed_again_is_announced_again(keeper: TournamentLog) -> None:
    keeper.make(RoundReopened(stage=1, round=1))
    keeper.close_rounds(1)
    assert (
        find_closed_version(keeper.entries)
        == find_closed_version(keeper.entries, 1, 1)
        == (RoundId(1, 1), len(keeper.entries))
    )
    assert find_closed_version(keeper.entries, 1, 2).version < len(keeper.entries)


@pytest.mark.parametrize("asked", [(2, None), (1, 3), (None, 0)])
def test_a_round_that_was_never_closed_was_never_announced(
    keeper: TournamentLog, asked: tuple[int | None, int | None]
) -> None:
    with pytest.raises(TournamentError, match="that round has never been closed"):
        find_closed_version(keeper.entries, *asked)


def test_without_a_closed_round_nothing_was_announced() -> None:
    with pytest.raises(TournamentError, match="that round has never been closed"):
        find_closed_version(tournament_with_stage(4).entries)
