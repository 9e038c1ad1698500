"""Tournaments are changed by forms: who may, what the log then has, previews, refusals and conflicts."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from fractions import Fraction
from typing import get_args

import pytest

from daifu.api.settings import Settings as ServiceSettings
from daifu.api.web.app import create_service
from daifu.api.web.pages.tournament_changes import GROUPS
from daifu.data.store.interface import Store
from daifu.data.store.open import open_store
from daifu.data.store.values import SCOREKEEPER, Author
from daifu.data.tournaments.changes import (
    AnyChange,
    Awarded,
    Created,
    Drawn,
    Entered,
    Result,
    StageOpened,
)
from daifu.data.tournaments.settings import Settings
from tests.support.houses import add_club
from tests.support.pages import Browser, Page
from tests.support.tournaments.store import BY_PLACE, make_cup

NAMES = tuple(f"Player {number}" for number in range(1, 9))
NOT_IN_GROUPS = {"created", "drawn", "redrawn", "record_ignored", "clock_set", "wall_set"}


@pytest.fixture
def cup(store: Store) -> int:
    """A cup of eight with a stage and no round."""
    return make_cup(store, NAMES, Settings(scoring=BY_PLACE), rounds=0)


@pytest.fixture
def drawn(store: Store, cup: int) -> int:
    """The cup with its first round drawn."""
    tables = ((1, 2, 3, 4), (5, 6, 7, 8))
    store.tournaments.append(cup, [Drawn(stage=1, round=1, tables=tables, method="by hand")], Author(), expected=None)
    return cup


def change(browser: Browser, cup: int, kind: str, values: Mapping[str, str]) -> Page:
    return browser.send(browser.open(f"/tournaments/{cup}/changes/{kind}"), values)


def last_change(store: Store, cup: int) -> AnyChange:
    return store.tournaments.log(cup, store.tournaments.version(cup) - 1)[0].change


def test_every_change_of_a_log_has_a_form_but_those_of_draws() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(AnyChange)}
    assert {kind for kinds_of_group in GROUPS.values() for kind in kinds_of_group} == kinds - NOT_IN_GROUPS


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The browser of a scorekeeper of a service whose cup has a round, for tests that only read."""
    with closing(open_store(tmp_path_factory.mktemp("forms") / "test.db")) as store:
        make_cup(store, NAMES, Settings(scoring=BY_PLACE))
        app = create_service(ServiceSettings(rate=0), store)
        app.testing = True
        found = Browser(app.test_client())
        found.sign_in(store.create_token("Haru", SCOREKEEPER).secret)
        yield found


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("kind", sorted(kind for kinds in GROUPS.values() for kind in kinds))
def test_every_form_can_be_opened_in_both_languages(forms: Browser, kind: str, language: str) -> None:
    page = forms.read(language).open(f"/tournaments/1/changes/{kind}")
    labels = {label["for"] for label in page.main.all("label")}
    controls = [*page.main.all("input"), *page.main.all("select"), *page.main.all("textarea")]
    assert page.status == 200
    assert page.one("html")["lang"] == language
    assert {one["id"] for one in controls if one.attributes.get("type") != "hidden"} == labels


@pytest.mark.parametrize("kind", ["balanced", "swiss", "snake", "by hand", "anew"])
def test_every_draw_has_a_form(forms: Browser, kind: str) -> None:
    assert forms.open(f"/tournaments/1/draws/{kind}").status == 200


def test_only_scorekeepers_may_change(browser: Browser, reader: Browser, cup: int) -> None:
    address = f"/tournaments/{cup}/changes"
    assert (browser.open(address).status, reader.open(address).status) == (401, 403)
    assert not reader.open(f"/tournaments/{cup}").all("a", href=address)


def test_a_change_is_in_the_log_with_its_author_and_reason(store: Store, scorekeeper: Browser, cup: int) -> None:
    page = change(scorekeeper, cup, "entered", {"name": "Mari", "team": "Reds", "reason_for_log": "came late"})
    assert page.address == f"/tournaments/{cup}/log"
    [entry] = store.tournaments.log(cup, store.tournaments.version(cup) - 1)
    assert entry.change == Entered(name="Mari", team="Reds")
    assert (entry.author, entry.reason) == ("a scorekeeper", "came late")


