"""`daifu check` of server logs, which may be of any length."""

import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bench.server_log import write_log
from daifu.api.cli.check import command
from daifu.schemas.judgement import judge_item
from daifu.schemas.record import limits
from daifu.schemas.sources.files import read_items, reopen_log
from daifu.schemas.sources.items import AUTO, UECDA, ForeignLog, Item, LogFile, SourceProblem
from tests.support.command_line import (
    command_environment,
    daifu,
    daifu_command,
    printed_reports,
    run_process,
    write_file,
)
from tests.support.project import PROJECT_ROOT
from tests.support.server_logs import SAMPLE, without_exchanges_and_points
from tests.support.small_records import LEGAL_RECORD, UECDA_LOG, json_lines

each_form = pytest.mark.parametrize("manner", [[], ["--json"], ["--limit", "1000"]], ids=" ".join)


@pytest.fixture
def _little_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Next to nothing is held in memory until it is printed."""
    monkeypatch.setattr(command, "MEMORY_LIMIT", 100)


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files are made."""
    folder = tmp_path / "rooms"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", os.fspath(folder))
    return folder


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A folder of logs, not all of which can be read."""
    folder = tmp_path / "archive"
    packed = gzip.compress(SAMPLE)
    for name, data in {
        "a.log": SAMPLE,
        "b.log": SAMPLE[:-200],
        "c.log": SAMPLE.replace(b"%00019%seat", b"%00019%s"),
        "d.log": b"\n\n" + UECDA_LOG,
        "e.log": without_exchanges_and_points(UECDA_LOG.replace(b"22222", b"01234")),
        "f.json": json_lines(LEGAL_RECORD),
        "g.log": packed,
        "h.log": packed[:-100],
        "i.log": packed[:-8] + bytes(8),
    }.items():
        write_file(folder / name, data)
    return folder


def test_the_report_of_a_log_is_that_of_the_whole_record(tmp_path: Path) -> None:
    result = daifu("check", "--json", write_file(tmp_path / "a.log", SAMPLE))
    begin, sign, _ = result.stdout_bytes.partition(b',"source":')
    assert sign
    assert begin + b"}" == judge_item(Item("a.log", 1, UECDA, SAMPLE)).report


@each_form
def test_the_output_does_not_depend_on_how_much_is_held_in_memory(
    archive: Path, manner: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = daifu("check", *manner, archive)
    monkeypatch.setattr(command, "MEMORY_LIMIT", 100)
    result = daifu("check", *manner, archive)
    assert (result.stdout, result.stderr, result.exit_code) == (held.stdout, held.stderr, held.exit_code)


@pytest.mark.parametrize(
    "manner",
    [["--json"], *(pytest.param(manner, marks=pytest.mark.soak) for manner in ([], ["--limit", "1000"]))],
    ids=" ".join,
)
def test_the_output_for_logs_does_not_depend_on_the_number_of_processes(archive: Path, manner: list[str]) -> None:
    one, two = (daifu("check", *manner, "--jobs", jobs, archive) for jobs in ("1", "2"))
    assert (two.stdout, two.stderr, two.exit_code) == (one.stdout, one.stderr, one.exit_code)


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(SAMPLE)[:-9],
        *(
            pytest.param(data, marks=pytest.mark.soak)
            for data in (SAMPLE, gzip.compress(SAMPLE), b"\n\n" + SAMPLE[:-5])
        ),
    ],
)
def test_standard_input_gives_the_same_output_as_a_file(data: bytes) -> None:
    one, two = (daifu("check", "--json", "--jobs", jobs, "-", data=data) for jobs in ("1", "2"))
    assert (two.stdout, two.stderr, two.exit_code) == (one.stdout, one.stderr, one.exit_code)


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.soak)])
def test_a_pipe_with_a_name_is_read_once_like_standard_input(tmp_path: Path, jobs: str) -> None:
    pipe = tmp_path / "pipe.log"
    os.mkfifo(pipe)
    feed = ["/bin/sh", "-c", 'cat "$1" > "$2"', "sh"]
    with subprocess.Popen([*feed, os.fspath(write_file(tmp_path / "a.log", SAMPLE)), os.fspath(pipe)]) as feeder:
        result = run_process("check", "--json", "--jobs", jobs, pipe)
        feeder.terminate()
    assert len(json.loads(result.stdout)["deals"]) == 20


@pytest.mark.usefixtures("_little_held")
def test_a_log_that_is_bad_at_its_end_has_a_report_on_the_games_before(tmp_path: Path, rooms: Path) -> None:
    log = SAMPLE.replace(b"%00019%seat", b"%00019%s")
    result = daifu("check", "--json", write_file(tmp_path / "a.log", log))
    assert (len(json.loads(result.stdout)["deals"]), result.exit_code) == (19, 2)
    assert "a.log:147: expected a line %00019%seat%" in result.stderr
    assert list(rooms.iterdir()) == []


@pytest.mark.usefixtures("_little_held")
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.soak)])
def test_temporary_files_are_gone_after_the_run(archive: Path, rooms: Path, jobs: str) -> None:
    daifu("check", "--json", "--jobs", jobs, archive, "-", data=SAMPLE)
    assert list(rooms.iterdir()) == []


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_temporary_files_are_gone_after_the_reader_went_away(tmp_path: Path, rooms: Path, jobs: str) -> None:
    path = write_file(tmp_path / "a.log", SAMPLE)
    call = [
        sys.executable,
        "-c",
        "from daifu.api.cli import main; from daifu.api.cli.check import command; command.MEMORY_LIMIT = 100; main()",
    ]
    call += ["check", "--json", "--jobs", jobs, *[os.fspath(path)] * 100]  # more than a pipe holds the reports of
    with subprocess.Popen(call, stdout=subprocess.PIPE, env=command_environment(TMPDIR=os.fspath(rooms))) as run:
        assert run.stdout
        assert run.stdout.read(10)
        assert len(list(rooms.iterdir())) == 1
        run.stdout.close()
    assert run.returncode == 141
    assert list(rooms.iterdir()) == []


@pytest.mark.usefixtures("_little_held")
def test_a_lack_of_room_for_a_report_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", os.fspath(tmp_path / "nowhere"))
    result = daifu(
        "check",
        "--json",
        write_file(tmp_path / "a.log", SAMPLE),
        write_file(tmp_path / "b.json", json_lines(LEGAL_RECORD)),
    )
    assert "a.log:1: expected room for temporary files, but the system says: No such file" in result.stderr
    assert (len(printed_reports(result)), result.exit_code) == (0, 2)


def test_a_log_may_be_longer_than_a_record_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_file(tmp_path / "a.log", SAMPLE)
    monkeypatch.setattr(limits, "RECORD_BYTES", len(SAMPLE) // 2)
    monkeypatch.setattr(limits, "DEALS", 10)
    assert [len(report["deals"]) for report in printed_reports(daifu("check", "--json", path))] == [20]
    for name in (["show"], ["convert", "--to", "daifu"]):
        assert "a.log:1: expected a record of at most" in daifu(*name, path).stderr


def test_a_file_that_another_process_will_read_counts_as_read(archive: Path) -> None:
    advanced: list[int] = []
    path = archive / "a.log"
    entries = list(read_items([os.fspath(path)], AUTO, advanced.append))
    assert [type(entry) for entry in entries] == [ForeignLog]
    assert sum(advanced) == path.stat().st_size


def test_a_log_that_is_gone_before_it_is_opened_again_is_reported(tmp_path: Path) -> None:
    [unread] = reopen_log(LogFile("a.log", os.fspath(tmp_path / "a.log"), 1))
    assert isinstance(unread, SourceProblem)
    assert (unread.file, unread.expected.en) == ("a.log", "expected a file or folder, found nothing of this name")


def peak(log: Path, *options: str) -> int:
    """Bytes of memory that a check of the log needs."""
    call = [sys.executable, "-m", "bench.child", *daifu_command("check", *options, log)]
    done = subprocess.run(call, stdout=subprocess.PIPE, env=command_environment(), cwd=PROJECT_ROOT, check=False)
    return int(json.loads(done.stdout)["peak"])


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A log of 1,000 games and one of 100,000."""
    folder = tmp_path_factory.mktemp("logs")
    short, long = folder / "short.log", folder / "long.log"
    write_log(short, 1_000)
    write_log(long, 100_000)
    return short, long


@pytest.mark.soak
@pytest.mark.parametrize("options", [[], ["--json"], ["--json", "--jobs", "2"]], ids=" ".join)
def test_the_memory_of_a_check_does_not_grow_with_the_log(logs: tuple[Path, Path], options: list[str]) -> None:
    short, long = logs
    assert peak(long, *options) < 1.5 * peak(short, *options)
