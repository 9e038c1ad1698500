"""`daifu tournament faults`, `uphold` and `dismiss`: what replays found, for the referee to decide."""

from fractions import Fraction
from typing import Any, Final, Literal

import click

from api.cli.commands import Command, Option
from api.cli.language import Language, language_of, say
from api.cli.tournament import wording
from api.cli.tournament.changing import Asked, changing
from api.cli.tournament.opening import meant, opened, stage_meant, target
from api.cli.tournament.parts import ORDINAL, ROUND, STAGE, TABLE, TARGET, TOURNAMENT
from api.cli.tournament.referee import given
from api.cli.tournament.tables import name_of, show_table
from api.cli.tournament.unable import Unable
from api.cli.tournament.values import AMOUNT
from api.cli.values import Name, Whole
from data.tournaments import finding
from data.tournaments.applying.referee import faults_of
from data.tournaments.changes import AnyChange, AtATable, Awarded, FaultDecided
from data.tournaments.pending import Undecided, in_all_stages, undecided
from data.tournaments.settings import MOST_AT_A_TABLE
from data.tournaments.state import WHOLE_TABLE, FaultKey, State
from replay.text import Text

Verdict = Literal["upheld", "dismissed"]

_WHICH: Final[list[click.Parameter]] = [
    ROUND,
    TABLE,
    Option(
        "--deal",
        Text("The deal, where that is needed to tell the fault.", "反則のあった回（区別に必要なとき）。"),
        type=ORDINAL,
    ),
    Option("--action", Text("The action, from 1.", "行動（1から）。"), type=Whole(1)),
    Option("--seat", Text("The seat, from 1.", "席（1から）。"), type=Whole(1, MOST_AT_A_TABLE)),
    Option("--code", Text("What the fault is.", "反則のコード。"), type=Name()),
    STAGE,
]


@click.pass_context
def list_faults(context: click.Context, /, tournament: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Print the faults that wait for a decision."""
    language = language_of(context)
    with opened(context, **target(call)) as books:
        state = books.present(meant(books, tournament)).state
    found = list(in_all_stages(undecided, state))
    if found:
        show_table(wording.FAULTS, [_row(state, fault, language) for fault in found], language)
    else:
        click.echo(say(wording.NO_FAULT, language))


def _row(state: State, found: Undecided, language: Language) -> list[object]:
    action = None if found.fault.action is None else found.fault.action + 1
    entrant = None if found.entrant is None else name_of(state, found.entrant)
    what = say(wording.fault(found.fault.code, found.fault.severity), language)
    return [*found.place, found.table, found.deal or None, action, found.fault.seat, entrant, what]


def _upheld(asked: Asked, points: Fraction | None, **which: Any) -> list[AnyChange]:  # noqa: ANN401
    place, key = _fault(asked.state, **which)
    if points is None:
        return [_decided(place, key, "upheld", None)]
    award = _award(asked, place, key, -abs(points))
    return [award, _decided(place, key, "upheld", award.id)]


def _award(asked: Asked, place: AtATable, key: FaultKey, points: Fraction) -> Awarded:
    """The award that is given for a fault, to whom it counts for."""
    table = asked.state.stages[place.stage - 1].rounds[place.round - 1].tables[place.table - 1]
    entrant = None if key.seat is None else table.seats[key.seat - 1].entrant
    if entrant is None:
        raise Unable(
            Text(
                "the fault is nobody's: no points can be given for it",
                "この反則はだれのものでもなく、点を付けられません",
            )
        )
    return given(asked, entrant, points, place.stage, place.round)


def _dismissed(asked: Asked, **which: Any) -> list[AnyChange]:  # noqa: ANN401 - as the options say
    return [_decided(*_fault(asked.state, **which), "dismissed", None)]


def _decided(place: AtATable, key: FaultKey, decision: Verdict, award: int | None) -> FaultDecided:
    return FaultDecided(
        stage=place.stage,
        round=place.round,
        table=place.table,
        deal=key.deal or None,
        action=key.action,
        seat=key.seat,
        code=key.code,
        decision=decision,
        award=award,
    )


def _fault(state: State, number: int, table: int, stage: int | None, **which: Any) -> tuple[AtATable, FaultKey]:  # noqa: ANN401
    """The one fault of a table that the options tell. Raises `Unable` where they tell none, or several."""
    place = AtATable(stage=stage_meant(state, stage), round=number, table=table)
    at_table = faults_of(finding.table_of(finding.round_of(state, place), table))
    found = [key for key in at_table if _is_told(key, **which)]
    if len(found) == 1:
        return place, found[0]
    if not found:
        raise Unable(Text(f"no such fault was found at table {table}", f"{table}卓にその反則はありません"))
    listed = "; ".join(map(_called, found))
    raise Unable(
        Text(
            f"{len(found)} faults are meant; say which by --deal, --action, --seat or --code: {listed}",
            f"反則が{len(found)}件あります。--deal、--action、--seat、--codeで区別してください（{listed}）",
        )
    )


def _is_told(key: FaultKey, deal: int | None, action: int | None, seat: int | None, code: str | None) -> bool:
    told = (deal, None if action is None else action - 1, seat, code)
    return all(wanted is None or wanted == found for wanted, found in zip(told, key, strict=True))


def _called(key: FaultKey) -> str:
    """A fault as the options tell it."""
    parts = {
        "--deal": None if key.deal == WHOLE_TABLE else key.deal,
        "--action": None if key.action is None else key.action + 1,
        "--seat": key.seat,
        "--code": key.code,
    }
    return " ".join(f"{name} {value}" for name, value in parts.items() if value is not None)


FAULTS: Final = Command(
    "faults",
    Text("List the faults that wait for a decision.", "裁定を待つ反則を一覧表示する。"),
    [TOURNAMENT, *TARGET],
    callback=list_faults,
)
UPHOLD: Final = changing(
    "uphold",
    Text(
        "Uphold a fault; it costs what the settings say, or the points that are given for it.",
        "反則を認める。設定どおりの減点、または指定した点を与える。",
    ),
    [
        *_WHICH,
        Option(
            "--points",
            Text("It costs so many points instead; --reason says why.", "設定の代わりに引く点数。--reasonが必要。"),
            type=AMOUNT,
        ),
    ],
    _upheld,
)
DISMISS: Final = changing("dismiss", Text("Dismiss a fault.", "反則を認めない。"), _WHICH, _dismissed)
