"""`daifu tournament follow`: every change as it is made."""

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from daifu.api.cli.program.output import CLOSED_PIPE, INTERRUPTED
from tests.support.command_line import command_environment, daifu_command
from tests.support.stores import Locate
from tests.support.tournaments.cli import CommandScorekeeper, serve_store

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
