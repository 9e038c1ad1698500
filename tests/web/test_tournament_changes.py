"""A tournament is made and run by forms: who may, what the log then has, what is asked first, and refusals."""

from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction

import pytest

from daifu.api.settings import Settings as ServiceSettings
from daifu.api.web.app import create_service
from daifu.api.web.entry.tournament_jobs import JOBS
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER, Author, Club
from daifu.data.tournaments.changes import (
    AnyChange,
    Awarded,
    Drawn,
    Entered,
    Forfeited,
    Result,
    SeatsMoved,
    SettingsChanged,
    WallSet,
    Withdrawn,
)
from daifu.data.tournaments.settings import ByPlace, Settings, TieBreak
from daifu.schemas.http.query_fields import REASON_LENGTH
from tests.support.houses import add_club
from tests.support.pages import Browser, Page
from tests.support.tournaments.store import BY_PLACE, append_changes, make_cup

NAMES = tuple(f"Player {number}" for number in range(1, 9))
FIRST = {"place-1": "1", "place-2": "2", "place-3": "3"}


@pytest.fixture
def cup(store: Store) -> int:
    """A cup of eight with a stage and no round."""
    return make_cup(store, NAMES, Settings(scoring=BY_PLACE), rounds=0)


@pytest.fixture
def drawn(store: Store, cup: int) -> int:
    """The cup with its first round drawn."""
    tables = ((1, 2, 3, 4), (5, 6, 7, 8))
    append_changes(store, cup, Drawn(stage=1, round=1, tables=tables, method="by hand"))
    return cup


def last_change(store: Store, cup: int) -> AnyChange:
    return store.tournaments.log(cup, store.tournaments.version(cup) - 1)[0].change


def send_job(browser: Browser, cup: int, job: str, values: dict[str, object]) -> Page:
    address = f"/tournaments/{cup}/{job}"
    return browser.send(browser.open(address), values, address)


def confirmed(browser: Browser, page: Page) -> Page:
    """The page after "Yes"."""
    assert "is this right?" in page.main.one("h2").text
    return browser.send(page, {})


def enter(browser: Browser, cup: int, table: int, values: dict[str, str]) -> Page:
    address = f"/tournaments/{cup}/rounds/1/1/tables/{table}"
    [form, *_] = [one for one in browser.open(address).all("form") if one.has({"class_": "places-form"})]
    fields = {one["name"]: one.attributes.get("value", "") for one in form.all("input", type="hidden")}
    answer = browser.client.post(
        address, base_url=browser.url, data={**fields, **values}, headers=browser.headers, follow_redirects=True
    )
    return Page(answer)


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
@pytest.mark.parametrize("job", sorted(JOBS))
def test_every_job_has_a_form_in_both_languages_without_json(forms: Browser, job: str, language: str) -> None:
    page = forms.read(language).open(f"/tournaments/1/changes/{job}")
    assert page.status == 200
    assert page.one("html")["lang"] == language
    assert "JSON" not in page.main.text


def test_only_scorekeepers_may_change(browser: Browser, reader: Browser, cup: int) -> None:
    address = f"/tournaments/{cup}/desk"
    assert (browser.open(address).status, reader.open(address).status) == (401, 403)
    assert not reader.open(f"/tournaments/{cup}").all("a", href=address)


def test_three_answers_make_a_tournament_with_its_first_stage(store: Store, scorekeeper: Browser) -> None:
    answers = {"name": "Cup", "game": "dalmuti", "size": "5", "kind": "finals", "rounds": "3", "best": "10"}
    page = scorekeeper.send(scorekeeper.open("/tournaments/new"), answers)
    cup = int(page.address.split("/")[2])
    state = store.tournaments.present(cup).state
    assert page.address == f"/tournaments/{cup}/people"
    assert isinstance(state.settings.scoring, ByPlace)
    assert state.settings.scoring.for_table_size(5) == tuple(map(Fraction, (4, 3, 2, 1, 0)))
    assert (state.plan.wanted, state.plan.best, state.stages[0].planned) == (5, 10, 3)


@pytest.mark.parametrize(("expected", "best"), [("40", 8), ("15", 4), ("", 8)])
def test_a_final_is_as_large_as_the_people_who_are_expected_fill(
    store: Store, scorekeeper: Browser, expected: str, best: int
) -> None:
    answers = {"name": "Cup", "game": "dalmuti", "size": "4", "kind": "finals", "expected": expected}
    page = scorekeeper.send(scorekeeper.open("/tournaments/new"), answers)
    assert store.tournaments.present(int(page.address.split("/")[2])).state.plan.best == best


