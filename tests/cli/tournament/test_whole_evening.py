"""A small tournament from the first entrant to the final table, by commands alone: on a store, and over a service."""

from collections.abc import Iterator

import pytest

from tests.support.stores import Locate
from tests.support.tournaments.cli import CommandScorekeeper, serve_store

WORTH = ("--worth", "5,3,2,0", "--tie", "points,firsts,lot")


@pytest.fixture(params=["store", "service"])
def keeper(request: pytest.FixtureRequest, locate: Locate) -> Iterator[CommandScorekeeper]:
    db = locate("club.db")
    if request.param == "store":
        yield CommandScorekeeper("--db", db)
        return
    with serve_store(db) as (url, token):
        yield CommandScorekeeper("--url", url, "--token", token)


def play_two_rounds(keeper: CommandScorekeeper) -> None:
    """Everybody finishes in the order of the seats: 5, 3, 2 and 0 points by seat at every table."""
    keeper.open_stage(8, *WORTH)
    keeper.seats("1,2,3,4", "5,6,7,8")
    keeper.seats("1,5,2,6", "3,7,4,8")
    for number in ("1", "2"):
        for table in ("1", "2"):
            keeper.run("result", number, table, "--places", "1,2,3,4")
        keeper.run("close", number)


def test_a_whole_evening_is_run_by_commands(keeper: CommandScorekeeper) -> None:
    play_two_rounds(keeper)
    assert keeper.points() == {
        "Player 1": 5 + 5,
        "Player 5": 5 + 3,
        "Player 3": 2 + 5,
        "Player 2": 3 + 2,
        "Player 7": 2 + 3,
        "Player 6": 3 + 0,
        "Player 4": 0 + 2,
        "Player 8": 0 + 0,
    }
    assert "share a place; draw a lot" in keeper.fails("stage", "Final", "--best", "4")
    keeper.run("lot", "Player 7", "Player 2", "--drawn")
    keeper.run("stage", "Final", "--best", "4", "--carry", "0.5")
    keeper.seats("1,5,3,7")
    keeper.run("result", "1", "1", "--places", "2,1,3,4")
    keeper.run("penalty", "Player 5", "3", "--reason", "late")
    assert next(iter(keeper.lines())) == "Player 1"
    keeper.run("cancel", "1")
    keeper.run("close", "1")
    keeper.run("finish")
    assert list(keeper.points().items())[:4] == [
        ("Player 5", 4 + 5),
        ("Player 1", 5 + 3),
        ("Player 3", 5.5),
        ("Player 7", 2.5),
    ]
    assert keeper.reads("show")["finished"] is True


def test_a_store_and_a_service_keep_the_same_log(locate: Locate) -> None:
    here = CommandScorekeeper("--db", locate("here.db"), "--as", "Haru")
    play_two_rounds(here)
    with serve_store(locate("there.db")) as (url, token):
        there = CommandScorekeeper("--url", url, "--token", token)
        play_two_rounds(there)
    kept = [CommandScorekeeper("--db", locate(name)).log() for name in ("here.db", "there.db")]
    assert [(entry["author"], entry["change"]) for entry in kept[0]] == [
        (entry["author"], entry["change"]) for entry in kept[1]
    ]
    assert kept[0]
