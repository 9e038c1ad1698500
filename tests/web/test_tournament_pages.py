"""Pages of tournaments: standings down to the games, rounds, head to head, referee and log."""

from fractions import Fraction

import pytest

from daifu.api.web import addresses
from daifu.api.web.pages.tournaments.tables import round_view
from daifu.data.store.store import Store
from daifu.data.store.values import Author
from daifu.data.tournaments.changes import Created, Entered, Result, RoundClosed, StageOpened
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import WHOLE_TABLE, RoundId
from tests.support.pages import Browser
from tests.support.tournaments.log import tournament_with_stage
from tests.support.tournaments.store import BY_PLACE, append_changes, hand_drawn_round, make_cup

CUP = "/tournaments/1"


def test_the_list_has_each_tournament_with_its_state(samples: Browser) -> None:
    entry = samples.open("/tournaments").main.one("li")
    assert entry.one("a")["href"] == CUP
    assert "finished" in entry.text


def test_a_store_without_tournaments_says_so(browser: Browser) -> None:
    assert "There is no tournament yet." in browser.open("/tournaments").main.text


def test_one_entrant_is_not_several(store: Store, browser: Browser) -> None:
    make_cup(store, ("Mu",), Settings(), rounds=0)
    assert "1 entrant," in browser.open(CUP).main.text


def test_the_standing_has_all_entrants_best_first(samples: Browser) -> None:
    rows = samples.open(CUP).main.all("table", class_="standing")[0].one("tbody").all("tr")
    places = [int(row.all("td")[0].text) for row in rows]
    assert len(rows) == 20
    assert places == sorted(places)


def test_a_number_of_the_standing_leads_down_to_the_deal(samples: Browser) -> None:
    """Standing, the rounds of an entrant, the game of a deal."""
    row = samples.open(CUP).main.all("table", class_="standing")[0].one("tbody").all("tr")[0]
    points = next(link["href"] for link in row.all("a", class_="plain"))
    rounds = samples.open(points).main
    deal = rounds.all("span", class_="of-entrant")[0].one("a")["href"]
    assert deal.startswith("/games/")
    assert samples.open(deal).status == 200


def test_a_result_of_a_whole_table_has_its_places_beside_the_seats() -> None:
    keeper = tournament_with_stage(4, Settings(deals=2))
    keeper.draw((1, 2, 3, 4))
    keeper.make(Result(stage=1, round=1, table=1, places=(2, 1, 4, 3), points=tuple(map(Fraction, (2, 3, 0, 1)))))
    [table] = round_view(keeper.state, RoundId(1, 1), scored=True).tables
    assert table.deals == [WHOLE_TABLE]
    found = [seat.deal(WHOLE_TABLE) for seat in table.seats]
    assert [deal and deal.place for deal in found] == [2, 1, 4, 3]


def test_the_standing_after_an_earlier_round_is_chosen_by_a_link(samples: Browser) -> None:
    link = next(link for link in samples.open(CUP).main.all("a") if link["href"] == f"{CUP}?stage=1&round=1")
    assert samples.open(link["href"]).main.all("h2")[0].text == "Preliminaries, after round 1"


def test_a_round_shows_who_sits_where_and_every_result(samples: Browser) -> None:
    page = samples.open(f"{CUP}/rounds/1/2")
    tables = page.main.all("section")
    assert len(tables) == 5
    assert all(len(table.one("tbody").all("tr")) == 4 for table in tables)
    assert len(page.main.all("ul", class_="columns")[0].all("li")) == 20
    assert all(link["href"].startswith("/games/") for link in tables[0].one("thead").all("a"))


def test_a_long_standing_and_a_large_round_are_shown_page_by_page(store: Store, browser: Browser) -> None:
    make_cup(store, [f"Player {number}" for number in range(604)], Settings(), rounds=1)
    first, second = browser.open(CUP).main, browser.open(f"{CUP}?cursor=1f4").main
    assert [len(part.one("table", class_="standing").one("tbody").all("tr")) for part in (first, second)] == [500, 104]
    assert [link["href"] for link in first.all("a", rel="next")] == [f"{CUP}?cursor=1f4"]
    assert [link["href"] for link in second.all("a", rel="first")] == [f"{CUP}?stage=1&round=0"]
    table = browser.open(f"{CUP}/rounds/1/1").main.one("a", rel="next")["href"]
    assert browser.open(table).main.all("section")[0]["id"] == "table-101"


