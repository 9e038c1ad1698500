"""What a record changes in a tournament, decided without a store."""

from collections.abc import Sequence

import pytest

from daifu.data.tournaments.changes import Entered, Record, Result, ResultRemoved, SeatsMoved, Sitters, StageOpened
from daifu.data.tournaments.log import changed_links, records_with_results
from daifu.data.tournaments.result_import import (
    ImportRefused,
    PendingImport,
    ResultChanges,
    is_concerned,
    plan_agreed_import,
    plan_forced_import,
    plan_import,
    reopen_all_rounds,
)
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import EMPTY_STATE, State, TableId
from daifu.schemas.judged_record import JudgedRecord
from tests.support.tournaments.log import LEAGUE, TournamentLog, new_tournament, points_sheet
from tests.support.tournaments.store import (
    ABANDONED_DEAL,
    EIGHT_PLAYERS,
    FIRST_TABLE,
    SECOND_TABLE,
    hand_drawn_round,
    played_record,
    result_deal,
    tournament_record,
)

CUP, OTHER_CUP = 1, 2


def tournament_with_round(settings: Settings = LEAGUE) -> TournamentLog:
    """A tournament of eight players at two tables."""
    keeper = new_tournament(settings, rules="theater")
    keeper.make(*(Entered(name=player) for player in EIGHT_PLAYERS), StageOpened(name="Preliminaries"))
    keeper.make(hand_drawn_round(FIRST_TABLE, SECOND_TABLE))
    return keeper


def pending(judged: JudgedRecord, record: int = 7, revision: int = 1, tournament: int | None = CUP) -> PendingImport:
    """A revision whose event names a tournament."""
    return PendingImport(record, revision, (judged.record, judged.report), tournament)


def withdrawn(record: int = 7, revision: int = 2) -> PendingImport:
    """A revision that withdraws a record."""
    return PendingImport(record, revision, None, None)


def points_at(state: State, table: int = 1) -> list[tuple[float | None, ...]]:
    """The points of a table of the first round, deal by deal."""
    outcomes = state.table_at(TableId(1, 1, table)).results.values()
    return [tuple(None if point is None else float(point) for point in outcome.points) for outcome in outcomes]


def import_into(keeper: TournamentLog, revision: PendingImport) -> ResultChanges:
    """Import a revision into the tournament itself."""
    found = plan_agreed_import(keeper.state, CUP, revision)
    keeper.make(*found.changes)
    assert keeper.state == found.state
    return found


def refusal_code(state: State, revision: PendingImport) -> str:
    """The code with which an import is refused."""
    with pytest.raises(ImportRefused) as refusal:
        plan_agreed_import(state, CUP, revision)
    return refusal.value.code


def test_a_record_becomes_the_result_of_the_table_that_its_event_names() -> None:
    found = plan_import(tournament_with_round().state, CUP, pending(played_record(3, 2, 1, 0)))
    [change] = found.changes
    assert isinstance(change, Result)
    assert (change.table, change.deal, change.by) == (1, 1, Record(7, 1, EIGHT_PLAYERS[:4]))
    assert points_at(found.state) == [(3, 2, 1, 0)]


def test_points_go_to_the_seats_of_their_players() -> None:
    players = EIGHT_PLAYERS[3::-1]
    found = plan_import(tournament_with_round().state, CUP, pending(played_record(3, 2, 1, 0, players=players)))
    assert points_at(found.state) == [(0, 1, 2, 3)]
    assert found.state.table_at(TableId(1, 1, 1)).results[1].places == (4, 3, 2, 1)


def test_an_import_tells_the_deals_that_the_table_still_misses() -> None:
    keeper = tournament_with_round(Settings(deals=3))
    assert plan_import(keeper.state, CUP, pending(played_record())).missing == (2, 3)


def test_the_same_revision_changes_nothing_a_second_time() -> None:
    keeper = tournament_with_round()
    import_into(keeper, pending(played_record()))
    assert import_into(keeper, pending(played_record(), revision=2)).changes == ()


