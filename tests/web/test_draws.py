"""Draws as the desk looks at them: their quality, what a better one costs, exchanges, and taking them."""

import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import Author
from daifu.data.tournaments.changes import Created, Entered, StageOpened
from daifu.data.tournaments.draw_requests import Balanced
from daifu.data.tournaments.draws import plan_rounds
from daifu.data.tournaments.settings import FixedTable, Plan, Settings
from tests.support.pages import Browser, Page
from tests.support.tournaments.store import BY_PLACE

DRAW = "/tournaments/1/draw"


def open_cup(store: Store, people: int, rounds: int = 2) -> None:
    """A cup with this many people, two to a team, at tables of four."""
    cup = store.tournaments.create(Created(name="Cup", rules="dalmuti", settings=Settings(scoring=BY_PLACE)), Author())
    entered = [Entered(name=f"Player {number:02}", team=f"Team {number // 2}") for number in range(people)]
    store.tournaments.append(
        cup, [*entered, StageOpened(name="Final", rounds=rounds, sizes=(4,))], Author(), expected=1
    )


def look(browser: Browser, **fields: str) -> Page:
    page = browser.open(DRAW)
    version = page.main.one("input", name="version")["value"]
    values = {"act": "look", "method": "balanced", "rounds": "2", **fields, "version": version}
    return Page(
        browser.client.post(DRAW, data={**values, "csrf_token": page.main.one("input", name="csrf_token")["value"]})
    )


def send(browser: Browser, page: Page, **fields: str) -> Page:
    """What the form of a draw that is shown leads to."""
    form = page.main.one("section", class_="box").one("form")
    hidden = {field["name"]: field["value"] for field in form.all("input", type="hidden")}
    return Page(browser.client.post(DRAW, data={**hidden, **fields}, follow_redirects=True))


def qualities(page: Page) -> list[str]:
    return [one.text for one in page.main.one("section", class_="box").all("li")]


def test_a_draw_offers_all_rounds_of_the_stage_and_changes_nothing_before_it_is_taken(
    store: Store, scorekeeper: Browser
) -> None:
    open_cup(store, 16)
    assert scorekeeper.open(DRAW).main.one("input", name="rounds")["value"] == "2"
    page = look(scorekeeper)
    assert qualities(page)[0] == "No repeat meetings"
    assert store.tournaments.present(1).version == 18
    taken = send(scorekeeper, page, act="take")
    assert "No repeat meetings".lower() in taken.main.text
    assert len(store.tournaments.present(1).state.stages[0].rounds) == 2


def test_people_who_sit_out_are_warned_of_with_sizes_that_would_seat_them(store: Store, scorekeeper: Browser) -> None:
    open_cup(store, 18)
    warning = look(scorekeeper).main.one("p", class_="problem").text
    assert "2 people sit out in each round." in warning
    assert "Nobody would if the stage allowed tables of 5 or 6" in warning


def test_a_draw_that_may_be_better_says_what_a_longer_search_costs(store: Store, scorekeeper: Browser) -> None:
    open_cup(store, 8, rounds=3)
    page = look(scorekeeper, rounds="3", apart="teams")
    assert "Meetings within a team or a group: 0 (no draw has fewer than 0)" in qualities(page)
    assert "A better draw may exist; a search of about" in page.main.text
    assert "Search longer" in page.main.text


def test_two_people_change_places_and_the_page_says_what_it_does(store: Store, scorekeeper: Browser) -> None:
    open_cup(store, 16)
    page = look(scorekeeper)
    lists = [one.text for one in page.main.all("ol")[0].all("li")]
    names = [name.removeprefix("Table 1 ").removeprefix("Table 2 ").strip() for name in lists[0].split(",")]
    first, second = (int(name[-2:]) + 1 for name in (names[0], lists[1].split(",")[0]))
    changed = send(scorekeeper, page, act="exchange", round="1", one=str(first), other=str(second))
    swapped = [one.text for one in changed.main.all("ol")[0].all("li")]
    assert f"Player {second - 1:02}" in swapped[0]
    send(scorekeeper, changed, act="take")
    table = store.tournaments.present(1).state.stages[0].rounds[0].tables[0]
    assert second in [seat.drawn for seat in table.seats]


