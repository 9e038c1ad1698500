"""Tournaments by HTTP: created, changed and read; stages, seats and draws; and a log that is damaged."""

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daifu.data.store.sqlite.store import Store
from daifu.data.tournaments.standings import draw_lot
from tests.support.http_client import (
    RECORDS,
    TOURNAMENTS,
    Headers,
    HttpScorekeeper,
    Json,
    if_match,
    play_one_round,
    problem_name,
    round_change,
    sheet,
    version_of,
)
from tests.support.playouts import dalmuti_sitting
from tests.support.stores import ON_SQLITE, tamper


def test_a_tournament_is_created_under_an_address(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = client.post(TOURNAMENTS, json={"name": "Winter cup", "rules": "dalmuti"}, headers=scorekeeper)
    assert answer.status_code == 201
    assert version_of(answer) == 1
    assert client.get(answer.headers["Location"]).get_json() == answer.get_json()


def test_what_is_no_json_is_unreadable(client: FlaskClient, scorekeeper: Headers) -> None:
    for body in (b"", b"{", b'{"name": "\xff"}', b"[" * 100_000):
        answer = client.post(TOURNAMENTS, data=body, content_type="application/json", headers=scorekeeper)
        assert (answer.status_code, problem_name(answer)) == (422, "unreadable")


def test_a_change_leads_to_the_next_version(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    answer = keeper.attempt({"change": "entered", "name": "Haru"})
    assert answer.get_json() == {"version": 2, "made": 1, "consequences": [], "missing": []}
    assert version_of(answer) == 2
    assert [one["name"] for one in keeper.reads()["entrants"]] == ["Haru"]


def test_what_is_impossible_on_the_present_version_names_that_as_both(
    client: FlaskClient, scorekeeper: Headers
) -> None:
    HttpScorekeeper(client, scorekeeper, name="League")
    keeper = HttpScorekeeper(client, scorekeeper)
    renaming = {"change": "settings_changed", "name": "League"}
    for change, code in ((round_change("round_closed", 1), "impossible-change"), (renaming, "name-taken")):
        answer = keeper.attempt(change)
        assert (answer.status_code, problem_name(answer)) == (409, code)
        assert (answer.get_json()["given"], answer.get_json()["current"]) == (keeper.version, keeper.version)


def test_of_two_scorekeepers_who_write_at_once_none_loses_anything(
    client: FlaskClient, scorekeeper: Headers, admin: Headers
) -> None:
    one = HttpScorekeeper(client, scorekeeper)
    headers = if_match(admin, one.version)
    one.enter("Haru")
    other = {"change": "entered", "name": "Natsu"}
    late = client.post(f"{one.address}/changes", json=other, headers=headers)
    current = late.get_json()["current"]
    again = client.post(f"{one.address}/changes", json=other, headers=if_match(admin, current))
    assert again.status_code == 200
    assert [entrant["name"] for entrant in one.reads()["entrants"]] == ["Haru", "Natsu"]


def test_what_is_not_there_is_not_found(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    for address in (
        "/v1/tournaments/99",
        "/v1/tournaments/99/standings",
        "/v1/tournaments/99/log",
        "/v1/tournaments/99/events",
        "/v1/tournaments/99/landing",
        f"{keeper.address}/standings?stage=2",
        f"{keeper.address}/standings?stage=1&round=2",
        f"{keeper.address}/head-to-head?round=2",
        f"{keeper.address}/teams?stage=9",
        f"{keeper.address}/standings/5",
    ):
        assert client.get(address).status_code == 404, address


def test_the_pages_of_the_log_are_the_whole_log(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    address, pages = f"{keeper.address}/log?limit=3", []
    while address:
        answer = client.get(address)
        pages.append(answer.get_json()["entries"])
        links = [link for link in answer.headers["Link"].split(", ") if 'rel="next"' in link]
        address = links[0][1 : links[0].index(">")] if links else ""
    assert [len(page) for page in pages] == [3, 3, 2]
    assert [entry for page in pages for entry in page] == keeper.reads("/log")["entries"]


def test_every_impossible_change_of_a_list_is_told_with_its_place(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    keeper.enter("Haru")
    taken, free = ({"change": "entered", "name": name} for name in ("Haru", "Natsu"))
    answer = keeper.attempt(free, taken, {**free, "name": "Aki"}, {"change": "stage_removed", "stage": 4})
    assert [error["pointer"] for error in answer.get_json()["errors"]] == ["/1", "/3"]
    assert keeper.reads()["entrants"][1:] == []


def test_every_wrong_change_of_a_list_is_named(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    changes = [{"change": "entered", "name": ""}, {"change": "entered", "name": "Mio"}, {"change": "waltz"}]
    answer = keeper.attempt(*changes)
    assert (answer.status_code, problem_name(answer)) == (422, "unreadable")
    assert [one["pointer"] for one in answer.get_json()["errors"]] == ["/0/name", "/2/change"]


def test_a_lot_is_drawn_by_its_seed_whatever_the_order_of_the_names(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    keeper.make(*({"change": "entered", "name": name} for name in ("Mio", "Ren", "Sora", "Umi")))
    for order in ([1, 2, 3, 4], [4, 2, 1, 3]):
        keeper.make({"change": "lot_drawn", "entrants": order, "seed": 7})
    lots = [entry["change"]["entrants"] for entry in keeper.reads("/log")["entries"][-2:]]
    assert lots == [list(draw_lot([1, 2, 3, 4], 7))] * 2


NO_POINTS = "this game gives no points of its own"
BY_PLACE = {"scoring": {"by": "place", "worth": [[4, 2, 1, 0]]}}


@pytest.mark.parametrize(
    ("fields", "notices"),
    [
        ({"rules": "theater"}, [NO_POINTS]),
        ({"rules": "theater", "settings": BY_PLACE}, []),
        ({"rules": "theater", "options": {"title_points": {"daifugo": 2}}}, []),
        ({"rules": "dalmuti"}, []),
    ],
)
def test_a_game_without_points_is_noted_unless_places_or_titles_count(
    client: FlaskClient, scorekeeper: Headers, fields: Json, notices: list[str]
) -> None:
    keeper = HttpScorekeeper(client, scorekeeper, **fields)
    assert [notice["en"].partition(",")[0] for notice in keeper.reads()["notices"]] == notices


NAMES = ["Haru", "Natsu", "Aki", "Fuyu", "Sora", "Umi", "Kawa", "Yama"]
FINAL = {"change": "stage_opened", "name": "Final", "field": {"who": "best", "count": 4}, "carry": 0.5}


def begun(client: FlaskClient, headers: Headers, **settings: object) -> HttpScorekeeper:
    """A tournament of eight in two teams, which has its first stage."""
    keeper = HttpScorekeeper(client, headers, settings=settings)
    keeper.enter(*NAMES[:4], team="Reds")
    keeper.enter(*NAMES[4:], team="Blues")
    keeper.open_stage()
    return keeper


def of_final(change: str, **fields: object) -> Json:
    return {"change": change, "stage": 2, "round": 1, **fields}


@pytest.fixture
def league(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A league of one round, which is over: 6, 5, 3, 2, 1, 0, -1 and -2 points."""
    keeper = begun(client, scorekeeper)
    keeper.seats([1, 2, 3, 4], [5, 6, 7, 8])
    keeper.make(sheet(1, 1, points=[3, 2, 1, 0]), sheet(1, 2, points=[6, 5, -1, -2]), round_change("round_closed", 1))
    return keeper


def plays_the_final(keeper: HttpScorekeeper) -> None:
    keeper.make(FINAL)
    keeper.make({"method": "by hand", "stage": 2, "tables": [[1, 2, 5, 6]]}, to="draw")
    keeper.make(of_final("result", table=1, deal=1, points=[3, 2, 0, 1]))


def test_everything_can_be_read_as_it_was(league: HttpScorekeeper) -> None:
    before = league.version
    whats = ("", "/standings", "/standings/1", "/head-to-head", "/teams", "/faults", "/missing")
    then = [league.reads(what) for what in whats]
    plays_the_final(league)
    league.make(round_change("round_reopened", 1), sheet(1, 1, points=[0, 0, 0, 9]), round_change("round_closed", 1))
    assert [league.reads(what, version=before) for what in whats] == then
    assert league.reads("/standings", version=before) != league.reads("/standings", stage=1, round=1)


def test_the_past_is_never_other_than_it_was(league: HttpScorekeeper) -> None:
    then = {number: league.reads(version=number) for number in range(1, league.version + 1)}
    plays_the_final(league)
    assert {number: league.reads(version=number) for number in then} == then
    for what in ("/standings", "/teams", "/head-to-head", "/faults", "/missing", "/standings/1"):
        answer = league.client.get(f"{league.address}{what}", query_string={"version": league.version + 1})
        assert answer.status_code == 404, what


SEATED = ["Haru", "Natsu", "Aki", "Fuyu", "Sora", "Umi", "Kawa", "Yama", "Tsuki"]


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A tournament of nine whose first round is drawn at two tables; the ninth has a bye, which is worth 7."""
    found = HttpScorekeeper(client, scorekeeper, settings={"forfeit": -3, "bye": 7, "deals": 1})
    found.enter(*SEATED)
    found.open_stage()
    wish = {"method": "by hand", "stage": 1, "tables": [[1, 2, 3, 4], [5, 6, 7, 8]], "byes": [9]}
    found.make(wish, to="draw")
    return found


def points(keeper: HttpScorekeeper) -> dict[int, float]:
    """The points of those who have any."""
    return {line["entrant"]: line["points"] for line in keeper.reads("/standings")["lines"] if line["points"]}


def substitute_change(seat: int, **by: object) -> Json:
    return round_change("substituted", 1, table=1, seat=seat, by=by)


def guest_change(seat: int, *, scores: bool, name: str = "Rain") -> Json:
    return substitute_change(seat, who="guest", name=name, scores=scores)


def move_seats(first: list[int], second: list[int]) -> Json:
    """Who really sat at both tables."""
    return round_change("seats_moved", 1, tables=[{"table": 1, "seats": first}, {"table": 2, "seats": second}])


SCORES = sheet(1, 1, points=[4, 3, 2, 1])


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (substitute_change(4, who="entrant", entrant=9), {4: 0, 9: 1}),
        (guest_change(4, scores=False), {4: 0}),
        (round_change("forfeited", 1, table=1, entrant=4), {4: -3}),
        (move_seats([5, 2, 3, 4], [1, 6, 7, 8]), {1: 40, 5: 4}),
        (sheet(1, 1, points=[1, 2, 3, 4]), {1: 1, 4: 4}),
    ],
    ids=["substitute", "guest", "forfeit", "seats", "sheet"],
)
def test_what_it_would_do_is_told_before_and_also_of_a_closed_round(
    keeper: HttpScorekeeper, change: Json, lines: dict[int, int]
) -> None:
    keeper.make(SCORES, sheet(1, 2, points=[40, 30, 20, 10]), round_change("round_closed", 1))
    assert keeper.attempt(change).get_json()["code"] == "round_closed"
    foreseen = keeper.attempt(change, dry_run="true").get_json()
    assert foreseen["made"] == 0
    after = {one["entrant"]: one["after"] for one in foreseen["consequences"]}
    assert {entrant: after[entrant]["points"] for entrant in lines} == lines
    keeper.make(round_change("round_reopened", 1), change, round_change("round_closed", 1))
    now = {line["entrant"]: line for line in keeper.reads("/standings")["lines"]}
    assert {entrant: now[entrant] for entrant in after} == after


def test_points_that_contradict_the_places_are_kept_with_a_warning(keeper: HttpScorekeeper) -> None:
    change = round_change("result", 1, table=1, deal=1, places=[1, 2, 3, 4], points=[0, 1, 2, 3])
    previewed = keeper.attempt(change, dry_run="true").get_json()["warnings"]
    [warning] = keeper.make(change)["warnings"]
    assert previewed == [warning]
    assert (warning["code"], warning["rule"], warning["table"]) == ("points_inconsistent", "D-SCORE-2", 1)
    assert warning["message"]["en"] == "the written points are 0 1 2 3, but this order gives 3 2 1 0"
    assert points(keeper)[4] == 3
    assert "warnings" not in keeper.make(round_change("result", 1, table=1, deal=1, places=[1, 2, 3, 4]))


@pytest.fixture
def nine(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A tournament of nine in its first stage, at tables of four and five."""
    found = HttpScorekeeper(client, scorekeeper)
    found.enter(*(f"Player {number}" for number in range(1, 10)))
    found.open_stage(sizes=[4, 5])
    return found


def rounds(nine: HttpScorekeeper) -> list[list[list[int]]]:
    """Who was drawn where, round by round."""
    stage = nine.reads()["stages"][0]
    return [[[seat["drawn"] for seat in table["seats"]] for table in found["tables"]] for found in stage["rounds"]]


def test_a_draw_tells_its_quality_and_goes_into_the_log(nine: HttpScorekeeper) -> None:
    told = nine.make({"method": "balanced", "stage": 1, "rounds": 3, "seed": 7, "work": 100_000}, to="draw")
    assert told["seed"] == 7
    assert [one["tables"] for one in told["rounds"]] == rounds(nine)
    assert told["quality"] == nine.reads()["stages"][0]["rounds"][2]["quality"]
    assert told["quality"]["repeats"] >= told["quality"]["repeats_at_least"]
    assert [sorted(map(len, tables)) for tables in rounds(nine)] == [[4, 5]] * 3


def test_by_hand_everything_that_is_wrong_is_told_at_once(nine: HttpScorekeeper) -> None:
    told = nine.attempt({"method": "by hand", "stage": 1, "tables": [[1, 2, 3], [1, 6, 7, 8]]}, to="draw").get_json()
    assert [one["code"] for one in told["errors"]] == ["table_size", "seated_twice", "left_out"]
    assert told["code"] == "table_size"
    assert told["detail"] == "; ".join(one["detail"] for one in told["errors"])


def test_a_draw_for_an_older_version_is_not_made(nine: HttpScorekeeper) -> None:
    answer = nine.attempt({"method": "snake", "stage": 1}, to="draw", version=1)
    assert (answer.status_code, answer.get_json()["current"]) == (412, nine.version)


TAMPERED = (
    *("DROP TRIGGER entries_stay", "DROP TRIGGER entries_stay_as_they_are"),
    "UPDATE entries SET change = '{' WHERE number = 4",
)


@pytest.fixture
def address(client: FlaskClient, scorekeeper: Headers, store: Store) -> str:
    """The address of a tournament whose fourth log entry was changed by hand."""
    keeper = HttpScorekeeper(client, scorekeeper)
    keeper.enter("Haru", "Natsu", "Aki", "Fuyu")
    keeper.open_stage()
    keeper.seats([1, 2, 3, 4])
    store.close()
    tamper(store.path, *TAMPERED)
    return keeper.address


def is_damage_told(answer: TestResponse) -> bool:
    """Whether an answer says that this log is damaged."""
    told = answer.get_json()
    assert (answer.status_code, problem_name(answer)) == (503, "unavailable")
    return (told["detail"], told["tournament"]) == ("the log of tournament 1 is damaged", 1)


@ON_SQLITE
@pytest.mark.parametrize("what", ["", "/standings", "/standings/1", "/head-to-head", "/teams", "/faults", "/missing"])
def test_what_the_log_comes_to_cannot_be_read(client: FlaskClient, address: str, what: str) -> None:
    assert is_damage_told(client.get(f"{address}{what}"))


@ON_SQLITE
def test_the_log_is_read_as_far_as_it_is_whole(client: FlaskClient, address: str) -> None:
    answer = client.get(f"{address}/log", query_string={"limit": 3})
    assert [entry["number"] for entry in answer.get_json()["entries"]] == [1, 2, 3]
    assert client.get(address, query_string={"version": 3}).get_json()["version"] == 3
    assert is_damage_told(client.get(f"{address}/log"))


@ON_SQLITE
def test_nothing_is_changed_in_it(client: FlaskClient, address: str, scorekeeper: Headers) -> None:
    headers = {**scorekeeper, "If-Match": '"7"'}
    assert is_damage_told(client.post(f"{address}/changes", json={"change": "finished"}, headers=headers))
    assert is_damage_told(client.post(f"{address}/draw", json={"method": "snake", "stage": 1}, headers=headers))
    assert is_damage_told(client.post(f"{address}/landing", json={"records": [1]}, headers=headers))


@ON_SQLITE
def test_a_record_that_belongs_there_is_stored_and_the_damage_is_told(
    client: FlaskClient, address: str, scorekeeper: Headers
) -> None:
    body = {**dalmuti_sitting(1), "event": {"name": "Winter cup", "round": 1, "table": 1}}
    for query in ({"dry_run": "true"}, {}):
        answer = client.post(RECORDS, json=body, headers=scorekeeper, query_string=query)
        [landing] = answer.get_json()["landings"]
        assert landing["problem"]["code"] == "log_damaged"
    assert client.get(f"{RECORDS}/1").status_code == 200
    assert [one["code"] for one in client.get(f"{address}/landing").get_json()["problems"]] == ["log_damaged"]


@ON_SQLITE
def test_everything_else_goes_on(client: FlaskClient, address: str, scorekeeper: Headers) -> None:
    assert client.post(RECORDS, json=dalmuti_sitting(1), headers=scorekeeper).status_code == 201
    assert [one["address"] for one in client.get("/v1/tournaments").get_json()["tournaments"]] == [address]
    league = HttpScorekeeper(client, scorekeeper, name="League")
    league.enter("Haru")
    assert len(league.reads()["entrants"]) == 1