def test_a_deal_that_was_abandoned_is_played_again_by_the_next_one() -> None:
    keeper = tournament_with_round(Settings(deals=2))
    judged = tournament_record(ABANDONED_DEAL, result_deal(3, 2, 1, 0), result_deal(0, 1, 2, 3))
    import_into(keeper, pending(judged))
    assert points_at(keeper.state) == [(3, 2, 1, 0), (0, 1, 2, 3)]
    results = keeper.state.table_at(TableId(1, 1, 1)).results
    assert [outcome.by.deal for outcome in results.values() if isinstance(outcome.by, Record)] == [2, 3]


def test_a_corrected_record_replaces_its_own_result() -> None:
    keeper = tournament_with_round()
    import_into(keeper, pending(played_record(3, 2, 1, 0)))
    import_into(keeper, pending(played_record(0, 1, 2, 3), revision=2))
    assert points_at(keeper.state) == [(0, 1, 2, 3)]


def test_a_record_that_moves_to_another_table_leaves_its_own() -> None:
    keeper = tournament_with_round()
    import_into(keeper, pending(played_record()))
    import_into(keeper, pending(played_record(players=EIGHT_PLAYERS[4:], table=2), revision=2))
    assert (points_at(keeper.state, table=1), points_at(keeper.state, table=2)) == ([], [(3, 2, 1, 0)])


def test_a_deal_that_a_record_has_no_longer_is_removed() -> None:
    keeper = tournament_with_round(Settings(deals=2))
    import_into(keeper, pending(tournament_record(result_deal(3, 2, 1, 0), result_deal(0, 1, 2, 3))))
    found = import_into(keeper, pending(played_record(), revision=2))
    assert found.changes == (ResultRemoved(stage=1, round=1, table=1, deal=2),)


@pytest.mark.parametrize("revision", [withdrawn(), pending(played_record(), revision=2, tournament=OTHER_CUP)])
def test_the_results_of_a_record_go_when_it_does_not_belong_here_any_more(revision: PendingImport) -> None:
    keeper = tournament_with_round()
    import_into(keeper, pending(played_record()))
    assert import_into(keeper, revision).changes == (ResultRemoved(stage=1, round=1, table=1, deal=1),)


def test_a_sheet_that_says_otherwise_is_not_replaced() -> None:
    keeper = tournament_with_round()
    keeper.make(points_sheet(1, 1, points=(0, 1, 2, 3)))
    assert refusal_code(keeper.state, pending(played_record(3, 2, 1, 0))) == "contradicted"


def test_a_sheet_that_says_the_same_is_replaced() -> None:
    keeper = tournament_with_round()
    keeper.make(points_sheet(1, 1, points=(3, 2, 1, 0)))
    assert len(import_into(keeper, pending(played_record(3, 2, 1, 0))).changes) == 1


def test_a_forced_import_replaces_a_sheet_that_says_otherwise() -> None:
    keeper = tournament_with_round()
    keeper.make(points_sheet(1, 1, points=(0, 1, 2, 3)))
    assert points_at(plan_forced_import(keeper.state, CUP, pending(played_record(3, 2, 1, 0))).state) == [(3, 2, 1, 0)]


def test_a_forced_import_removes_a_record_that_names_another_tournament_now() -> None:
    keeper = tournament_with_round()
    import_into(keeper, pending(played_record()))
    moved = pending(played_record(), revision=2, tournament=OTHER_CUP)
    assert points_at(plan_forced_import(keeper.state, CUP, moved).state) == []


@pytest.mark.parametrize("revision", [withdrawn(), pending(played_record(), tournament=OTHER_CUP)])
def test_a_forced_import_refuses_a_record_that_has_nothing_to_do_with_the_tournament(revision: PendingImport) -> None:
    state = tournament_with_round().state
    assert not is_concerned(state, CUP, revision)
    with pytest.raises(ImportRefused, match="the event of the record names another tournament"):
        plan_forced_import(state, CUP, revision)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"table": None}, "not_named"),
        ({"number": None}, "not_named"),
        ({"table": "the last one"}, "no_number"),
        ({"number": "0"}, "no_number"),
        ({"stage": "the last one"}, "no_number"),
    ],
)
def test_an_event_has_to_name_the_table_by_numbers(event: dict[str, object], code: str) -> None:
    assert refusal_code(tournament_with_round().state, pending(played_record(**event))) == code  # type: ignore[arg-type]