def test_a_number_of_people_that_leaves_some_out_is_warned_of_before(store: Store, scorekeeper: Browser) -> None:
    answers = {"name": "Cup", "game": "uecda", "size": "5", "kind": "evening", "expected": "41"}
    asked = scorekeeper.send(scorekeeper.open("/tournaments/new"), answers)
    assert "With 41 people, 1 would sit out in each round" in asked.main.one("p", class_="notice").text
    assert store.tournaments.page().tournaments == []
    page = scorekeeper.send(asked, answers)
    assert "about 41 expected" in page.main.text


def test_a_tournament_is_played_by_options_that_are_chosen_in_words(scorekeeper: Browser, store: Store) -> None:
    form = scorekeeper.open("/tournaments/new?rules=uecda")
    page = scorekeeper.send(form, {"name": "Cup", "option-jack_back": "true"})
    state = store.tournaments.present(int(page.address.split("/")[2])).state
    assert (state.rules, dict(state.options)) == ("uecda", {"jack_back": True})


def test_a_tournament_is_played_by_the_rules_of_a_club(scorekeeper: Browser, store: Store) -> None:
    add_club(store, Author("Ann"))
    page = scorekeeper.send(scorekeeper.open("/tournaments/new"), {"name": "Cup", "game": "daifugo:club@1"})
    state = store.tournaments.present(int(page.address.split("/")[2])).state
    assert state.options["eight_cut"] is True
    assert state.house is not None
    assert state.house.id == "club"


def test_the_usual_game_of_the_club_is_chosen(scorekeeper: Browser, store: Store) -> None:
    store.club.write(Club("Friday court", "theater"), Author("Ann"))
    options = scorekeeper.open("/tournaments/new").main.one("select", name="game").all("option")
    assert [one["value"] for one in options if "selected" in one.attributes] == ["theater"]


@pytest.mark.usefixtures("cup")
def test_a_name_that_looks_like_that_of_another_tournament_is_asked_about(scorekeeper: Browser, store: Store) -> None:
    asked = scorekeeper.send(scorekeeper.open("/tournaments/new"), {"name": "ｃｕｐ", "game": "theater"})
    assert "looks the same: Cup" in asked.main.one("p", role="alert").text
    made = scorekeeper.send(asked, {"name": "ｃｕｐ", "game": "theater"})
    assert store.tournaments.present(int(made.address.split("/")[2])).state.name == "ｃｕｐ"


def test_a_name_that_is_taken_is_refused(scorekeeper: Browser, cup: int) -> None:
    page = scorekeeper.send(scorekeeper.open("/tournaments/new"), {"name": "Cup", "game": "theater"})
    assert f"ournament {cup} has this name" in page.main.one("div", role="alert").text


def test_a_result_by_taps_fills_its_last_place_and_leads_back_to_the_desk(
    store: Store, scorekeeper: Browser, drawn: int
) -> None:
    page = enter(scorekeeper, drawn, 2, FIRST)
    assert page.address == f"/tournaments/{drawn}/desk"
    assert last_change(store, drawn) == Result(stage=1, round=1, table=2, deal=1, places=(1, 2, 3, 4))


def test_who_has_no_place_is_named(scorekeeper: Browser, drawn: int) -> None:
    page = enter(scorekeeper, drawn, 1, {"place-1": "1", "place-2": "2"})
    assert page.status == 409
    assert "Player 3 has no place yet." in page.main.one("div", role="alert").text


def test_a_correction_begins_with_what_is_stored_and_shows_what_would_move(
    store: Store, scorekeeper: Browser, drawn: int
) -> None:
    enter(scorekeeper, drawn, 1, FIRST)
    form = scorekeeper.open(f"/tournaments/{drawn}/rounds/1/1/tables/1")
    assert [one["value"] for one in form.all("option") if "selected" in one.attributes] == ["1", "2", "3", "4"]
    version = store.tournaments.version(drawn)
    asked = enter(scorekeeper, drawn, 1, {"place-1": "2", "place-2": "1", "place-3": "3", "place-4": "4"})
    rows = {row.one("th").text: [cell.text for cell in row.all("td")] for row in asked.main.one("tbody").all("tr")}
    assert rows["Player 2"][-1] == "2 → 3"
    assert store.tournaments.version(drawn) == version
    confirmed(scorekeeper, asked)
    assert store.tournaments.present(drawn).state.stages[0].rounds[0].tables[0].results[1].places == (2, 1, 3, 4)


