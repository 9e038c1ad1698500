"""Finite fields: whole numbers below a power of a prime, added digit by digit and multiplied by their logarithms."""

from functools import cache
from itertools import product


def prime_factors(number: int) -> tuple[int, ...]:
    """The primes whose product is the number, smallest first, each as often as it divides it."""
    factors, divisor = [], 2
    while number > 1:
        while number % divisor == 0:
            factors.append(divisor)
            number //= divisor
        divisor += 1
    return tuple(factors)


def to_digits(number: int, primes: tuple[int, ...]) -> tuple[int, ...]:
    """The number written with one digit below each of the primes, the lowest first."""
    digits = []
    for prime in primes:
        number, digit = divmod(number, prime)
        digits.append(digit)
    return tuple(digits)


def add_digits(one: int, other: int, primes: tuple[int, ...]) -> int:
    """The sum of two numbers, digit by digit without carrying."""
    total, stride = 0, 1
    for prime, left, right in zip(primes, to_digits(one, primes), to_digits(other, primes), strict=True):
        total += (left + right) % prime * stride
        stride *= prime
    return total


@cache
def field_powers(prime: int, degree: int) -> tuple[int, ...]:
    """All numbers but 0 of the field with `prime ** degree` numbers, as powers of one of them, from the zeroth.

    The field is that of the polynomials over the prime, modulo the first one whose root has all of them as powers.
    """
    for top in product(range(1, prime), *[range(prime)] * (degree - 1)):
        found = _powers_of_root(top, prime)
        if len(found) == prime**degree - 1:
            return found
    raise ValueError(f"expected a prime, found {prime}")


def _powers_of_root(top: tuple[int, ...], prime: int) -> tuple[int, ...]:
    """The powers of x before they return to 1, where x to the degree is the polynomial `top`, lowest first.

    They do return, because x has an inverse: `top` does not begin with 0.
    """
    one = (1,) + (0,) * (len(top) - 1)
    found = [one]
    while (following := _times_x(found[-1], top, prime)) != one:
        found.append(following)
    return tuple(sum(digit * prime**place for place, digit in enumerate(number)) for number in found)


def _times_x(number: tuple[int, ...], top: tuple[int, ...], prime: int) -> tuple[int, ...]:
    shifted = (0, *number[:-1])
    return tuple((low + number[-1] * high) % prime for low, high in zip(shifted, top, strict=True))
