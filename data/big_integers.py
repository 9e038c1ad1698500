"""Integers of any size in MessagePack, which has none beyond 64 bits.

Large counts are rare, so only they pay for it: a number that is too large is written as bytes in two's complement, and
bytes are looked for only where the plain decoder failed.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

PackedInteger = int | bytes
"""A whole number as it is told."""

_Decoded = TypeVar("_Decoded")

_MIN_PLAIN: Final = -(1 << 63)
_MAX_PLAIN: Final = (1 << 64) - 1

_encode: Final = msgspec.msgpack.Encoder().encode


def encode(value: object) -> bytes:
    """Numbers, or lists and mappings of numbers, as bytes; the keys of mappings are not that large."""
    try:
        return _encode(value)
    except OverflowError:
        return _encode(pack_large(value))


def decoder(plain: type[_Decoded], wide: Any) -> Callable[[bytes], _Decoded]:  # noqa: ANN401 - a type with unions inside
    """What reads values of a type, where `wide` is the same type with `PackedInteger` for numbers.

    It raises `msgspec.MsgspecError` for what is neither.
    """
    decode: Final = msgspec.msgpack.Decoder(plain).decode
    decode_wide: Final = msgspec.msgpack.Decoder(wide).decode

    def read(packed: bytes) -> _Decoded:
        try:
            return decode(packed)
        except msgspec.ValidationError:
            found: _Decoded = unpack_large(decode_wide(packed))
            return found

    return read


def pack_large(value: Any) -> Any:  # noqa: ANN401 - whatever holds numbers
    """The same with bytes for the numbers that are too large."""
    return _map_numbers(value, _pack)


def unpack_large(value: Any) -> Any:  # noqa: ANN401
    """The same with numbers for the bytes."""
    return _map_numbers(value, _unpack)


def _map_numbers(value: Any, as_told: Callable[[Any], Any]) -> Any:  # noqa: ANN401
    match value:
        case dict():
            return {key: _map_numbers(one, as_told) for key, one in value.items()}
        case list() | tuple():
            return type(value)(_map_numbers(one, as_told) for one in value)
        case _:
            return as_told(value)


def _pack(number: int) -> PackedInteger:
    if _MIN_PLAIN <= number <= _MAX_PLAIN:
        return number
    return number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)


def _unpack(told_as: PackedInteger) -> int:
    return told_as if isinstance(told_as, int) else int.from_bytes(told_as, "little", signed=True)
