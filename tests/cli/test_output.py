"""How a run ends, with a message and an exit code of its own and never with a traceback; and a bar for long work."""

import io
import os
import pty
import signal
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

import pytest
from rich.console import Console
from rich.progress import Progress

from daifu.api.cli.program import output
from daifu.api.cli.program.output import HiddenProgress, ShownProgress, progress_bar
from daifu.data.samples import load_sample_tournament
from daifu.data.store.open import open_store
from daifu.replay.text import Text
from daifu.schemas.sources.files import expand_paths, read_items, total_size
from daifu.schemas.sources.items import AUTO
from tests.support.command_line import command_environment, daifu_command, run_process, write_file
from tests.support.small_records import FAULTY_RECORD, LEGAL_RECORD, json_lines

SHARED = pytest.mark.parametrize("jobs", ["1", "2"])
"""Alone, and with the work shared."""


def start_run(*args: str | Path, stdout: int | IO[bytes] = subprocess.PIPE) -> "subprocess.Popen[bytes]":
    """A run that has only just begun."""
    pipe = subprocess.PIPE
    return subprocess.Popen(daifu_command(*args), stdin=pipe, stdout=stdout, stderr=pipe, env=command_environment())


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """More games than a pipe holds the reports of."""
    return write_file(tmp_path / "a.ndjson", json_lines(*[LEGAL_RECORD, FAULTY_RECORD] * 2_000))


def test_the_program_does_what_its_commands_do(tmp_path: Path) -> None:
    result = run_process("check", write_file(tmp_path / "a.json", json_lines(FAULTY_RECORD)))
    assert b"2 not_stronger (illegal)" in result.stdout
    assert (result.returncode, result.stderr) == (1, b"")


@SHARED
def test_a_reader_that_goes_away_ends_the_run_silently(games: Path, jobs: str) -> None:
    with start_run("check", "--json", "--jobs", jobs, games) as process:
        assert process.stdout
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of games and a store that has them."""
    folder = tmp_path_factory.mktemp("club")
    write_file(folder / "games.ndjson", json_lines(LEGAL_RECORD, FAULTY_RECORD))
    write_file(folder / "game.json", json_lines(LEGAL_RECORD))
    with closing(open_store(folder / "daifu.db")) as store:
        load_sample_tournament(store)
    return folder


def status_without_reader(call: str, folder: Path) -> tuple[int, bytes]:
    """How a command ends whose reader has gone before it prints, and what it complains of."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        run = subprocess.run(
            daifu_command(*call.split()),
            cwd=folder,
            stdout=gone,
            stderr=subprocess.PIPE,
            env=command_environment(),
            timeout=60,
            check=False,
        )
    return run.returncode, run.stderr


@pytest.mark.parametrize("call", ["check --help", "rules theater", "show game.json", "stats players"])
def test_a_reader_that_has_gone_already_is_told_by_the_status(call: str, club: Path) -> None:
    assert status_without_reader(call, club) == (141, b"")


@pytest.mark.soak
@pytest.mark.parametrize(
    "call",
    [
        *[
            "--help",
            "--version",
            "rules",
            "check games.ndjson",
            "check --json games.ndjson",
            "check --table games.ndjson",
        ],
        *["show --legal game.json", "convert game.json --to daifu", "analyse --playouts 2 --positions 2 game.json"],
        *[
            "analyse --json --playouts 2 --positions 2 game.json",
            "import games.ndjson",
            "correct 1 game.json --reason Test",
        ],
        *["withdraw 2 --reason Test", "work --help", "token list"],
        *["token create --name Ann", "backup copy.db", "copy daifu.db other.db", "verify", "export tables"],
        *["tournament list", "tournament log 1", "tournament standings 1", "tournament create Cup --rules theater"],
        *["stats rules dalmuti", "stats ratings --rules dalmuti --csv", "archive game.json --out archive"],
    ],
)
def test_a_reader_that_has_gone_already_is_told_by_the_status_of_every_command(call: str, club: Path) -> None:
    code, complaint = status_without_reader(call, club)
    assert (code, b"Traceback" in complaint) == (141, False), complaint.decode()


@SHARED
def test_an_interrupt_ends_the_run_with_a_message(games: Path, jobs: str) -> None:
    with start_run("check", "--json", "--jobs", jobs, games) as process:
        assert process.stdout
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"\ndaifu: interrupted\n")


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.soak)])
def test_output_that_cannot_be_written_is_reported(games: Path, jobs: str) -> None:
    with Path("/dev/full").open("wb") as full, start_run("check", "--jobs", jobs, games, stdout=full) as process:
        _, err = process.communicate(timeout=60)
    assert err == b"daifu: the output cannot be written: No space left on device\n"
    assert process.returncode == 2


