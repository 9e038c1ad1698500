"""`daifu stats`: statistics of players and games as tables, CSV or JSON, from a store or from a service."""

import json
import re
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import date
from pathlib import Path

import httpx2
import pytest

from daifu.api.cli.stats_tables import answer_notes
from daifu.api.http.app import create_app
from daifu.api.settings import CLOSED, Settings
from daifu.api.views.statistics import interval_text
from daifu.data.store.open import open_store
from daifu.data.store.values import READER, Author, Location
from daifu.replay.figures.plan import player_figure_catalogue
from daifu.schemas.judgement import judge_json
from daifu.schemas.sheets.grid import read_grid
from tests.support.command_line import daifu
from tests.support.http_client import COURT_PLAYERS, court_evening, friday_event
from tests.support.stores import Locate


def store_with_sittings(path: Location, *evenings: object) -> Location:
    """A store with these evenings."""
    with closing(open_store(path)) as store:
        store.add([judge_json(json.dumps(one).encode()) for one in evenings], Author())
    return path


@pytest.fixture
def db(locate: Locate) -> Location:
    return store_with_sittings(
        locate("club.db"),
        court_evening("1234", "1324", event=friday_event(3)),
        court_evening("2134", players=(*COURT_PLAYERS[:3], {"id": "y", "name": "雪"}), event=friday_event(10)),
    )


def print_stats(db: Location, call: str, *args: str, language: str = "en") -> str:
    result = daifu("--lang", language, "stats", *call.split(), "--db", db, *args)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def table_cells(text: str) -> list[Sequence[str]]:
    """The rows of tables as they are printed."""
    return [[cell.strip() for cell in line.strip("│").split("│")] for line in text.splitlines() if line.startswith("│")]


def test_a_list_is_written_as_a_workbook_with_numbers_and_days(db: Location, tmp_path: Path) -> None:
    assert print_stats(db, "history Haru", "--xlsx", str(tmp_path / "haru.xlsx")) == ""
    rows = read_grid((tmp_path / "haru.xlsx").read_bytes()).rows
    heads, *days = rows
    assert [(day[0], day[heads.index("deals")]) for day in days] == [(date(2026, 7, 3), 2), (date(2026, 7, 10), 3)]


def test_without_the_part_for_sheets_a_workbook_says_what_to_install(
    db: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    monkeypatch.delitem(sys.modules, "daifu.schemas.sheets.workbook", raising=False)
    result = daifu("stats", "players", "--db", db, "--xlsx", "-")
    assert (result.exit_code, result.stdout_bytes) == (2, b"")
    assert result.stderr.startswith("daifu: this needs the part “sheets” of daifu")
    assert "pip install 'daifu[sheets]'" in result.stderr


def test_ratings_of_groups_that_never_met_are_marked(locate: Locate) -> None:
    others = court_evening("1234", players=("Ken", "Mei", "Tom", "Rin"))
    db = store_with_sittings(locate("clubs.db"), court_evening("1234"), others)
    shown = print_stats(db, "ratings --rules dalmuti")
    assert sorted(row[-1] for row in table_cells(shown)) == ["1"] * 4 + ["2"] * 4
    assert "only the ratings within a group can be compared" in " ".join(shown.split())


def test_a_player_is_listed_with_other_ids_and_names(db: Location) -> None:
    with closing(open_store(db)) as store:
        store.people.rename("y", "Yuki", Author(), "spelling")
        store.people.merge("y", "Fuyu", Author(), "the same player")
    assert table_cells(print_stats(db, "players --search yuki")) == [["Fuyu", "y", "Yuki, 雪"]]


@pytest.mark.parametrize("call", ["leaderboard deals --rules dalmuti", "ratings --rules dalmuti", "players"])
def test_a_list_has_pages(db: Location, call: str) -> None:
    pages = [print_stats(db, call, "--limit", "2", "--page", str(page)) for page in (1, 2, 3)]
    column = 0 if call == "players" else 1
    assert [row[column] for page in pages for row in table_cells(page)] == [
        row[column] for row in table_cells(print_stats(db, call))
    ]
    assert [page.splitlines()[-1] for page in pages[:2]] == ["more: --page 2", "more: --page 3"]
    assert "--page" not in pages[2]
    assert print_stats(db, call, "--limit", "2", language="ja").splitlines()[-1] == "続き：--page 2"


def test_deals_not_counted_yet_are_reported() -> None:
    assert list(answer_notes({"behind": 3}, None, "en")) == ["deals not counted yet: 3"]
    assert list(answer_notes({"behind": 3}, None, "ja")) == ["まだ反映されていない回：3回"]
    assert list(answer_notes({"behind": 0}, None, "en")) == []


def test_a_share_is_told_in_per_cent_with_its_interval_if_it_has_one(db: Location) -> None:
    [row] = [row for row in table_cells(print_stats(db, "player Haru")) if row[0] == "first places"]
    assert row[1:] == ["66.7 %", "2 / 3"]
    figure = player_figure_catalogue("theater")["first"]
    assert interval_text(0.208, 0.939, figure) == "20.8 % – 93.9 %"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_figure_may_be_called_by_its_printed_name(db: Location, language: str) -> None:
    printed = print_stats(db, "leaderboard first --rules dalmuti", language=language)
    name = re.split("[：:] ?", printed.splitlines()[0])[1].strip()
    options = ("--rules", "dalmuti", "--db", db)
    assert daifu("--lang", language, "stats", "leaderboard", name.upper(), *options).stdout == printed


@pytest.mark.parametrize("id", ["Haru/Natsu", "100%", "merges", "冬 1", ".", ".."])
def test_a_player_is_found_by_any_id(locate: Locate, id: str) -> None:
    db = store_with_sittings(locate("club.db"), court_evening("1234", players=(id, *COURT_PLAYERS[1:])))
    told = json.loads(daifu("stats", "player", id, "--db", db, "--json").stdout)
    assert told["player"]["id"] == id


def test_a_service_at_an_address_is_asked_with_a_token(db: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(db)
    transport = httpx2.WSGITransport(create_app(Settings(reading=CLOSED), store))

    class Reached(httpx2.Client):
        """A client whom every address leads to the service."""

        def __init__(self, **settings: object) -> None:
            super().__init__(transport=transport, base_url=str(settings["base_url"]))

    monkeypatch.setattr(httpx2, "Client", Reached)
    call = ("stats", "player", "Haru", "--json", "--url", "http://club.example")
    refused = daifu(*call)
    assert (refused.exit_code, refused.stderr.splitlines()[0]) == (
        2,
        "daifu: A token is needed: this club shows its results to members only: sign in, or send a token",
    )
    asked = daifu(*call, "--token", store.create_token("Natsu", READER).secret)
    assert json.loads(asked.stdout)["player"]["id"] == "Haru"
    store.close()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("player Haru --rules uecda", "daifu: Haru has not played uecda"),
        ("player Haru --url club", "daifu: --url: expected http://… or https://…, found club"),
        ("players --page 2", "daifu: --page: expected a number up to 1, the last page, found 2"),
    ],
)
def test_what_cannot_be_done_is_explained(db: Location, call: str, said: str) -> None:
    result = daifu("stats", *call.split(), "--db", db)
    assert (result.exit_code, result.stderr.splitlines()[0]) == (2, said)


def test_asking_makes_no_store(tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    result = daifu("stats", "profile", "dalmuti", "--db", path)
    assert (result.exit_code, path.exists()) == (2, False)
