"""Whole numbers of any size in MessagePack, which by itself has none beyond 64 bits.

Hardly anything that is counted grows so large, so it costs only those whom it concerns: such numbers are told as bytes,
in two's complement, and looked for where what was read has bytes in the place of a number.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

Told = int | bytes
"""A whole number as it is told."""

_Read = TypeVar("_Read")

_LEAST: Final = -(1 << 63)
_MOST: Final = (1 << 64) - 1

_encode: Final = msgspec.msgpack.Encoder().encode


def encode(value: object) -> bytes:
    """Numbers, or lists and mappings of numbers, as bytes; the keys of mappings are not that large."""
    try:
        return _encode(value)
    except OverflowError:
        return _encode(told(value))


def decoder(plain: type[_Read], wide: Any) -> Callable[[bytes], _Read]:  # noqa: ANN401 - a type with unions inside
    """What reads values of a type, where `wide` is the same type with `Told` for numbers.

    It raises `msgspec.MsgspecError` for what is neither.
    """
    decode: Final = msgspec.msgpack.Decoder(plain).decode
    decode_wide: Final = msgspec.msgpack.Decoder(wide).decode

    def read(packed: bytes) -> _Read:
        try:
            return decode(packed)
        except msgspec.ValidationError:
            found: _Read = meant(decode_wide(packed))
            return found

    return read


def told(value: Any) -> Any:  # noqa: ANN401 - whatever holds numbers
    """The same with bytes for the numbers that are too large."""
    return _with_numbers(value, _as_bytes)


def meant(value: Any) -> Any:  # noqa: ANN401
    """The same with numbers for the bytes."""
    return _with_numbers(value, _as_number)


def _with_numbers(value: Any, as_told: Callable[[Any], Any]) -> Any:  # noqa: ANN401
    match value:
        case dict():
            return {key: _with_numbers(one, as_told) for key, one in value.items()}
        case list() | tuple():
            return type(value)(_with_numbers(one, as_told) for one in value)
        case _:
            return as_told(value)


def _as_bytes(number: int) -> Told:
    if _LEAST <= number <= _MOST:
        return number
    return number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)


def _as_number(told_as: Told) -> int:
    return told_as if isinstance(told_as, int) else int.from_bytes(told_as, "little", signed=True)
