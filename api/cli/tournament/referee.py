"""`daifu tournament penalty`, `bonus`, `cancel`, `lot`, `faults`, `uphold` and `dismiss`: the referee's decisions."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, Literal

import click

from daifu.api.cli.program.client import TARGET, target_options
from daifu.api.cli.program.commands import Argument, Command, Option, WholeNumber
from daifu.api.cli.program.output import CommandError, language_of, printable, tell
from daifu.api.cli.tournament.changes import ChangeContext, change_command, field_params, struct_command
from daifu.api.cli.tournament.commands import (
    TOURNAMENT,
    award_text,
    entrant_name,
    entrant_names,
    find_entrant,
    find_tournament,
    open_tournaments,
    seed_or_random,
    show_table,
    stage_or_last,
)
from daifu.api.languages import Language, say
from daifu.data.tournaments import state as tournaments_state
from daifu.data.tournaments.changes import AnyChange, Awarded, Cancelled, FaultDecided, LotDrawn, TableChange
from daifu.data.tournaments.open_tasks import UndecidedFault, find_ties, find_undecided_faults, for_all_stages
from daifu.data.tournaments.standings import compute_standing, draw_lot
from daifu.data.tournaments.state import WHOLE_TABLE, FaultKey, State
from daifu.data.tournaments.tables import table_faults
from daifu.replay.faults import SEVERITIES
from daifu.replay.text import Text


def new_award(context: ChangeContext, entrant: int, points: Fraction, stage: int, number: int | None) -> Awarded:
    """The next award. Raises `CommandError` without a reason."""
    if context.reason is None:
        raise CommandError(
            Text("--reason is missing: bonuses and penalties need a reason", "裁定には--reasonが必要です")
        )
    award = max(context.state.awards, default=0) + 1
    return Awarded(id=award, entrant=entrant, stage=stage, round=number, points=points, reason=context.reason)


def _award_command(name: str, text: Text, sign: int) -> Command:
    """A command that gives a bonus, or a penalty where the sign is -1."""

    def build(
        context: ChangeContext, entrant: str, points: Fraction, stage: int | None, **at: int | None
    ) -> list[AnyChange]:
        who, meant = find_entrant(context.state, entrant), stage_or_last(context.state, stage)
        return [new_award(context, who, sign * abs(points), meant, at["round"])]

    params = field_params("penalty", Awarded, "ENTRANT POINTS --round --stage")
    return change_command(name, text, params, build, _show_awards)


def _show_awards(state: State, changes: Sequence[AnyChange]) -> None:
    for change in changes:
        if isinstance(change, Awarded):
            name = entrant_name(state, change.entrant)
            tell(award_text(change.id, name, change.points, printable(change.reason), cancelled=False))


def _lot_changes(context: ChangeContext, entrants: Sequence[str], seed: int | None, *, drawn: bool) -> list[AnyChange]:
    meant = tuple(find_entrant(context.state, entrant) for entrant in entrants)
    if drawn:
        if not meant:
            raise CommandError(
                Text("--drawn needs the entrants in the order drawn", "--drawnには抽選結果の順の参加者が必要です")
            )
        if seed is not None:
            raise CommandError(Text("--drawn and --seed exclude each other", "--drawnと--seedは同時に指定できません"))
        return [LotDrawn(entrants=meant)]
    seed = seed_or_random(seed)
    groups = [meant] if meant else find_ties(compute_standing(context.state))
    return [LotDrawn(entrants=draw_lot(group, seed), seed=seed) for group in groups]


def _show_lots(state: State, changes: Sequence[AnyChange]) -> None:
    for change in changes:
        if isinstance(change, LotDrawn):
            click.echo(entrant_names(state, change.entrants))
            if change.seed is not None:
                tell(Text(f"seed: {change.seed}", f"シード：{change.seed}"))


PENALTY: Final = _award_command(
    "penalty",
    Text("Give an entrant a penalty; --reason says why.", "参加者に減点を与える。理由は--reasonで指定する。"),
    -1,
)
BONUS: Final = _award_command(
    "bonus", Text("Give an entrant a bonus; --reason says why.", "参加者に加点を与える。理由は--reasonで指定する。"), 1
)
CANCEL: Final = struct_command(
    "cancel", Text("Cancel a bonus or a penalty.", "加点・減点を取り消す。"), Cancelled, "AWARD"
)
LOT: Final = change_command(
    "lot",
    Text(
        "Draw lots among entrants; without names, among all who share a place.",
        "参加者の間で抽選を行う。名前を省略すると、現在同順位の全員について行う。",
    ),
    [
        Argument("entrants", Text("Their numbers or names.", "参加者の番号か名前。"), nargs=-1, metavar="[ENTRANT...]"),
        Option(
            "--drawn",
            Text("Lots were drawn by hand, with this order as the result.", "手で抽選した結果がこの順番だった。"),
            is_flag=True,
        ),
        *field_params("lot", LotDrawn, "--seed"),
    ],
    _lot_changes,
    _show_lots,
)

Verdict = Literal["upheld", "dismissed"]

_FAULT_PARAMS: Final = [
    *field_params("uphold", FaultDecided, "ROUND TABLE --deal"),
    Option("--action", Text("The action, from 1.", "行動（1から）。"), type=WholeNumber(1)),
    *field_params("uphold", FaultDecided, "--seat --code --stage"),
]


def list_faults(tournament: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Print the faults that wait for a decision."""
    language = language_of()
    with open_tournaments(**target_options(call)) as tournaments:
        state = tournaments.present(find_tournament(tournaments, tournament)).state
    found = list(for_all_stages(find_undecided_faults, state))
    if found:
        heads = (
            Text("stage", "ステージ"),
            Text("round", "回戦"),
            Text("table", "卓"),
            Text("deal", "回"),
            Text("action", "行動"),
            Text("seat", "席"),
            Text("entrant", "参加者"),
            Text("fault", "反則"),
        )
        show_table(heads, [_fault_row(state, fault, language) for fault in found])
    else:
        tell(Text("no fault needs a decision", "裁定を待つ反則はありません"))