@pytest.mark.parametrize(("number", "table"), [(1, 2), ("1", "2"), (1, "B"), (1, "b")])
def test_rounds_and_tables_are_numbers_and_tables_may_be_letters(number: object, table: object) -> None:
    judged = played_record(players=EIGHT_PLAYERS[4:], number=number, table=table)
    assert points_at(plan_import(tournament_with_round().state, CUP, pending(judged)).state, table=2) == [(3, 2, 1, 0)]


@pytest.mark.parametrize("stage", [2, "Final"])
def test_a_stage_may_be_named_by_its_number_or_its_name(stage: object) -> None:
    keeper = tournament_with_final()
    found = plan_import(keeper.state, CUP, pending(played_record(stage=stage)))
    assert [change.stage for change in found.changes if isinstance(change, Result)] == [2]


def test_a_record_without_a_stage_is_of_the_latest() -> None:
    found = plan_import(tournament_with_final().state, CUP, pending(played_record()))
    assert [change.stage for change in found.changes if isinstance(change, Result)] == [2]


def test_a_record_without_a_stage_stays_in_that_in_which_it_gave_results() -> None:
    keeper = tournament_with_round()
    import_into(keeper, pending(played_record()))
    add_final(keeper)
    found = plan_import(keeper.state, CUP, pending(played_record(0, 1, 2, 3), revision=2))
    assert [change.stage for change in found.changes if isinstance(change, Result)] == [1]


@pytest.mark.parametrize("players", [EIGHT_PLAYERS[:4], ("Aki", "Shimo", "Mu", "Junko")])
def test_a_record_says_the_same_after_its_results_were_moved_to_other_seats(players: tuple[str, ...]) -> None:
    keeper = tournament_with_round()
    judged = played_record(players=players)
    import_into(keeper, pending(judged))
    keeper.make(SeatsMoved(stage=1, round=1, tables=(Sitters(1, (2, 1, 3, 4)),)))
    assert import_into(keeper, pending(judged, revision=2)).changes == ()


def test_a_record_of_other_rules_is_refused() -> None:
    keeper = new_tournament(rules="akagiri")
    assert refusal_code(keeper.state, pending(played_record())) == "other_rules"


def test_links_begin_with_the_first_result_of_a_record_and_end_with_the_last() -> None:
    keeper = tournament_with_round()
    before = keeper.state
    import_into(keeper, pending(played_record()))
    assert records_with_results(keeper.state) == {7}
    assert changed_links(before, keeper.state) == ((7,), ())
    assert changed_links(keeper.state, before) == ((), (7,))
    assert changed_links(keeper.state, keeper.state) == ((), ())


def test_all_rounds_can_be_reopened_to_look_at_a_correction() -> None:
    keeper = tournament_with_round(Settings(deals=None))
    keeper.make(points_sheet(1, 1, points=(3, 2, 1, 0)), points_sheet(1, 2, points=(3, 2, 1, 0)))
    keeper.close_rounds(1)
    assert [found.closed for _, found in reopen_all_rounds(keeper.state).rounds()] == [False]
    assert reopen_all_rounds(EMPTY_STATE) == EMPTY_STATE


def tournament_with_final() -> TournamentLog:
    """A tournament with a round in each of two stages, in which nothing was played."""
    keeper = tournament_with_round()
    add_final(keeper)
    return keeper


def add_final(keeper: TournamentLog, tables: Sequence[Sequence[int]] = (FIRST_TABLE, SECOND_TABLE)) -> None:
    """A further stage for everybody, with a round."""
    keeper.make(StageOpened(name="Final"), hand_drawn_round(*tables, stage=2))
