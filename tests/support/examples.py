"""The examples in the documents, run for real; `python -m tests.support.examples` updates what their commands print."""

import argparse
import json
import re
import shlex
import tempfile
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner, Result
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daifu.api.cli.program.command_line import COMMAND_LINE
from daifu.schemas.record.model import RECORD_FORMAT
from tests.support.project import FENCED, JAPANESE, blocks, documents, read_text

CONSOLE: Final = "console"
ASK_STATUS: Final = "echo $?"

_LOCALES: Final = {True: "ja_JP.UTF-8", False: "en_GB.UTF-8"}
_PROMPT: Final = re.compile(r"^\$ (.+)$", re.MULTILINE)


def refresh_document(document: Path) -> str:
    """The text of a document with what its commands print now, the records in it lying in the folder they run in."""
    text = read_text(document)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for file, record in records_to_save(text):
            Path(file).write_text(json.dumps(record), encoding="utf-8")
        return FENCED.sub(lambda found: _refresh(found, document), text)


def json_examples(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The JSON of a document, each with the file that was named last before it."""
    return [(block.file, json.loads(block.text)) for block in blocks(text) if block.language == "json"]


def records_to_save(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The records of a document that are to be saved as a file."""
    return [(file, value) for file, value in json_examples(text) if file and value.get("format") == RECORD_FORMAT]


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


HOST: Final = "http://127.0.0.1:8000"

_JSON: Final = {"Content-Type": "application/json", "Accept": "application/json"}
_BODIES: Final = ("json", "data_binary", "upload_file")

_CURL: Final = argparse.ArgumentParser("curl", exit_on_error=False, allow_abbrev=False)
_CURL.add_argument("-X", "--request")
_CURL.add_argument("-H", "--header", action="append", default=[])
_CURL.add_argument("-G", "--get", action="store_true")
_CURL.add_argument("-T", "--upload-file")
_CURL.add_argument("-o", "--output")
_CURL.add_argument("-w", "--write-out", choices=["%header{location}"])
_CURL.add_argument("--json")
_CURL.add_argument("--data-binary")
_CURL.add_argument("--data-urlencode")
_CURL.add_argument("url")


_KEPT: Final = re.compile(r"(\w+)=\$\((curl .*?)( \| jq -r \.address)?\)", re.DOTALL)


def is_curl(command: str) -> bool:
    """Whether this is such a command, or one whose output is kept in a variable."""
    return command.startswith("curl ") or _KEPT.fullmatch(command.strip()) is not None


def run_and_keep(
    client: FlaskClient, command: str, variables: dict[str, str], files: Mapping[str, bytes]
) -> TestResponse:
    """The answer to a command, whose output is kept in a variable if the command says so."""
    kept = _KEPT.fullmatch(command.strip())
    if kept is None:
        return run_curl(client, command, variables, files)
    answer = run_curl(client, kept[2], variables, files)
    variables[kept[1]] = answer.get_json()["address"] if kept[3] else answer.headers["Location"]
    return answer


def run_curl(
    client: FlaskClient, command: str, variables: Mapping[str, str], files: Mapping[str, bytes]
) -> TestResponse:
    """The answer to a command, with shell variables filled in and with these files at hand."""
    for name, value in variables.items():
        command = command.replace(f"${name}", value)
    asked = _CURL.parse_args(shlex.split(command.replace("\\\n", " "))[1:])
    headers = dict(header.split(": ", 1) for header in asked.header)
    body = _body(asked, files)
    return client.open(
        _path(asked.url),
        method=asked.request or ("GET" if body is None else "POST"),
        headers={**(_JSON if asked.json else {}), **headers},
        data=body,
        buffered=True,
        query_string=dict([asked.data_urlencode.split("=", 1)]) if asked.get else None,
    )


def _path(url: str) -> str:
    assert url.startswith(HOST), url
    return url.removeprefix(HOST)


def _body(asked: argparse.Namespace, files: Mapping[str, bytes]) -> bytes | None:
    named = [value.removeprefix("@") for body in _BODIES if (value := getattr(asked, body))]
    for name in named:
        return files[name] if name in files else Path(name).read_bytes()
    return None


if __name__ == "__main__":
    for one in documents():
        one.write_text(refresh_document(one), encoding="utf-8")
