"""`daifu check` of what is too long for memory or for one process: logs, temporary files, and processes that die."""

import gzip
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.samples import write_log
from daifu.api.cli.check import command
from daifu.api.cli.check.command import BatchOutput, Spool, SpoolFolder, batches
from daifu.api.cli.check.pool import TASKS_AHEAD, ProcessLost, map_in_processes
from daifu.api.cli.program.output import write_text
from daifu.replay.text import Text
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
from tests.support.small_records import FAULTY_RECORD, LEGAL_RECORD, UECDA_LOG, json_lines

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


WORDS = [b"one ", b"two ", "三つ".encode(), b" four"]


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[SpoolFolder]:
    """A room for spools that hold no more than five bytes."""
    monkeypatch.setattr(command, "MEMORY_LIMIT", 5)
    with SpoolFolder() as room:
        yield room


def filled_spool(room: SpoolFolder) -> Spool:
    found = Spool(room)
    for word in WORDS:
        found.put(word)
    return found


def test_bytes_come_out_as_they_were_put_in(room: SpoolFolder) -> None:
    assert b"".join(filled_spool(room).take()) == b"".join(WORDS)


def test_a_room_without_files_is_never_made() -> None:
    with SpoolFolder() as room:
        few = Spool(room)
        few.put(b"few")
        assert (b"".join(few.take()), few.path) == (b"few", "")


def test_what_was_taken_leaves_no_file(room: SpoolFolder) -> None:
    found = filled_spool(room)
    path = Path(found.path)
    assert path.exists()
    list(found.take())
    assert not path.exists()


def test_what_is_dropped_leaves_no_file(room: SpoolFolder) -> None:
    found = filled_spool(room)
    path = Path(found.path)
    found.drop()
    assert (path.exists(), b"".join(found.take())) == (False, b"")


def test_a_room_leaves_nothing_behind() -> None:
    with SpoolFolder() as room:
        path = Path(room.new_file())
    assert not path.parent.exists()


def test_another_process_shares_the_folder_and_takes_its_files(room: SpoolFolder) -> None:
    theirs: Spool = pickle.loads(pickle.dumps(filled_spool(room)))  # noqa: S301 - our own
    assert (theirs.folder.path, b"".join(theirs.take())) == (room.path, b"".join(WORDS))


def test_output_for_the_same_stream_is_joined_in_order(room: SpoolFolder) -> None:
    told = BatchOutput(room)
    few = Spool(room)
    few.put(b"in ")
    told.print(b"begin ", aside=False)
    told.add_spool(few, aside=False)
    told.add_spool(filled_spool(room), aside=False)
    told.print(b" end", aside=False)
    told.print(b"aside", aside=True)
    assert [aside for aside, _ in told.pieces] == [False, False, True]
    printed = [b"".join(piece.take()) for _, piece in told.pieces]
    assert b"".join(printed[:2]) == b"begin in " + b"".join(WORDS) + b" end"


def test_a_sign_in_two_pieces_is_printed_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    write_text([bytes([byte]) for byte in "三つ".encode()])
    assert capsys.readouterr().out == "三つ"


def double(number: int) -> int:
    return 2 * number


def end_at_once(_task: int) -> None:
    os._exit(1)


def end_in_the_middle_of_an_answer(begin: Path | None) -> bytes:
    """Nothing without a path; with one, more than a line holds, once there is something at the path."""
    if begin is None:
        return b""
    while not begin.exists():
        time.sleep(0.01)
    threading.Timer(0.2, os._exit, [1]).start()
    return bytes(1 << 22)


def count_taken(taken: list[int]) -> Iterator[int]:
    for number in range(100):
        taken.append(number)
        yield number


def test_no_tasks_give_no_results() -> None:
    assert list(map_in_processes(double, [], 2)) == []


def test_results_come_in_the_order_of_the_tasks_and_only_a_few_tasks_are_taken_ahead_of_them() -> None:
    taken: list[int] = []
    results = map_in_processes(double, count_taken(taken), 2)
    for place, result in enumerate(results):
        assert result == 2 * place
        assert len(taken) <= place + 1 + 2 * TASKS_AHEAD
    assert len(taken) == 100


@pytest.mark.soak
def test_a_process_that_is_lost_is_noticed() -> None:
    with pytest.raises(ProcessLost):
        list(map_in_processes(end_at_once, [1], 2))


def test_a_process_that_is_lost_in_the_middle_of_an_answer_is_noticed(tmp_path: Path) -> None:
    begin = tmp_path / "begin"
    others = set(multiprocessing.active_children())
    results = map_in_processes(end_in_the_middle_of_an_answer, [None, begin], 2)
    assert next(results) == b""
    begin.touch()
    while len(set(multiprocessing.active_children()) - others) == 2:
        time.sleep(0.01)
    with pytest.raises(ProcessLost):
        next(results)


def test_the_output_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    path = write_file(tmp_path / "a.ndjson", json_lines(*[LEGAL_RECORD, FAULTY_RECORD, {}] * 100))
    for manner in ([], ["--json"]):
        one, two = (daifu("check", *manner, "--jobs", jobs, path) for jobs in ("1", "2"))
        assert (two.stdout, two.stderr, two.exit_code) == (one.stdout, one.stderr, one.exit_code)


def item(size: int) -> Item:
    return Item("a", 1, "daifu", b"x" * size)


def test_small_items_are_done_together() -> None:
    assert [len(batch) for batch in batches([item(4)] * 5, 7)] == [2, 2, 1]


def test_a_large_item_is_a_batch_of_its_own() -> None:
    assert [len(batch) for batch in batches([item(8), item(8)], 7)] == [1, 1]


def test_what_cannot_be_read_keeps_its_place_among_the_items() -> None:
    unread = SourceProblem("a", 2, Text("", ""))
    assert list(batches([item(1), unread, item(1)], 100)) == [[item(1), unread, item(1)]]