def test_a_confirmed_round_is_corrected_without_being_opened_by_hand(
    store: Store, scorekeeper: Browser, drawn: int
) -> None:
    for table in (1, 2):
        enter(scorekeeper, drawn, table, FIRST)
    scorekeeper.send(scorekeeper.open(f"/tournaments/{drawn}/desk"), {"step": "confirm"})
    confirmed(scorekeeper, enter(scorekeeper, drawn, 1, {"place-1": "4", "place-2": "3", "place-3": "2"}))
    found = store.tournaments.present(drawn).state.stages[0].rounds[0]
    assert (found.closed, found.tables[0].results[1].places) == (True, (4, 3, 2, 1))


def test_the_result_of_a_table_with_somebody_absent_lets_them_forfeit(
    store: Store, scorekeeper: Browser, drawn: int
) -> None:
    append_changes(store, drawn, Withdrawn(stage=1, round=1, entrant=4))
    page = scorekeeper.open(f"/tournaments/{drawn}/rounds/1/1/tables/1")
    assert not page.all("select", name="place-4")
    enter(scorekeeper, drawn, 1, {"place-1": "2", "place-2": "1"})
    after = store.tournaments.version(drawn)
    forfeit, result = (entry.change for entry in store.tournaments.log(drawn, after - 2))
    assert forfeit == Forfeited(stage=1, round=1, table=1, entrant=4)
    assert isinstance(result, Result)
    assert result.places == (2, 1, 3, None)


@pytest.mark.parametrize(
    "page", ["desk", "rounds/1/1", "rounds/1/1/sheets", "rounds/1/1/tables/1", "my-table/1", "wall"]
)
def test_a_table_with_somebody_absent_is_marked_wherever_it_is_shown(
    store: Store, scorekeeper: Browser, drawn: int, page: str
) -> None:
    result = Result(stage=1, round=1, table=2, places=(1, 2, 3, 4))
    append_changes(store, drawn, Withdrawn(stage=1, round=1, entrant=4), result, WallSet(pages=("playing",)))
    assert "absent" in scorekeeper.open(f"/tournaments/{drawn}/{page}").text


def test_a_penalty_is_given_in_words_and_shows_whom_it_moves(store: Store, scorekeeper: Browser, drawn: int) -> None:
    enter(scorekeeper, drawn, 1, FIRST)
    values: dict[str, object] = {"entrant": "1", "kind": "penalty", "points": "０.５", "reason": "late", "at": "1/1"}
    confirmed(scorekeeper, send_job(scorekeeper, drawn, "changes/award", values))
    assert last_change(store, drawn) == Awarded(
        id=1, entrant=1, stage=1, round=1, points=Fraction(-1, 2), reason="late"
    )


def test_people_who_sat_on_each_others_seats_are_swapped(store: Store, scorekeeper: Browser, drawn: int) -> None:
    enter(scorekeeper, drawn, 1, FIRST)
    confirmed(scorekeeper, send_job(scorekeeper, drawn, "changes/swap", {"at": "1/1", "one": "1", "other": "5"}))
    change = last_change(store, drawn)
    assert isinstance(change, SeatsMoved)
    assert [one.seats for one in change.tables] == [(5, 2, 3, 4), (1, 6, 7, 8)]


def test_settings_change_only_what_is_given_and_what_would_be_lost_is_asked(
    store: Store, scorekeeper: Browser, cup: int
) -> None:
    usual = Settings(scoring=BY_PLACE, tie_breaks=(TieBreak.POINTS, TieBreak.LOT), penalties={"illegal": Fraction(-1)})
    append_changes(store, cup, SettingsChanged(settings=usual))
    worths = {f"worth-4-{place}": str(worth) for place, worth in enumerate((5, 3, 1, 0), 1)}
    values: dict[str, object] = {"scoring": "place", **worths, "deals": "2", "tie1": "points", "penalty-illegal": "1"}
    asked = send_job(scorekeeper, cup, "settings", values)
    assert "Ties would no longer be broken by: lot" in asked.main.text
    confirmed(scorekeeper, asked)
    settings = store.tournaments.present(cup).state.settings
    assert settings.scoring == ByPlace((tuple(map(Fraction, (5, 3, 1, 0))),))
    assert (settings.deals, dict(settings.penalties)) == (2, {"illegal": Fraction(-1)})


