"""Results of deals, and reports that wait to be confirmed."""

from fractions import Fraction

import pytest

from daifu.data.tournaments.changes import (
    Entered,
    FaultSeen,
    Forfeited,
    Guest,
    Record,
    Reported,
    Result,
    ResultRemoved,
    RoundClosed,
    SeatsMoved,
    Sitters,
    StageOpened,
    Substituted,
    Withdrawn,
)
from daifu.data.tournaments.settings import ByPlace, ByTitle, Settings
from daifu.data.tournaments.state import Outcome, TableId
from tests.support.tournaments.log import (
    TournamentLog,
    fractions,
    new_tournament,
    places_sheet,
    points_sheet,
    tournament_with_stage,
)

NAMES = tuple(f"Player {number}" for number in range(1, 5))
BY_TITLE = Settings(scoring=ByTitle({"greater_dalmuti": Fraction(3)}))


def seated(settings: Settings | None = None, rules: str = "dalmuti") -> TournamentLog:
    """A tournament with a table of four in its first round."""
    keeper = tournament_with_stage(4, settings or Settings(), rules)
    keeper.draw((1, 2, 3, 4))
    return keeper


def only(keeper: TournamentLog) -> Outcome:
    """The only result."""
    [found] = keeper.state.stages[0].rounds[0].tables[0].results.values()
    return found


def recorded(*players: str, number: int = 1, record: int = 1, **more: object) -> Result:
    """The result that a record gave for the first deal of table 1."""
    by = Record(record, 1, players)
    return Result(stage=1, round=number, table=1, deal=1, by=by, points=fractions(3, 2, 1, 0), **more)  # type: ignore[arg-type]


def test_places_of_dalmuti_give_their_points_and_titles() -> None:
    keeper = seated()
    keeper.make(places_sheet(1, 1, 2, 1, 4, 3))
    found = only(keeper)
    assert found.points == fractions(2, 3, 0, 1)
    assert found.titles == ("lesser_dalmuti", "greater_dalmuti", "greater_peon", "lesser_peon")


def test_points_give_places_that_may_be_shared() -> None:
    keeper = seated()
    keeper.make(points_sheet(1, 1, points=(5, 2.5, 2.5, 1)))
    assert only(keeper).places == (1, 2, 2, 4)


def test_on_the_thirteenth_floor_few_points_give_the_first_place() -> None:
    keeper = seated(rules="floor13")
    keeper.make(points_sheet(1, 1, points=(-60, 20, 30, 10)))
    assert only(keeper).places == (1, 3, 4, 2)


def test_points_that_do_not_follow_from_places_have_to_be_written() -> None:
    assert seated(rules="floor13").refusal_code(places_sheet(1, 1, 1, 2, 3, 4)) == "points_unknown"
    assert seated().refusal_code(places_sheet(1, 1, 1, 1, 3, 4)) == "points_unknown"


def test_the_points_of_several_deals_do_not_follow_from_the_places_of_the_table() -> None:
    assert seated(Settings(deals=3)).refusal_code(places_sheet(1, 1, 1, 2, 3, 4, deal=None)) == "points_unknown"


def test_a_sheet_has_a_place_for_everybody_where_places_count() -> None:
    keeper = seated(Settings(scoring=ByPlace((fractions(3, 2, 1, 0),))))
    some = Result(stage=1, round=1, table=1, deal=1, places=(1, 2, 3, None))
    assert keeper.refusal_code(some) == "places_unknown"
    keeper.make(Forfeited(stage=1, round=1, table=1, entrant=4), some)


def test_shared_places_give_no_title() -> None:
    keeper = seated(BY_TITLE)
    assert keeper.refusal_code(places_sheet(1, 1, 1, 1, 3, 4)) == "titles_unknown"


def test_a_record_may_leave_values_open() -> None:
    keeper = seated()
    by = Record(1, 1, NAMES)
    keeper.make(Result(stage=1, round=1, table=1, deal=1, by=by, points=(None, None, None, None)))
    assert only(keeper).places == (None, None, None, None)


@pytest.mark.parametrize("found", [(1, 2, 2, 3), (1, 3, 4, 5), (2, 3, 4, 4), (1, 1, 2, 4), (2, 2, 2, 2)])
def test_places_are_those_of_a_table(found: tuple[int, ...]) -> None:
    assert seated().refusal_code(places_sheet(1, 1, *found)) == "places_unsound"


def test_a_result_has_a_value_for_every_seat() -> None:
    assert seated().refusal_code(places_sheet(1, 1, 1, 2, 3)) == "wrong_count"
    assert seated().refusal_code(points_sheet(1, 1, points=(1, 2, 3, 4, 5))) == "wrong_count"


def test_a_result_says_something() -> None:
    assert seated().refusal_code(Result(stage=1, round=1, table=1, deal=1)) == "nothing_given"


def test_faults_are_of_a_seat_of_the_table() -> None:
    fault = FaultSeen(code="out_of_turn", severity="illegal", action=3, seat=5)
    assert seated().refusal_code(recorded(*NAMES, faults=(fault,))) == "no_such_seat"


