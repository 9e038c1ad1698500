"""How the line of an entrant came about, for people: every number down to the deals."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import click

from api.cli.language import Language, listed, say
from api.cli.printable import printable
from api.cli.tournament import wording
from api.cli.tournament.tables import name_of, names_of
from api.tournaments.table import decimal
from data.tournaments.standings.accounts import Account
from data.tournaments.standings.explanation import Explanation
from data.tournaments.standings.ranking import Step
from data.tournaments.standings.rounds import DealScore, RoundScore
from data.tournaments.state import State
from replay.text import Text

_INDENT: Final = "  "


def show_explanation(state: State, found: Explanation, language: Language) -> None:
    """Print the line, and below it all that its numbers are made of."""
    line = found.line
    total = Text(
        f"{name_of(state, line.entrant)}: place {line.place}, {decimal(line.points)} points",
        f"{name_of(state, line.entrant)}：{line.place}位　{decimal(line.points)}点",
    )
    click.echo(say(total, language))
    for part in _account(state, found.account, language):
        click.echo(_INDENT + part)
    for step in line.steps:
        click.echo(_INDENT + say(_step(state, step), language))


def _account(state: State, account: Account, language: Language) -> Iterator[str]:
    """What was carried, scored, given and upheld."""
    if account.carried:
        carried = account.carried
        sum_ = f"{decimal(carried.points)} × {decimal(carried.part)} = {decimal(carried.worth)}"
        yield say(
            Text(f"carried from stage {carried.stage}: {sum_}", f"第{carried.stage}ステージからの持ち越し：{sum_}"),
            language,
        )
    for found in account.rounds:
        yield _round(found, language)
    for number, award in account.awards:
        name = name_of(state, award.entrant)
        yield say(wording.award(number, name, award.points, printable(award.reason), cancelled=False), language)
    for fault in account.upheld:
        code, cost = printable(fault.code), decimal(fault.cost)
        yield say(
            Text(
                f"fault in round {fault.round}, table {fault.table}: {code}, {cost} points",
                f"{fault.round}回戦{fault.table}卓の反則：{code}　{cost}点",
            ),
            language,
        )


def _round(found: RoundScore, language: Language) -> str:
    how = say(wording.HOW[found.how], language)
    where = "" if found.table is None else say(_seat(found.table, found.seat or 0), language)
    deals = listed((_deal(deal, language) for deal in found.deals), language)
    score = "-" if found.score is None else decimal(found.score)
    dropped = say(Text(", dropped", "　除外"), language) if found.dropped else ""
    text = Text(
        f"round {found.round}: {how}{where}: {score}{dropped}", f"{found.round}回戦：{how}{where}　{score}点{dropped}"
    )
    return say(text, language) + (f" [{deals}]" if deals else "")


def _seat(table: int, seat: int) -> Text:
    return Text(f" at table {table}, seat {seat}", f"（{table}卓{seat}番席）")


def _deal(deal: DealScore, language: Language) -> str:
    name = Text(f"deal {deal.deal}", f"{deal.deal}回目") if deal.deal else Text("whole table", "卓全体")
    place = "" if deal.place is None else say(Text(f" place {deal.place}", f"{deal.place}位"), language)
    title = "" if deal.title is None else f" {printable(deal.title)}"
    return f"{say(name, language)}{place}{title} {_number(deal.worth)}"


def _step(state: State, step: Step) -> Text:
    """A tie-break that was taken."""
    among = names_of(state, step.among)
    return Text(
        f"{step.tie_break} among {among}: {_number(step.value)}",
        f"{step.tie_break}（{among}の間）：{_number(step.value)}",
    )


def _number(value: object) -> str:
    if value is None:
        return "-"
    return decimal(value) if isinstance(value, Fraction) else str(value)
