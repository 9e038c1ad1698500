"""Results that wait to be confirmed: what they count for, and what replaces them."""

from daifu.data.tournaments.changes import Reported, Result, ResultRemoved, RoundClosed, SeatsMoved, Sitters
from daifu.data.tournaments.state import TableId
from tests.tournaments.log.test_results import only, seated

AT = TableId(1, 1, 1)
RESULT = Result(stage=1, round=1, table=1, deal=1, places=(2, 1, 4, 3))


def reported(*places: int, seat: int = 1) -> Reported:
    """A report of the first deal of the table."""
    return Reported(stage=1, round=1, table=1, deal=1, seat=seat, places=places)


def test_a_reported_result_counts_for_nothing() -> None:
    keeper = seated()
    keeper.make(reported(2, 1, 4, 3))
    table = keeper.state.table_at(AT)
    assert not table.results
    assert table.reports[1].outcome.places == (2, 1, 4, 3)
    assert keeper.refusal_code(RoundClosed(stage=1, round=1)) == "deal_missing"


def test_a_later_report_replaces_an_earlier_one() -> None:
    keeper = seated()
    keeper.make(reported(2, 1, 4, 3))
    keeper.make(reported(1, 2, 3, 4, seat=3))
    [report] = keeper.state.table_at(AT).reports.values()
    assert (report.seat, report.outcome.places) == (3, (1, 2, 3, 4))


def test_the_result_of_a_deal_replaces_its_report() -> None:
    keeper = seated()
    keeper.make(reported(2, 1, 4, 3))
    keeper.make(RESULT)
    assert only(keeper).places == (2, 1, 4, 3)
    assert not keeper.state.table_at(AT).reports


def test_a_removed_result_does_not_bring_its_report_back() -> None:
    keeper = seated()
    keeper.make(reported(2, 1, 4, 3))
    keeper.make(RESULT)
    keeper.make(ResultRemoved(stage=1, round=1, table=1, deal=1))
    assert not keeper.state.table_at(AT).reports


def test_a_report_stays_with_its_player_when_seats_are_moved() -> None:
    keeper = seated()
    keeper.make(reported(2, 1, 4, 3, seat=1))
    keeper.make(SeatsMoved(stage=1, round=1, tables=(Sitters(1, (3, 1, 2, 4)),)))
    [report] = keeper.state.table_at(AT).reports.values()
    assert (report.seat, report.outcome.places) == (2, (2, 1, 4, 3))


def test_an_impossible_result_cannot_be_reported() -> None:
    assert seated().refusal_code(reported(2, 2, 3, 4)) == "places_unsound"


def test_a_deal_that_has_a_result_cannot_be_reported() -> None:
    keeper = seated()
    keeper.make(RESULT)
    assert keeper.refusal_code(reported(2, 1, 4, 3)) == "has_result"


def test_a_report_comes_from_a_seat_of_the_table() -> None:
    assert seated().refusal_code(reported(2, 1, 4, 3, seat=5)) == "no_such_seat"
