"""The `curl` commands in the documents, as requests to a client of the service."""

import argparse
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

HOST: Final = "http://127.0.0.1:8000"

_JSON: Final = {"Content-Type": "application/json", "Accept": "application/json"}
_BODIES: Final = ("json", "data_binary", "upload_file")

_CURL: Final = argparse.ArgumentParser("curl", exit_on_error=False, allow_abbrev=False)
_CURL.add_argument("-X", "--request")
_CURL.add_argument("-H", "--header", action="append", default=[])
_CURL.add_argument("-G", "--get", action="store_true")
_CURL.add_argument("-T", "--upload-file")
_CURL.add_argument("-o", "--output")
_CURL.add_argument("--json")
_CURL.add_argument("--data-binary")
_CURL.add_argument("--data-urlencode")
_CURL.add_argument("url")


def is_curl(command: str) -> bool:
    """Whether this is such a command."""
    return command.startswith("curl ")


def curl(client: FlaskClient, command: str, variables: Mapping[str, str], files: Mapping[str, bytes]) -> TestResponse:
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
