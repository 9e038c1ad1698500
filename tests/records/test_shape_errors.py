"""Values that do not fit a typed shape are told with their place and in both languages."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from replay.text import Text
from schemas.record.errors import Problem
from schemas.struct_errors import struct_problem


class Cat(Struct, tag_field="kind", tag="cat", forbid_unknown_fields=True):
    lives: Annotated[int, Meta(ge=1, le=9)] = 9


class Dog(Struct, tag_field="kind", tag="dog", forbid_unknown_fields=True):
    names: Annotated[tuple[Annotated[str, Meta(pattern=r"\A\S+\Z")], ...], Meta(min_length=1)]
    size: Literal["small", "large"] = "small"
    worth: Mapping[str, float | None] = {}


class House(Struct):
    pets: tuple[Cat | Dog, ...]


@pytest.mark.parametrize(
    ("document", "pointer", "en", "ja"),
    [
        ("[]", "", "expected an object, found a list", "オブジェクトが必要ですが、配列となっています"),
        ("{}", "", "expected the field pets, found nothing", "項目petsが必要ですが、ありません"),
        (
            '{"pets": [{"kind": "cat", "lives": 10}]}',
            "/pets/0/lives",
            "expected a whole number <= 9",
            "<= 9の整数が必要です",
        ),
        (
            '{"pets": [{"kind": "cat", "tail": 1}]}',
            "/pets/0",
            "expected nothing called tail, found it",
            "tailという項目は使えません",
        ),
        (
            '{"pets": [{"kind": "cat"}, {"kind": "cow"}]}',
            "/pets/1/kind",
            "expected one of the words that are known here, found 'cow'",
            "'cow'はここで使える語ではありません",
        ),
        (
            '{"pets": [{"kind": "dog", "names": []}]}',
            "/pets/0/names",
            "expected a list of length >= 1",
            "長さ>= 1の配列が必要です",
        ),
        (
            '{"pets": [{"kind": "dog", "names": ["a b"]}]}',
            "/pets/0/names/0",
            "expected visible characters without control characters",
            "制御文字を含まない、表示できる文字列が必要です",
        ),
        (
            '{"pets": [{"kind": "dog", "names": ["Pochi"], "size": "huge"}]}',
            "/pets/0/size",
            "expected one of the words that are known here, found 'huge'",
            "'huge'はここで使える語ではありません",
        ),
        (
            '{"pets": [{"kind": "dog", "names": ["Pochi"], "worth": {"a": "x"}}]}',
            "/pets/0/worth",
            "expected a number or null, found a text",
            "数かnullが必要ですが、文字列となっています",
        ),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(document: str, pointer: str, en: str, ja: str) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.json.decode(document, type=House)
    assert struct_problem(error.value) == Problem(pointer, Text(en, ja))


def test_a_place_within_another_document_is_told_from_its_root() -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.json.decode('{"pets": 1}', type=House)
    assert struct_problem(error.value, 3).pointer == "/3/pets"


def test_what_nobody_foresaw_is_told_as_it_is() -> None:
    told = struct_problem(msgspec.ValidationError("The moon is full - at `$.sky`"))
    assert (told.pointer, told.expected.en) == ("/sky", "expected something else: The moon is full")
