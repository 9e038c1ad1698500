"""`daifu tournament draw` and `redraw`."""

import re
from typing import Any

import pytest

from daifu.api.views.tournaments.text import repeat_meetings
from daifu.replay.text import Text
from tests.support.tournaments.cli import CommandScorekeeper


def rounds(keeper: CommandScorekeeper) -> list[Any]:
    return [
        [[seat["drawn"] for seat in table["seats"]] for table in found["tables"]]
        for found in keeper.reads("show")["stages"][-1]["rounds"]
    ]


def test_rounds_are_drawn_together_and_their_quality_is_shown(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(16)
    printed = keeper.run("draw", "--rounds", "5", "--seed", "1", "--work", "200000")
    assert "stage 1, round 5" in printed
    assert "no repeat meetings, at most 1 of the same two" in printed
    assert "seed: 1\n" in printed
    assert len(rounds(keeper)) == 5


def test_a_chosen_seed_is_printed(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(8)
    assert re.search(r"seed: [0-9]+\n", keeper.run("draw", "--work", "1000"))


def test_teams_are_kept_apart_on_request(keeper: CommandScorekeeper) -> None:
    keeper.create()
    for team in "ABCD":
        keeper.run("enter", *(f"{team} {number}" for number in range(1, 5)), "--team", team)
    keeper.run("stage", "Preliminaries", "--sizes", "4")
    printed = keeper.run("draw", "--rounds", "4", "--apart", "teams", "--seed", "1", "--work", "1000")
    assert "meetings of team-mates: 0 (no draw has fewer than 0)" in printed


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("--method swiss --rounds 3", "daifu: --rounds does not apply to draws by the method swiss"),
        ("--method snake --apart teams", "daifu: --apart does not apply to draws by the method snake"),
        ("--method swiss --seed 3", "daifu: --seed does not apply to draws by the method swiss"),
        ("--table 1,2,3,4 --wanted 4", "daifu: --wanted does not apply to draws that are fixed by hand"),
        ("--wanted 9", "daifu: a table of 9 is not allowed; allowed sizes are 4"),
    ],
)
def test_nothing_is_asked_of_a_draw_in_vain(keeper: CommandScorekeeper, call: str, said: str) -> None:
    keeper.open_stage(8)
    assert keeper.fails("draw", *call.split()) == said


@pytest.mark.parametrize(
    ("repeats", "at_least", "english", "japanese"),
    [
        (0, 0, "no repeat meetings", "再戦なし"),
        (13, 13, "repeat meetings: 13 (no draw has fewer)", "再戦13回（これより少なくは組めません）"),
        (9, 4, "repeat meetings: 9 (at least 4 cannot be avoided)", "再戦9回（少なくとも4回は避けられません）"),
        (
            6,
            0,
            "repeat meetings: 6 (whether they can all be avoided is not known)",
            "再戦6回（すべて避けられるかどうかは不明です）",
        ),
    ],
)
def test_what_is_proven_about_repeat_meetings_is_told(repeats: int, at_least: int, english: str, japanese: str) -> None:
    assert repeat_meetings(repeats, at_least) == Text(english, japanese)


def test_tables_by_hand_may_name_people(keeper: CommandScorekeeper) -> None:
    keeper.open_stage()
    keeper.seats("Player 4,3,2,Player 1", "5,6,7,8")
    assert keeper.log()[-1]["change"]["tables"] == [[4, 3, 2, 1], [5, 6, 7, 8]]