def test_a_result_is_entered_by_seat(store: Store, scorekeeper: Browser, drawn: int) -> None:
    values = {"stage": "1", "round": "1", "table": "2", "places": "2 1 - 3", "points": ""}
    page = change(scorekeeper, drawn, "result", {**values, "places": "2 1 4 3"})
    assert page.address == f"/tournaments/{drawn}/rounds/1/1"
    assert last_change(store, drawn) == Result(stage=1, round=1, table=2, places=(2, 1, 4, 3))


def test_a_penalty_gets_the_next_number(store: Store, scorekeeper: Browser, drawn: int) -> None:
    page = scorekeeper.open(f"/tournaments/{drawn}/changes/awarded")
    assert page.main.one("input", id="field-id")["value"] == "1"
    scorekeeper.send(page, {"id": "1", "entrant": "3", "stage": "1", "points": "-0.5", "reason": "late"})
    assert last_change(store, drawn) == Awarded(id=1, entrant=3, stage=1, points=Fraction(-1, 2), reason="late")


def test_a_preview_tells_what_would_change_and_changes_nothing(store: Store, scorekeeper: Browser, drawn: int) -> None:
    version = store.tournaments.version(drawn)
    values = {"stage": "1", "round": "1", "table": "1", "places": "4 3 2 1", "preview": "yes"}
    page = change(scorekeeper, drawn, "result", values)
    rows = {row.one("th").text: row.all("td")[-1].text for row in page.main.one("tbody").all("tr")}
    assert rows["Player 4"].endswith("3")
    assert store.tournaments.version(drawn) == version
    assert page.main.one("input", id="field-places")["value"] == "4 3 2 1"


def test_a_preview_tells_that_points_contradict_the_places(store: Store, scorekeeper: Browser) -> None:
    court = store.tournaments.create(Created(name="Court", rules="dalmuti"), Author())
    entered: list[AnyChange] = [Entered(name=name) for name in ("Haru", "Natsu", "Aki", "Fuyu")]
    seated: list[AnyChange] = [
        StageOpened(name="Final"),
        Drawn(stage=1, round=1, tables=((1, 2, 3, 4),), method="by hand"),
    ]
    store.tournaments.append(court, [*entered, *seated], Author(), expected=None)
    values = {"stage": "1", "round": "1", "table": "1", "places": "1 2 3 4", "points": "0 1 2 3", "preview": "yes"}
    page = change(scorekeeper, court, "result", values)
    assert "The written points are 0 1 2 3, but this order gives 3 2 1 0." in page.main.text


def test_what_cannot_be_read_is_explained_beside_its_field(store: Store, scorekeeper: Browser, drawn: int) -> None:
    page = change(scorekeeper, drawn, "result", {"stage": "1", "round": "1", "table": "one", "places": "1 2 3 4"})
    assert page.status == 422
    field = next(field for field in page.main.all("div", class_="form-field") if field.all("input", id="field-table"))
    assert "expected" in field.one("p", class_="problem").text
    assert page.main.one("input", id="field-table")["value"] == "one"
    assert isinstance(last_change(store, drawn), Drawn)


def test_what_the_rules_of_tournaments_refuse_is_told(scorekeeper: Browser, drawn: int) -> None:
    page = change(scorekeeper, drawn, "round_closed", {"stage": "1", "round": "1"})
    assert page.status == 409
    assert "Nothing was changed." in page.main.one("div", role="alert").text


def test_nothing_is_lost_if_somebody_else_has_changed_the_tournament(
    store: Store, scorekeeper: Browser, cup: int
) -> None:
    form = scorekeeper.open(f"/tournaments/{cup}/changes/entered")
    store.tournaments.append(cup, [Entered(name="Ren")], Author(), expected=None)
    refused = scorekeeper.send(form, {"name": "Mari"})
    assert refused.status == 409
    assert last_change(store, cup) == Entered(name="Ren")
    assert scorekeeper.send(refused, {"name": "Mari"}).status == 200
    assert last_change(store, cup) == Entered(name="Mari")


