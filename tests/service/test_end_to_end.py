"""Samples are uploaded to the service, read, corrected and exported."""

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest

from daifu.schemas.judgement import check_json
from tests.support.http_client import GZIP, RECORDS, Json
from tests.support.running_service import (
    assert_store_is_sound,
    export_records,
    http_client,
    list_records,
    run_service,
    upload_in_bulk,
)
from tests.support.samples import SAMPLES_FOLDER

GAMES = ("dalmuti", "theater", "akagiri", "floor13", "biga", "uecda")
FILES = tuple((SAMPLES_FOLDER / f"{name}.ndjson").read_bytes() for name in (*GAMES, "faulty"))
LINES = [line for file in FILES for line in file.splitlines()]
SOME_LINES = [line for file in FILES for line in file.splitlines()[:5]]
LOGS = {
    "uecda": gzip.decompress((SAMPLES_FOLDER / "uecda-server.log.gz").read_bytes()),
    "fujigokoro": (SAMPLES_FOLDER / "fujigokoro.dat").read_bytes(),
}
JSON = {"Content-Type": "application/json"}

Upload = Callable[[httpx2.Client, dict[str, str], Callable[[bytes], bytes]], list[Json]]


class StoredSamples(NamedTuple):
    """A service that has samples: a client, the folder of its store, the samples, and two answers about each."""

    client: httpx2.Client
    folder: Path
    lines: list[bytes]
    first: list[Json]
    again: list[Json]


def one_by_one(client: httpx2.Client, headers: dict[str, str], packed: Callable[[bytes], bytes]) -> list[Json]:
    answers = [client.post(RECORDS, content=packed(line), headers=JSON | headers) for line in SOME_LINES]
    plain = {"Content-Type": "text/plain"}
    answers += [client.post(RECORDS, content=packed(log), headers=plain | headers) for log in LOGS.values()]
    assert {answer.status_code for answer in answers} <= {200, 201}
    return [answer.json() for answer in answers]


def in_bulk(client: httpx2.Client, headers: dict[str, str], packed: Callable[[bytes], bytes]) -> list[Json]:
    return [
        line for file in (*FILES, *LOGS.values()) for line in upload_in_bulk(client, packed(file), headers=headers)[0]
    ]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((one_by_one, SOME_LINES), marks=pytest.mark.soak, id="one by one"),
        pytest.param((in_bulk, LINES), id="in bulk"),
    ],
)
def stored(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredSamples]:
    """Samples that were uploaded, plain and then once more in gzip."""
    folder = tmp_path_factory.mktemp("samples")
    upload: Upload
    upload, lines = request.param
    with run_service(folder) as running, http_client(running) as client:
        yield StoredSamples(client, folder, lines, upload(client, {}, bytes), upload(client, GZIP, gzip.compress))


def get_answer(stored: StoredSamples, address: str, **query: str) -> httpx2.Response:
    answer = stored.client.get(address, params=query)
    assert answer.status_code == 200, answer.text
    return answer


def address(answer: Json) -> str:
    return f"{RECORDS}/{answer['id']}"


def test_every_sample_becomes_a_record(stored: StoredSamples) -> None:
    assert {answer["status"] for answer in stored.first} == {"created"}
    assert len({answer["id"] for answer in stored.first}) == len(stored.lines) + len(LOGS)


def test_a_sample_that_is_sent_again_in_gzip_exists_already(stored: StoredSamples) -> None:
    assert {answer["status"] for answer in stored.again} == {"exists"}
    assert [answer["id"] for answer in stored.again] == [answer["id"] for answer in stored.first]


def test_every_record_is_read_as_it_was_sent(stored: StoredSamples) -> None:
    for line, answer in zip(stored.lines, stored.first, strict=False):
        assert get_answer(stored, address(answer)).json() == json.loads(line)


def test_every_report_is_the_one_of_the_replay(stored: StoredSamples) -> None:
    for line, answer in zip(stored.lines, stored.first, strict=False):
        assert get_answer(stored, f"{address(answer)}/report").content == check_json(line)


def test_an_export_has_every_record_as_it_was_sent_in_its_order(stored: StoredSamples) -> None:
    assert export_records(stored.client)[: len(stored.lines)] == [json.loads(line) for line in stored.lines]


def test_lists_find_the_records_of_each_game(stored: StoredSamples) -> None:
    sent = [json.loads(line)["rules"] for line in stored.lines] + ["uecda"] * len(LOGS)
    assert {game: len(list_records(stored.client, rules=game, limit=30)) for game in GAMES} == {
        game: sent.count(game) for game in GAMES
    }


def test_lists_find_faulty_games(stored: StoredSamples) -> None:
    found = {record["id"] for record in list_records(stored.client, legal="false")}
    answers = zip(stored.lines, stored.first, strict=False)
    illegal = {answer["id"] for line, answer in answers if not json.loads(check_json(line))["legal"]}
    assert illegal <= found
    assert illegal


@pytest.mark.parametrize("form", LOGS)
def test_a_log_of_another_program_comes_back_byte_for_byte(stored: StoredSamples, form: str) -> None:
    answer = stored.first[len(stored.lines) + list(LOGS).index(form)]
    assert get_answer(stored, address(answer), format=form).content == LOGS[form]


def test_a_record_in_another_format_has_the_same_points(stored: StoredSamples) -> None:
    place = next(place for place, line in enumerate(stored.lines) if json.loads(line)["rules"] == "uecda")
    log = get_answer(stored, address(stored.first[place]), format="uecda").content
    answer = stored.client.post(RECORDS, content=log, params={"dry_run": "true"})
    report = get_answer(stored, f"{address(stored.first[place])}/report").json()
    assert answer.json()["report"]["totals"] == report["totals"]


@pytest.mark.parametrize("game", GAMES)
def test_a_sitting_is_read_deal_by_deal_up_to_its_last_position(stored: StoredSamples, game: str) -> None:
    place = next(place for place, line in enumerate(stored.lines) if json.loads(line)["rules"] == game)
    record, report = json.loads(stored.lines[place]), json.loads(check_json(stored.lines[place]))
    for number, (deal, found) in enumerate(zip(record["deals"], report["deals"], strict=True), 1):
        at = f"{address(stored.first[place])}/deals/{number}"
        assert get_answer(stored, at).json() == {"deal": deal, "report": found}
        last = get_answer(stored, f"{at}/positions/{len(deal['actions'])}").json()
        assert last["over"]


def test_the_store_is_sound(stored: StoredSamples) -> None:
    assert_store_is_sound(stored.folder)
