"""Rounds without a repeat meeting, made from a difference matrix.

The entrants stand in columns with as many rows as there are tables; the rows are numbers that are added digit by digit,
without carrying. In a round, each column is shifted by an amount of its own, and each row becomes a table. Two entrants
of different columns meet in exactly those rounds in which the difference of their shifts is the difference of their
rows: where the differences of every two columns are all different over the rounds, nobody meets twice.

Where the number of tables is the power of a prime, the products of a field are such shifts. Elsewhere a constraint
solver looks for them: that is a small problem, while the draw itself is far too large for it.
"""

from data.tournaments.drawing.fields import powers, prime_factors
from data.tournaments.drawing.matrices import Matrix, difference_matrix


def design(tables: int, columns: int, rounds: int) -> Matrix:
    """The shift of each column in each round; fewer rounds than asked for where more are not found.

    Columns beyond the number of tables must meet again; for these there are no rounds at all.
    """
    if not 1 < columns <= tables:
        return ()
    primes = prime_factors(tables)
    if len(set(primes)) == 1:
        return _products(primes, columns, min(rounds, tables))
    most = min(rounds, tables)
    for wanted in dict.fromkeys((most, most - 1, most * 3 // 4, most // 2)):
        if wanted > 1 and (shifts := difference_matrix(tables, columns, wanted)):
            return shifts
    return ()


def _products(primes: tuple[int, ...], columns: int, rounds: int) -> Matrix:
    """The table of multiplication of a field: 0 first, then the powers of its root."""
    root = powers(primes[0], len(primes))
    return tuple(
        tuple(root[(turn + column - 2) % len(root)] if turn and column else 0 for column in range(columns))
        for turn in range(rounds)
    )