def test_rounds_are_drawn(store: Store, scorekeeper: Browser, cup: int) -> None:
    form = scorekeeper.open(f"/tournaments/{cup}/draws/balanced")
    page = scorekeeper.send(form, {"stage": "1", "rounds": "2", "seed": "7", "work": "1000"})
    assert page.address == f"/tournaments/{cup}/rounds/1/1"
    assert len(store.tournaments.present(cup).state.stages[0].rounds) == 2


def test_a_round_is_drawn_by_hand_a_table_a_line(store: Store, scorekeeper: Browser, cup: int) -> None:
    form = scorekeeper.open(f"/tournaments/{cup}/draws/by hand")
    scorekeeper.send(form, {"stage": "1", "tables": "8 7 6 5\n4 3 2 1"})
    [table, _other] = store.tournaments.present(cup).state.stages[0].rounds[0].tables
    assert [seat.drawn for seat in table.seats] == [8, 7, 6, 5]


def test_a_tournament_is_created_and_played_by_forms_alone(store: Store, scorekeeper: Browser) -> None:
    settings = '{"scoring": {"by": "place", "worth": [[3, 2, 1, 0]]}}'
    page = scorekeeper.send(scorekeeper.open("/tournaments/new?rules=theater"), {"name": "Cup", "settings": settings})
    cup = int(page.address.split("/")[2])
    for name in NAMES:
        change(scorekeeper, cup, "entered", {"name": name})
    change(scorekeeper, cup, "stage_opened", {"name": "Final"})
    scorekeeper.send(scorekeeper.open(f"/tournaments/{cup}/draws/balanced"), {"stage": "1", "work": "1000"})
    for table in ("1", "2"):
        change(scorekeeper, cup, "result", {"stage": "1", "round": "1", "table": table, "places": "1 2 3 4"})
    change(scorekeeper, cup, "round_closed", {"stage": "1", "round": "1"})
    change(scorekeeper, cup, "finished", {})
    assert store.tournaments.present(cup).state.finished


def test_a_tournament_is_played_by_options_that_are_chosen_in_words(scorekeeper: Browser, store: Store) -> None:
    form = scorekeeper.open("/tournaments/new?rules=uecda")
    page = scorekeeper.send(form, {"name": "Cup", "option-jack_back": "true"})
    state = store.tournaments.present(int(page.address.split("/")[2])).state
    assert (state.rules, dict(state.options)) == ("uecda", {"jack_back": True})


def test_a_tournament_is_played_by_the_rules_of_a_club(scorekeeper: Browser, store: Store) -> None:
    add_club(store, Author("Ann"))
    page = scorekeeper.send(scorekeeper.open("/tournaments/new?rules=daifugo"), {"name": "Cup", "house": "club@1"})
    state = store.tournaments.present(int(page.address.split("/")[2])).state
    assert state.options["eight_cut"] is True
    assert state.house is not None
    assert state.house.id == "club"


def test_a_name_that_is_taken_is_refused(scorekeeper: Browser, cup: int) -> None:
    page = scorekeeper.send(scorekeeper.open("/tournaments/new?rules=theater"), {"name": "Cup"})
    assert page.status == 409
    assert f"tournament {cup} has this name" in page.main.one("div", role="alert").text


def test_a_round_page_leads_scorekeepers_to_what_can_be_done(scorekeeper: Browser, reader: Browser, drawn: int) -> None:
    address = f"/tournaments/{drawn}/rounds/1/1"
    links = [link for link in scorekeeper.open(address).main.all("a") if link["href"].startswith("/tables/")]
    assert [scorekeeper.open(link["href"]).one("h1").text for link in links] == ["Table 1", "Table 2"]
    assert not [link for link in reader.open(address).main.all("a") if link["href"].startswith("/tables/")]


@pytest.mark.parametrize("address", ["changes/created", "changes/luck", "draws/luck"])
def test_a_form_that_does_not_exist_is_not_found(scorekeeper: Browser, cup: int, address: str) -> None:
    assert scorekeeper.open(f"/tournaments/{cup}/{address}").status == 404
