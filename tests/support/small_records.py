"""Small records as JSON documents and as foreign logs, and the problems of refused ones."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from daifu.schemas.foreign_log import raise_if_broken
from daifu.schemas.record.decode import load_record
from daifu.schemas.record.errors import Problem, RecordRefused
from daifu.schemas.record.model import RawRecord
from daifu.schemas.uecda.importer import ServerLog

Document = dict[str, Any]

ORDER = {"order": [1, 2, 3, 4]}

LOST: Document = {
    "format": "daifu/1",
    "rules": "akagiri",
    "players": ["Mu", "Junko", "Shimo"],
    "deals": [
        {
            "dealer": 1,
            "hands": ["S2 H3 C3 D3 H4", "S9 H9 H5 S4", "HT ST H6 S5"],
            "actions": [
                *("1 S2", "2 -", "3 -", "1 H3", "2 S9", "3 -", "1 -", "2 S4", "3 HT", "1 -", "2 -", "3 ST", "1 -"),
                *("2 -", "3 H6", "1 -", "2 -", "3 S5", "1 -", "2 -", "1 C3 D3", "2 -", "1 H4"),
            ],
        }
    ],
}
"""A deal in which Shimo leads a 6 with a 5 left, while the others hold a 5, two 9s and less; action 15 is the loss."""


CUT: Document = {
    "format": "daifu/1",
    "rules": "daifugo",
    "players": ["Mu", "Junko", "Aki"],
    "deals": [
        {
            "hands": [
                "S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA S2 D3 D4 D5 D6 D7",
                "H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA H2 D8 D9 DT DJ DQ",
                "C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA C2 DK DA D2 X",
            ],
            "actions": ["1 S8", "1 S5", "2 H6", "3 C7"],
            "abandoned": True,
        }
    ],
}
"""A deal in which an 8 ends the trick, though the record does not say that it does."""


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


def document_without(name: str) -> Document:
    """A record that lacks a field."""
    return {field: value for field, value in document().items() if field != name}


def json_bytes(value: object) -> bytes:
    """The document as JSON; bytes are taken as they are."""
    return value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def refusal_problems(value: object) -> list[Problem]:
    """Why the document, or the text, is refused."""
    with pytest.raises(RecordRefused) as refusal:
        load_record(json_bytes(value))
    return list(refusal.value.problems)


def refusal_pointers(value: object) -> list[str]:
    """Where the reasons are why the document is refused."""
    return [problem.pointer for problem in refusal_problems(value)]


_GAME = """\
%{number:05}%mibun% 22222
%{number:05}%seat% 01234
%{number:05}%palyer_cards% D3C4 H9 S5 S6 S7\x20
%{number:05}%change_cards% NULL
%{number:05}%play%  0D3EE 1H9EE 2EE 3EE 4EE 0EE 2S5EE 3S6EE 4S7EE
%{number:05}%result% 12340
%{number:05}%points% {points}
"""

UECDA_LOG = (
    "%-----%palyer_name% Ume Take Matsu Kiku Ran\n"
    + _GAME.format(number=0, points="1 5 4 3 2")
    + _GAME.format(number=1, points="2 10 8 6 4")
).encode()
"""Two games with next to no cards, each without a ranking."""

FUJIGOKORO_FILE = b"""\
player Ume Take Matsu Kiku Ran
/*\x20
game 0\x20
score\x20
class 0 1 2 3 4\x20
seat 0 1 2 3 4\x20
dealt { d3 c4 } { h9 } { s5 } { s6 } { s7 }\x20
changed { } { } { } { } { }\x20
original { d3 c4 } { h9 } { s5 } { s6 } { s7 }\x20
play d-3[20] h-9[3000] p[1] p[1] p[1] p[1] s-5[1] s-6[1] s-7[1]\x20
result 4 0 1 2 3\x20
*/\x20
"""
"""The first of these games."""


def unsettled_record(lines: Iterable[str]) -> RawRecord:
    """A server log as a record in which all is left open that the log leaves open."""
    log = ServerLog(lines)
    deals = list(log.deals())
    raise_if_broken(log)
    return log.record(deals)


UNKNOWN_HANDS = ["D3 ?*12", "?*13", "?*13", "?*14"]
QUIET_OPENING = ["1 D3", "2 -", "3 -", "4 -"]


def theater_record(*actions: str, **fields: object) -> dict[str, Any]:
    """A theater record of one deal that breaks off after a quiet opening and these actions."""
    deal = {"hands": UNKNOWN_HANDS, "actions": [*QUIET_OPENING, *actions], "abandoned": True}
    players = ["Mu", "Junko", "Shimo", "Aki"]
    return {"format": "daifu/1", "rules": "theater", "players": players, "deals": [deal], **fields}


LEGAL_RECORD = theater_record("1 S5", "2 H6")
FAULTY_RECORD = theater_record("1 S5", "2 H6", "3 D6", "4 -", "4 C4")
"""Player 3 lays an equal card, then player 4 acts without the turn with a lower one."""

RESULT_RECORD: Mapping[str, Any] = {
    "format": "daifu/1",
    "rules": "dalmuti",
    "players": ["Ann", {"id": "b1", "name": "Bo"}, {"id": "b2", "name": "Bo"}, "Cy"],
    "deals": [{"places": [1, 2, 3, 4], "result": {"order": [2, 1, 4, 3]}}],
}
"""A record of which only the result is known; it gives points."""


def json_line(record: object) -> bytes:
    """A record as a file of one line."""
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def json_lines(*records: object) -> bytes:
    """Records one a line."""
    return b"".join(map(json_line, records))
