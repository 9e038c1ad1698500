"""The command line as a test calls it, and small records to call it with."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from api.cli.entry import COMMAND_LINE

UNKNOWN_HANDS = ["D3 ?*12", "?*13", "?*13", "?*14"]
QUIET_OPENING = ["1 D3", "2 -", "3 -", "4 -"]
ROOT = Path(__file__).parents[2]


def daifu(*args: str | Path, data: bytes = b"", language: str = "en_GB.UTF-8") -> Result:
    """What the command line does with these arguments, and with `data` on standard input."""
    runner = CliRunner(env={"LC_ALL": language, "LC_MESSAGES": "", "LANG": "", "COLUMNS": "120"})
    return runner.invoke(COMMAND_LINE, [os.fspath(arg) for arg in args], input=data)


def program(*args: str | Path) -> list[str]:
    """The command by which a process of its own does the same; every warning is an error."""
    call = [sys.executable, "-W", "error", "-c", "from api.cli import main; main()"]
    return [*call, *(os.fspath(arg) for arg in args)]


def environment(**variables: str) -> dict[str, str]:
    """The environment for it."""
    return {**os.environ, "PYTHONPATH": os.fspath(ROOT), "LC_ALL": "C.UTF-8", **variables}


def finished(*args: str | Path, data: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """What came of it."""
    return subprocess.run(program(*args), input=data, capture_output=True, env=environment(), timeout=60, check=False)


def theater(*actions: str, **fields: object) -> dict[str, Any]:
    """A theater record of one deal that breaks off after a quiet opening and these actions."""
    deal = {"hands": UNKNOWN_HANDS, "actions": [*QUIET_OPENING, *actions], "abandoned": True}
    players = ["Mu", "Junko", "Shimo", "Aki"]
    return {"format": "daifu/1", "rules": "theater", "players": players, "deals": [deal], **fields}


LEGAL = theater("1 S5", "2 H6")
FAULTY = theater("1 S5", "2 H6", "3 D6", "4 -", "4 C4")
"""Player 3 lays an equal card, then player 4 acts without the turn with a lower one."""

COUNTED: Mapping[str, Any] = {
    "format": "daifu/1",
    "rules": "dalmuti",
    "players": ["Ann", {"id": "b1", "name": "Bo"}, {"id": "b2", "name": "Bo"}, "Cy"],
    "deals": [{"places": [1, 2, 3, 4], "result": {"order": [2, 1, 4, 3]}}],
}
"""A record of which only the result is known; it gives points."""


def text(record: object) -> bytes:
    """A record as a file of one line."""
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def lines(*records: object) -> bytes:
    """Records one a line."""
    return b"".join(map(text, records))


def written(path: Path, data: bytes) -> Path:
    """The path, with this in it, gzipped if it is named so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def reports(result: Result) -> list[dict[str, Any]]:
    """The reports that were printed as JSON."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def sources(result: Result) -> Sequence[tuple[str, int]]:
    """Name of the file and line of each report."""
    return [(Path(report["source"]["file"]).name, report["source"]["line"]) for report in reports(result)]
