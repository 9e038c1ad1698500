from data.tournaments.changes import Forfeited, RoundClosed, RoundReopened
from data.tournaments.settings import Settings
from tests.support.tournaments import opened

CLOSED = RoundClosed(stage=1, round=1)


def test_a_round_is_closed_when_every_table_has_all_its_deals() -> None:
    keeper = opened(8, Settings(deals=2))
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.scores(1, 1, 3, 2, 1, 0, deal=None)
    keeper.scores(1, 2, 3, 2, 1, 0, deal=2)
    assert keeper.refuses(CLOSED) == "deal_missing"
    keeper.scores(1, 2, 3, 2, 1, 0, deal=1)
    keeper.make(CLOSED)
    assert keeper.state.stages[0].rounds[0].closed


def test_a_table_that_may_play_any_number_of_deals_plays_one_and_leaves_none_out() -> None:
    keeper = opened(4, Settings(deals=None))
    keeper.draw((1, 2, 3, 4))
    assert keeper.refuses(CLOSED) == "deal_missing"
    keeper.scores(1, 1, 3, 2, 1, 0, deal=3)
    assert keeper.refuses(CLOSED) == "deal_missing"
    keeper.scores(1, 1, 3, 2, 1, 0, deal=2)
    keeper.scores(1, 1, 3, 2, 1, 0, deal=1)
    keeper.make(CLOSED)


def test_a_table_at_which_one_is_left_plays_nothing() -> None:
    keeper = opened(4)
    keeper.draw((1, 2, 3, 4))
    keeper.make(*(Forfeited(stage=1, round=1, table=1, entrant=entrant) for entrant in (1, 2)))
    assert keeper.refuses(CLOSED) == "deal_missing"
    keeper.make(Forfeited(stage=1, round=1, table=1, entrant=3), CLOSED)


def test_closing_and_reopening_change_nothing() -> None:
    keeper = opened(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    before, standing = keeper.state, keeper.standing
    keeper.make(CLOSED)
    assert keeper.standing == standing
    keeper.make(RoundReopened(stage=1, round=1))
    assert keeper.state == before


def test_a_round_is_closed_and_reopened_once() -> None:
    keeper = opened(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    assert keeper.refuses(RoundReopened(stage=1, round=1)) == "round_open"
    keeper.make(CLOSED)
    assert keeper.refuses(CLOSED) == "round_closed"
    assert keeper.refuses(RoundClosed(stage=1, round=2)) == "no_such_round"
