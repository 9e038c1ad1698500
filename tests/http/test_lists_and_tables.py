"""What holds of every list and of every table: their formats, their tags, and the way to the next page."""

import csv
import io

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import FIRST_RECORD, court_evening, play_one_round, post_record, store_evening
from tests.support.project import PROJECT_ROOT

TABLES = (
    "/v1/records",
    "/v1/players",
    "/v1/players/Haru",
    "/v1/players/Haru/stats",
    "/v1/players/Haru/opponents",
    "/v1/players/Haru/against/Natsu",
    "/v1/players/Haru/ratings",
    "/v1/players/Haru/form",
    "/v1/stats/dalmuti",
    "/v1/stats/dalmuti/records",
    "/v1/leaderboards/first?rules=dalmuti",
    "/v1/ratings?rules=dalmuti",
)
LISTS = (
    ("/v1/records", "records"),
    ("/v1/players", "players"),
    (f"{FIRST_RECORD}/revisions", "revisions"),
    ("/v1/leaderboards/first?rules=dalmuti", "standings"),
    ("/v1/ratings?rules=dalmuti", "ratings"),
)


def with_parameter(address: str, **query: object) -> str:
    return address + ("&" if "?" in address else "?") + "&".join(f"{name}={value}" for name, value in query.items())


@pytest.fixture(autouse=True)
def court(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    """Three evenings of a court, of which the first one was continued."""
    store_evening(client, scorekeeper, "1324", event={"name": "=Cup", "date": "2026-07-03"})
    post_record(client, scorekeeper, court_evening("1324", "1234", event={"name": "=Cup", "date": "2026-07-03"}))
    store_evening(client, scorekeeper, "4321")
    store_evening(client, scorekeeper, "2413", players=("Ida", "Mu", "Sumi", "Toki"))


@pytest.mark.parametrize("address", TABLES)
def test_the_query_asks_for_a_table_as_the_header_does(client: FlaskClient, address: str) -> None:
    by_query = client.get(with_parameter(address, format="csv"))
    by_header = client.get(address, headers={"Accept": "text/csv"})
    assert (by_query.status_code, by_query.mimetype, by_query.data) == (200, "text/csv", by_header.data)
    assert by_query.get_data(as_text=True).startswith("\ufeff")
    workbook = client.get(with_parameter(address, format="xlsx"))
    assert (workbook.status_code, workbook.data[:2]) == (200, b"PK")
    as_json = client.get(with_parameter(address, format="json"), headers={"Accept": "text/csv"})
    assert as_json.mimetype == "application/json"
    assert client.get(with_parameter(address, format="xml")).status_code == 400


@pytest.mark.parametrize("address", [table for table in TABLES if not table.endswith(("/Haru", "/Natsu"))])
def test_the_address_of_a_table_with_csv_behind_it_is_the_table_as_csv(client: FlaskClient, address: str) -> None:
    path, mark, query = address.partition("?")
    found = client.get(f"{path}.csv{mark}{query}")
    assert (found.status_code, found.mimetype) == (200, "text/csv")
    assert found.data == client.get(with_parameter(address, format="csv")).data


def test_the_id_of_a_player_may_end_as_such_an_address_does(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    store_evening(client, scorekeeper, "1234", players=("Haru.csv", "Mu", "Sumi", "Toki"))
    answer = client.get("/v1/players/Haru.csv")
    assert answer.mimetype == "application/json"
    assert answer.get_json()["name"] == "Haru.csv"


@pytest.mark.parametrize(("path", "form"), [("standings", "html"), ("head-to-head", "csv"), ("teams", "parquet")])
def test_the_query_asks_for_the_table_of_a_tournament_as_well(
    client: FlaskClient, scorekeeper: dict[str, str], path: str, form: str
) -> None:
    address = f"{play_one_round(client, scorekeeper).address}/{path}"
    types = {"html": "text/html", "csv": "text/csv", "parquet": "application/vnd.apache.parquet"}
    assert client.get(address, query_string={"format": form}).mimetype == types[form]
    assert client.get(address, query_string={"format": "json"}).mimetype == "application/json"
    assert client.get(f"{address}.csv").mimetype == "text/csv"


def test_records_are_listed_as_a_table_with_a_row_for_each(client: FlaskClient) -> None:
    text = client.get("/v1/records?format=csv").get_data(as_text=True).removeprefix("\ufeff")
    latest, _other, first = csv.DictReader(io.StringIO(text))
    assert (latest["id"], latest["names"], latest["date"]) == ("3", "Ida; Mu; Sumi; Toki", "")
    assert (first["id"], first["revision"], first["date"], first["event"]) == ("1", "2", "2026-07-03", "'=Cup")
    assert (first["rules"], first["players"], first["deals"], first["legal"], first["author"]) == (
        *("dalmuti", "Haru; Natsu; Aki; Fuyu", "2", "yes", "Haru"),
    )


@pytest.mark.parametrize(("address", "part"), LISTS)
def test_a_page_tells_in_its_body_where_the_next_one_begins(client: FlaskClient, address: str, part: str) -> None:
    whole = client.get(address).get_json()[part]
    found = client.get(with_parameter(address, limit=1)).get_json()
    pages = [found]
    while "next" in found:
        found = client.get(with_parameter(address, limit=1, cursor=found["next"])).get_json()
        pages.append(found)
    assert len(pages) == len(whole) > 1
    assert [one for page in pages for one in page[part]] == whole


def test_pages_of_tournaments_and_of_logs_tell_it_as_well(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    for name in ("Winter cup", "Spring cup"):
        keeper = play_one_round(client, scorekeeper, name=name)
    first = client.get("/v1/tournaments?limit=1").get_json()
    second = client.get(f"/v1/tournaments?limit=1&cursor={first['next']}").get_json()
    assert [one["name"] for page in (first, second) for one in page["tournaments"]] == ["Spring cup", "Winter cup"]
    assert "next" not in second
    log = keeper.reads("/log", limit=2)
    assert log["next"] == log["entries"][-1]["number"] == 2
    assert "next" not in keeper.reads("/log", after=keeper.version - 1)


@pytest.mark.parametrize("address", [*TABLES, "/v1/tournaments", "/v1/rules", f"{FIRST_RECORD}/revisions"])
def test_a_list_that_a_client_has_is_not_sent_again(client: FlaskClient, address: str) -> None:
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": f'"other", W/{tag}'}).status_code == 304


def test_a_list_has_another_tag_when_it_has_another_entry(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    tag = client.get("/v1/records").headers["ETag"]
    store_evening(client, scorekeeper, "3412")
    assert client.get("/v1/records", headers={"If-None-Match": tag}).status_code == 200


def test_the_contract_is_sent_from_its_file_and_not_made_for_a_request(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daifu.api.http.contract.openapi.openapi_document", lambda: pytest.fail("it is made"))
    assert client.get("/openapi.yaml").data == (PROJECT_ROOT / "openapi.yaml").read_bytes()
