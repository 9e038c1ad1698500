"""What changes bring about: the part of the state before and after them, and the standings."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from daifu.data.tournaments.changes import (
    Awarded,
    Cancelled,
    Entered,
    FaultDecided,
    FaultSeen,
    Finished,
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
from daifu.data.tournaments.consequences import audit, find_consequences, with_reopening
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import Decision
from tests.support.tournaments.log import (
    LEAGUE,
    TournamentLog,
    attributes,
    fractions,
    points_sheet,
    tournament_with_stage,
)
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


def two_rounds() -> TournamentLog:
    """A tournament of eight with two closed rounds."""
    keeper = tournament_with_stage(8)
    for number in (1, 2):
        keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
        keeper.scores(number, 1, 8, 7, 6, 5)
        keeper.scores(number, 2, 4, 3, 2, 1)
        keeper.close_rounds(number)
    return keeper


def correction(number: int, *points: float) -> Result:
    return Result(stage=1, round=number, table=2, deal=1, points=fractions(*points))


def test_a_correction_in_a_closed_round_shows_its_consequences() -> None:
    keeper = two_rounds()
    found = find_consequences(keeper.state, correction(2, 4, 3, 1, 2))
    changed = {(one.round, one.entrant): (one.before, one.after) for one in found}
    assert {number for number, _ in changed} == {2}
    before, after = changed[2, 8]
    assert attributes(before, "place", "points") == [8, 2]
    assert attributes(after, "place", "points") == [7, 3]


def test_a_correction_in_an_early_round_changes_the_standings_after_it() -> None:
    found = find_consequences(two_rounds().state, correction(1, 40, 3, 2, 1))
    assert {one.round for one in found} == {1, 2}
    assert all(one.before is not None and one.after is not None for one in found)


def test_finding_consequences_changes_nothing() -> None:
    keeper = two_rounds()
    before = keeper.state
    find_consequences(before, correction(1, 40, 3, 2, 1))
    assert keeper.state == before
    assert keeper.refusal_code(correction(1, 40, 3, 2, 1)) == "round_closed"


def test_the_same_result_again_changes_nothing() -> None:
    assert find_consequences(two_rounds().state, correction(1, 4, 3, 2, 1)) == ()


def test_a_first_result_of_a_round_makes_a_new_standing() -> None:
    keeper = two_rounds()
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    found = find_consequences(keeper.state, points_sheet(3, 1, points=(1, 1, 1, 1)))
    assert {(one.round, one.before) for one in found} == {(3, None)}


def test_a_penalty_in_a_closed_round_and_its_cancellation_show_their_consequences() -> None:
    keeper = two_rounds()
    award = Awarded(id=1, entrant=1, stage=1, round=2, points=Fraction(-20), reason="late")
    assert {one.entrant for one in find_consequences(keeper.state, award) if one.after and one.after.referee} == {1}
    keeper.make(*with_reopening(keeper.state, award), RoundClosed(stage=1, round=2))
    [first, *_] = [one for one in find_consequences(keeper.state, Cancelled(award=1)) if one.entrant == 1]
    assert first.after is not None
    assert first.after.place == 1


def test_a_change_in_a_closed_round_needs_its_reopening() -> None:
    keeper = two_rounds()
    keeper.make(Finished())
    change = correction(1, 40, 3, 2, 1)
    expected = find_consequences(keeper.state, change)
    before = keeper.standing
    keeper.make(*with_reopening(keeper.state, change))
    changed = {one.entrant: one.after for one in expected if one.round == 2}
    assert changed == {line.entrant: line for line in keeper.standing.lines if line not in before.lines}


def test_an_impossible_change_is_refused_all_the_same() -> None:
    with pytest.raises(TournamentError, match="no table 3"):
        find_consequences(two_rounds().state, Result(stage=1, round=1, table=3, deal=1, points=fractions(1, 2, 3, 4)))
    with pytest.raises(TournamentError, match="no stage 2"):
        find_consequences(two_rounds().state, Result(stage=2, round=1, table=1, deal=1, points=fractions(1, 2, 3, 4)))


def test_a_new_entrant_is_a_new_line_in_every_standing() -> None:
    found = find_consequences(two_rounds().state, Entered(name="Mu"))
    assert [(one.round, one.before) for one in found if one.entrant == 9] == [(1, None), (2, None)]
