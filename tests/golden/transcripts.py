"""Texts of what was called and what came of it, short enough to be reviewed, without what differs between two runs."""

import hashlib
import os
import re
import shlex
from contextlib import chdir
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from tests.golden import program

BEGAN: Final = datetime.now(UTC) - timedelta(seconds=2)
LONGEST_RUN: Final = timedelta(days=1)
"""How long a run may take."""

_TIME: Final = re.compile(
    r"(?<![\d-])\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:\d\d)?(?![\d:-])"
)
"""A day, or a time to the minute or to the second."""
_TOKEN: Final = re.compile(r"daifu_[0-9A-Za-z_-]{43}")
_ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:\d+")
_REQUEST: Final = re.compile(r'("request_id": ?")[^"]+(")')
_SIZE: Final = re.compile(r"^(copy\.db[:：] ?)[\d,]+", re.MULTILINE)
_SPEED: Final = ("deals/s", "回/秒")


def masked(text: str) -> str:
    """A text with everything masked that differs between two runs."""
    text = _TIME.sub(_mask_time, text)
    text = _TOKEN.sub("daifu_" + "x" * 43, text)
    text = _ADDRESS.sub("http://127.0.0.1:PORT", text)
    text = _SIZE.sub(r"\1…", text)
    text = _REQUEST.sub(r"\1…\2", text)
    return _without_speeds(text) if any(speed in text for speed in _SPEED) else text


def _mask_time(found: re.Match[str]) -> str:
    text = found[0]
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return text
    if ":" not in text:
        now = BEGAN.date() <= time.date() <= (BEGAN + LONGEST_RUN).date()
    else:
        shown = BEGAN if text.count(":") > 1 else BEGAN.replace(second=0, microsecond=0)
        now = shown <= (time if time.tzinfo else time.replace(tzinfo=UTC)) <= BEGAN + LONGEST_RUN
    return re.sub(r"\d", "0", text) if now else text


def _without_speeds(text: str) -> str:
    """Cut the last column off the table that tells speeds, whose width depends on them."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if any(speed in line for speed in _SPEED):
            for place in range(max(number - 1, 0), min(number + 4, len(lines))):
                lines[place] = re.sub(r"[┳╇┃│┻┴╈┼╋┷](?=[^┳╇┃│┻┴╈┼╋┷]*[┓┃┩│┘┛]\s*$).*$", "", lines[place])
            if number > 1:
                lines[number - 2] = lines[number - 2].rstrip()  # the title is padded to the width of the table
    return "\n".join(lines)


LONGEST: Final = 24_000
"""Characters of an output that are kept whole; of a longer one the beginning and the hash of all of it are kept."""
BEGINNING: Final = 4_000


def sha(data: bytes) -> str:
    """A hash of bytes, as golden texts have it."""
    return hashlib.sha256(data).hexdigest()[:32]


def shortened(text: str, longest: int = LONGEST) -> str:
    """A text that ends with a line break, cut where it is too long to be reviewed."""
    if len(text) > longest:
        beginning = text[: min(longest, BEGINNING)]
        text = f"{beginning}\n[… {len(text)} characters, sha256 {sha(text.encode())}]\n"
    if text and not text.endswith("\n"):
        text += "⏎\n"
    return text


def text_of(data: bytes) -> str:
    """Bytes as a text; what is no UTF-8 is told by its size and hash."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return f"[{len(data)} bytes, sha256 {sha(data)}]\n"


class Commands:
    """Runs commands in a folder and keeps a transcript, in one language."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        self._parts: list[str] = []

    def __call__(self, line: str, data: bytes = b"", *, longest: int = LONGEST) -> program.Ended:
        """Run a line, which is written without the name of the program."""
        with chdir(self.folder):
            ended = program.run(*shlex.split(line), language=self.language, data=data)
        self._parts.append(f"$ daifu {masked(line)}\n{self._told(ended, longest)}\n")
        return ended

    def files(self, folder: str) -> None:
        """Tell which files there are in a folder."""
        found = sorted(os.fspath(path.relative_to(self.folder)) for path in (self.folder / folder).rglob("*"))
        self._parts.append(f"[files in {folder}]\n" + "".join(f"{name}\n" for name in found) + "\n")

    @property
    def text(self) -> str:
        """The transcript so far."""
        return "".join(self._parts)

    def _told(self, ended: program.Ended, longest: int) -> str:
        here = f"{self.folder}/"
        out, err = (shortened(masked(text_of(told).replace(here, "")), longest) for told in (ended.out, ended.err))
        return out + (f"--- stderr\n{err}" if err else "") + f"--- exit {ended.code}\n"
