"""Those who have a token or a link, and want as much as they may, fifty at once: others are served all the same."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import httpx2
import pytest
import yaml

from daifu.api.web.links import evening_link
from daifu.data.store.open import open_store
from daifu.data.store.values import ADMIN
from daifu.schemas.record.limits import DEALS, FAULTS, RECORD_VALUES
from tests.support.houses import FRIDAYS
from tests.support.http_client import BULK, RECORDS, TOURNAMENTS, Json, ndjson
from tests.support.other_clients import TRUST, Others
from tests.support.postgresql import new_schema
from tests.support.project import PROJECT_ROOT
from tests.support.running_service import RunningService, http_client, run_service
from tests.support.small_records import document

CLIENTS: Final = 50
PATIENCE: Final = 8.0
"""Seconds after which the fifty leave."""
LONGEST_READ: Final = 1.0
LONGEST_WRITE: Final = 2.0
MOST_MEMORY: Final = 450
"""Megabytes of a worker, as `docs/service.md` says."""
ENTRANTS: Final = 10_000
HOUSES: Final = "/v1/house-rules"
SEASONS: Final = "/v1/seasons"
SETTINGS: Final = {"DAIFU_SAMPLES": "yes", "DAIFU_RATE": "0", "DAIFU_RATE_ADDRESS": "0"}
SHEET: Final = b"date,Aki,Ben,Chie,Dan\n" + b"2026-01-02,1,2,3,4\n" * 9_999
REASON: Final = "?reason=" + "x" * 500


class Wish(NamedTuple):
    """A request that somebody makes."""

    method: str
    path: str
    body: bytes = b""
    headers: Mapping[str, str] = {}


class World:
    """A service with the largest things that there may be, and the wishes of those who have a token."""

    def __init__(self, service: RunningService, database: str) -> None:
        self.service = service
        self._numbers = count()
        with http_client(service) as client:
            client.timeout = 300
            self.long = self._stored(client, self.long_record())
            self.faulty = self._stored(client, self.faulty_record())
            self.cup = client.post(TOURNAMENTS, json={"name": "Great cup", "rules": "theater"}).headers["Location"]
            self._change(client, 1, [{"change": "entered", "name": f"Person {number}"} for number in range(ENTRANTS)])
            self._change(client, 1 + ENTRANTS, [{"change": "stage_opened", "name": "All", "sizes": [4]}])
            self.version = 2 + ENTRANTS
            self.house = client.post(HOUSES, json=self.house_rules()).headers["Location"]
            self.season = client.post(SEASONS, json={"name": "All of it"}).headers["Location"]
        with closing(open_store(database)) as store:
            self.evening = evening_link(store, 1, int(self.long.rpartition("/")[2]))
            self.token = store.create_token("operator", ADMIN).secret

    def _stored(self, client: httpx2.Client, record: Json) -> str:
        answer = client.post(RECORDS, json=record)
        assert answer.status_code == 201, answer.text[:1000]
        return str(answer.headers["Location"])

    def _change(self, client: httpx2.Client, version: int, changes: list[Json]) -> None:
        answer = client.post(f"{self.cup}/changes", json=changes, headers={"If-Match": f'"{version}"'})
        assert answer.status_code == 200, answer.text[:1000]

    def long_record(self) -> Json:
        """A record of as many actions as may be, another one each time."""
        deals = [{**deal, "places": None} for line in _samples("theater") for deal in line["deals"]]
        values = sum(map(json.dumps(deals).count, ",[{"))
        return document(deals=deals * (RECORD_VALUES // values), notes=self.name())

    def house_rules(self) -> Json:
        """House rules as long as they may be, another one each time."""
        texts = {"notes": {"en": "x" * 20_000, "ja": "x" * 20_000}}
        document = {**FRIDAYS, "id": f"house_{next(self._numbers)}", "players": [3, 6], **texts}
        return {name: value for name, value in document.items() if name != "extends"}

    def faulty_record(self) -> Json:
        """A record with nearly as many faults as may be."""
        hands = _samples("theater")[0]["deals"][0]["hands"]
        each = ["1 D3"] + ["1 D4 C9 X SA"] * (FAULTS // 3 - 10)
        return document(deals=[{"hands": hands, "actions": each}], notes=self.name())

    def short_record(self) -> Json:
        """A small record, another one each time."""
        return document(notes=self.name())

    def name(self) -> str:
        """A name that nothing has yet."""
        return f"number {next(self._numbers)}"

    def wish(self, method: str, path: str, body: Any = None, version: int | None = None) -> Wish:  # noqa: ANN401 - any JSON
        """A request with this JSON."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} if data else {}
        return Wish(method, path, data, headers if version is None else {**headers, "If-Match": f'"{version}"'})

    def form(self, path: str, fields: dict[str, str]) -> Wish:
        """A form that is sent."""
        body = urlencode(fields).encode()
        return Wish("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})


def _samples(game: str) -> list[Json]:
    text = (PROJECT_ROOT / f"data/samples/{game}.ndjson").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


WISHES: Final[dict[str, Callable[[World], Wish]]] = {
    "list_similar_players": lambda _: Wish("GET", "/v1/players/merges"),
    "read_look": lambda _: Wish("GET", "/v1/players/A/look"),
    "change_look": lambda world: world.wish("PUT", "/v1/players/A/look", {"colour": 3}),
    "move_games_of_player": lambda world: world.wish(
        "POST", "/v1/players/A/moves", {"records": [1], "to": "B", "reason": "a test"}
    ),
    "read_everything": lambda _: Wish("GET", "/v1/players/A/everything"),
    "make_anonymous": lambda world: world.wish("POST", "/v1/players/A/anonymous?dry_run=true", {"name": "A"}),
    "add_record": lambda world: world.wish("POST", RECORDS, world.faulty_record()),
    "add_record, long": lambda world: world.wish("POST", RECORDS, world.long_record()),
    "add_record, of many deals": lambda world: world.wish(
        "POST", RECORDS, document(deals=[{"result": {"order": [1, 2, 3, 4]}}] * DEALS, notes=world.name())
    ),
    "add_record, tried": lambda world: world.wish("POST", f"{RECORDS}?dry_run=true", world.faulty_record()),
    "add_records": lambda world: world.wish("POST", BULK, ndjson(world.short_record() for _ in range(2_000))),
    "add_records, long": lambda world: world.wish("POST", BULK, ndjson([world.long_record()])),
    "correct_record": lambda world: world.wish("PUT", world.faulty + REASON, world.faulty_record(), 1),
    "add_deal": lambda world: world.wish("POST", f"{world.long}/deals", {"result": {"order": [1, 2, 3, 4]}}, 1),
    "withdraw_record": lambda world: world.wish("DELETE", world.faulty + REASON, version=1),
    "preview_import": lambda _: Wish("POST", "/v1/imports/preview?rules=dalmuti", SHEET, {"Content-Type": "text/csv"}),
    "store_import": lambda world: world.wish(
        "POST",
        "/v1/imports",
        {"content": b64encode(SHEET).decode(), "digest": "none", "columns": {"rules": "dalmuti"}},
    ),
    "order_analysis": lambda world: world.wish("POST", f"{world.long}/analysis"),
    "cancel_analysis": lambda world: world.wish("DELETE", f"{world.long}/analysis/jobs/1"),
    "create_tournament": lambda world: world.wish("POST", TOURNAMENTS, {"name": world.name(), "rules": "uecda"}),
    "change_tournament": lambda world: world.wish(
        "POST",
        f"{world.cup}/changes?dry_run=true",
        [{"change": "renamed", "entrant": number, "name": world.name()} for number in range(1, ENTRANTS + 1)],
        world.version,
    ),
    "change_tournament, one": lambda world: world.wish(
        "POST", f"{world.cup}/changes", {"change": "withdrawn", "stage": 1, "round": 1, "entrant": 1}, world.version
    ),
    "draw_rounds": lambda world: world.wish(
        "POST", f"{world.cup}/draw", {"method": "snake", "stage": 1, "wanted": 4}, world.version
    ),
    "redraw_rounds": lambda world: world.wish("POST", f"{world.cup}/redraw", {"stage": 1}, world.version),
    "attempt_landings": lambda world: world.wish(
        "POST", f"{world.cup}/landing", {"records": list(range(1, 275))[:500]}
    ),
    "land_record": lambda world: world.wish("PUT", f"{world.cup}/landing/1"),
    "dismiss_landing": lambda world: world.wish("DELETE", f"{world.cup}/landing/1"),
    "rename_player": lambda world: world.wish("PATCH", "/v1/players/Mu", {"name": world.name(), "reason": "x" * 500}),
    "merge_players": lambda world: world.wish(
        "POST", "/v1/players/merges", {"player": "Mu", "into": "Haru", "reason": "x" * 500}
    ),
    "send_backup": lambda _: Wish("GET", "/v1/backup"),
    "send_everything": lambda _: Wish("GET", "/v1/everything"),
    "read_restore": lambda _: Wish("GET", "/v1/restore"),
    "restore_backup": lambda _: Wish("POST", "/v1/restore", b"no backup", {"Content-Type": "application/octet-stream"}),
    "cancel_restore": lambda _: Wish("DELETE", "/v1/restore"),
    "keep_apart": lambda world: world.wish(
        "POST", "/v1/players/merges/never", {"player": "Mu", "other": "Haru", "reason": "x" * 500}
    ),
    "undo_merge": lambda world: world.wish("DELETE", f"/v1/players/merges/1{REASON}"),
    "create_token": lambda world: world.wish("POST", "/v1/tokens", {"name": world.name(), "role": "admin"}),
    "revoke_token": lambda world: world.wish("DELETE", "/v1/tokens/999"),
    "a phone's link": lambda world: world.form(f"{world.evening}/{DEALS}", {"revision": "1", "place-1": "1"}),
    "a phone's link, read": lambda world: world.wish("GET", world.evening),
    "add_house_rules": lambda world: world.wish("POST", HOUSES, world.house_rules()),
    "check_house_rules": lambda world: world.wish("POST", f"{HOUSES}/check", world.house_rules()),
    "withdraw_house_version": lambda world: world.wish("DELETE", world.house),
    "list_houses": lambda world: world.wish("GET", f"{HOUSES}?limit=500"),
    "read_latest_house": lambda world: world.wish("GET", world.house.rpartition("/")[0]),
    "read_house_version": lambda world: world.wish("GET", world.house),
    "read_house_sheet": lambda world: world.wish("GET", f"{world.house}/sheet"),
    "compare_house_versions": lambda world: world.wish(
        "GET", f"{world.house}/compare?with={'@'.join(world.house.split('/')[-2:])}"
    ),
    "read_club": lambda world: world.wish("GET", "/v1/club"),
    "list_club_changes": lambda world: world.wish("GET", "/v1/club/changes"),
    "change_club": lambda world: world.wish("PATCH", "/v1/club", {"name": world.name()}),
    "list_tokens": lambda world: world.wish("GET", "/v1/tokens"),
    "list_records": lambda world: world.wish("GET", f"{RECORDS}?limit=500"),
    "export_records": lambda world: world.wish("GET", f"{RECORDS}/export"),
    "export_table": lambda world: world.wish("GET", "/v1/export/actions.parquet"),
    "read_record": lambda world: world.wish("GET", world.long),
    "read_report": lambda world: world.wish("GET", f"{world.faulty}/report"),
    "read_report, by other rules": lambda world: world.wish("GET", f"{world.long}/report?rules=akagiri"),
    "read_deal": lambda world: world.wish("GET", f"{world.faulty}/deals/1"),
    "read_position": lambda world: world.wish("GET", f"{world.faulty}/deals/1/positions/16000"),
    "list_revisions": lambda world: world.wish("GET", f"{world.faulty}/revisions?limit=500"),
    "read_revision": lambda world: world.wish("GET", f"{world.long}/revisions/1"),
    "read_revision_report": lambda world: world.wish("GET", f"{world.faulty}/revisions/1/report"),
    "read_what_if": lambda world: world.wish("GET", f"{world.long}/what-if?rules=akagiri"),
    "read_explanations": lambda world: world.wish("GET", f"{world.faulty}/explanations"),
    "read_analysis": lambda world: world.wish("GET", f"{world.long}/analysis"),
    "read_analysis_job": lambda world: world.wish("GET", f"{world.long}/analysis/jobs/1"),
    "list_tournaments": lambda world: world.wish("GET", f"{TOURNAMENTS}?limit=500"),
    "read_tournament": lambda world: world.wish("GET", world.cup),
    "read_tournament_log": lambda world: world.wish("GET", f"{world.cup}/log?limit=500"),
    "follow_tournament": lambda world: world.wish("GET", f"{world.cup}/events?after=0"),
    "read_standing": lambda world: world.wish("GET", f"{world.cup}/standings"),
    "explain_standing": lambda world: world.wish("GET", f"{world.cup}/standings/1"),
    "read_head_to_head": lambda world: world.wish("GET", f"{world.cup}/head-to-head"),
    "read_teams": lambda world: world.wish("GET", f"{world.cup}/teams"),
    "list_faults": lambda world: world.wish("GET", f"{world.cup}/faults"),
    "list_missing": lambda world: world.wish("GET", f"{world.cup}/missing"),
    "list_landings": lambda world: world.wish("GET", f"{world.cup}/landing"),
    "list_players": lambda world: world.wish("GET", "/v1/players?limit=500"),
    "read_player": lambda world: world.wish("GET", "/v1/players/Haru"),
    "read_player_stats": lambda world: world.wish("GET", "/v1/players/Haru/stats?rules=theater"),
    "read_profile_stats": lambda world: world.wish("GET", "/v1/stats/theater"),
    "read_opponents": lambda world: world.wish("GET", "/v1/players/Haru/opponents?rules=theater"),
    "read_against": lambda world: world.wish("GET", "/v1/players/Haru/against/Natsu?rules=theater"),
    "read_leaderboard": lambda world: world.wish("GET", "/v1/leaderboards/first?rules=theater&limit=500"),
    "list_seasons": lambda world: world.wish("GET", SEASONS),
    "add_season": lambda world: world.wish("POST", SEASONS, {"name": world.name()}),
    "read_season": lambda world: world.wish("GET", world.season),
    "change_season": lambda world: world.wish("PUT", world.season, {"name": world.name(), "best": 3}),
    "remove_season": lambda world: world.wish("DELETE", world.season),
    "read_season_table": lambda world: world.wish("GET", f"{world.season}/table"),
    "read_span_table": lambda world: world.wish("GET", f"{SEASONS}/table?from=2026-01-01&best=3"),
    "list_ratings": lambda world: world.wish("GET", "/v1/ratings?rules=theater&limit=500"),
    "list_rating_changes": lambda world: world.wish("GET", "/v1/ratings/changes?rules=theater&limit=500"),
    "read_player_ratings": lambda world: world.wish("GET", "/v1/players/Haru/ratings?rules=theater"),
    "read_form": lambda world: world.wish("GET", "/v1/players/Haru/form?rules=theater"),
    "read_feats": lambda world: world.wish("GET", "/v1/stats/theater/records"),
    "list_rules": lambda world: world.wish("GET", "/v1/rules"),
    "read_rules": lambda world: world.wish("GET", "/v1/rules/theater"),
    "tell_health": lambda world: world.wish("GET", "/healthz"),
    "tell_readiness": lambda world: world.wish("GET", "/readyz"),
    "tell_metrics": lambda world: world.wish("GET", "/metrics"),
}
"""What each operation of the contract is asked for, by its name there; some in several ways."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def world(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("roles")
    database = new_schema() if request.param == "postgresql" else str(folder / "daifu.db")
    with run_service(folder, **SETTINGS, DAIFU_DB=database) as running:
        yield World(running, database)


@pytest.fixture(scope="module")
def others(world: World) -> Others:
    """Others, after each of them was served."""
    found = Others(world.service, world.service.token)
    found.wait_during(lambda: sleep(1))
    return found


def fifty_come(world: World, wishes: list[Wish], met: list[int]) -> None:
    """Fifty want something at once, and leave after a while; `met` gets the status of each answer that came."""

    def ask(wish: Wish) -> None:
        headers = {"Authorization": f"Bearer {world.token}", **wish.headers}
        with (
            suppress(httpx2.HTTPError),
            httpx2.stream(
                wish.method,
                world.service.url + wish.path,
                content=wish.body,
                headers=headers,
                timeout=PATIENCE,
                verify=TRUST,
            ) as answer,
        ):
            met.append(answer.status_code)
            end = monotonic() + PATIENCE
            for _ in answer.iter_raw():
                if monotonic() > end:
                    break

    threads = [Thread(target=ask, args=(wish,)) for wish in wishes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sleep(1)


def memory(world: World) -> int:
    """The megabytes of the worker that takes most."""
    pages = (int(Path(f"/proc/{worker}/statm").read_text().split()[1]) for worker in world.service.workers())
    return max(pages) * 4096 // 1_000_000


def test_every_operation_of_the_contract_is_wished_for() -> None:
    document: Json = yaml.load((PROJECT_ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    operations = {
        one["operationId"] for path in document["paths"].values() for one in path.values() if "operationId" in one
    }
    assert operations <= {name.partition(",")[0] for name in WISHES}


@pytest.mark.soak
@pytest.mark.parametrize("name", WISHES)
def test_nobody_waits_for_what_a_role_may_want(world: World, others: Others, name: str) -> None:
    wishes = [WISHES[name](world) for _ in range(CLIENTS)]
    met: list[int] = []
    others.wait_during(lambda: fifty_come(world, wishes, met))
    longest = {kind: max(waits) for kind, waits in others.waits.items()}
    told = name, longest, sorted(met), memory(world)
    assert max(longest["read"], longest["healthz"]) < LONGEST_READ, told
    assert longest["write"] < LONGEST_WRITE, told
    assert memory(world) < MOST_MEMORY, told
