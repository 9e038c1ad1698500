"""What is checked of new changes, and not of those that a log has already."""

from fractions import Fraction

import pytest

from daifu.data.tournaments.changes import (
    AnyChange,
    Awarded,
    Created,
    Entered,
    Forfeited,
    Guest,
    Result,
    SettingsChanged,
    StageOpened,
    Substitute,
    Substituted,
)
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import apply, apply_all, apply_new
from daifu.data.tournaments.settings import ByTitle, Settings
from daifu.data.tournaments.state import EMPTY_STATE
from tests.support.tournaments.log import TournamentLog, tournament_with_stage

MISSPELT = Settings(scoring=ByTitle({"greater_dalmuti": Fraction(3), "greater_dalmutti": Fraction(1)}))


def seated() -> TournamentLog:
    """A round at a table of four."""
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    return keeper


def sheet(*titles: str | None) -> Result:
    """A sheet with these titles."""
    return Result(stage=1, round=1, table=1, places=(1, 2, 3, 4), titles=titles)


def refusal(keeper: TournamentLog, *changes: AnyChange) -> TournamentError:
    """The error with which new changes are refused."""
    with pytest.raises(TournamentError) as refused:
        apply_all(keeper.state, changes)
    return refused.value


@pytest.mark.parametrize(
    "change", [SettingsChanged(settings=MISSPELT), StageOpened(name="Final", settings=MISSPELT)], ids=type
)
def test_a_misspelt_title_in_settings_is_refused(change: AnyChange) -> None:
    found = refusal(tournament_with_stage(4), change)
    assert (found.code, found.details["title"]) == ("unknown_title", "greater_dalmutti")


def test_a_tournament_with_a_misspelt_title_is_not_created() -> None:
    with pytest.raises(TournamentError, match="no title greater_dalmutti"):
        apply_new(EMPTY_STATE, Created(name="Cup", rules="dalmuti", settings=MISSPELT))


def test_a_misspelt_title_on_a_sheet_is_refused() -> None:
    assert refusal(seated(), sheet("greater_dalmuti", None, None, "peon")).code == "unknown_title"


def test_known_titles_are_listed_with_the_comma_of_the_language() -> None:
    text = refusal(seated(), sheet("greater_dalmuti", None, None, "peon")).text
    assert text.en.count(", ") == text.ja.count("、") == 4


def test_known_titles_are_named_in_words_and_as_they_are_written() -> None:
    text = refusal(seated(), sheet("greater_dalmuti", None, None, "peon")).text
    assert "Greater Dalmuti (greater_dalmuti)" in text.en
    assert "大ダルマチ（greater_dalmuti）" in text.ja


def test_titles_of_the_game_may_stand_on_a_sheet() -> None:
    apply_new(seated().state, sheet("greater_dalmuti", "merchant", None, "greater_peon"))


def forfeited(keeper: TournamentLog) -> TournamentLog:
    """The entrant on the first seat forfeits."""
    keeper.make(Forfeited(stage=1, round=1, table=1, entrant=1))
    return keeper


def taking_seat_1(by: Substitute | Guest) -> Substituted:
    """A substitution on the first seat."""
    return Substituted(stage=1, round=1, table=1, seat=1, by=by)


def test_whoever_forfeited_does_not_take_the_seat_back_by_a_substitution() -> None:
    found = refusal(forfeited(seated()), taking_seat_1(Substitute(1)))
    assert (found.code, found.details["entrant"]) == ("has_forfeited", 1)


def test_a_guest_who_forfeited_does_not_take_the_seat_back_either() -> None:
    keeper = seated()
    keeper.make(taking_seat_1(Guest(name="Nina", scores=True)))
    assert refusal(forfeited(keeper), taking_seat_1(Guest(name="Nina", scores=False))).code == "has_forfeited"


def test_somebody_else_may_take_the_seat_of_a_forfeit() -> None:
    following = apply_new(forfeited(seated()).state, taking_seat_1(Guest(name="Nina", scores=True)))
    assert not following.stages[0].rounds[0].tables[0].seats[0].forfeited


def test_a_log_in_which_a_substitution_took_a_forfeit_back_can_still_be_read() -> None:
    following = apply(forfeited(seated()).state, taking_seat_1(Substitute(1)))
    assert not following.stages[0].rounds[0].tables[0].seats[0].forfeited


def penalty(reason: str) -> Awarded:
    """A penalty in the stage as a whole."""
    return Awarded(id=1, entrant=1, stage=1, points=Fraction(-2), reason=reason)


@pytest.mark.parametrize("reason", ["", " ", "\u3000\n"])
def test_a_penalty_needs_a_reason(reason: str) -> None:
    assert refusal(seated(), penalty(reason)).code == "no_reason"
    assert apply(seated().state, penalty(reason)).awards[1].points == -2  # as a log may have it


def test_the_reason_of_a_penalty_is_short() -> None:
    assert refusal(seated(), penalty("x" * 501)).code == "long_reason"
    assert apply_new(seated().state, penalty("x" * 500)).awards
    assert apply(seated().state, penalty("x" * 501)).awards  # as a log may have it


def test_a_penalty_with_a_reason_is_taken() -> None:
    assert apply_new(seated().state, penalty("late")).awards[1].reason == "late"


def test_a_log_that_has_a_misspelt_title_can_still_be_read() -> None:
    assert apply(EMPTY_STATE, Created(name="Cup", rules="dalmuti", settings=MISSPELT)).settings == MISSPELT


def test_every_impossible_change_of_a_list_is_told_with_its_place() -> None:
    keeper = tournament_with_stage(4)
    taken = Entered(name="Player 1")
    found = refusal(keeper, Entered(name="Somebody"), taken, Entered(name="Nobody"), taken)
    assert [(one.place, one.code) for one in (found, *found.others)] == [(1, "player_entered"), (3, "player_entered")]
