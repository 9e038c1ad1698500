"""Rounds that are closed, and corrections in them."""

import pytest

from tests.support.scorekeeper import Scorekeeper


@pytest.fixture
def closed(keeper: Scorekeeper) -> Scorekeeper:
    """A tournament with one round, which is closed."""
    keeper.opens(4, "--worth", "5,3,2,0")
    keeper.seats("1,2,3,4")
    keeper.does("result", "1", "1", "--places", "1,2,3,4")
    keeper.does("close", "1")
    return keeper


def test_nothing_changes_in_a_closed_round(closed: Scorekeeper) -> None:
    assert closed.fails("result", "1", "1", "--places", "2,1,3,4") == "daifu: round 1 of stage 1 is closed"


def test_a_correction_in_a_closed_round_tells_what_it_would_change(closed: Scorekeeper) -> None:
    printed = closed.does("result", "1", "1", "--places", "2,1,3,4", "--preview")
    assert "1 Player 1" in printed
    assert "5 → 3" in printed
    assert "Player 3" not in printed
    assert closed.points()["Player 1"] == 5


def test_what_changes_nothing_is_told_as_that(closed: Scorekeeper) -> None:
    assert closed.does("reopen", "1", "--preview") == "no line of any standing would change\n"


def test_a_round_that_was_reopened_can_be_corrected(closed: Scorekeeper) -> None:
    closed.does("reopen", "1")
    closed.does("result", "1", "1", "--places", "2,1,3,4")
    assert closed.points()["Player 1"] == 3


def test_the_log_tells_who_did_what_and_why(closed: Scorekeeper) -> None:
    closed.does("reopen", "1", "--reason", "misread")
    last = closed.log()[-1]
    assert (last["author"], last["reason"], last["before"], last["after"]) == ("local", "misread", True, False)
    assert "misread" in closed.does("log")
    assert closed.does("log", "--json", "--from", str(last["number"])) == ""
