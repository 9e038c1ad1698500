"""`daifu tournament create`, `list`, `settings`, `stage` and the commands on entrants."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import daifu
from tests.support.stores import ON_SQLITE
from tests.support.tournaments.cli import CommandScorekeeper


def test_a_tournament_can_be_called_by_its_name(keeper: CommandScorekeeper) -> None:
    keeper.create("Winter cup")
    keeper.tournament = "Winter cup"
    assert keeper.reads("show")["id"] == 1


def test_what_options_say_of_scoring_is_what_is_agreed(keeper: CommandScorekeeper) -> None:
    scoring = ("--worth", "5,3,2,0", "--worth", "6,4,3,1,0", "--tie", "points,lot", "--drop", "1", "--deals", "2")
    keeper.create("Cup", *scoring, "--penalty", "illegal=-1/3", "--bye", "2.5", "--forfeit", "-1")
    assert keeper.reads("show")["settings"] == {
        "scoring": {"by": "place", "worth": [[5, 3, 2, 0], [6, 4, 3, 1, 0]]},
        "tie_breaks": ["points", "lot"],
        "drop_worst": 1,
        "deals": 2,
        "penalties": {"illegal": "-1/3"},
        "bye": 2.5,
        "forfeit": -1,
    }


def test_what_is_wrong_in_the_file_is_reported_with_its_place(keeper: CommandScorekeeper, tmp_path: Path) -> None:
    file = tmp_path / "cup.json"
    file.write_text(json.dumps({"name": "Cup", "rules": "dalmuti", "settings": {"deals": "3"}}), encoding="utf-8")
    result = daifu("tournament", "create", "--file", file, *keeper.target)
    assert result.exit_code == 2
    assert f"{file}: /settings/deals: expected" in result.stderr


def test_settings_change_one_at_a_time(keeper: CommandScorekeeper) -> None:
    keeper.create("Cup", "--drop", "1")
    keeper.run("settings", "--deals", "0", "--name", "Winter cup")
    told = keeper.reads("show")
    assert (told["name"], told["settings"]["drop_worst"], told["settings"]["deals"]) == ("Winter cup", 1, None)


def test_a_final_is_for_the_entrants_named(keeper: CommandScorekeeper) -> None:
    keeper.open_stage(8)
    keeper.run("stage", "Final", "--only", "2,4,6,8", "--rounds", "1", "--drop", "0", "--deals", "2")
    final = keeper.reads("show")["stages"][1]
    assert (final["field"], final["planned"], final["settings"]["deals"]) == ([2, 4, 6, 8], 1, 2)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("create Cup", "daifu: NAME and --rules or --house are missing, or --file"),
        ("create Cup --rules dalmuti --worth 5,x", "daifu: --worth: expected numbers with commas between"),
        ("create Cup --rules dalmuti --set open", "daifu: --set: expected NAME=VALUE, found open"),
        ("create Cup --rules theater --set jokers=9", "daifu: --set: jokers: expected integer 1..2, found 9; `daifu"),
        ("create Cup --rules dalmuti --worth 1,0 --title fugo=1", "daifu: --worth and --title exclude each other"),
    ],
)
def test_a_wrong_call_is_explained(keeper: CommandScorekeeper, call: str, said: str) -> None:
    keeper.create("Winter cup")
    result = daifu("tournament", *call.split(), *keeper.target)
    assert result.exit_code == 2
    assert result.stderr.startswith(said)


@ON_SQLITE
@pytest.mark.parametrize("call", ["list", "show 1", "enter 1 Haru"])
def test_a_store_is_made_for_a_new_tournament_only(keeper: CommandScorekeeper, call: str) -> None:
    result = daifu("tournament", *call.split(), *keeper.target)
    store = Path(keeper.target[1])
    assert (result.exit_code, result.stderr, store.exists()) == (2, f"daifu: there is no store {store}\n", False)


def test_tables_are_of_sizes_that_the_game_allows(keeper: CommandScorekeeper) -> None:
    keeper.create()
    assert keeper.fails("stage", "Preliminaries", "--sizes", "4,99").startswith("daifu: a table of 99 is not allowed")
    assert keeper.fails("stage", "Preliminaries", "--sizes", "1") == (
        "daifu: --sizes: expected numbers of players with commas between, such as 4,5, found '1'"
    )


def test_a_tournament_may_have_a_number_as_its_name(keeper: CommandScorekeeper) -> None:
    keeper.create("2026")
    assert daifu("tournament", "show", "2026", *keeper.target).stdout.startswith("2026 (dalmuti)")


def test_a_game_without_points_is_noted_unless_places_or_titles_count(keeper: CommandScorekeeper) -> None:
    theater = ("tournament", "create", "--rules", "theater", *keeper.target)
    assert daifu(*theater, "Cup").stderr.startswith("note: this game gives no points of its own")
    assert daifu(*theater, "League", "--worth", "5,3,2,0").stderr == ""
    assert daifu(*theater, "Court", "--set", 'title_points={"daifugo": 2}').stderr == ""


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
