"""The files of `deploy/` with their real programs: the service behind proxies, and the image."""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.support.http_app import bearer_headers
from tests.support.http_client import court_evening, ndjson
from tests.support.processes import wait_until
from tests.support.project import PROJECT_ROOT
from tests.support.running_service import RunningService, run_service

pytestmark = pytest.mark.soak

DEPLOY = PROJECT_ROOT / "deploy"
PREFIX = "/clubs/daifu"
UPSTREAM = "127.0.0.1:8000"


def free_port() -> int:
    """A port that nobody listens on at this moment: proxies cannot choose one by themselves."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def replaced(name: str, *changes: tuple[str, str]) -> str:
    """A file of `deploy/` with these changes, each of which has to be possible."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx_command(folder: Path, port: int, upstream: str, place: str) -> list[str]:
    """The command that runs nginx with `deploy/nginx.conf`."""
    (folder / "daifu.conf").write_text(
        replaced(
            "nginx.conf",
            ("listen 80;", f"listen 127.0.0.1:{port};"),
            (UPSTREAM, upstream),
            ("/var/log/nginx/daifu.log", str(folder / "proxy.log")),
            ("location / {", f"location {place}/ {{"),
        ),
        encoding="utf-8",
    )
    temporary = "".join(
        f"{kind}_temp_path {folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder / 'pid'};\nerror_log {folder / 'proxy.log'} crit;\nevents {{}}\n"
        f"http {{\n{temporary}include {folder / 'daifu.conf'};\n}}\n",
        encoding="utf-8",
    )
    return ["nginx", "-e", str(folder / "proxy.log"), "-c", str(folder / "nginx.conf")]


def caddy_command(folder: Path, port: int, upstream: str, place: str) -> list[str]:
    """The command that runs Caddy with `deploy/Caddyfile`."""
    text = replaced(
        "Caddyfile",
        ("{$DAIFU_SITE:club.example}", f"http://127.0.0.1:{port}"),
        (UPSTREAM, upstream),
        ("handle {", f"handle {place}/* {{"),
    )
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text, encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


COMMANDS = {"nginx": nginx_command, "caddy": caddy_command}


@contextmanager
def proxy_before(upstream: str, name: str, folder: Path, place: str = "") -> Iterator[str]:
    """The address of a proxy that runs before a service; it is stopped at the end."""
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    folder.mkdir()
    port = free_port()
    command = COMMANDS[name](folder, port, upstream.removeprefix("http://"), place)
    with (folder / "printed.txt").open("wb") as output, subprocess.Popen(command, stdout=output, stderr=output) as run:
        try:

            def answers() -> bool:
                assert run.poll() is None, (folder / "printed.txt").read_text(encoding="utf-8")
                with socket.socket() as client:
                    return client.connect_ex(("127.0.0.1", port)) == 0

            wait_until(answers)
            yield f"http://127.0.0.1:{port}"
        finally:
            run.terminate()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service that knows of one proxy."""
    folder = tmp_path_factory.mktemp("service")
    with run_service(folder, DAIFU_PROXIES="1", DAIFU_RATE="0", DAIFU_RATE_ADDRESS="0") as running:
        yield running


@pytest.fixture(scope="module", params=sorted(COMMANDS))
def proxy(
    request: pytest.FixtureRequest, service: RunningService, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a proxy before the service."""
    with proxy_before(service.url, request.param, tmp_path_factory.mktemp("proxy") / "run") as address:
        yield address


@pytest.fixture
def client(service: RunningService, proxy: str) -> Iterator[httpx2.Client]:
    """A scorekeeper who calls the service through the proxy."""
    with httpx2.Client(base_url=proxy, headers=bearer_headers(service.token), timeout=60) as opened:
        yield opened


def refusal(answer: httpx2.Response) -> tuple[int, str]:
    """The status of a refusal, and the type that the service gives for it."""
    assert answer.headers["Content-Type"] == "application/problem+json", answer.text
    return answer.status_code, answer.json()["type"].removeprefix("urn:daifu:problem:")


