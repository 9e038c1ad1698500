"""Values that do not fit a struct are described with their places and in both languages."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Meta, Struct, UnsetType

from daifu.replay.text import ReadError, Text
from daifu.schemas.record.errors import Problem
from daifu.schemas.record.struct_reader import StructReader, StructRefused, expects

Name = Annotated[str, Meta(pattern=r"\A\S+\Z"), expects(Text("a name", "名前"))]


class Toy(StrEnum):
    BALL = "ball"
    MOUSE = "mouse"


class Cat(Struct, tag_field="kind", tag="cat", forbid_unknown_fields=True):
    lives: Annotated[int, Meta(ge=1, le=9)] = 9
    age: Annotated[int, Meta(ge=0)] | None = None
    debts: Annotated[float, Meta(le=0)] = 0
    toy: Toy | UnsetType = UNSET


class Dog(Struct, tag_field="kind", tag="dog", forbid_unknown_fields=True):
    names: Annotated[tuple[Name, ...], Meta(min_length=1)]
    size: Literal["small", "large"] = "small"
    worth: Mapping[Annotated[str, Meta(max_length=3)], float | None] = {}
    share: Fraction = Fraction(1)
    parts: tuple[Fraction | None, ...] = ()
    trained: bool = False
    notes: str = ""


class House(Struct):
    pets: Annotated[tuple[Cat | Dog, ...], Meta(max_length=3)]
    owner: Annotated[Name | Cat | None, expects(Text("an owner", "飼い主"))] = None
    extra: Annotated[dict[str, Any], Meta(min_length=1)] | UnsetType = UNSET


def to_fraction(_wanted: type, value: object) -> Fraction:
    if isinstance(value, int):
        return Fraction(value)
    raise ReadError(Text("expected a share", "割合が必要です"))


READER = StructReader[House](House, to_fraction)


def problems(document: str) -> list[Problem]:
    with pytest.raises(StructRefused) as refused:
        READER.read(document.encode())
    return list(refused.value.problems)


@pytest.mark.parametrize(
    ("document", "pointer", "en", "ja"),
    [
        ("[]", "", "expected an object, found a list", "オブジェクトが必要ですが、配列となっています"),
        ("{}", "/pets", "expected this field, found nothing", "この項目が必要ですが、ありません"),
        ('{"pets": 1}', "/pets", "expected a list, found 1", "配列が必要ですが、1となっています"),
        (
            '{"pets": [1, 2, 3, 4]}',
            "/pets",
            "expected a list of 0 to 3, found 4",
            "0〜3個の配列が必要ですが、4となっています",
        ),
        (
            '{"pets": [{"kind": "cat", "lives": 10}]}',
            "/pets/0/lives",
            "expected a whole number from 1 to 9, found 10",
            "1〜9の整数が必要ですが、10となっています",
        ),
        (
            '{"pets": [{"kind": "cat", "age": -1}]}',
            "/pets/0/age",
            "expected a whole number of at least 0 or null, found -1",
            "0以上の整数かnullが必要ですが、-1となっています",
        ),
        (
            '{"pets": [{"kind": "cat", "debts": 0.5}]}',
            "/pets/0/debts",
            "expected a number of at most 0, found 0.5",
            "0以下の数が必要ですが、0.5となっています",
        ),
        (
            '{"pets": [{"kind": "cat", "tail": 1}]}',
            "/pets/0/tail",
            "expected one of kind, lives, age, debts, toy, found 'tail'",
            "kind、lives、age、debts、toyのどれかが必要ですが、「tail」となっています",
        ),
        (
            '{"pets": [{"kind": "cat"}, {"kind": "cow"}]}',
            "/pets/1/kind",
            "expected one of cat, dog, found 'cow'",
            "cat、dogのどれかが必要ですが、「cow」となっています",
        ),
        ('{"pets": [{}]}', "/pets/0/kind", "expected this field, found nothing", "この項目が必要ですが、ありません"),
        (
            '{"pets": [null]}',
            "/pets/0",
            "expected an object, found null",
            "オブジェクトが必要ですが、nullとなっています",
        ),
        (
            '{"pets": [{"kind": "dog", "names": []}]}',
            "/pets/0/names",
            "expected a list of at least 1, found 0",
            "1個以上の配列が必要ですが、0となっています",
        ),
        (
            '{"pets": [{"kind": "dog", "names": ["a b"]}]}',
            "/pets/0/names/0",
            "expected a name, found 'a b'",
            "名前が必要ですが、「a b」となっています",
        ),
        (
            '{"pets": [{"kind": "dog", "names": ["Pochi"], "size": "huge"}]}',
            "/pets/0/size",
            "expected one of large, small, found 'huge'",
            "large、smallのどれかが必要ですが、「huge」となっています",
        ),
        (
            '{"pets": [{"kind": "cat", "toy": "bone"}]}',
            "/pets/0/toy",
            "expected one of ball, mouse, found 'bone'",
            "ball、mouseのどれかが必要ですが、「bone」となっています",
        ),
        (
            '{"pets": [{"kind": "dog", "names": ["Pochi"], "worth": {"a": "x"}}]}',
            "/pets/0/worth/a",
            "expected a number or null, found 'x'",
            "数かnullが必要ですが、「x」となっています",
        ),
        (
            '{"pets": [{"kind": "dog", "names": ["Pochi"], "worth": {"long": 1}}]}',
            "/pets/0/worth/long",
            "expected text of 0 to 3 characters, found 'long'",
            "0〜3文字の文字列が必要ですが、「long」となっています",
        ),
        (
            '{"pets": [{"kind": "dog", "names": ["Pochi"], "parts": [1, null, "x"]}]}',
            "/pets/0/parts/2",
            "expected a share",
            "割合が必要です",
        ),
        (
            '{"pets": [{"kind": "dog", "names": ["Pochi"], "share": "x"}]}',
            "/pets/0/share",
            "expected a share",
            "割合が必要です",
        ),
        (
            '{"pets": [{"kind": "dog", "names": ["Pochi"], "trained": 1}]}',
            "/pets/0/trained",
            "expected true or false, found 1",
            "trueかfalseが必要ですが、1となっています",
        ),
        (
            '{"pets": [{"kind": "dog", "names": ["Pochi"], "notes": 1}]}',
            "/pets/0/notes",
            "expected text, found 1",
            "文字列が必要ですが、1となっています",
        ),
        ('{"pets": [], "owner": 1}', "/owner", "expected an owner, found 1", "飼い主が必要ですが、1となっています"),
        (
            '{"pets": [], "owner": {"kind": "cat", "lives": 0}}',
            "/owner/lives",
            "expected a whole number from 1 to 9, found 0",
            "1〜9の整数が必要ですが、0となっています",
        ),
        (
            '{"pets": [], "extra": {}}',
            "/extra",
            "expected an object of at least 1 fields, found 0",
            "1項目以上のオブジェクトが必要ですが、0となっています",
        ),
        (
            '{"pets": 1, "pets": []}',
            "/pets",
            "expected this field once, found it twice",
            "この項目は1回だけのはずですが、2回あります",
        ),
        (
            '{"pets": 1, x}',
            "",
            "expected JSON, found 'x}' at 1:13 (line:column)",
            "JSONが必要ですが、1:13（行:桁）に「x}」があります",
        ),
        ("{", "", "expected JSON in UTF-8, found something else", "UTF-8のJSONが必要です"),
    ],
)
def test_a_value_that_does_not_fit_is_described_with_its_place(document: str, pointer: str, en: str, ja: str) -> None:
    assert problems(document) == [Problem(pointer, Text(en, ja))]


def test_all_problems_are_found_in_the_order_of_their_places() -> None:
    document = '{"owner": 1, "pets": [{"kind": "cat", "age": "x"}, 7, {"kind": "dog", "tail": 1}]}'
    assert [problem.pointer for problem in problems(document)] == [
        "/owner",
        "/pets/0/age",
        "/pets/1",
        "/pets/2/names",
        "/pets/2/tail",
    ]


def test_the_error_itself_says_where_and_what() -> None:
    with pytest.raises(StructRefused, match=r"^/owner: expected an owner, found 1; /pets: expected this field"):
        READER.read(b'{"owner": 1}')


def test_a_struct_that_fits_is_read() -> None:
    found = READER.read(b'{"pets": [{"kind": "cat", "toy": "ball"}, {"kind": "dog", "names": ["Pochi"], "share": 2}]}')
    assert found == House((Cat(toy=Toy.BALL), Dog(("Pochi",), share=Fraction(2))))


def test_a_single_struct_with_a_tag_takes_no_other_tag() -> None:
    reader = StructReader[Cat](Cat)
    assert reader.read(b'{"kind": "cat"}') == Cat()
    assert reader.read(b"{}") == Cat()
    with pytest.raises(StructRefused, match=r"^/kind: expected one of cat, found 'dog'$"):
        reader.read(b'{"kind": "dog"}')


LEAVES = st.sampled_from([None, True, 0, 1, -1, 9, 10, 0.5, "", "x", "a b", "cat", "dog", "ball", "small", "long"])
PARTS = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["kind", "lives", "age", "debts", "toy", "names", "worth", "share", "trained", "x"]), inner
        )
    ),
    max_leaves=12,
)
PETS = st.fixed_dictionaries(
    {"kind": st.sampled_from(["cat", "dog"])},
    optional=dict.fromkeys(("lives", "age", "debts", "toy", "names", "size", "worth", "share", "trained"), PARTS),
)
HOUSES = (
    st.fixed_dictionaries({"pets": st.lists(PETS | PARTS)}, optional={"owner": PETS | PARTS, "extra": PARTS}) | PARTS
)


@given(HOUSES)
def test_what_msgspec_refuses_is_explained(value: object) -> None:
    data = msgspec.json.encode(value)
    try:
        msgspec.json.decode(data, type=House, dec_hook=to_fraction)
    except msgspec.ValidationError:
        assert problems(data.decode())
    else:
        READER.read(data)
