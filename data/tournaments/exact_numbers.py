"""Exact fractions: in JSON a number where that is exact, a text such as "1/3" otherwise."""

import re
from fractions import Fraction
from typing import Any, Final

from daifu.replay.text import ReadError, Text
from daifu.schemas.record import limits
from daifu.schemas.record.errors import mismatch_text

_NUMBER: Final = Text('a number or a text such as "1/3"', "数か「1/3」のような文字列")
_TOO_FINE: Final = Text(
    f"expected a number up to {limits.LARGEST_INTEGER} with at most 20 decimals, found a larger or finer one",
    f"{limits.LARGEST_INTEGER}以下で小数点以下20桁までの数が必要です",
)
_RATIO: Final = re.compile(limits.FRACTION_TEXT)


def to_fraction(number: float) -> Fraction:
    """The fraction that a number of a record was written as: 0.1 is a tenth."""
    return Fraction(repr(number))


def check_fraction(number: Fraction) -> Fraction:
    """The number, if a log can hold it. Raises `ReadError` otherwise."""
    if abs(number) > limits.LARGEST_INTEGER or number.denominator > limits.LARGEST_DENOMINATOR:
        raise ReadError(_TOO_FINE)
    return number


def decode_fraction(wanted: type, value: object) -> Any:  # noqa: ANN401 - msgspec asks for any type
    """The fraction that a JSON value stands for. Raises `ReadError` where it stands for none."""
    if wanted is not Fraction:
        raise RuntimeError(f"expected a field of type Fraction, found one of type {wanted}")
    return check_fraction(_parse_fraction(value))


def encode_fraction(value: object) -> int | float | str:
    """A fraction as a JSON value: a number where that is exact, a text otherwise."""
    if not isinstance(value, Fraction):
        raise TypeError(f"expected a Fraction, found a {type(value)}")
    if value.denominator == 1:
        return value.numerator
    decimal = float(value)
    return decimal if Fraction(repr(decimal)) == value else f"{value.numerator}/{value.denominator}"


def _parse_fraction(value: object) -> Fraction:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return to_fraction(value)
    if isinstance(value, str) and _RATIO.fullmatch(value):
        return Fraction(value)
    raise ReadError(mismatch_text(_NUMBER, value))


def exact_text(number: Fraction) -> str:
    """A number without rounding: a decimal if that is exact, otherwise a fraction."""
    return str(encode_fraction(number))