def test_a_body_is_refused_by_the_limit_of_the_service_and_not_before(client: httpx2.Client) -> None:
    headers = {"Content-Type": "application/json"}
    assert refusal(client.post("/v1/records", content=b" " * (8 << 20), headers=headers)) == (422, "unreadable")
    assert refusal(client.post("/v1/records", content=b" " * ((8 << 20) + 1), headers=headers)) == (413, "too-large")


@pytest.mark.parametrize(
    ("path", "headers", "expected"),
    [
        ("/v1/" + "x" * 8_000, {}, (404, "not-found")),
        ("/v1/" + "x" * 8_300, {}, (414, "address-too-long")),
        ("/v1/rules", {"X-Long": "x" * 8_300}, (431, "headers-too-large")),
        ("/v1/rules", {f"X-Header-{number}": "x" for number in range(120)}, (431, "headers-too-large")),
    ],
)
def test_a_long_request_is_refused_by_the_service(
    client: httpx2.Client, path: str, headers: dict[str, str], expected: tuple[int, str]
) -> None:
    assert refusal(client.get(path, headers=headers)) == expected


def test_a_long_upload_in_bulk_comes_through_however_slowly_it_is_sent(proxy: str, service: RunningService) -> None:
    records = [court_evening("1324", notes="x" * 19_000, event={"name": f"{proxy} {number}"}) for number in range(500)]
    pieces = [ndjson(records[begin : begin + 25]) for begin in range(0, 500, 25)]
    assert sum(map(len, pieces)) > 8 << 20

    def slowly() -> Iterator[bytes]:
        for piece in pieces:
            yield piece
            time.sleep(0.05)  # a service that answers the first records meanwhile would end the upload

    headers = {**bearer_headers(service.token), "Content-Type": "application/x-ndjson"}
    answer = httpx2.post(f"{proxy}/v1/records/bulk", content=slowly(), headers=headers, timeout=60)
    *lines, last = map(json.loads, answer.text.splitlines())
    assert ([line["line"] for line in lines], last["done"]) == ([*range(1, 501)], True)


def test_events_come_when_they_happen(client: httpx2.Client) -> None:
    made = client.post("/v1/tournaments", json={"name": f"Cup of {client.base_url.port}", "rules": "dalmuti"})
    address = made.headers["Location"]
    with client.stream("GET", f"{address}/events?after=0") as events:
        lines = events.iter_lines()
        assert next(line for line in lines if line.startswith("id")) == "id: 1"
        change = {"change": "entered", "name": "Haru"}
        changed = client.post(f"{address}/changes", json=change, headers={"If-Match": made.headers["ETag"]})
        assert changed.status_code == 200, changed.text
        assert next(line for line in lines if line.startswith("id")) == "id: 2"


