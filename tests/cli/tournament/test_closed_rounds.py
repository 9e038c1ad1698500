"""Closed rounds, and corrections in them."""

import pytest

from tests.support.tournaments.cli import CommandScorekeeper


@pytest.fixture
def closed(keeper: CommandScorekeeper) -> CommandScorekeeper:
    """A tournament with one round, which is closed."""
    keeper.open_stage(4, "--worth", "5,3,2,0")
    keeper.seats("1,2,3,4")
    keeper.run("result", "1", "1", "--places", "1,2,3,4")
    keeper.run("close", "1")
    return keeper


def test_the_log_shows_author_change_and_reason(closed: CommandScorekeeper) -> None:
    closed.run("reopen", "1", "--reason", "misread")
    last = closed.log()[-1]
    assert (last["author"], last["reason"], last["before"], last["after"]) == ("local", "misread", True, False)
    assert "misread" in closed.run("log")
    assert closed.run("log", "--json", "--from", str(last["number"])) == ""


def test_announced_standings_are_shown_without_later_corrections(closed: CommandScorekeeper) -> None:
    announced = closed.reads("standings")
    closed.run("reopen", "1")
    closed.run("result", "1", "1", "--places", "4,3,2,1")
    closed.seats("1,2,3,4")
    closed.run("result", "2", "1", "--places", "4,3,2,1")
    for words in ((), ("--until", "1"), ("--stage", "1")):
        told = closed.reads("standings", "--announced", *words)
        assert told == announced
    assert closed.reads("standings", "--until", "1")["lines"][0]["name"] == "Player 4"
    assert closed.reads("meetings", "--announced")[0]["against"][0]["won"] == 1


def test_what_was_not_closed_was_not_announced(closed: CommandScorekeeper) -> None:
    for command in ("standings", "teams", "meetings"):
        assert closed.fails(command, "--announced", "--until", "2") == "daifu: that round has never been closed"
