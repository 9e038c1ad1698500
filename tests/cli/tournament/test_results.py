"""`daifu tournament result`, `remove`, `seats`, `substitute` and `forfeit`."""

import pytest

from tests.support.command_line import daifu
from tests.support.tournaments.cli import CommandScorekeeper

WORTH = ("--worth", "5,3,2,0")


@pytest.fixture
def seated(keeper: CommandScorekeeper) -> CommandScorekeeper:
    """Two tables with their seats and no result."""
    keeper.open_stage(8, *WORTH)
    keeper.seats("1,2,3,4", "5,6,7,8")
    return keeper


def of_table(keeper: CommandScorekeeper, *numbers: int) -> list[int | None]:
    points = keeper.points()
    return [points[f"Player {number}"] for number in numbers]


def test_a_seat_is_taken_by_one_person(seated: CommandScorekeeper) -> None:
    assert seated.fails("substitute", "1", "1", "1") == "daifu: expected either --entrant or --guest"


EXPECTED_PLACES = "daifu: --places: expected the place of each seat, such as 2,1,4,3 or Haru=2,Natsu=1"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("1 1", "daifu: a result needs places or points"),
        ("1 1 --places 1,x,3,4", f"{EXPECTED_PLACES}, found '1,x,3,4'"),
        ("1 1 --places 101,2,3,4", f"{EXPECTED_PLACES}, found '101,2,3,4'"),
        ("1 1 --places 1=1,2", f"{EXPECTED_PLACES}, found '1=1,2'"),
        ("1 1 --places 1=1,1=2", f"{EXPECTED_PLACES}, found '1=1,1=2'"),
        ("1 1 --places 1=1,8=2", "daifu: 8 does not sit at table 1"),
        ("1 1 --places Umi=1", "daifu: no entrant is called Umi"),
    ],
)
def test_a_result_that_cannot_be_is_refused(seated: CommandScorekeeper, call: str, said: str) -> None:
    assert seated.fails("result", *call.split()) == said


@pytest.mark.parametrize("call", ["result 1 １ --places 1,2,3,4", "result 1 1 --places １、２、３、４"])
def test_full_width_digits_are_refused_as_such(seated: CommandScorekeeper, call: str) -> None:
    command, *args = call.split()
    result = daifu("--lang", "ja", "tournament", command, "1", *args, *seated.target)
    assert result.exit_code == 2
    assert "半角" in result.stderr


def test_what_is_for_a_guest_is_not_for_an_entrant(seated: CommandScorekeeper) -> None:
    said = seated.fails("substitute", "1", "1", "1", "--entrant", "Player 5", "--player", "p5")
    assert said == "daifu: --player and --scores are for a guest"


def test_a_result_may_be_written_by_names_in_any_order(seated: CommandScorekeeper) -> None:
    seated.run("result", "1", "1", "--places", "Player 2=1,4=2,Player 1=3,3=4")
    by_name = of_table(seated, 1)
    seated.run("result", "1", "1", "--places", "3,1,4,2")
    assert of_table(seated, 1) == by_name


def test_points_may_be_written_by_names(seated: CommandScorekeeper) -> None:
    seated.run("result", "1", "1", "--points", "Player 4=1/2,Player 3=0,Player 2=3,Player 1=-1")
    by_name = seated.log()[-1]["change"]
    seated.run("result", "1", "1", "--points", "-1,3,0,1/2")
    assert seated.log()[-1]["change"] == by_name


def test_a_guest_is_named_in_a_result(seated: CommandScorekeeper) -> None:
    seated.run("substitute", "1", "1", "2", "--guest", "Rin", "--scores")
    seated.run("result", "1", "1", "--places", "Rin=1,1=2,3=3,4=4")
    assert seated.log()[-1]["change"]["places"] == [2, 1, 3, 4]


def test_points_that_contradict_the_places_are_kept_with_a_note(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(4)
    keeper.seats("1,2,3,4")
    sheet = ("result", "1", "1", "--places", "1,2,3,4", "--points", "0,1,2,3")
    previewed, shown = keeper.attempt(*sheet, "--preview"), keeper.attempt(*sheet)
    assert (
        previewed.stderr
        == shown.stderr
        == (
            "note: the written points are 0 1 2 3, but this order gives 3 2 1 0 (D-SCORE-2); what was entered is kept\n"
        )
    )
    assert of_table(keeper, 1, 2, 3, 4) == [0, 1, 2, 3]