def test_a_link_to_a_table_leads_to_the_page_that_has_it() -> None:
    assert addresses.table_place(1, 2, 3, 100) == "/tournaments/1/rounds/2/3#table-100"
    assert addresses.table_place(1, 2, 3, 101) == "/tournaments/1/rounds/2/3?cursor=64#table-101"


def test_a_number_of_the_head_to_head_table_leads_to_the_meetings(samples: Browser) -> None:
    cell = next(link for link in samples.open(f"{CUP}/head-to-head").main.all("a") if "#met-" in link["href"])
    page, _, place = cell["href"].partition("#")
    assert len(samples.open(page).main.all("tr", id=place)) == 1


def test_the_head_to_head_table_is_a_matrix_of_all(samples: Browser) -> None:
    rows = samples.open(f"{CUP}/head-to-head").main.one("tbody").all("tr")
    assert [len(row.all("td")) for row in rows] == [20] * 20


def test_the_referee_sees_awards_with_their_reasons(samples: Browser) -> None:
    assert "late at the table" in samples.open(f"{CUP}/referee").main.text


def test_the_log_has_the_latest_change_first(samples: Browser) -> None:
    entries = samples.open(f"{CUP}/log").main.one("ol").all("li")
    assert "tournament finished" in entries[0].text
    assert "tournament created" in entries[-1].text


def test_the_log_speaks_in_words(samples: Browser) -> None:
    text = samples.open(f"{CUP}/log?lang=ja").main.text
    assert ", " not in text
    assert "会のコンピューターを使った人" in text
    assert "ゲーム 劇場大貧民" in text
    assert "階級ごとの点数：大富豪3、大貧民-3、富豪1、貧民-1" in text
    assert "大富豪 富豪 貧民 大貧民" in text
    assert "方法 棋譜" in text


def test_a_long_log_has_pages(store: Store, browser: Browser) -> None:
    cup = store.tournaments.create(Created(name="Cup", rules="theater"), Author())
    store.tournaments.append(cup, [Entered(name=f"Player {n}") for n in range(149)], Author(), expected=1)
    first = browser.open(f"/tournaments/{cup}/log")
    following = browser.open(first.main.one("a", rel="next")["href"])
    assert [len(page.main.one("ol").all("li")) for page in (first, following)] == [100, 50]
    assert "Player 148" in first.main.text
    assert "tournament created" in following.main.text


@pytest.mark.parametrize("part", ["", "/rounds", "/head-to-head", "/referee", "/log", "/wall"])
def test_a_tournament_without_a_stage_has_all_pages(store: Store, browser: Browser, part: str) -> None:
    cup = store.tournaments.create(Created(name="<b>Cup</b>", rules="theater"), Author())
    page = browser.open(f"/tournaments/{cup}{part}")
    assert page.status == 200
    assert page.one("h1").text == "<b>Cup</b>"


@pytest.mark.parametrize(
    "address",
    [
        *("/tournaments/99", f"{CUP}?stage=7", f"{CUP}/rounds/1/9", f"{CUP}/entrants/99"),
        *(f"{CUP}/entrants/99?format=csv", f"{CUP}/entrants/1?stage=7&format=csv"),
    ],
)
def test_what_does_not_exist_is_not_found(samples: Browser, address: str) -> None:
    assert samples.open(address).status == 404


def test_a_stage_keeps_the_letters_of_its_name(store: Store, scorekeeper: Browser) -> None:
    cup = make_cup(store, ("Mu", "Junko", "Shimo", "Aki"), Settings(scoring=BY_PLACE))
    result = Result(stage=1, round=1, table=1, places=(1, 2, 3, 4))
    append_changes(store, cup, result, RoundClosed(stage=1, round=1), StageOpened(name="Grand Final"))
    append_changes(store, cup, hand_drawn_round((1, 2, 3, 4), stage=2))
    assert scorekeeper.open(f"/tournaments/{cup}/desk").main.all("h2")[-1].text == "Grand Final , round 1"
    assert scorekeeper.open(f"/tournaments/{cup}/rounds/2/1").main.all("h2")[0].text.startswith("Grand Final , round 1")
