"""Lost workers, a lost scheduler and a lost command cost the tasks that were running, and nothing else."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from time import sleep

import pytest

from daifu.data.archive.archive import FILE_NAME, read_summary
from daifu.data.archive.cluster import Cluster, ClusterLost, TaskLost, Waiting, WorkersMissing, open_cluster
from daifu.data.store.open import open_store
from daifu.replay.games.catalogue import PROFILES
from tests.support import postgresql
from tests.support.archives import archive, archive_files, sample_lines
from tests.support.command_line import command_environment, daifu_command
from tests.support.processes import child_processes, is_alive, wait_until
from tests.support.project import FENCED, PROJECT_ROOT

pytestmark = pytest.mark.soak

COPIES = 12
"""Sittings of each sample, so that there is something to do for a while."""


@pytest.fixture(scope="module")
def many_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with games that take some seconds."""
    file = tmp_path_factory.mktemp("many") / "games.ndjson"
    lines = [
        line.replace(b'"format"', b'"notes": "copy %d", "format"' % copy, 1)
        for line in sample_lines(*PROFILES)
        for copy in range(COPIES)
    ]
    file.write_bytes(b"".join(lines))
    return file


@pytest.fixture(scope="module")
def undisturbed(many_games: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of their archive."""
    folder = tmp_path_factory.mktemp("archive") / "games"
    with open_cluster(None, 2) as cluster:
        archive(cluster, folder, many_games)
    return archive_files(folder)


def end_worker(marker: str) -> str:
    """End the process of the worker the first time."""
    if not Path(marker).exists():
        Path(marker).touch()
        os._exit(9)
    return "done"


def end_every_worker(_name: str) -> None:
    """End the process of the worker."""
    os._exit(9)


def test_a_task_whose_worker_was_killed_is_done_by_another(tmp_path: Path) -> None:
    found: dict[str, str] = {}
    with open_cluster(None, 2) as cluster:
        cluster.run(end_worker, {name: (str(tmp_path / name),) for name in "abc"}, found.__setitem__)
    assert found == dict.fromkeys("abc", "done")


def test_a_task_that_ends_worker_after_worker_is_named() -> None:
    with open_cluster(None, 2) as cluster, pytest.raises(TaskLost):
        cluster.run(end_every_worker, {"a": ("a",)}, lambda _key, _result: None)


def test_killed_workers_do_not_change_an_archive(
    many_games: Path, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    with command("archive", many_games, "--out", tmp_path / "archive", "--workers", "2") as running:
        for parts in (3, 6):
            wait_until(lambda parts=parts: done_in(tmp_path / "archive", "part") >= parts)  # type: ignore[misc]
            os.kill(max(task_processes(running.pid)), signal.SIGKILL)
        assert running.wait(timeout=100) == 0
    assert archive_files(tmp_path / "archive") == undisturbed


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_a_command_that_was_ended_goes_on_where_it_was(
    ending: signal.Signals, many_games: Path, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    call = ("archive", many_games, "--out", tmp_path / "archive", "--workers", "2")
    with command(*call) as running:
        wait_until(lambda: done_in(tmp_path / "archive", "part") >= 3)
        workers = task_processes(running.pid)
        running.send_signal(ending)
        running.wait(timeout=60)
        wait_until(lambda: not any(map(is_alive, workers)))
    before = (tmp_path / "archive" / FILE_NAME).read_bytes()
    with command(*call) as again:
        assert again.wait(timeout=100) == 0
    assert (tmp_path / "archive" / FILE_NAME).read_bytes().startswith(before)
    assert archive_files(tmp_path / "archive") == undisturbed


def test_several_workers_write_into_one_store(many_games: Path, tmp_path: Path) -> None:
    location = postgresql.new_schema()
    with command(
        "archive", many_games, "--out", tmp_path / "archive", "--workers", "2", "--store", location
    ) as running:
        assert running.wait(timeout=200) == 0
    with closing(open_store(location)) as store:
        games = read_summary(tmp_path / "archive").games
        assert store.counts().records == sum(game.records for game in games.values())
        for rules, game in games.items():
            assert store.statistics.profile(rules) == (game.deal_counts, game.player_counts)


def test_a_restarted_scheduler_does_not_change_an_archive(
    many_games: Path, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    out = tmp_path / "archive"
    with (
        scheduler(address) as first,
        worker(address, tmp_path),
        worker(address, tmp_path),
        command("archive", many_games, "--out", out, "--cluster", address) as running,
    ):
        wait_until(lambda: done_in(out, "part") >= 3)
        first.kill()
        first.wait()
        with scheduler(address), worker(address, tmp_path):
            assert running.wait(timeout=100) == 0
    assert archive_files(out) == undisturbed


@pytest.mark.parametrize("failure", [TimeoutError(), ConnectionResetError()])
def test_a_question_to_a_scheduler_that_fails_once_is_asked_again(
    failure: OSError, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = [failure]
    threads = Cluster._threads  # noqa: SLF001

    def fail_once(cluster: Cluster) -> int:
        if failures:
            raise failures.pop()
        return threads(cluster)

    monkeypatch.setattr(Cluster, "_threads", fail_once)
    found: dict[str, object] = {}
    with open_cluster(None, 1) as cluster:
        cluster.run(abs, {"a": (-1,)}, found.__setitem__)
    assert found == {"a": 1}


def test_an_error_of_a_task_or_of_what_follows_it_is_raised() -> None:
    with open_cluster(None, 1) as cluster:
        with pytest.raises(FileNotFoundError):
            cluster.run(os.stat, {"a": ("missing",)}, lambda _key, _result: None)
        with pytest.raises(NotADirectoryError):
            cluster.run(abs, {"a": (-1,)}, lambda _key, _result: Path(__file__).rmdir())


def test_workers_that_join_later_get_their_part(tmp_path: Path) -> None:
    """With one worker, two tasks are handed out at a time: the second one has work only if more are then."""
    address = f"tcp://127.0.0.1:{free_port()}"
    with scheduler(address), worker(address, tmp_path / "one"), open_cluster(address, None) as cluster:
        with ExitStack() as later:
            processes: set[int] = set()

            def note(_key: str, process: int) -> None:
                if not processes:
                    later.enter_context(worker(address, tmp_path / "two"))
                processes.add(process)

            cluster.run(process_after_a_while, {str(number): (0.05,) for number in range(600)}, note)
        assert len(processes) == 2


def process_after_a_while(seconds: float) -> int:
    """The process of a worker, after a task of this length."""
    sleep(seconds)
    return os.getpid()


@pytest.mark.parametrize(("has", "words"), [("0.0.9", "has daifu 0.0.9"), (None, "has no daifu")])
def test_a_worker_with_another_program_is_named_and_ends_the_command(
    has: str | None, words: str, many_games: Path, tmp_path: Path
) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    call = daifu_command("archive", many_games, "--out", tmp_path / "archive", "--cluster", address)
    with scheduler(address), other_worker(address, tmp_path, has):
        run = subprocess.run(call, env=command_environment(), capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 2
    assert run.stderr.startswith("daifu: the worker tcp://127.0.0.1:")
    assert words in run.stderr


def test_a_scheduler_without_workers_is_waited_for_with_a_word_each_ten_seconds_and_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("daifu.data.archive.cluster.MAX_AWAY_SECONDS", 25.0)
    address = f"tcp://127.0.0.1:{free_port()}"
    told: list[tuple[Waiting, int]] = []
    with (
        scheduler(address),
        open_cluster(address, None, lambda *word: told.append(word)) as cluster,
        pytest.raises(WorkersMissing),
    ):
        cluster.run(end_worker, {"a": (__file__,)}, lambda _key, _result: None)
    [first, second] = told
    assert (first[0], second[0]) == (Waiting.WORKERS, Waiting.WORKERS)
    assert 10 <= first[1] < 20 <= second[1]


def test_the_script_on_the_page_goes_on_after_its_scheduler_was_away_for_ten_seconds(
    many_games: Path, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "archive"
    with (
        documented_cluster(tmp_path) as (cluster, address),
        command("archive", many_games, "--out", out, "--cluster", address) as running,
    ):
        wait_until(lambda: done_in(out, "part") >= 3)
        [(keeper, only)] = [
            (keeper, child)
            for keeper in child_processes(cluster.pid)
            for child in child_processes(keeper)
            if "dask scheduler" in program_of(child)
        ]
        os.kill(keeper, signal.SIGSTOP)  # so that it starts no other one at once
        os.kill(only, signal.SIGKILL)
        sleep(10)
        os.kill(keeper, signal.SIGCONT)
        assert running.wait(timeout=300) == 0
    assert archive_files(out) == undisturbed


def program_of(process: int) -> str:
    """The command line of a process."""
    return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def test_the_script_on_the_page_starts_a_cluster(
    many_games: Path, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    with documented_cluster(tmp_path) as (cluster, address):
        with command("archive", many_games, "--out", tmp_path / "archive", "--cluster", address) as running:
            assert running.wait(timeout=200) == 0
        parts = task_processes(cluster.pid)
        cluster.terminate()
        cluster.wait()
        wait_until(lambda: not any(map(is_alive, parts)))
    assert archive_files(tmp_path / "archive") == undisturbed


@contextmanager
def documented_cluster(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
    """The script of the page while the block runs, and the address of its scheduler. Every host is this machine."""
    page = (PROJECT_ROOT / "docs" / "scale.md").read_text("utf-8")
    [script] = [block for language, block in FENCED.findall(page) if language == "sh"]
    ssh = tmp_path / "bin" / "ssh"
    ssh.parent.mkdir()
    ssh.write_text('#!/bin/sh\nshift\nexec "$@"\n', "utf-8")  # every host is this machine
    ssh.chmod(0o755)
    port = free_port()
    path = f"{ssh.parent}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = command_environment(
        PATH=path, SCHEDULER="127.0.0.1", PORT=str(port), HOSTS="one two three", WORKERS="1", TMPDIR=str(tmp_path)
    )
    call = ["sh", "-c", script]
    with ended(subprocess.Popen(call, env=environment, cwd=tmp_path, stderr=subprocess.DEVNULL)) as cluster:
        wait_until(lambda: is_listening(port))
        try:
            yield cluster, f"tcp://127.0.0.1:{port}"
        finally:
            parts = task_processes(cluster.pid)
            cluster.terminate()
            cluster.wait()
            wait_until(lambda: not any(map(is_alive, parts)))


def is_listening(port: int) -> bool:
    """Whether somebody listens on a port."""
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def test_a_scheduler_that_does_not_come_back_ends_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    with scheduler(address) as only, worker(address, tmp_path), open_cluster(address, None) as cluster:

        def stop(_key: str, _result: object) -> None:
            monkeypatch.setattr("daifu.data.archive.cluster.MAX_AWAY_SECONDS", 1.0)  # not before the worker has come
            only.kill()

        with pytest.raises(ClusterLost):
            cluster.run(end_worker, dict.fromkeys("abcdefgh", (__file__,)), stop)


def done_in(folder: Path, kind: str) -> int:
    """How many tasks of this kind are done."""
    manifest = folder / FILE_NAME
    return manifest.read_bytes().count(b'"done":"%s"' % kind.encode()) if manifest.exists() else 0


def task_processes(process: int) -> set[int]:
    """The processes that do tasks for a command."""
    return {child for child in child_processes(process) if is_alive(child)}


@contextmanager
def command(*args: str | Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A command of its own while the block runs."""
    with ended(subprocess.Popen(daifu_command(*args), env=command_environment(), stdout=subprocess.DEVNULL)) as process:
        yield process


@contextmanager
def ended(process: "subprocess.Popen[bytes]") -> Iterator["subprocess.Popen[bytes]"]:
    """A process that is ended at the end of the block."""
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait()


@contextmanager
def scheduler(address: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A scheduler at an address, where it listens when the block begins."""
    port = address.rpartition(":")[2]
    options = ["--host", "127.0.0.1", "--port", port, "--dashboard-address", "127.0.0.1:0"]
    with ended(_dask("scheduler", *options)) as process:
        wait_until(lambda: is_listening(int(port)))
        yield process


@contextmanager
def worker(address: str, folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker of a scheduler."""
    options = [address, "--nthreads", "1", "--no-nanny", "--dashboard-address", "127.0.0.1:0"]
    with ended(_dask("worker", *options, "--local-directory", str(folder / "dask"))) as process:
        yield process


@contextmanager
def other_worker(address: str, folder: Path, version: str | None) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker that finds another version of daifu, or none."""
    options = [address, "--nthreads", "1", "--no-nanny", "--dashboard-address", "127.0.0.1:0"]
    if version:
        metadata = folder / "other" / f"daifu-{version}.dist-info" / "METADATA"
        metadata.parent.mkdir(parents=True)
        metadata.write_text(f"Metadata-Version: 2.1\nName: daifu\nVersion: {version}\n", "utf-8")
        program = "import sys; sys.path.insert(0, sys.argv.pop(1))"
    else:
        program = "import sys; sys.argv.pop(1); sys.modules['data'] = None"
    program += "; from distributed.cli.dask_worker import main; main()"
    call = [sys.executable, "-c", program, str(folder / "other"), *options, "--local-directory", str(folder / "dask")]
    with ended(subprocess.Popen(call, env=command_environment(), stderr=subprocess.DEVNULL)) as process:
        yield process


def _dask(program: str, *options: str) -> "subprocess.Popen[bytes]":
    call = [sys.executable, "-m", f"distributed.cli.dask_{program}", *options]
    return subprocess.Popen(call, env=command_environment(), stderr=subprocess.DEVNULL)


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])
