"""Commands on a store and commands over a service keep one log."""

from tests.support.stores import Locate
from tests.support.tournaments.cli import CommandScorekeeper, serve_store

WORTH = ("--worth", "5,3,2,0", "--tie", "points,firsts,lot")


def play_two_rounds(keeper: CommandScorekeeper) -> None:
    """Everybody finishes in the order of the seats: 5, 3, 2 and 0 points by seat at every table."""
    keeper.open_stage(8, *WORTH)
    keeper.seats("1,2,3,4", "5,6,7,8")
    keeper.seats("1,5,2,6", "3,7,4,8")
    for number in ("1", "2"):
        for table in ("1", "2"):
            keeper.run("result", number, table, "--places", "1,2,3,4")
        keeper.run("close", number)


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
