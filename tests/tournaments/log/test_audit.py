"""The audit shows the state before and after each change."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from daifu.data.tournaments.changes import (
    Awarded,
    Cancelled,
    Entered,
    FaultDecided,
    FaultSeen,
    Forfeited,
    LotDrawn,
    Redrawn,
    Renamed,
    Result,
    RoundClosed,
    SeatsMoved,
    SettingsChanged,
    Sitters,
)
from daifu.data.tournaments.consequences import audit
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import Decision
from tests.support.tournaments.log import LEAGUE, TournamentLog, fractions, points_sheet, tournament_with_stage
from tests.support.tournaments.random_changes import any_change


def last(keeper: TournamentLog) -> tuple[object, object]:
    """The states before and after the last entry."""
    [*_, found] = audit(keeper.entries)
    return found.before, found.after


def test_a_correction_shows_the_result_before_and_after() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.scores(1, 1, 0, 1, 2, 3)
    before, after = last(keeper)
    assert [getattr(found, "points", None) for found in (before, after)] == [
        fractions(3, 2, 1, 0),
        fractions(0, 1, 2, 3),
    ]


def test_a_first_result_was_nothing_before() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.make(points_sheet(1, 1, points=(3, 2, 1, 0)))
    assert last(keeper)[0] is None


def test_a_new_entrant_has_nothing_before() -> None:
    keeper = tournament_with_stage(4)
    keeper.make(Entered(name="Mu"))
    assert last(keeper) == (None, keeper.state.entrants[4])


def test_a_new_name_shows_the_old_one() -> None:
    keeper = tournament_with_stage(4)
    old = keeper.state.entrants[1]
    keeper.make(Renamed(entrant=2, name="Mu"))
    assert last(keeper) == (old, keeper.state.entrants[1])


def test_a_round_that_is_closed_was_open() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.make(RoundClosed(stage=1, round=1))
    assert last(keeper) == (False, True)


def test_moved_seats_show_the_entrants_before_and_after() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    before = keeper.state.stages[0].rounds[0].tables[0].seats
    keeper.make(SeatsMoved(stage=1, round=1, tables=(Sitters(1, (2, 1, 3, 4)),)))
    assert last(keeper) == ({1: before}, {1: (before[1], before[0], before[2], before[3])})


def test_a_forfeit_shows_the_seats_of_its_table() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    before = keeper.state.stages[0].rounds[0].tables[0].seats
    keeper.make(Forfeited(stage=1, round=1, table=1, entrant=1))
    assert last(keeper) == (before, (replace(before[0], forfeited=True), *before[1:]))


def test_a_draw_shows_its_seats_before_and_after() -> None:
    keeper = tournament_with_stage(5)
    keeper.draw((1, 2, 3, 4), byes=[5])
    assert last(keeper) == (None, ([(1, 2, 3, 4)], (5,)))
    keeper.make(Redrawn(stage=1, round=1, tables=((5, 4, 3, 2),), byes=(1,), method="by hand"))
    assert last(keeper) == (([(1, 2, 3, 4)], (5,)), ([(5, 4, 3, 2)], (1,)))


def test_an_award_shows_whether_it_was_cancelled() -> None:
    keeper = tournament_with_stage(4)
    keeper.make(Awarded(id=3, entrant=1, stage=1, points=Fraction(-1), reason="late"))
    before, award = last(keeper)
    assert before is None
    keeper.make(Cancelled(award=3))
    assert last(keeper) == (award, keeper.state.awards[3])


def test_a_lot_shows_the_lots_before_it() -> None:
    keeper = tournament_with_stage(4)
    keeper.make(LotDrawn(entrants=(2, 1)), LotDrawn(entrants=(1, 2)))
    assert last(keeper) == (((2, 1),), ((2, 1), (1, 2)))


def test_a_decision_shows_the_one_before_it() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    fault = FaultSeen(code="finish_foul", severity="foul", action=9, seat=1)
    keeper.make(Result(stage=1, round=1, table=1, deal=1, points=fractions(3, 2, 1, 0), faults=(fault,)))
    upheld = FaultDecided(stage=1, round=1, table=1, deal=1, action=9, seat=1, code="finish_foul", decision="upheld")
    keeper.make(upheld, structs.replace(upheld, decision="dismissed"))
    assert last(keeper) == (Decision("upheld", None), Decision("dismissed", None))


def test_a_new_stage_and_new_settings_show_themselves() -> None:
    keeper = tournament_with_stage(4)
    assert last(keeper) == (None, keeper.state.stages[0])
    keeper.make(SettingsChanged(name="Summer cup"))
    assert last(keeper) == (("Winter cup", LEAGUE, False), ("Summer cup", LEAGUE, False))


def test_new_settings_of_a_stage_show_those_that_it_went_by() -> None:
    keeper = tournament_with_stage(4)
    keeper.make(SettingsChanged(stage=1, settings=Settings(drop_worst=2)))
    assert last(keeper) == (("Winter cup", LEAGUE, False), ("Winter cup", Settings(drop_worst=2), False))


@given(st.randoms(use_true_random=True))
def test_every_change_has_its_before_and_after(random: Random) -> None:
    keeper = TournamentLog()
    for _ in range(80):
        keeper.try_to(any_change(random, keeper.state))
    for found, entry in zip(audit(keeper.entries), keeper.entries, strict=True):
        assert found.entry == entry
        if isinstance(entry.change, Awarded | Entered):
            assert found.before is None
        if isinstance(entry.change, LotDrawn | RoundClosed | Cancelled):
            assert found.before != found.after
