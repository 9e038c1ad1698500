"""`daifu season`, and statistics of a season."""

import csv
import json
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.store.open import open_store
from tests.store.test_seasons import FIRST, SECOND, play
from tests.support.command_line import daifu


@pytest.fixture(autouse=True)
def _db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store of the settings, with two evenings."""
    monkeypatch.setenv("DAIFU_DB", str(tmp_path / "club.db"))
    with closing(open_store(tmp_path / "club.db")) as store:
        play(store, "2026-01-02", FIRST, SECOND)
        play(store, "2026-01-09", SECOND)


def test_a_season_is_made_listed_changed_and_removed_by_its_name() -> None:
    assert daifu("season", "show").stderr == "daifu: there is no season yet; daifu season add makes one\n"
    assert (
        daifu("season", "add", "Spring", "--from", "2026-01-01", "--event", "Friday").stdout == "season 1 is Spring\n"
    )
    assert daifu("season", "change", "Spring", "--best", "1").stdout == "season 1 is changed\n"
    assert daifu("season", "list").stdout == "1  Spring  2026-01-01 –, Friday\n"
    assert json.loads(daifu("season", "show", "1", "--json").stdout)["season"] == {
        "name": "Spring",
        "from": "2026-01-01",
        "event": "Friday",
        "best": 1,
        "least": 1,
    }
    assert daifu("season", "remove", "Spring").stdout == "season 1 is removed; the games stay\n"
    assert daifu("season", "show", "Spring").exit_code == 2


def test_the_table_of_the_latest_season_is_printed() -> None:
    daifu("season", "add", "Fridays", "--event", "Friday")
    lines = daifu("season", "show").stdout.splitlines()
    assert lines[0].startswith("Fridays Friday, theater")
    assert [cell.strip() for cell in lines[-5].split("│")][1:5] == ["1", "B", "8", "2"]


def test_days_without_a_season_have_a_table_too() -> None:
    text = daifu("season", "show", "--from", "2026-01-05", "--csv").stdout
    rows = list(csv.reader(text.removeprefix("\ufeff").splitlines()))
    assert [row[:4] for row in rows[1:3]] == [["1", "B", "B", "3"], ["2", "A", "A", "2"]]
    assert "without a season" in daifu("season", "show", "Fridays", "--from", "2026-01-05").stderr


def test_leaderboards_and_changes_of_ratings_are_of_a_season() -> None:
    daifu("season", "add", "Second", "--from", "2026-01-05")
    ranked = json.loads(daifu("stats", "leaderboard", "first", "--rules", "theater", "--season", "1", "--json").stdout)
    assert (ranked["standings"][0]["player"]["id"], ranked["standings"][0]["deals"]) == ("B", 1)
    changed = daifu("stats", "changes", "--rules", "theater", "--season", "1").stdout
    assert "B" in changed.splitlines()[4]


def test_every_place_that_is_refused_is_told_in_a_line() -> None:
    wrong = daifu("season", "add", "Spring", "--from", "2026-02-01", "--to", "2026-01-01")
    assert wrong.exit_code == 2
    assert wrong.stderr.splitlines() == [
        "daifu: The content cannot be read: 1 place has to be corrected",
        "  /from: expected a day that is not after `to` (2026-01-01), found 2026-02-01",
    ]
