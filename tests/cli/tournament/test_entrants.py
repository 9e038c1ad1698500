"""`daifu tournament enter`, `rename`, `withdraw`, `return`."""

from typing import Any

import pytest

from tests.support.tournaments.cli import CommandScorekeeper


def entrant(keeper: CommandScorekeeper, number: int) -> dict[str, Any]:
    found: dict[str, Any] = keeper.reads("show")["entrants"][number - 1]
    return found


def test_a_new_name_leaves_the_team_as_it_was(keeper: CommandScorekeeper) -> None:
    keeper.create()
    keeper.run("enter", "Haru", "--team", "Reds")
    keeper.run("rename", "Haru", "--name", "Haruka")
    found = entrant(keeper, 1)
    assert (found["name"], found["team"]) == ("Haruka", "Reds")


def test_by_default_an_entrant_withdraws_from_the_first_round_that_has_not_begun(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(8)
    keeper.run("withdraw", "8")
    assert entrant(keeper, 8)["absences"][0]["since"] == {"stage": 1, "round": 1}


def test_a_name_that_several_have_is_not_enough(keeper: CommandScorekeeper) -> None:
    keeper.create()
    keeper.run("enter", "Haru", "--player", "h1")
    keeper.run("enter", "Haru", "--player", "h2")
    assert keeper.fails("withdraw", "Haru") == "daifu: several entrants are called Haru: 1, 2; use the number"


def test_an_unknown_entrant_cannot_withdraw(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(4)
    assert keeper.fails("withdraw", "Nobody") == "daifu: no entrant is called Nobody"
    assert keeper.fails("withdraw", "9") == "daifu: no entrant is called 9"


def test_a_name_of_digits_is_a_name_where_nobody_has_that_number(keeper: CommandScorekeeper) -> None:
    keeper.create()
    keeper.run("enter", "17", "2")
    keeper.run("stage", "Preliminaries")
    assert keeper.run("withdraw", "17").startswith("1 17 withdraws as of round 1 of stage 1\n")
    assert keeper.run("withdraw", "2").startswith("2 2 withdraws")
    assert keeper.run("return", "2").startswith("2 2 returns in round 1 of stage 1\n")


@pytest.mark.parametrize("name", ["\u200b", "Mio\u202e", "Mi\u2060o", "\ufeffMio"], ids=ascii)
def test_a_name_has_no_invisible_characters(keeper: CommandScorekeeper, name: str) -> None:
    keeper.create()
    said = keeper.fails("enter", name)
    assert said.startswith("daifu: NAME: expected 1 to 200 visible characters, found ")
    assert "\N{REPLACEMENT CHARACTER}" in said
    assert said.isprintable()


def test_a_name_may_have_characters_that_join_others(keeper: CommandScorekeeper) -> None:
    keeper.create()
    keeper.run("enter", "\U0001f469\u200d\U0001f680 Mio")
    assert len(keeper.log()) == 2
