"""Real logs, read and written again: byte for byte the same file."""

import gzip
from io import StringIO
from pathlib import Path

import pytest

from schemas.fujigokoro.reader import FujiGokoroFile
from schemas.fujigokoro.writer import fujigokoro_lines
from schemas.uecda.server_log_writer import write_server_log
from tests.support.logs import unsettled

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "uecda"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real logs is not beside the project")


def unpacked(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.log.gz")), ids=lambda path: path.name)
def test_a_server_log_comes_back_byte_for_byte(path: Path) -> None:
    log = unpacked(path)
    assert write_server_log(unsettled(StringIO(log, newline="\n"))) == log


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.dat.gz")), ids=lambda path: path.name)
def test_a_fujigokoro_record_comes_back_byte_for_byte(path: Path) -> None:
    text = unpacked(path)
    file = FujiGokoroFile(StringIO(text, newline="\n"))
    assert "".join(fujigokoro_lines(file.names, file.games())) == text
    assert file.tail is None
