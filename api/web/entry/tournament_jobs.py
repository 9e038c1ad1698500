"""The rarer jobs of a tournament as forms: what each asks, and the changes that it makes."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from secrets import randbelow
from typing import Final, NamedTuple

from msgspec import structs
from werkzeug.datastructures import MultiDict

from daifu.api.http.resources.tournaments.changes import MOST_SEEDS, plan_draw
from daifu.api.web.entry.fields import EntryRefused, read_number, read_points, read_whole
from daifu.api.web.entry.names import by_name, entrant_numbers, named_entrants
from daifu.api.web.entry.tournament_forms import corrected, reason
from daifu.api.web.languages import say_here
from daifu.data.tournaments.changes import (
    AnyChange,
    Awarded,
    Cancelled,
    FaultDecided,
    LotDrawn,
    RecordIgnored,
    RoundReopened,
    SeatsMoved,
    Sitters,
    StageChanged,
    StageOpened,
    StageRemoved,
)
from daifu.data.tournaments.draw_requests import ByHand
from daifu.data.tournaments.game_rules import allowed_table_sizes, score_sign
from daifu.data.tournaments.settings import Best, Everybody, Listed
from daifu.data.tournaments.state import RoundId, State, find_round, find_table
from daifu.replay.text import Text
from daifu.schemas.record.limits import LARGEST_INTEGER

Fields = MultiDict[str, str]
_REASON: Final = Text("A reason is needed.", "理由を入力してください。")
_NAMED: Final = Text("A name is missing.", "名前を入力してください。")


class Choice(NamedTuple):
    """A choice of a field."""

    value: str
    text: str


class Field(NamedTuple):
    """A field of a form: `select`, `checks`, `number`, `points`, `text`, `lines` or `hidden`, with what is set now."""

    name: str
    label: Text
    control: str
    value: str = ""
    choices: Sequence[Choice] = ()
    hint: Text | None = None


class Job(NamedTuple):
    """A job: its name, what it does, what its form asks, and the changes that it makes of it."""

    name: Text
    hint: Text
    fields: Callable[[State, Fields], Sequence[Field]]
    make: Callable[[State, Fields], Sequence[AnyChange]]


def entrant_choices(state: State) -> list[Choice]:
    """Everybody, by name."""
    return [Choice(str(one.number), one.name) for one in by_name(state) if not one.waiting]


def _round_choices(state: State, *, closed: bool | None = None) -> list[Choice]:
    """The rounds that were drawn, latest first."""
    found = []
    for at, one in state.rounds():
        if closed is None or one.closed == closed:
            stage = f"{state.stages[at.stage - 1].name} " if len(state.stages) > 1 else ""
            found.append(Choice(f"{at.stage}/{at.round}", stage + say_here(f"round {at.round}", f"{at.round}回戦")))
    return found[::-1]


def _round(state: State, fields: Fields) -> RoundId:
    """The round that a form names. Raises `TournamentError`: `no_such_round`."""
    stage, _, number = fields.get("at", "").partition("/")
    at = RoundId(read_number(stage) or 1, read_number(number) or 1)
    find_round(state, at)
    return at


def _filled(
    fields: Fields, name: str, control: str, label: Text, choices: Sequence[Choice] = (), usual: str = ""
) -> Field:
    """A field with what was filled in, or what is usual."""
    return Field(name, label, control, fields.get(name, usual), choices)


def _ticked(fields: Fields, name: str) -> tuple[int, ...]:
    return tuple(number for text in fields.getlist(name) if (number := read_number(text)))


def _award_fields(state: State, fields: Fields) -> list[Field]:
    kinds = [Choice("penalty", say_here("penalty", "減点")), Choice("bonus", say_here("bonus", "加点"))]
    rounds = [*_round_choices(state), Choice("", say_here("the whole stage", "ステージ全体"))]
    return [
        _filled(fields, "entrant", "select", Text("Who", "だれに"), entrant_choices(state)),
        _filled(fields, "kind", "select", Text("What", "内容"), kinds, "penalty"),
        _filled(fields, "points", "points", Text("Points", "点数")),
        _filled(fields, "reason", "text", Text("Why", "理由")),
        _filled(fields, "at", "select", Text("For", "対象"), rounds, rounds[0].value),
    ]


def _award(state: State, fields: Fields) -> Sequence[AnyChange]:
    worth, why = read_points(fields.get("points", "")), fields.get("reason", "").strip()
    if worth is None:
        raise EntryRefused(Text("A number of points is needed.", "点数を入力してください。"))
    if not why:
        raise EntryRefused(_REASON)
    at = _round(state, fields) if fields.get("at") else RoundId(max(1, len(state.stages)), 0)
    return corrected(
        state, _awarded(state, at, read_number(fields.get("entrant", "")) or 0, worth, why, fields.get("kind"))
    )


def _awarded(state: State, at: RoundId, entrant: int, worth: Fraction, why: str, kind: str | None) -> Awarded:
    better = score_sign(state, state.settings_of(at.stage)) if state.stages else 1
    signed = abs(worth) * (better if kind == "bonus" else -better)
    number = max(state.awards, default=0) + 1
    return Awarded(
        id=number, entrant=max(1, entrant), stage=at.stage, round=at.round or None, points=signed, reason=why
    )


def _cancel_fields(state: State, fields: Fields) -> list[Field]:
    given = [
        Choice(str(number), f"{state.entrants[one.entrant - 1].name} {float(one.points):+g} ({one.reason})")
        for number, one in sorted(state.awards.items())
        if not one.cancelled
    ]
    return [_filled(fields, "award", "select", Text("Which", "どれを"), given)]


def _fault_fields(_state: State, fields: Fields) -> list[Field]:
    key = ("stage", "round", "table", "deal", "action", "seat", "code")
    decisions = [
        Choice("upheld", say_here("it was a fault", "反則と認める")),
        Choice("dismissed", say_here("it was none", "反則と認めない")),
    ]
    cost = _filled(fields, "points", "points", Text("Points to take away", "引く点数"))
    return [
        *(_filled(fields, name, "hidden", Text(name, name)) for name in key),
        _filled(fields, "decision", "select", Text("Decision", "裁定"), decisions, "upheld"),
        cost._replace(hint=Text("Empty: as the settings have it.", "空欄なら設定どおり。")),
    ]


def _fault(state: State, fields: Fields) -> Sequence[AnyChange]:
    at = RoundId(read_number(fields.get("stage", "")) or 1, read_number(fields.get("round", "")) or 1)
    table, seat = read_number(fields.get("table", "")) or 1, read_number(fields.get("seat", ""))
    decision = FaultDecided(
        **at._asdict(),
        table=table,
        deal=read_number(fields.get("deal", "")),
        action=read_whole(fields.get("action", ""), LARGEST_INTEGER),
        seat=seat,
        code=fields.get("code", ""),
        decision="dismissed" if fields.get("decision") == "dismissed" else "upheld",
    )
    worth = read_points(fields.get("points", ""))
    if worth is None or decision.decision == "dismissed":
        return corrected(state, decision)
    why = reason()
    if not why:
        raise EntryRefused(_REASON)
    entrant = find_table(find_round(state, at), table).entrant_at(seat) or 0
    award = _awarded(state, at, entrant, worth, why, "penalty")
    with_award = structs.replace(decision, award=award.id)
    steps = list(corrected(state, with_award))
    steps.insert(steps.index(with_award), award)
    return steps


def _lot_fields(state: State, fields: Fields) -> list[Field]:
    chosen, seed = " ".join(fields.getlist("entrants")), fields.get("seed") or str(randbelow(MOST_SEEDS))
    return [
        Field("entrants", Text("Between", "だれの間で"), "checks", chosen, entrant_choices(state)),
        Field("seed", Text("Number", "番号"), "hidden", seed),
    ]


def _lot(_state: State, fields: Fields) -> Sequence[AnyChange]:
    seed = read_whole(fields.get("seed", ""), LARGEST_INTEGER) or 0
    return [LotDrawn(entrants=_ticked(fields, "entrants"), seed=seed)]


def _swap_fields(state: State, fields: Fields) -> list[Field]:
    people = entrant_choices(state)
    return [
        _filled(fields, "at", "select", Text("Round", "回戦"), _round_choices(state)),
        _filled(fields, "one", "select", Text("Who", "だれと"), people),
        _filled(fields, "other", "select", Text("And who", "だれが"), people),
    ]


def _swap(state: State, fields: Fields) -> Sequence[AnyChange]:
    at, pair = _round(state, fields), [read_number(fields.get(name, "")) for name in ("one", "other")]
    swapped = {pair[0]: pair[1], pair[1]: pair[0]}
    found = state.round_at(at)
    moved = [
        Sitters(number, tuple(swapped.get(seat.entrant, seat.entrant) or 0 for seat in table.seats))
        for number, table in enumerate(found.tables, 1)
        if any(seat.entrant in swapped for seat in table.seats)
    ]
    if not moved or pair[0] == pair[1]:
        raise EntryRefused(Text("Choose two people who sit in the round.", "その回戦に席のある2人を選んでください。"))
    return corrected(state, SeatsMoved(**at._asdict(), tables=tuple(moved)))


_ROUNDS_LABEL: Final = Text("Rounds (empty: open)", "回戦数（空欄なら未定）")


def _size_field(state: State, chosen: Sequence[int] | None) -> Field:
    sizes = [Choice(str(size), str(size)) for size in allowed_table_sizes(state)]
    hint = Text("None ticked: any that the game allows.", "選ばなければ、ゲームで認められるすべて。")
    label = Text("People at a table", "卓の人数")
    return Field("sizes", label, "checks", " ".join(map(str, chosen or ())), sizes, hint)


def _stage_fields(state: State, fields: Fields) -> list[Field]:
    who = [
        Choice("all", say_here("everybody", "全員")),
        *([Choice("best", say_here("the best of the stage before", "前のステージの上位"))] if state.stages else []),
        Choice("listed", say_here("those who are ticked below", "下で選んだ人")),
    ]
    carry = [
        Choice("0", say_here("none", "なし")),
        Choice("1/2", say_here("half", "半分")),
        Choice("1", say_here("all", "全部")),
    ]
    listed = " ".join(fields.getlist("listed"))
    best = str(state.plan.best or "")
    return [
        _filled(fields, "name", "text", Text("Name", "名前")),
        _filled(fields, "who", "select", Text("Who plays", "出場者"), who, "best" if state.stages else "all"),
        _filled(fields, "count", "number", Text("How many of the best", "上位何人"), usual=best),
        _filled(
            fields, "carry", "select", Text("Points that they bring", "持ち越す得点"), carry, str(state.plan.carry)
        ),
        _filled(fields, "rounds", "number", _ROUNDS_LABEL),
        _size_field(state, _ticked(fields, "sizes")),
        Field("listed", Text("Those who play", "出場者"), "checks", listed, entrant_choices(state)),
    ]


def _stage(state: State, fields: Fields) -> Sequence[AnyChange]:
    if not fields.get("name", "").strip():
        raise EntryRefused(_NAMED)
    match fields.get("who"):
        case "best":
            who: Best | Listed | Everybody = Best(read_number(fields.get("count", "")) or 2)
        case "listed":
            who = Listed(_ticked(fields, "listed"))
        case _:
            who = Everybody()
    return [
        StageOpened(
            name=fields["name"].strip(),
            field=who,
            carry=(read_points(fields.get("carry", "")) or Fraction(0)) if state.stages else Fraction(0),
            rounds=read_number(fields.get("rounds", "")),
            sizes=_ticked(fields, "sizes") or None,
        )
    ]


def _change_stage_fields(state: State, fields: Fields) -> list[Field]:
    number = min(read_number(fields.get("stage", "")) or len(state.stages), len(state.stages))
    if not number:
        return []
    stage = state.stages[number - 1]
    return [
        Field("stage", Text("Stage", "ステージ"), "hidden", str(number)),
        Field("name", Text("Name", "名前"), "text", stage.name),
        Field("rounds", _ROUNDS_LABEL, "number", str(stage.planned or "")),
        _size_field(state, stage.sizes),
    ]


def _change_stage(_state: State, fields: Fields) -> Sequence[AnyChange]:
    name = fields.get("name", "").strip()
    if not name:
        raise EntryRefused(_NAMED)
    return [
        StageChanged(
            stage=read_number(fields.get("stage", "")) or 1,
            name=name,
            rounds=read_number(fields.get("rounds", "")),
            sizes=_ticked(fields, "sizes") or None,
        )
    ]


def _by_hand(state: State, fields: Fields) -> Sequence[AnyChange]:
    stage = max(1, len(state.stages))
    numbers = entrant_numbers(state)
    tables = tuple(named_entrants(numbers, line) for line in fields.get("tables", "").splitlines() if line.strip())
    seated = {one for table in tables for one in table}
    due = RoundId(stage, len(state.stages[-1].rounds) + 1 if state.stages else 1)
    byes = tuple(one for one in state.present_in(due) if one not in seated) if state.stages else ()
    return plan_draw(state, ByHand(stage=stage, tables=tables, byes=byes))


JOBS: Final[Mapping[str, Job]] = {
    "award": Job(
        Text("Give a penalty or a bonus", "減点・加点する"),
        Text("It counts in the standing at once.", "すぐに順位表に入ります。"),
        _award_fields,
        _award,
    ),
    "by-hand": Job(
        Text("Set the tables of the next round by hand", "次の回戦の卓を手で決める"),
        Text(
            "One table a line: names in the order of the seats, with commas between. Who is not named sits out.",
            "1行に1卓。席の順に名前をカンマで区切って書きます。書いていない人は休みです。",
        ),
        lambda _state, fields: [_filled(fields, "tables", "lines", Text("Tables", "卓"))],
        _by_hand,
    ),
    "swap": Job(
        Text("Two people sat on each other's seats", "2人の席が入れ替わっていた"),
        Text(
            "Results and faults go to those who really sat there.", "結果と反則は、実際に座っていた人のものになります。"
        ),
        _swap_fields,
        _swap,
    ),
    "reopen": Job(
        Text("Reopen a round", "確定した回戦を再開する"),
        Text("A single wrong result can be corrected without this.", "結果を1つ直すだけなら、再開は要りません。"),
        lambda state, fields: [
            _filled(fields, "at", "select", Text("Round", "回戦"), _round_choices(state, closed=True))
        ],
        lambda state, fields: [RoundReopened(**_round(state, fields)._asdict())],
    ),
    "cancel-award": Job(
        Text("Take a penalty or a bonus back", "減点・加点を取り消す"),
        Text("The log still has it.", "記録には残ります。"),
        _cancel_fields,
        lambda state, fields: corrected(state, Cancelled(award=read_number(fields.get("award", "")) or 1)),
    ),
    "lot": Job(
        Text("Draw a lot", "抽選する"),
        Text("It separates those who share a place.", "同順位の人の順番を決めます。"),
        _lot_fields,
        _lot,
    ),
    "change-stage": Job(
        Text("Change rounds or sizes of tables", "回戦数・卓の人数を変える"),
        Text("It holds for rounds that are drawn from now on.", "これから組む回戦に使います。"),
        _change_stage_fields,
        _change_stage,
    ),
    "stage": Job(
        Text("Open a further stage", "ステージを追加する"),
        Text("Such as a final or a small final.", "決勝や下位の決勝など。"),
        _stage_fields,
        _stage,
    ),
    "remove-stage": Job(
        Text("Take the last stage back", "最後のステージを取り消す"),
        Text("Possible as long as nothing was played in it.", "まだ何も行われていないときだけです。"),
        lambda state, _fields: [
            Field(
                "stage",
                Text("Stage", "ステージ"),
                "select",
                choices=[Choice(str(len(state.stages)), one.name) for one in state.stages[-1:]],
            )
        ],
        lambda state, _fields: [StageRemoved(stage=max(1, len(state.stages)))],
    ),
    "fault": Job(
        Text("Decide on a fault", "反則を裁定する"),
        Text("A fault costs nothing before it is decided.", "裁定するまで、反則で点は減りません。"),
        _fault_fields,
        _fault,
    ),
    "ignore": Job(
        Text("Leave a game out of the list", "棋譜を一覧から外す"),
        Text("It waits for the referee no longer.", "裁定待ちの一覧に出なくなります。"),
        lambda _state, fields: [_filled(fields, "record", "number", Text("Game", "棋譜"))],
        lambda _state, fields: [RecordIgnored(record=read_number(fields.get("record", "")) or 1)],
    ),
}
"""The jobs by their names in addresses."""
OFTEN: Final = ("award", "swap")
ELSEWHERE: Final = ("fault", "ignore")
"""The jobs that are not behind "More", and those that other pages lead to."""
