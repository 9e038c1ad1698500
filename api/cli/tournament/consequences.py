"""What changes would do to the standings, for people."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import click

from api.cli.language import Language, say
from api.cli.tournament import wording
from api.cli.tournament.tables import show_table
from api.tournaments.table import decimal
from data.tournaments.consequences import Consequence
from data.tournaments.standings.standing import Line


def show_consequences(found: Sequence[Consequence], language: Language) -> None:
    """Print the lines that would be other ones, or that there are none."""
    if not found:
        click.echo(say(wording.NO_CONSEQUENCE, language))
        return
    show_table(wording.CONSEQUENCES, _rows(found), language)


def _rows(found: Sequence[Consequence]) -> Iterator[list[object]]:
    for one in found:
        line = one.after or one.before
        name = line.name if line else ""
        place = _step(_place(one.before), _place(one.after))
        points = _step(_points(one.before), _points(one.after))
        yield [one.stage, one.round, f"{one.entrant} {name}", place, points]


def _place(line: Line | None) -> str:
    return str(line.place) if line else "-"


def _points(line: Line | None) -> str:
    return decimal(Fraction(line.points)) if line else "-"


def _step(before: str, after: str) -> str:
    return after if before == after else f"{before} → {after}"
