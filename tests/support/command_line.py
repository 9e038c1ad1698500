"""The command line as a test calls it."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from daifu.api.cli.program.command_line import COMMAND_LINE
from tests.support.stores import process_environment


def daifu(*args: str | Path, data: bytes = b"", language: str = "en_GB.UTF-8") -> Result:
    """What the command line does with these arguments, and with `data` on standard input."""
    runner = CliRunner(env={"LC_ALL": language, "LC_MESSAGES": "", "LANG": "", "COLUMNS": "120"})
    return runner.invoke(COMMAND_LINE, [os.fspath(arg) for arg in args], input=data)


def daifu_command(*args: str | Path) -> list[str]:
    """The command by which a process of its own does the same; every warning is an error."""
    call = [sys.executable, "-W", "error", "-c", "from daifu.api.cli import main; main()"]
    return [*call, *(os.fspath(arg) for arg in args)]


def command_environment(**variables: str) -> dict[str, str]:
    """The environment for it."""
    return {**process_environment(), "LC_ALL": "C.UTF-8", **variables}


def run_process(*args: str | Path, data: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Run a command to its end."""
    return subprocess.run(
        daifu_command(*args), input=data, capture_output=True, env=command_environment(), timeout=60, check=False
    )


def write_file(path: Path, data: bytes) -> Path:
    """The path, with this in it, gzipped if it is named so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def printed_reports(result: Result) -> list[dict[str, Any]]:
    """The reports that were printed as JSON."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def printed_sources(result: Result) -> Sequence[tuple[str, int]]:
    """Name of the file and line of each report."""
    return [(Path(report["source"]["file"]).name, report["source"]["line"]) for report in printed_reports(result)]
