"""Listeners to the running service hear of changes at once, and do not keep others from being served."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.support.command_line import command_environment, daifu_command
from tests.support.http_client import TOURNAMENTS
from tests.support.processes import wait_until
from tests.support.running_service import RunningService, http_client, run_service

NEW = {"name": "Winter cup", "rules": "dalmuti"}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    """A service of one process with one thread, which allows one listener."""
    with run_service(
        tmp_path,
        DAIFU_WORKERS="1",
        DAIFU_THREADS="1",
        DAIFU_LISTENERS="1",
        DAIFU_GRACEFUL="600",
    ) as running:
        yield running


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx2.Client]:
    """A client with the token of a scorekeeper."""
    with http_client(service) as found:
        assert found.post(TOURNAMENTS, json=NEW).status_code == 201
        yield found


def enter(client: httpx2.Client, name: str, *, revision: int) -> None:
    """Enter somebody in the tournament, which is at that revision."""
    change = {"change": "entered", "name": name}
    answer = client.post(f"{TOURNAMENTS}/1/changes", json=change, headers={"If-Match": f'"{revision}"'})
    assert answer.status_code == 200


def test_a_listener_hears_of_a_change_and_leaves_its_place_to_another(client: httpx2.Client) -> None:
    with client.stream("GET", f"{TOURNAMENTS}/1/events") as stream:
        lines = stream.iter_lines()  # as long as this is referred to, the client listens
        assert next(lines) == ": listening"
        enter(client, "Haru", revision=1)
        assert next(line for line in lines if line.startswith("id:")) == "id: 2"
        assert next(lines) == "event: entered"
        with client.stream("GET", f"{TOURNAMENTS}/1/events") as other:
            assert other.status_code == 503
    wait_until(lambda: may_listen(client))


def may_listen(client: httpx2.Client) -> bool:
    with client.stream("GET", f"{TOURNAMENTS}/1/events") as stream:
        return stream.status_code == 200


def test_the_command_line_follows_a_tournament_over_a_restart_of_the_service(tmp_path: Path) -> None:
    with run_service(tmp_path) as service, http_client(service) as client:
        port, token = service.url.rpartition(":")[2], service.token
        assert client.post(TOURNAMENTS, json=NEW).status_code == 201
        command = daifu_command("tournament", "follow", "1", "--url", service.url, "--token", token, "--from", "0")
        following = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=command_environment())
        with following:
            assert following.stdout is not None
            assert following.stderr is not None
            assert b"created" in following.stdout.readline()
            enter(client, "Haru", revision=1)
            assert b'entered name="Haru"' in following.stdout.readline()  # the command listens by now
            service.kill()
            assert b"trying again in 2 s" in following.stderr.readline()
            with run_service(tmp_path, DAIFU_PORT=port) as again, http_client(again, token) as client_again:
                enter(client_again, "Natsu", revision=2)
                assert b'entered name="Natsu"' in following.stdout.readline()
            following.kill()


def test_a_listener_does_not_keep_the_service_from_stopping(service: RunningService, client: httpx2.Client) -> None:
    with client.stream("GET", f"{TOURNAMENTS}/1/events") as stream:
        lines = stream.iter_lines()
        assert next(lines) == ": listening"
        assert service.stop() == 0
        assert [line for line in lines if line.startswith("id:")] == []
