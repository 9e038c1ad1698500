"""`daifu tournament log` shows every change; `follow` shows each as it is made, also over a connection that breaks."""

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import get_args

import httpx2
import msgspec
import pytest

from daifu.api.cli.program.output import CLOSED_PIPE, INTERRUPTED
from daifu.api.client import ClientError
from daifu.api.client.connection import Connection
from daifu.api.client.remote import RemoteTransport
from daifu.api.client.tournaments import Tournaments
from daifu.api.views.tournaments.text import CHANGE_NAMES, FIELD_NAMES
from daifu.data.tournaments.changes import AnyChange
from tests.support.command_line import command_environment, daifu_command
from tests.support.stores import Locate
from tests.support.tournaments.cli import CommandScorekeeper, serve_store


def test_every_change_and_every_field_of_one_has_a_japanese_name() -> None:
    kinds = get_args(AnyChange)
    assert set(CHANGE_NAMES) == {kind.__struct_config__.tag for kind in kinds}
    assert set(FIELD_NAMES) == {field.encode_name for kind in kinds for field in msgspec.structs.fields(kind)}


MAX_SECONDS = 60.0


@contextmanager
def following(keeper: CommandScorekeeper, *args: str, **variables: str) -> Iterator["subprocess.Popen[str]"]:
    """The command as a process of its own."""
    call = daifu_command("tournament", "follow", keeper.tournament, *args, *keeper.target)
    with subprocess.Popen(
        call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=command_environment(**variables)
    ) as process:
        yield process
        process.kill()


def line(process: "subprocess.Popen[str]") -> str:
    """The next line that it prints."""
    assert process.stdout is not None
    return process.stdout.readline()


def interrupted(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """How it ends after Ctrl-C: with which code, and what it says."""
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=MAX_SECONDS)[1]
    return process.returncode, said.strip()


@pytest.fixture
def keeper(keeper: CommandScorekeeper) -> CommandScorekeeper:
    """Three entries."""
    keeper.create()
    keeper.run("enter", "Haru", "Natsu", "--as", "Aki")
    return keeper


def test_a_change_is_printed_as_it_is_made(keeper: CommandScorekeeper) -> None:
    with following(keeper, "--from", "2") as process:
        number, _day, _time, author, *change = line(process).split()
        assert (number, author, change) == ("3", "Aki", ["entered", 'name="Natsu"'])
        keeper.run("enter", "Fuyu", "--reason", "came late")
        told = line(process)
    assert told.startswith("4  ")
    assert told.endswith('  local  entered name="Fuyu" (came late)\n')


def test_its_lines_are_in_the_language_of_the_run(keeper: CommandScorekeeper) -> None:
    keeper.run("enter", "Fuyu", "--reason", "遅刻")
    with following(keeper, "--from", "3", LC_ALL="ja_JP.UTF-8", PYTHONUTF8="1") as process:
        assert line(process).endswith('  local  参加登録 名前="Fuyu"（遅刻）\n')


def test_json_is_that_of_the_log(keeper: CommandScorekeeper) -> None:
    with following(keeper, "--json", "--from", "0") as process:
        told = [json.loads(line(process)) for _ in range(3)]
        keeper.run("rename", "Haru", "--name", "Mio")
        told.append(json.loads(line(process)))
    assert told == keeper.log()
    assert (told[3]["before"]["name"], told[3]["after"]["name"]) == ("Haru", "Mio")


def test_a_service_is_followed_too(keeper: CommandScorekeeper, locate: Locate) -> None:
    with serve_store(locate("club.db")) as (url, token):
        there = CommandScorekeeper("--url", url, "--token", token)
        with following(there, "--from", "2", "--json") as process:
            assert json.loads(line(process))["number"] == 3
            keeper.run("enter", "Fuyu")
            told = json.loads(line(process))
    assert told == keeper.log()[3]


def test_ctrl_c_ends_it_with_a_message(keeper: CommandScorekeeper) -> None:
    with following(keeper, "--from", "2") as process:
        assert line(process)
        keeper.run("enter", "Fuyu")
        assert line(process)  # it waits by now
        assert interrupted(process) == (INTERRUPTED, "daifu: interrupted")


def test_ctrl_c_ends_it_while_a_service_is_silent(keeper: CommandScorekeeper, locate: Locate) -> None:
    with (
        serve_store(locate("club.db")) as (url, token),
        following(CommandScorekeeper("--url", url, "--token", token), "--from", "2") as process,
    ):
        assert line(process)
        keeper.run("enter", "Fuyu")
        assert line(process)  # it listens by now
        assert interrupted(process) == (INTERRUPTED, "daifu: interrupted")


