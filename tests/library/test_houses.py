"""`daifu.House`: house rules are read, and games are played and records judged under them."""

from pathlib import Path

import pytest

import daifu
from tests.support.houses import CLUB, FRIDAYS


@pytest.fixture
def club(tmp_path: Path) -> daifu.House:
    path = tmp_path / "club.toml"
    path.write_text(f"\ufeff{CLUB}", encoding="utf-8")
    return daifu.House.from_file(path)


def test_a_house_takes_over_what_is_in_its_folder(club: daifu.House, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("no house")
    table = tmp_path / "fridays.json"
    table.write_text(daifu.House(FRIDAYS, extends=club).toml())
    fridays = daifu.House.from_file(table)
    assert fridays.players == club.players
    assert list(fridays.rules) == ["jokers", "revolution", "jack_back"]
    assert fridays.hash == daifu.House(FRIDAYS, extends=club).hash
    assert daifu.House(fridays.values() | {"id": "another"}).hash == fridays.hash


def test_what_is_not_in_its_folder_is_missing(tmp_path: Path, club: daifu.House) -> None:
    path = tmp_path / "elsewhere" / "fridays.toml"
    path.parent.mkdir()
    path.write_text(daifu.House(FRIDAYS, extends=club).toml())
    with pytest.raises(daifu.HouseRefused) as refused:
        daifu.House.from_file(path)
    assert [problem.pointer for problem in refused.value.problems] == ["/extends"]


def test_a_game_under_a_house_is_recorded_with_it(club: daifu.House) -> None:
    game = daifu.Game("daifugo", house=club, seed=1)
    record = game.record()
    assert record.values()["house"] == club.reference
    assert daifu.replay(record).legal
    with pytest.raises(ValueError, match="found both"):
        daifu.Game("daifugo", house=club, options={"jokers": True})
    with pytest.raises(daifu.RecordRefused):
        daifu.Game("akagiri", house=club)


def codes(report: daifu.Report) -> list[str]:
    return [fault.code for fault in report.deals[0].faults]


def test_a_record_is_judged_by_another_house(club: daifu.House) -> None:
    record = daifu.load(
        {
            "format": "daifu/1",
            "rules": "daifugo",
            "players": ["A", "B"],
            "deals": [{"hands": ["S8 H8 ?*25", "?*27"], "actions": ["1 S8", "1 H8"], "abandoned": True}],
        }
    )
    assert "out_of_turn" in codes(daifu.replay(record))
    assert codes(daifu.replay(record, house=club)) == ["house_mismatch"]  # eights clear, and the club is for three


def test_no_game_is_played_under_rules_that_exclude_each_other(club: daifu.House) -> None:
    house = daifu.House({**FRIDAYS, "rules": {"four_stop": True, "eight_cut": False}}, extends=club)
    assert [conflict.kind for conflict in house.conflicts] == ["needs"]
    with pytest.raises(daifu.RecordRefused):
        daifu.Game("daifugo", house=house)


def test_the_sheet_of_a_house_is_text_or_a_page(club: daifu.House) -> None:
    assert "8流し" in club.sheet("ja")
    assert club.html("en").startswith("<!doctype html>")