def _fault_row(state: State, found: UndecidedFault, language: Language) -> list[object]:
    action = None if found.fault.action is None else found.fault.action + 1
    entrant = None if found.entrant is None else entrant_name(state, found.entrant)
    code, severity = found.fault.code, found.fault.severity
    kind = SEVERITIES.get(severity, Text(severity, severity))
    what = say(Text(f"{code} ({kind.en})", f"{code}（{kind.ja}）"), language)
    return [*found.place, found.table, found.deal or None, action, found.fault.seat, entrant, what]


def _uphold_changes(context: ChangeContext, points: Fraction | None, **which: Any) -> list[AnyChange]:  # noqa: ANN401
    place, key = _find_fault(context.state, **which)
    if points is None:
        return [_decision(place, key, "upheld", None)]
    table = context.state.stages[place.stage - 1].rounds[place.round - 1].tables[place.table - 1]
    entrant = None if key.seat is None else table.seats[key.seat - 1].entrant
    if entrant is None:
        raise CommandError(
            Text(
                "the fault is nobody's, so no points can be taken for it",
                "この反則はだれのものでもなく、点を付けられません",
            )
        )
    award = new_award(context, entrant, -abs(points), place.stage, place.round)
    return [award, _decision(place, key, "upheld", award.id)]


def _dismiss_changes(context: ChangeContext, **which: Any) -> list[AnyChange]:  # noqa: ANN401 - as the options say
    return [_decision(*_find_fault(context.state, **which), "dismissed", None)]


def _decision(place: TableChange, key: FaultKey, decision: Verdict, award: int | None) -> FaultDecided:
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


def _find_fault(state: State, table: int, stage: int | None, **which: Any) -> tuple[TableChange, FaultKey]:  # noqa: ANN401
    """The only fault of a table that the options match. Raises `CommandError` where they match none or several."""
    place = TableChange(stage=stage_or_last(state, stage), round=which.pop("round"), table=table)
    at_table = table_faults(tournaments_state.find_table(tournaments_state.find_round(state, place), table))
    action = which["action"]
    wanted = (which["deal"], None if action is None else action - 1, which["seat"], which["code"])
    found = [key for key in at_table if all(want is None or want == has for want, has in zip(wanted, key, strict=True))]
    if len(found) == 1:
        return place, found[0]
    if not found:
        raise CommandError(Text(f"no such fault was found at table {table}", f"{table}卓にその反則はありません"))
    listed = "; ".join(map(_fault_options, found))
    raise CommandError(
        Text(
            f"{len(found)} faults match; choose one by --deal, --action, --seat or --code: {listed}",
            f"反則が{len(found)}件あります。--deal、--action、--seat、--codeで区別してください（{listed}）",
        )
    )


def _fault_options(key: FaultKey) -> str:
    """The options that name a fault."""
    parts = {
        "--deal": None if key.deal == WHOLE_TABLE else key.deal,
        "--action": None if key.action is None else key.action + 1,
        "--seat": key.seat,
        "--code": key.code,
    }
    return " ".join(f"{name} {value}" for name, value in parts.items() if value is not None)


FAULTS: Final = Command(
    "faults",
    Text("List the faults that need a decision.", "裁定を待つ反則を一覧表示する。"),
    [TOURNAMENT, *TARGET],
    callback=list_faults,
)
UPHOLD: Final = change_command(
    "uphold",
    Text(
        "Uphold a fault, at the cost in the settings or for the given points.",
        "反則を認める。設定どおりに減点するか、指定した点を引く。",
    ),
    [
        *_FAULT_PARAMS,
        *field_params("uphold", Awarded, "--points"),
    ],
    _uphold_changes,
)
DISMISS: Final = change_command(
    "dismiss", Text("Dismiss a fault.", "反則を認めない。"), _FAULT_PARAMS, _dismiss_changes
)
