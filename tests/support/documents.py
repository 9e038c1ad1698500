"""Records as JSON documents: sound ones to change, and what is said when they are refused."""

import json
from typing import Any

import pytest

from replay.text import Text
from schemas.problems import Problem, RecordRefused
from schemas.record import load_record

Document = dict[str, Any]

ORDER = {"order": [1, 2, 3, 4]}


def document(**fields: Any) -> Document:  # noqa: ANN401 - any JSON, that is the point
    """A sound record of theater with some fields as given."""
    sound = {
        "format": "daifu/1",
        "rules": "theater",
        "players": ["Mu", "Junko", "Shimo", "Aki"],
        "deals": [{"result": ORDER}],
    }
    return {**sound, **fields}


def one_deal(**fields: Any) -> Document:  # noqa: ANN401
    """A record of one deal that has only these fields."""
    return document(deals=[fields])


def without(name: str) -> Document:
    """A record that lacks a field."""
    return {field: value for field, value in document().items() if field != name}


def text(value: object) -> bytes:
    """The document as JSON; bytes are taken as they are."""
    return value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def reasons(value: object) -> list[Problem]:
    """Why the document, or the text, is refused."""
    with pytest.raises(RecordRefused) as refusal:
        load_record(text(value))
    return list(refusal.value.problems)


def pointers(value: object) -> list[str]:
    """Where the reasons are why the document is refused."""
    return [problem.pointer for problem in reasons(value)]


def problem(pointer: str, en: str, ja: str) -> Problem:
    """One reason."""
    return Problem(pointer, Text(en, ja))