def test_a_family_is_kept_apart_by_its_names(store: Store, scorekeeper: Browser) -> None:
    open_cup(store, 16)
    page = look(scorekeeper, groups="player 01、Player 07\nPlayer 02, Player 03, Player 04")
    assert "Meetings within a team or a group" in qualities(page)[-1]
    for round_list in page.main.all("ol"):
        for table in round_list.all("li"):
            assert not ("Player 01" in table.text and "Player 07" in table.text)
    assert "Nobody here is called Ghost." in look(scorekeeper, groups="Player 01, Ghost").main.text


def test_who_should_not_meet_and_who_always_sits_where_is_kept_for_all_draws(
    store: Store, scorekeeper: Browser
) -> None:
    open_cup(store, 16, rounds=3)
    wishes = {"groups": "Player 03、Player 04", "fixed": "player 00　２\nPlayer 08, 4"}
    send(scorekeeper, look(scorekeeper, rounds="1", **wishes), act="take")
    state = store.tournaments.present(1).state
    assert 1 in [seat.drawn for seat in state.stages[0].rounds[0].tables[1].seats]
    assert state.plan.groups == ((4, 5),)
    assert state.plan.fixed == (FixedTable(1, 2), FixedTable(9, 4))
    assert [one.text for one in scorekeeper.open(DRAW).main.all("textarea")] == [
        "Player 03, Player 04",
        "Player 00, 2 Player 08, 4",
    ]
    for change in plan_rounds(state, Balanced(stage=1, rounds=2)):
        assert 1 in change.tables[1]
        assert 9 in change.tables[3]
        assert not any({4, 5} <= {*table} for table in change.tables)


def test_the_log_tells_wishes_by_names(store: Store, scorekeeper: Browser) -> None:
    open_cup(store, 16, rounds=3)
    wishes = {"groups": "Player 03、Player 04", "fixed": "player 00　２"}
    send(scorekeeper, look(scorekeeper, rounds="1", **wishes), act="take")
    told = scorekeeper.open("/tournaments/1/log").main.text
    assert "not to meet Player 03, Player 04" in told
    assert "always at the same table entrant Player 00, table 2" in told


def test_tables_have_the_size_that_the_tournament_was_made_for(store: Store, scorekeeper: Browser) -> None:
    settings = Settings(scoring=BY_PLACE)
    store.tournaments.create(Created(name="Cup", rules="dalmuti", settings=settings, plan=Plan(wanted=5)), Author())
    store.tournaments.append(1, [StageOpened(name="Rounds")], Author(), expected=1)
    sizes = scorekeeper.open(DRAW).main.one("select", name="wanted").all("option")
    assert [one.text for one in sizes if "selected" in one.attributes] == ["5"]


def test_a_line_without_a_table_is_told(store: Store, scorekeeper: Browser) -> None:
    open_cup(store, 16)
    assert "“Nobody” is not a name and a table." in look(scorekeeper, fixed="Nobody").main.text


def test_a_draw_for_an_earlier_version_is_refused(store: Store, scorekeeper: Browser) -> None:
    open_cup(store, 16)
    page = look(scorekeeper)
    store.tournaments.append(1, [Entered(name="Late")], Author(), expected=None)
    refused = send(scorekeeper, page, act="take")
    assert (refused.status, "Somebody else has changed the tournament" in refused.main.text) == (409, True)
    assert not store.tournaments.present(1).state.stages[0].rounds


@pytest.mark.parametrize("changes", ["", "[1]", '[{"change": "finished"}]'])
def test_what_is_no_draw_is_not_taken(store: Store, scorekeeper: Browser, changes: str) -> None:
    open_cup(store, 16)
    assert send(scorekeeper, look(scorekeeper), act="take", changes=changes).status in {400, 409}
    assert not store.tournaments.present(1).state.finished
