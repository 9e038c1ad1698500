"""The consequences of a change in a closed round for the standings."""

from fractions import Fraction

import pytest

from daifu.data.tournaments.changes import Awarded, Cancelled, Entered, Finished, Result, RoundClosed
from daifu.data.tournaments.consequences import find_consequences, with_reopening
from daifu.data.tournaments.errors import TournamentError
from tests.support.tournaments.log import TournamentLog, attributes, fractions, points_sheet, tournament_with_stage


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