def test_tags_and_escaped_addresses_pass_as_they_are(client: httpx2.Client) -> None:
    record = court_evening("1324", players=("a/b%", "..", "Aki", "Fuyu"), event={"name": str(client.base_url)})
    stored = client.post("/v1/records", json=record)
    assert stored.status_code == 201, stored.text
    for player in ("a%252Fb%2525", "%252E%252E"):
        read = client.get(f"/v1/players/{player}")
        assert read.status_code == 200, read.text
        assert client.get(f"/v1/players/{player}", headers={"If-None-Match": read.headers["ETag"]}).status_code == 304
    place, tag = stored.headers["Location"], client.get(stored.headers["Location"]).headers["ETag"]
    assert client.delete(f"{place}?reason=a+trial", headers={"If-Match": tag}).status_code == 204


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_client_is_counted_by_its_own_address_which_it_cannot_choose(tmp_path: Path, name: str) -> None:
    with (
        run_service(tmp_path, DAIFU_PROXIES="1", DAIFU_RATE_ADDRESS="2") as running,
        proxy_before(running.url, name, tmp_path / "proxy") as address,
    ):
        found = []
        for source in ("127.0.0.1", "127.0.0.2"):
            with httpx2.Client(base_url=address, transport=httpx2.HTTPTransport(local_address=source)) as client:
                found += [
                    client.get("/v1/rules", headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code
                    for number in range(3)
                ]
        assert found == [200, 200, 429] * 2
        logged = [json.loads(line) for line in running.log.read_text(encoding="utf-8").splitlines()]
        assert {line["address"] for line in logged if line.get("path") == "/v1/rules"} == {"127.0.0.1", "127.0.0.2"}


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_below_a_path_pages_and_answers_lead_on_below_it(tmp_path: Path, name: str) -> None:
    with (
        run_service(tmp_path, DAIFU_PROXIES="1", DAIFU_PUBLIC_URL=f"http://club.example{PREFIX}") as running,
        proxy_before(running.url, name, tmp_path / "proxy", PREFIX) as address,
        httpx2.Client(base_url=f"{address}{PREFIX}", headers=bearer_headers(running.token)) as client,
    ):
        stored = client.post("/v1/records", json=court_evening("1324"))
        assert stored.headers["Location"] == f"{PREFIX}/v1/records/1"
        page = client.get("/games", headers={"Accept": "text/html"})
        assert page.status_code == 200
        assert f'href="{PREFIX}/games/1"' in page.text


def test_while_the_service_is_away_programs_get_a_problem(tmp_path: Path) -> None:
    with proxy_before(f"127.0.0.1:{free_port()}", "nginx", tmp_path / "proxy") as address:
        answer = httpx2.get(f"{address}/evenings/secret")
    assert refusal(answer) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "5"
    assert "secret" not in (tmp_path / "proxy" / "proxy.log").read_text(encoding="utf-8")


BASE = os.environ.get("DAIFU_BASE_IMAGE", "docker.io/library/python:3.13-slim")
"""The base image; another one with a Python is for machines that cannot fetch this."""


def run_buildah(folder: Path, *call: str) -> subprocess.CompletedProcess[str]:
    """A run of buildah that keeps its images in a folder."""
    program = shutil.which("buildah")
    if program is None:
        pytest.skip("buildah is not installed")
    where = ["--root", str(folder / "images"), "--runroot", str(folder / "run"), "--storage-driver", "vfs"]
    return subprocess.run([program, *where, *call], cwd=PROJECT_ROOT, capture_output=True, text=True, check=False)


def buildah(folder: Path, *call: str) -> str:
    """What buildah prints where it succeeds, as it has to."""
    done = run_buildah(folder, *call)
    assert done.returncode == 0, done.stderr[-4_000:]
    return done.stdout


_START = """
daifu serve >/tmp/log 2>&1 &
for second in $(seq 60); do "$@" 2>/tmp/asked && kill $! && exit 0; sleep 1; done
cat /tmp/log /tmp/asked >&2; exit 1
"""
"""Starts the service, and asks for its health as the image does, until it is well or a minute is over."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the image under the name `daifu`."""
    found = tmp_path_factory.mktemp("container")
    pulled = run_buildah(found, "pull", BASE)
    if pulled.returncode:
        pytest.skip(f"the base image cannot be had: {pulled.stderr.strip().splitlines()[-1]}")
    buildah(
        found,
        *("build", "--isolation", "chroot", "--format", "docker", "--build-arg", f"PYTHON={BASE}"),
        *("--file", "deploy/Containerfile", "--tag", "daifu", "."),
    )
    yield found
    shutil.rmtree(found)


def test_the_image_runs_the_compiled_engine_as_a_user_without_rights_and_is_asked_for_its_health(folder: Path) -> None:
    config = json.loads(buildah(folder, "inspect", "--type", "image", "daifu"))["Docker"]["config"]
    assert (config["User"], config["Cmd"]) == ("daifu", ["daifu", "serve"])
    assert "/readyz" in config["Healthcheck"]["Test"][-1]
    box = buildah(folder, "from", "daifu").strip()
    run = ("run", "--isolation", "chroot", box, "--", "sh", "-c")
    assert buildah(folder, *run, "id -u").strip() == "10001"
    assert "compiled" in buildah(folder, *run, "daifu --version")
    buildah(folder, *run, _START, "sh", *config["Healthcheck"]["Test"][1:])
