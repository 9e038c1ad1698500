"""Whole numbers of any size are packed and read back; those of 64 bits as everybody packs them."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.whole_numbers import Told, decoder, encode

ANY = st.integers(-(2**200), 2**200) | st.sampled_from([-(2**63) - 1, -(2**63), 2**63, 2**64 - 1, 2**64])

read = decoder(dict[int, int], dict[int, Told])
read_pairs = decoder(tuple[dict[int, int], list[int]], tuple[dict[int, Told], list[Told]])


@given(st.dictionaries(st.integers(0, 300), ANY))
def test_numbers_are_read_back_as_they_were(counts: dict[int, int]) -> None:
    assert read(encode(counts)) == counts


@given(st.tuples(st.dictionaries(st.integers(0, 300), ANY), st.lists(ANY)))
def test_numbers_are_found_wherever_they_are(counts: tuple[dict[int, int], list[int]]) -> None:
    assert read_pairs(encode(counts)) == counts


@given(st.dictionaries(st.integers(0, 300), st.integers(-(2**63), 2**64 - 1)))
def test_numbers_of_64_bits_are_packed_as_everybody_packs_them(counts: dict[int, int]) -> None:
    assert encode(counts) == msgspec.msgpack.encode(counts)


@pytest.mark.parametrize("packed", [b"", b"\x81\x01", b"\x81\x01\xa1x", b"\x91\x01"])
def test_what_is_neither_is_refused(packed: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        read(packed)
