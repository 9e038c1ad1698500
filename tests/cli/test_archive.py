"""`daifu archive`: what it prints, how it ends, and what it refuses."""

import asyncio
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest
from click.testing import Result

from daifu.api.cli.archive import waited
from daifu.data.archive import cluster
from tests.support.archives import FEW, archive_files, sample_lines
from tests.support.command_line import daifu


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file with a few games and a line that is none."""
    file = tmp_path / "games.ndjson"
    file.write_bytes(b"".join([*sample_lines(*FEW)[:2], sample_lines(*FEW)[0], b"{}\n"]))
    return file


@pytest.mark.soak
def test_the_command_says_what_the_archive_has(games: Path, tmp_path: Path) -> None:
    result = daifu("archive", games, "--out", tmp_path / "archive", "--workers", "1", "--table", "deals")
    assert result.exit_code == 2
    assert [line.partition(":")[0] for line in result.stdout.splitlines()] == ["deals", "left out"]
    assert "1 duplicate, 0 earlier states" in result.stdout
    assert result.stderr == "refused: 1 unreadable record, see refused.ndjson\n"
    tables = {name.partition("/")[0] for name in archive_files(tmp_path / "archive") if "/" in name}
    assert tables == {"deals", "player_counts", "deal_counts", "pair_counts", "figures"}


def test_both_languages_are_spoken(tmp_path: Path) -> None:
    result = daifu("archive", "-", "--out", tmp_path / "archive", language="ja_JP.UTF-8")
    assert "標準入力は読み直せない" in result.stderr


def test_standard_input_is_refused(tmp_path: Path) -> None:
    result = daifu("archive", "-", "--out", tmp_path / "archive")
    assert (result.exit_code, "standard input cannot be archived" in result.stderr) == (2, True)


def test_workers_and_a_cluster_exclude_each_other(games: Path, tmp_path: Path) -> None:
    result = daifu(
        "archive", games, "--out", tmp_path / "archive", "--workers", "2", "--cluster", "tcp://127.0.0.1:8786"
    )
    assert (result.exit_code, "exclude each other" in result.stderr) == (2, True)


def test_on_a_cluster_the_store_has_to_be_one_that_all_workers_reach(games: Path, tmp_path: Path) -> None:
    call = ("archive", games, "--out", tmp_path / "archive", "--cluster", "tcp://127.0.0.1:9", "--store", "games.db")
    result = daifu(*call)
    assert (result.exit_code, "expected the address of a PostgreSQL database" in result.stderr) == (2, True)


def test_a_cluster_that_is_not_there_is_named_as_the_reason(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.1)
    result = daifu("archive", games, "--out", tmp_path / "archive", "--cluster", "tcp://127.0.0.1:9")
    assert (result.exit_code, "the cluster cannot be reached" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    "address",
    ["nonsense", "", "127.0.0.1:x", "tcp://127.0.0.1", "http://127.0.0.1:8786", "foo://x:1", "tls://127.0.0.1:9"],
)
def test_what_is_no_address_of_a_scheduler_is_refused_in_one_sentence(
    address: str, games: Path, tmp_path: Path
) -> None:
    result = daifu("archive", games, "--out", tmp_path / "archive", "--cluster", address)
    sentence, hint = result.stderr.splitlines()
    assert sentence.startswith("daifu: --cluster: expected the address of a Dask scheduler, such as tcp://host:8786")
    assert hint == "try daifu archive --help"
    assert result.exit_code == 2
    assert not (tmp_path / "archive").exists()


@pytest.mark.parametrize("words", [b"SSH-2.0-OpenSSH_9.2p1\r\n", b"HTTP/1.1 400 Bad Request\r\n\r\n", b""])
def test_another_program_at_the_address_is_no_scheduler(
    words: bytes, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 0.5)
    with program_that_says(words) as port:
        result = daifu("archive", games, "--out", tmp_path / "archive", "--cluster", f"127.0.0.1:{port}")
    assert f"at 127.0.0.1:{port} there is none" in result.stderr
    assert (result.exit_code, "Traceback" in result.stderr) == (2, False)


@contextmanager
def program_that_says(words: bytes) -> Iterator[int]:
    """The port of a program that says this to everybody who connects, and keeps the connection."""
    kept: list[socket.socket] = []

    def answer() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listening.accept()
                kept.append(connection)
                connection.sendall(words)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=answer)
        thread.start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()
    for connection in kept:
        connection.close()


@pytest.mark.parametrize(
    ("waiting", "sentence"),
    [
        (cluster.Waiting.WORKERS, "waiting for workers of the scheduler, for 20 seconds now"),
        (cluster.Waiting.SCHEDULER, "waiting for the scheduler, for 20 seconds now"),
    ],
)
def test_a_wait_says_for_whom_and_how_long(waiting: cluster.Waiting, sentence: str) -> None:
    assert waited(waiting, 20).en == sentence


@pytest.mark.soak
def test_a_folder_with_something_else_is_refused(games: Path, tmp_path: Path) -> None:
    result = daifu("archive", games, "--out", tmp_path, "--workers", "1")
    assert (result.exit_code, "expected an empty folder, found" in result.stderr) == (2, True)


def test_without_its_libraries_the_command_says_what_to_install(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = daifu("archive", games, "--out", tmp_path / "archive")
    assert (result.exit_code, "try: pip install 'daifu[cluster]'" in result.stderr) == (2, True)


def test_a_cluster_is_asked_where_a_loop_runs_already(games: Path, tmp_path: Path) -> None:
    async def ask() -> Result:
        return daifu("archive", games, "--out", tmp_path / "archive", "--cluster", "nonsense")

    with ThreadPoolExecutor(1) as pool:  # the thread of the tests may run a loop already
        result = pool.submit(asyncio.run, ask()).result()
    assert "expected the address of a Dask scheduler" in result.stderr
