"""How the line of an entrant came about, for people: every number down to the deals."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import click

from api.cli.language import Language, headed, listed, say
from api.cli.printable import printable
from api.cli.tournament import wording
from api.cli.tournament.tables import name_of, names_of
from api.tournaments.table import exactly
from api.tournaments.wording import TIE_BREAKS
from data.tournaments.standings.accounts import Account
from data.tournaments.standings.explanation import Explanation
from data.tournaments.standings.ranking import Step
from data.tournaments.standings.rounds import DealScore, RoundScore
from data.tournaments.state import State
from replay.text import Text
from schemas.title_names import title_name

_INDENT: Final = "  "


def show_explanation(state: State, found: Explanation, language: Language) -> None:
    """Print the line, and below it all that its numbers are made of."""
    line = found.line
    name, points = name_of(state, line.entrant), wording.points(line.points)
    total = Text(f"{name}: place {line.place}, {points.en}", f"{name}：{line.place}位　{points.ja}")
    click.echo(say(total, language))
    for part in _account(state, found.account, language):
        click.echo(_INDENT + part)
    for step in line.steps:
        click.echo(_INDENT + say(_step(state, line.stage, step, language), language))


def _account(state: State, account: Account, language: Language) -> Iterator[str]:
    """What was carried, scored, given and upheld."""
    if account.carried:
        carried = account.carried
        sum_ = f"{exactly(carried.points)} × {exactly(carried.part)} = {exactly(carried.worth)}"
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
        code, cost = printable(fault.code), wording.points(fault.cost)
        yield say(
            Text(
                f"fault in round {fault.round}, table {fault.table}: {code}, {cost.en}",
                f"{fault.round}回戦{fault.table}卓の反則：{code}　{cost.ja}",
            ),
            language,
        )


def _round(found: RoundScore, language: Language) -> str:
    how = say(wording.HOW[found.how], language)
    where = "" if found.table is None else say(_seat(found.table, found.seat or 0), language)
    deals = listed((_deal(deal, language) for deal in found.deals), language)
    score = "-" if found.score is None else exactly(found.score)
    dropped = say(Text(", dropped", "　除外"), language) if found.dropped else ""
    text = Text(
        f"round {found.round}: {how}{where}: {score}{dropped}", f"{found.round}回戦：{how}{where}　{score}点{dropped}"
    )
    return say(text, language) + (f" [{deals}]" if deals else "")


def _seat(table: int, seat: int) -> Text:
    return Text(f" at table {table}, seat {seat}", f"（{table}卓{seat}番席）")


def _deal(deal: DealScore, language: Language) -> str:
    name = Text(f"deal {deal.deal}", f"{deal.deal}回目") if deal.deal else Text("whole table", "卓全体")
    return headed(say(name, language), " / ".join(printable(say(part, language)) for part in _parts(deal)), language)


def _parts(deal: DealScore) -> Iterator[Text]:
    """What came of a deal, and what that is worth."""
    if deal.place is not None:
        yield Text(f"place {deal.place}", f"{deal.place}位")
    if deal.title is not None:
        yield title_name(deal.title)
    if deal.worth is not None:
        yield wording.points(deal.worth)


def _step(state: State, stage: int, step: Step, language: Language) -> Text:
    """A tie-break that was taken; it was among all of the stage unless it says among whom."""
    name, value = TIE_BREAKS[step.tie_break], _number(step.value)
    if len(step.among) == len(state.field_of(stage)):
        return Text(f"{name.en}: {value}", f"{name.ja}：{value}")
    among = names_of(state, step.among, language)
    return Text(f"{name.en} among {among}: {value}", f"{name.ja}（{among}の間）：{value}")


def _number(value: object) -> str:
    if value is None:
        return "-"
    return exactly(value) if isinstance(value, Fraction) else str(value)