def test_after_the_first_result_other_tie_breaks_need_a_reason(store: Store, scorekeeper: Browser, drawn: int) -> None:
    enter(scorekeeper, drawn, 1, FIRST)
    ties: dict[str, object] = {"tie1": "points", "tie2": "lot", "deals": "1"}
    assert "a reason is needed" in send_job(scorekeeper, drawn, "settings", ties).main.one("div", role="alert").text
    send_job(scorekeeper, drawn, "settings", {**ties, "reason_for_log": "as announced"})
    assert store.tournaments.present(drawn).state.settings.tie_breaks == (TieBreak.POINTS, TieBreak.LOT)


def test_a_reason_for_the_log_that_is_too_long_is_refused_before_anything_is_asked(
    store: Store, scorekeeper: Browser, drawn: int
) -> None:
    enter(scorekeeper, drawn, 1, FIRST)
    swap: dict[str, object] = {"at": "1/1", "one": "1", "other": "5", "reason_for_log": "x" * (REASON_LENGTH + 1)}
    before = store.tournaments.present(drawn).version
    page = send_job(scorekeeper, drawn, "changes/swap", swap)
    assert "A reason has at most 500 characters" in page.main.one("div", role="alert").text
    assert store.tournaments.present(drawn).version == before


def test_nothing_is_lost_if_somebody_else_has_changed_the_tournament(
    store: Store, scorekeeper: Browser, cup: int
) -> None:
    form = scorekeeper.open(f"/tournaments/{cup}/changes/change-stage")
    append_changes(store, cup, Entered(name="Ren"))
    refused = scorekeeper.send(form, {"name": "League", "rounds": "3"})
    assert refused.status == 409
    assert last_change(store, cup) == Entered(name="Ren")
    scorekeeper.send(refused, {"name": "League", "rounds": "3"})
    assert store.tournaments.present(cup).state.stages[0].name == "League"


def test_a_round_is_drawn_by_hand_by_names(store: Store, scorekeeper: Browser, cup: int) -> None:
    tables = "Player 8, Player 7, Player 6, Player 5\nPlayer 4、Player 3、Player 2、Player 1"
    send_job(scorekeeper, cup, "changes/by-hand", {"tables": tables})
    [table, _other] = store.tournaments.present(cup).state.stages[0].rounds[0].tables
    assert [seat.drawn for seat in table.seats] == [8, 7, 6, 5]


def test_the_desk_leads_from_the_draw_to_the_end(store: Store, scorekeeper: Browser, cup: int) -> None:
    append_changes(store, cup, SettingsChanged(settings=Settings(scoring=BY_PLACE)))
    desk = f"/tournaments/{cup}/desk"
    scorekeeper.send(scorekeeper.open(desk), {"step": "draw"}, desk)
    assert "announce the seats" in scorekeeper.open(desk).main.text
    enter(scorekeeper, cup, 1, FIRST)
    assert "1 table is still playing" in scorekeeper.open(desk).main.text
    enter(scorekeeper, cup, 2, FIRST)
    assert scorekeeper.open(desk).main.one("button", name="step").text == "Confirm the round"


def test_the_desk_warns_where_somebody_would_sit_out(store: Store, scorekeeper: Browser, cup: int) -> None:
    append_changes(store, cup, Entered(name="Ninth"))
    assert "1 person would sit out" in scorekeeper.open(f"/tournaments/{cup}/desk").main.text


@pytest.mark.parametrize("address", ["changes/created", "changes/luck", "rounds/1/1/tables/9"])
def test_a_form_that_does_not_exist_is_not_found(scorekeeper: Browser, drawn: int, address: str) -> None:
    assert scorekeeper.open(f"/tournaments/{drawn}/{address}").status == 404


@pytest.mark.parametrize(
    ("job", "values"),
    [
        ("award", {"entrant": "1", "points": "1", "reason": "late", "at": "9/9"}),
        ("swap", {"at": "9/9", "one": "1", "other": "2"}),
        ("fault", {"table": "99", "code": "pass", "points": "1", "reason_for_log": "seen"}),
        ("fault", {"stage": "9", "code": "pass", "points": "1", "reason_for_log": "seen"}),
        ("fault", {"action": "9" * 5000, "code": "pass"}),
        ("lot", {"entrants": "1", "seed": "none"}),
    ],
)
def test_a_job_at_what_is_not_there_is_refused(
    scorekeeper: Browser, drawn: int, job: str, values: dict[str, object]
) -> None:
    assert send_job(scorekeeper, drawn, f"changes/{job}", values).status == 409
