"""The examples in the documents, really run; ``python -m tests.support.examples`` puts right what their commands print.

A block marked `console` holds commands behind `$`, each with what it prints; `echo $?` tells how the last one ended,
and has to be there unless that is with 0. A record is saved under the name that was told before it.
"""

import json
import re
import shlex
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner, Result

from api.cli.entry import COMMAND_LINE
from replay.record import FORMAT
from tests.support.markdown import FENCED, JAPANESE, blocks, documents, text_of

CONSOLE: Final = "console"
ASK_STATUS: Final = "echo $?"

_LOCALES: Final = {True: "ja_JP.UTF-8", False: "en_GB.UTF-8"}
_PROMPT: Final = re.compile(r"^\$ (.+)$", re.MULTILINE)


def refreshed(document: Path) -> str:
    """The text of a document with what its commands print now, the records in it lying in the folder they run in."""
    text = text_of(document)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for file, record in saved_records(text):
            Path(file).write_text(json.dumps(record), encoding="utf-8")
        return FENCED.sub(lambda found: _refresh(found, document), text)


def json_examples(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The JSON of a document, each with the file that was named last before it."""
    return [(block.file, json.loads(block.text)) for block in blocks(text) if block.language == "json"]


def saved_records(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The records of a document that are to be saved as a file."""
    return [(file, value) for file, value in json_examples(text) if file and value.get("format") == FORMAT]


def commands(text: str) -> list[str]:
    """The commands in a text of console blocks."""
    return _PROMPT.findall(text)


def _refresh(found: re.Match[str], document: Path) -> str:
    if found[1] != CONSOLE:
        return found[0]
    printed: list[str] = []
    status = 0
    for command in commands(found[2]):
        if command == ASK_STATUS:
            output, status = f"{status}\n", 0
        elif status:
            raise ValueError(f"{document.name}: the command before `{command}` left with {status}, which is not told")
        else:
            result = _run(command, japanese=document.name.endswith(JAPANESE))
            output, status = result.output, result.exit_code
        printed.append(f"$ {command}\n{_plain(output)}")
    if status:
        raise ValueError(f"{document.name}: the last command left with {status}, which is not told")
    return f"```{CONSOLE}\n{''.join(printed)}```"


def _run(command: str, *, japanese: bool) -> Result:
    program, *arguments = shlex.split(command)
    if program != "daifu":
        raise ValueError(f"`{command}` is no command of ours")
    runner = CliRunner(env={"LC_ALL": _LOCALES[japanese], "COLUMNS": "100"})
    return runner.invoke(COMMAND_LINE, arguments)


def _plain(output: str) -> str:
    """What was printed, without the spaces that end lines."""
    return "".join(f"{line.rstrip()}\n" for line in output.splitlines())


if __name__ == "__main__":
    for one in documents():
        one.write_text(refreshed(one), encoding="utf-8")