@pytest.mark.parametrize("points", [1e-300, 1e300])
def test_points_that_no_log_can_hold_are_refused(points: float) -> None:
    assert seated().refusal_code(points_sheet(1, 1, points=(points, 2, 1, 0))) == "points_too_fine"


def test_a_result_belongs_to_a_table_of_a_round_that_is_drawn() -> None:
    keeper = seated()
    assert keeper.refusal_code(points_sheet(1, 2, points=(3, 2, 1, 0))) == "table_too_many"
    assert keeper.refusal_code(points_sheet(2, 1, points=(3, 2, 1, 0))) == "no_such_round"
    assert keeper.refusal_code(points_sheet(1, 1, stage=2, points=(3, 2, 1, 0))) == "no_such_stage"


def test_a_table_plays_no_more_deals_than_agreed() -> None:
    assert seated(Settings(deals=2)).refusal_code(points_sheet(1, 1, deal=3, points=(3, 2, 1, 0))) == "deal_too_many"
    seated(Settings(deals=None)).scores(1, 1, 3, 2, 1, 0, deal=3)


def test_where_a_table_plays_one_deal_its_result_is_that_of_the_deal() -> None:
    keeper = seated()
    keeper.scores(1, 1, 3, 2, 1, 0, deal=None)
    keeper.scores(1, 1, 0, 1, 2, 3)
    assert list(keeper.state.stages[0].rounds[0].tables[0].results) == [1]
    keeper.make(ResultRemoved(stage=1, round=1, table=1))
    assert not keeper.state.stages[0].rounds[0].tables[0].results


def test_a_table_has_results_of_its_deals_or_of_the_whole() -> None:
    keeper = seated(Settings(deals=2))
    keeper.scores(1, 1, 3, 2, 1, 0, deal=None)
    assert keeper.refusal_code(points_sheet(1, 1, points=(3, 2, 1, 0))) == "deals_and_table"
    keeper.make(ResultRemoved(stage=1, round=1, table=1))
    keeper.scores(1, 1, 3, 2, 1, 0)
    assert keeper.refusal_code(points_sheet(1, 1, deal=None, points=(3, 2, 1, 0))) == "deals_and_table"


def test_a_later_result_stands_for_the_earlier_one() -> None:
    keeper = seated()
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.scores(1, 1, 0, 1, 2, 3)
    assert only(keeper).points == fractions(0, 1, 2, 3)


def test_only_a_result_that_is_there_is_removed() -> None:
    assert seated().refusal_code(ResultRemoved(stage=1, round=1, table=1, deal=1)) == "no_result"


def test_a_closed_round_takes_no_result() -> None:
    keeper = seated()
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.close_rounds(1)
    assert keeper.refusal_code(points_sheet(1, 1, points=(0, 1, 2, 3))) == "round_closed"
    assert keeper.refusal_code(ResultRemoved(stage=1, round=1, table=1, deal=1)) == "round_closed"


def test_a_record_has_the_players_of_its_table() -> None:
    keeper = seated()
    assert keeper.refusal_code(recorded("Player 2", "Player 1", "Player 3", "Player 4")) == "wrong_player"
    assert keeper.refusal_code(recorded("Player 1")) == "wrong_count"
    keeper.make(recorded(*NAMES))


def test_a_record_knows_players_by_their_ids() -> None:
    keeper = new_tournament()
    keeper.make(*(Entered(name=str(number), players=(f"id{number}", f"old{number}")) for number in range(4)))
    keeper.make(StageOpened(name="League"))
    keeper.draw((1, 2, 3, 4))
    assert keeper.refusal_code(recorded("0", "1", "2", "3")) == "wrong_player"
    keeper.make(recorded("id0", "old1", "id2", "id3"))


def test_a_record_has_the_guest_in_the_place_of_an_entrant() -> None:
    keeper = seated()
    keeper.make(Substituted(stage=1, round=1, table=1, seat=1, by=Guest(name="Nina", player="nina", scores=True)))
    assert keeper.refusal_code(recorded(*NAMES)) == "wrong_player"
    keeper.make(recorded("nina", *NAMES[1:]))


def test_a_record_is_the_result_of_one_table() -> None:
    keeper = seated()
    keeper.draw((1, 2, 3, 4))
    keeper.make(recorded(*NAMES))
    assert keeper.refusal_code(recorded(*NAMES, number=2)) == "record_elsewhere"
    keeper.make(recorded(*NAMES, number=2, record=2))


def test_nobody_plays_after_withdrawing() -> None:
    keeper = seated()
    keeper.make(Withdrawn(entrant=4, stage=1, round=1))
    assert keeper.refusal_code(points_sheet(1, 1, points=(3, 2, 1, 0))) == "withdrawn"
    keeper.make(Forfeited(stage=1, round=1, table=1, entrant=4))
    keeper.scores(1, 1, 3, 2, 1, 0)


def test_a_guest_may_play_for_a_withdrawn_entrant() -> None:
    keeper = seated()
    keeper.make(Withdrawn(entrant=4, stage=1, round=1))
    keeper.make(Substituted(stage=1, round=1, table=1, seat=4, by=Guest(name="Nina", scores=True)))
    keeper.scores(1, 1, 3, 2, 1, 9)
    assert keeper.line(4).points == 9


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