def run_with_closed_streams(*descriptors: int) -> "subprocess.CompletedProcess[bytes]":
    """A check of standard input by a program that has some of its streams closed from the beginning."""
    call = " ".join(f"{number}>&-" for number in descriptors)
    shell = ["/bin/sh", "-c", f'"$@" {call}', "sh", *daifu_command("check", "-")]
    return subprocess.run(
        shell, input=json_lines(LEGAL_RECORD), capture_output=True, env=command_environment(), timeout=60, check=False
    )


def test_a_closed_standard_input_holds_no_games() -> None:
    result = run_with_closed_streams(0)
    assert result.stderr == b"-: expected games, found nothing\n"
    assert result.returncode == 2


def test_only_output_to_closed_streams_is_lost() -> None:
    result = run_with_closed_streams(1, 2)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_characters_that_the_encoding_lacks_become_question_marks() -> None:
    call = daifu_command("--lang", "ja", "show", "-")
    result = subprocess.run(
        call,
        input=json_lines(LEGAL_RECORD),
        capture_output=True,
        env=command_environment(PYTHONIOENCODING="ascii"),
        timeout=60,
        check=True,
    )
    assert b"?6 (Junko)" in result.stdout
    assert result.stderr == b""


def test_a_program_that_reads_from_a_pipe_answers_before_the_pipe_ends() -> None:
    with start_run("check", "--json", "-") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json_lines(LEGAL_RECORD))
        process.stdin.flush()
        assert process.stdout.readline().startswith(b'{"format":"daifu-report/1"')
        process.stdin.close()
        process.stdin = None
        process.communicate(timeout=60)
    assert process.returncode == 0


def run_on_terminal(*, delay: float) -> tuple[bytes, bytes]:
    """What a run writes to standard output and to a terminal, if a bar is shown after this many seconds."""
    ours, theirs = pty.openpty()
    pipe = subprocess.PIPE
    program = f"import daifu.api.cli.program.output as it; it.DELAY = {delay}; from daifu.api.cli import main; main()"
    call, variables = [sys.executable, "-c", program, "check", "--json", "-"], command_environment(TERM="xterm")
    with subprocess.Popen(call, stdin=pipe, stdout=pipe, stderr=theirs, env=variables) as process:
        os.close(theirs)
        assert process.stdin
        process.stdin.write(json_lines(LEGAL_RECORD))
        process.stdin.flush()
        assert process.stdout
        first = process.stdout.readline()
        rest, _ = process.communicate(json_lines(LEGAL_RECORD), timeout=60)
    return first + rest, everything_from(ours)


def everything_from(terminal: int) -> bytes:
    """What was written to a terminal; its end comes as an error."""
    seen = b""
    with suppress(OSError):
        while block := os.read(terminal, 65_536):
            seen += block
    os.close(terminal)
    return seen


def test_long_work_shows_a_bar() -> None:
    out, seen = run_on_terminal(delay=-1)
    assert b"reading" in seen
    assert out.count(b"\n") == 2
    assert b"reading" not in out


def test_short_work_shows_no_bar() -> None:
    assert run_on_terminal(delay=3_600)[1] == b""


def test_a_bar_shows_how_many_bytes_were_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "DELAY", -1)
    bar = Progress(console=Console(file=io.StringIO()))
    watch = ShownProgress(bar, "reading", 100)
    watch.advance(30)
    watch.advance(20)
    assert [(task.completed, task.total) for task in bar.tasks] == [(50, 100)]
    bar.stop()


def test_where_nobody_watches_nothing_is_counted() -> None:
    with progress_bar(Text("reading", "読み込み中"), 100, quiet=False) as watch:
        assert isinstance(watch, HiddenProgress)


def test_the_bytes_that_were_read_are_those_of_the_files(tmp_path: Path) -> None:
    paths = [write_file(tmp_path / name, json_lines(LEGAL_RECORD) * 50) for name in ("a.ndjson", "b.ndjson.gz")]
    counts: list[int] = []
    files = expand_paths(map(str, paths))
    assert len(list(read_items(files, AUTO, counts.append))) == 100
    assert sum(counts) == total_size(files) == sum(path.stat().st_size for path in paths)


def test_the_size_of_standard_input_is_unknown() -> None:
    assert total_size(["-"]) is None
