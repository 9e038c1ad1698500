"""Records in other formats: logs that are sent, gzip, and records that are read as logs."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from random import Random

import pytest
from flask.testing import FlaskClient

from daifu.replay.options import Options
from tests.support.http_client import Headers, post_record, problem_name, store_record
from tests.support.samples import SAMPLES_FOLDER, program_match
from tests.support.small_records import FUJIGOKORO_FILE, UECDA_LOG, document, json_bytes

LOGS = {"uecda": UECDA_LOG, "fujigokoro": FUJIGOKORO_FILE}
SAMPLES = {
    "uecda": gzip.decompress((SAMPLES_FOLDER / "uecda-server.log.gz").read_bytes()),
    "fujigokoro": (SAMPLES_FOLDER / "fujigokoro.dat").read_bytes(),
}
OPTIONS: Mapping[str, Options] = {"uecda": {}, "fujigokoro": {"illegal_play": "stands"}}
"""The rules of a match that each format can tell."""

each_format = pytest.mark.parametrize("form", LOGS)


def log(client: FlaskClient, headers: Headers, data: bytes, media_type: str = "text/plain", query: str = "") -> str:
    """Store a log. Returns its address."""
    answer = client.post(f"/v1/records{query}", data=data, content_type=media_type, headers=headers)
    assert answer.status_code == 201, answer.get_json()
    return answer.headers["Location"]


@each_format
def test_a_log_becomes_a_record(client: FlaskClient, scorekeeper: Headers, form: str) -> None:
    address = log(client, scorekeeper, LOGS[form])
    record = client.get(address).get_json()
    assert record["rules"] == "uecda"
    assert [player["name"] for player in record["players"]] == ["Ume", "Take", "Matsu", "Kiku", "Ran"]
    assert form in record["source"]["format"]


@each_format
def test_a_log_is_known_by_how_it_begins_or_by_what_the_query_says(
    client: FlaskClient, scorekeeper: Headers, form: str
) -> None:
    address = log(client, scorekeeper, LOGS[form])
    answer = client.post(
        "/v1/records",
        data=LOGS[form],
        query_string={"format": form},
        headers={**scorekeeper, "Content-Type": "application/octet-stream"},
    )
    assert (answer.get_json()["status"], answer.get_json()["address"]) == ("exists", address)


@each_format
def test_a_log_is_no_log_of_another_format(client: FlaskClient, scorekeeper: Headers, form: str) -> None:
    [other] = set(LOGS) - {form}
    answer = client.post(f"/v1/records?format={other}", data=LOGS[form], content_type="text/plain", headers=scorekeeper)
    assert problem_name(answer) == "unreadable"


def test_a_log_is_no_record_in_json(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = client.post("/v1/records?format=daifu", data=UECDA_LOG, content_type="text/plain", headers=scorekeeper)
    assert problem_name(answer) == "unreadable"


def test_a_record_in_json_is_no_log(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = post_record(client, scorekeeper, document(), format="uecda")
    assert problem_name(answer) == "unreadable"
    assert answer.get_json()["errors"][0]["line"] == 1


def test_the_line_of_a_log_is_named_that_cannot_be_read(client: FlaskClient, scorekeeper: Headers) -> None:
    broken = UECDA_LOG.replace(b"%00001%seat% 01234", b"%00001%seat% 01239")
    answer = client.post("/v1/records", data=broken, content_type="text/plain", headers=scorekeeper)
    assert problem_name(answer) == "unreadable"
    assert [error["line"] for error in answer.get_json()["errors"]] == [10]


def test_what_begins_like_nothing_of_ours_is_refused(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = client.post("/v1/records", data=b"1. e4 e5", content_type="text/plain", headers=scorekeeper)
    assert problem_name(answer) == "unreadable"
    assert "1. e4 e5" in answer.get_json()["errors"][0]["detail"]


def test_notices_tell_how_a_log_was_read(client: FlaskClient, scorekeeper: Headers) -> None:
    cut = SAMPLES["uecda"].rpartition(b"%00019%play%")[0]
    answer = client.post("/v1/records", data=cut, content_type="text/plain", headers=scorekeeper)
    [notice] = answer.get_json()["notices"]
    assert set(notice) == {"en", "ja"}


def test_a_damaged_body_is_told_from_a_wrong_one(client: FlaskClient, scorekeeper: Headers) -> None:
    damaged = gzip.compress(json_bytes(document()))[:-6]
    answer = client.post("/v1/records", data=damaged, content_type="application/gzip", headers=scorekeeper)
    assert problem_name(answer) == "bad-request"


@each_format
def test_a_record_is_read_as_the_log_that_it_was(client: FlaskClient, scorekeeper: Headers, form: str) -> None:
    address = log(client, scorekeeper, SAMPLES[form])
    answer = client.get(f"{address}?format={form}")
    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.data == SAMPLES[form]


@each_format
def test_what_is_written_as_a_log_reads_back_as_the_same_games(
    client: FlaskClient, scorekeeper: Headers, form: str
) -> None:
    address = post_record(client, scorekeeper, program_match(OPTIONS[form], Random("conversions"))).headers["Location"]
    again = log(client, scorekeeper, client.get(f"{address}?format={form}").data)
    before, after = (client.get(f"{one}/report").get_json() for one in (address, again))
    assert again != address
    assert (after["deals"], after["totals"]) == (before["deals"], before["totals"])


def test_a_record_for_which_a_format_has_no_words_is_not_written_in_it(
    client: FlaskClient, scorekeeper: Headers
) -> None:
    address = store_record(client, scorekeeper)
    answer = client.get(f"{address}?format=fujigokoro")
    assert problem_name(answer) == "cannot-convert"
    assert "fujigokoro" in answer.get_json()["detail"]


def test_a_format_that_is_none_of_ours_is_refused(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    answer = client.get(f"{address}?format=pgn")
    assert problem_name(answer) == "bad-request"
    assert [error["parameter"] for error in answer.get_json()["errors"]] == ["format"]


@pytest.mark.parametrize("media_type", ["text/plain; charset=shift_jis", "application/octet-stream; charset=CP932"])
@pytest.mark.parametrize("path", ["/v1/records", "/v1/records/bulk"])
def test_the_charset_of_a_body_says_its_encoding(
    client: FlaskClient, scorekeeper: Headers, path: str, media_type: str
) -> None:
    body = UECDA_LOG.decode().replace("Ume", "うめ").encode("cp932")
    assert client.post(path, data=body, content_type=media_type, headers=scorekeeper).get_data()
    assert client.get("/v1/records/1").get_json()["players"][0]["name"] == "うめ"


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("path", ["/v1/records", "/v1/records/bulk"])
def test_utf_16_is_known_by_its_mark(
    client: FlaskClient, scorekeeper: Headers, path: str, pack: Callable[[bytes], bytes]
) -> None:
    body = pack(json_bytes(document(players=["うめ", "B", "C", "D"])).decode().encode("utf-16"))
    assert client.post(path, data=body, content_type="application/json", headers=scorekeeper).get_data()
    assert client.get("/v1/records/1").get_json()["players"][0] == "うめ"


def test_a_refused_encoding_is_named_with_the_way_out(client: FlaskClient, scorekeeper: Headers) -> None:
    body = UECDA_LOG.decode().replace("Ume", "うめ").encode("cp932")
    answer = client.post("/v1/records", data=body, content_type="text/plain", headers=scorekeeper)
    [error] = answer.get_json()["errors"]
    assert "with charset=shift_jis in Content-Type" in error["detail"]


@pytest.mark.parametrize("path", ["/v1/records", "/v1/records/bulk"])
def test_an_archive_of_files_is_named(client: FlaskClient, scorekeeper: Headers, path: str) -> None:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        archive.writestr("a.json", json_bytes(document()))
    answer = client.post(path, data=body.getvalue(), content_type="application/octet-stream", headers=scorekeeper)
    assert "found a zip archive; unpack it first" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("around", "media_type"),
    [((b"", b"", b""), "application/x-ndjson"), ((b"[", b",\n", b"]"), "application/json")],
)
def test_several_records_are_sent_in_bulk_and_not_as_one(
    client: FlaskClient, scorekeeper: Headers, around: tuple[bytes, bytes, bytes], media_type: str
) -> None:
    before, between, after = around
    several = before + json_bytes(document()) + between + json_bytes(document(event={"round": 2})) + after
    answer = client.post("/v1/records", data=several, content_type="application/json", headers=scorekeeper)
    assert answer.status_code == 422
    assert "several are sent together in bulk" in answer.get_json()["errors"][0]["detail"]
    bulk = client.post("/v1/records/bulk", data=several, content_type=media_type, headers=scorekeeper)
    assert [line["created"] for line in map(json.loads, bulk.get_data().splitlines()) if "done" in line] == [2]


@each_format
def test_a_log_with_bad_places_is_refused_as_one_record_with_all_of_them(
    client: FlaskClient, scorekeeper: Headers, form: str
) -> None:
    lines = SAMPLES[form].splitlines(keepends=True)
    places = [number for number, line in enumerate(lines) if line.startswith((b"play ", b"%")) and b"play" in line][
        2:5:2
    ]
    for place in places:
        lines[place] = b"oops\n"
    body = b"".join(lines)
    answer = client.post("/v1/records", data=body, content_type="text/plain", headers=scorekeeper)
    assert answer.status_code == 422
    assert [error["line"] for error in answer.get_json()["errors"]] == [place + 1 for place in places]
    found = client.post("/v1/records/bulk", data=body, content_type="text/plain", headers=scorekeeper)
    statuses = [line["status"] for line in map(json.loads, found.get_data().splitlines()) if "status" in line]
    assert statuses == ["created", "refused", "created", "refused", "created"]


@each_format
def test_a_header_names_what_the_format_has_no_place_for(client: FlaskClient, scorekeeper: Headers, form: str) -> None:
    whole = log(client, scorekeeper, SAMPLES[form])
    assert "X-Left-Out" not in client.get(f"{whole}?format={form}").headers
    record = {**client.get(whole).get_json(), "notes": "rain", "event": {"name": "League"}}
    del record["source"]
    address = log(client, scorekeeper, json_bytes(record), "application/json")
    answer = client.get(f"{address}?format={form}")
    assert set(answer.headers["X-Left-Out"].split(", ")) >= {"event", "notes"}


NOTATION = "text/vnd.daifu.fu"


def test_a_text_in_the_hand_notation_is_stored_and_a_record_is_read_as_one(
    client: FlaskClient, scorekeeper: Headers
) -> None:
    address = store_record(client, scorekeeper)
    text = client.get(address, headers={"Accept": NOTATION})
    assert text.content_type == f"{NOTATION}; charset=utf-8"
    assert client.get(f"{address}?format=fu").data == text.data
    again = client.post("/v1/records", data=text.data, content_type=NOTATION, headers=scorekeeper)
    assert again.get_json()["status"] == "exists"
    wrong = client.post("/v1/records", data=text.data + b"9:S3\n", content_type=NOTATION, headers=scorekeeper)
    assert [error["line"] for error in wrong.get_json()["errors"]] == [len(text.data.splitlines()) + 1]


def test_cards_that_are_spelt_as_people_write_them_are_told_in_the_answer(
    client: FlaskClient, scorekeeper: Headers
) -> None:
    deal = {"hands": ["D3 ?*13", "?*13", "?*13", "?*13"], "actions": ["1 ♦3", "2 パス"], "abandoned": True}
    answer = post_record(client, scorekeeper, document(deals=[deal]))
    assert [notice["en"] for notice in answer.get_json()["notices"]] == [
        "/deals/0/actions/0: read '1 ♦3' as 1 D3",
        "/deals/0/actions/1: read '2 パス' as 2 -",
    ]
    assert client.get(answer.headers["Location"]).get_json()["deals"][0]["actions"] == ["1 D3", "2 -"]
