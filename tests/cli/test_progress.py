"""A progress bar is shown on long work in a terminal, and never gets into the output."""

import io
import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from daifu.api.cli.program import output
from daifu.api.cli.program.output import HiddenProgress, ShownProgress, progress_bar
from daifu.replay.text import Text
from daifu.schemas.sources.files import expand_paths, read_items, total_size
from daifu.schemas.sources.items import AUTO
from tests.support.command_line import command_environment, write_file
from tests.support.small_records import LEGAL_RECORD, json_lines


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
