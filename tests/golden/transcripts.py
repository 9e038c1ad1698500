"""Texts of what was called and what came of it, short enough to be reviewed."""

import hashlib
import os
import shlex
from contextlib import chdir
from pathlib import Path
from typing import Final

from tests.golden import program
from tests.golden.masks import masked

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