def test_it_ends_when_its_reader_goes_though_nothing_happens(keeper: CommandScorekeeper) -> None:
    with following(keeper, "--from", "2") as process:
        assert line(process)
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(MAX_SECONDS) == CLOSED_PIPE
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.usefixtures("keeper")
def test_it_ends_when_its_reader_goes_while_a_service_is_silent(locate: Locate) -> None:
    with (
        serve_store(locate("club.db")) as (url, token),
        following(CommandScorekeeper("--url", url, "--token", token), "--from", "2") as process,
    ):
        assert line(process)
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(MAX_SECONDS) == CLOSED_PIPE
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_a_tournament_that_is_not_there_is_not_followed(keeper: CommandScorekeeper) -> None:
    keeper.tournament = "7"
    assert keeper.fails("follow").startswith("daifu: there is no tournament 7")


ADDRESS = "http://club.example"

ENTRY = (
    b'{"number": %d, "at": "2026-01-02T03:04:05Z", "author": "Aki", "reason": null, "change": {"change": "finished"}}'
)

Answer = Callable[[], httpx2.Response]


class Service:
    """Gives one answer after the other, and remembers behind which entry each was asked for."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = iter(answers)
        self.asked: list[str] = []
        self.told: list[tuple[str, float]] = []

    def numbers(self, after: int = 0) -> Iterator[int]:
        """The numbers of the entries that a listener gets."""
        client = httpx2.Client(base_url=ADDRESS, transport=httpx2.MockTransport(self._answer))
        tournaments = Tournaments(Connection(RemoteTransport(client), ADDRESS, "en"))
        for entry in tournaments.follow(1, after=after, on_pause=self._tell):
            yield entry.number

    def _tell(self, error: ClientError, seconds: float) -> None:
        self.told.append((str(error), seconds))

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(request.headers["Last-Event-ID"])
        return next(self._answers)()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that are made, none of which takes time."""
    found: list[float] = []
    monkeypatch.setattr(time, "sleep", found.append)
    return found


def stream(*numbers: int, then: Exception | None = None) -> Answer:
    """Events of these entries, and how the stream ends."""

    def pieces() -> Iterator[bytes]:
        yield b": listening\nretry: 2000\n\n"
        for number in numbers:
            yield b": still here\n\n"
            yield b"id: %d\nevent: entered\ndata: %b\n\n" % (number, ENTRY % number)
        if then is not None:
            raise then

    return lambda: httpx2.Response(200, headers={"Content-Type": "text/event-stream"}, content=pieces())


def refusal(status: int, **headers: str) -> Answer:
    """A problem."""
    problem = {"type": "urn:daifu:problem:unavailable", "title": "No", "detail": "not now"}
    return lambda: httpx2.Response(status, json=problem, headers={"Retry-After": "0", **headers})


def unreachable() -> httpx2.Response:
    """Nobody is there."""
    raise httpx2.ConnectError("refused")


def test_a_stream_that_has_ended_is_asked_for_anew_behind_what_came(pauses: list[float]) -> None:
    service = Service(stream(4, 5), stream(), stream(6))
    numbers = service.numbers(3)
    assert [next(numbers) for _ in range(3)] == [4, 5, 6]
    assert service.asked == ["3", "5", "5"]
    assert (pauses, service.told) == ([2, 2], [])


def test_a_broken_connection_is_reported_and_continues_where_it_was(pauses: list[float]) -> None:
    service = Service(stream(1, then=httpx2.ReadError("reset")), stream(2))
    numbers = service.numbers()
    assert [next(numbers) for _ in range(2)] == [1, 2]
    assert service.asked == ["0", "1"]
    assert service.told == [(f"no connection to {ADDRESS}: reset", 2)]
    assert pauses == [2]


def test_pauses_grow_until_something_comes(pauses: list[float]) -> None:
    service = Service(*[unreachable] * 7, stream(1), unreachable, stream(2))
    numbers = service.numbers()
    assert [next(numbers) for _ in range(2)] == [1, 2]
    assert pauses == [2, 4, 8, 16, 32, 60, 60, 2, 2]


def test_a_service_that_wants_a_rest_gets_it(pauses: list[float]) -> None:
    service = Service(refusal(503, **{"Retry-After": "10"}), refusal(429), refusal(500), stream(1))
    assert next(service.numbers()) == 1
    assert pauses == [10, 4, 8]
    assert service.told[0] == ("No: not now", 10)


@pytest.mark.usefixtures("pauses")
@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_refusal_for_good_ends_it(status: int) -> None:
    service = Service(stream(1), refusal(status))
    numbers = service.numbers()
    assert next(numbers) == 1
    with pytest.raises(ClientError, match="No: not now"):
        next(numbers)


def test_what_is_no_stream_is_tried_again(pauses: list[float]) -> None:
    service = Service(lambda: httpx2.Response(200, text="please sign in"), stream(1))
    assert next(service.numbers()) == 1
    assert pauses == [2]
