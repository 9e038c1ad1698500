"""The state offers its rounds, tables and faults in order."""

from daifu.data.tournaments.changes import FaultSeen, Result
from daifu.data.tournaments.state import FaultKey, RoundId, TableId
from tests.support.tournaments.log import TournamentLog, fractions, points_sheet, tournament_with_stage


def tournament_with_rounds() -> TournamentLog:
    """A tournament with two rounds of two tables."""
    keeper = tournament_with_stage()
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.draw((1, 2, 5, 6), (3, 4, 7, 8))
    return keeper


def test_rounds_are_in_the_order_of_stages_and_rounds() -> None:
    state = tournament_with_rounds().state
    assert [round_id for round_id, _ in state.rounds()] == [RoundId(1, 1), RoundId(1, 2)]
    assert [found for _, found in state.rounds(1)] == list(state.stages[0].rounds)


def test_tables_are_in_the_order_of_their_rounds() -> None:
    state = tournament_with_rounds().state
    expected = [TableId(1, number, table) for number in (1, 2) for table in (1, 2)]
    assert [at for at, _ in state.tables()] == expected
    assert [table for _, table in state.tables(1)] == [state.table_at(at) for at in expected]


def test_a_result_is_found_by_the_change_that_gives_it() -> None:
    keeper = tournament_with_rounds()
    sheet = points_sheet(1, 2, points=(3, 2, 1, 0))
    assert keeper.state.result_of(sheet) is None
    keeper.make(sheet)
    assert keeper.state.result_of(sheet) is keeper.state.table_at(TableId(1, 1, 2)).results[1]


def test_faults_of_a_table_come_with_the_keys_of_their_decisions() -> None:
    keeper = tournament_with_rounds()
    fault = FaultSeen(code="out_of_turn", severity="illegal", action=4, seat=2)
    sheet = Result(stage=1, round=1, table=1, deal=1, points=fractions(3, 2, 1, 0), faults=(fault,))
    keeper.make(sheet)
    table = keeper.state.table_at(sheet)
    assert list(table.faults) == [(FaultKey(1, 4, 2, "out_of_turn"), fault)]
    assert (table.entrant_at(2), table.entrant_at(None)) == (2, None)
