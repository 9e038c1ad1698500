"""`daifu serve`: what keeps it from starting is said, and nothing is left behind."""

import os
import socket
from pathlib import Path

import pytest

from daifu.api.cli.serve import prepare_store
from daifu.api.settings import Settings
from daifu.data.store.open import open_store
from tests.support.command_line import daifu


def test_every_wrong_setting_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAIFU_READING", "ajar")
    result = daifu("serve", "--db", tmp_path / "a.db", "--port", "http")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[:2] == [
        "daifu: --port: expected a whole number from 0 to 65535, found 'http'",
        "DAIFU_READING: expected one of open, closed, found 'ajar'",
    ]


def test_a_wrong_setting_is_named_in_japanese() -> None:
    result = daifu("serve", "--threads", "0", language="ja_JP")
    assert result.stderr.splitlines()[0] == "daifu: --threads：1〜64の整数が必要ですが、「0」とあります"


def test_a_store_that_can_only_be_read_is_served_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.db"
    open_store(path).close()
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)
    assert prepare_store(Settings(db=str(path), samples=True)) is None


def test_a_port_that_is_taken_is_refused_before_a_store_is_made(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = daifu("serve", "--db", tmp_path / "a.db", "--port", str(port))
    assert result.exit_code == 2
    assert result.stderr.splitlines()[0].startswith(f"daifu: cannot listen on 127.0.0.1:{port}: ")
    assert list(tmp_path.iterdir()) == []


def test_a_host_that_is_not_this_machine_is_refused(tmp_path: Path) -> None:
    result = daifu("serve", "--db", tmp_path / "a.db", "--host", "203.0.113.1")
    assert (result.exit_code, result.stderr.partition(":8000: ")[0]) == (2, "daifu: cannot listen on 203.0.113.1")


def test_a_store_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    result = daifu("serve", "--db", tmp_path, "--port", "0")
    assert result.exit_code == 2
    assert result.stderr.startswith("daifu: ")
    assert "Traceback" not in result.stderr
