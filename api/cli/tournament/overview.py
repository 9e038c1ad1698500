"""`daifu tournament list` and `show`: which tournaments there are, and the state of one of them."""

from collections.abc import Iterator
from typing import Any, Final

import click
import msgspec

from daifu.api.cli.program.client import TARGET, target_options
from daifu.api.cli.program.commands import Command
from daifu.api.cli.program.output import language_of, printable, tell
from daifu.api.cli.tournament.commands import (
    JSON,
    TOURNAMENT,
    award_text,
    entrant_name,
    entrant_names,
    find_tournament,
    open_tournaments,
    show_table,
)
from daifu.api.languages import Language, comma_separated, say
from daifu.data.tournaments.open_tasks import find_missing_deals
from daifu.data.tournaments.state import Entrant, Seat, State, Table
from daifu.replay.text import Text

_FINISHED: Final = Text("finished", "終了")


def list_tournaments(*, as_json: bool, **call: Any) -> None:  # noqa: ANN401
    """Print all tournaments, newest first."""
    language = language_of()
    with open_tournaments(**target_options(call)) as tournaments:
        found = list(tournaments.each())
    if as_json:
        click.echo(msgspec.json.encode([one._asdict() for one in found]))
    elif found:
        heads = (
            Text("number", "番号"),
            Text("name", "大会名"),
            Text("game", "ゲーム"),
            Text("state", "状態"),
            Text("entries", "項"),
            Text("changed", "更新"),
        )
        rows = [
            [
                one.id,
                one.name,
                one.rules,
                say(_FINISHED if one.finished else Text("running", "進行中"), language),
                one.version,
                one.changed_at.strftime("%Y-%m-%d %H:%M"),
            ]
            for one in found
        ]
        show_table(heads, rows)
    else:
        tell(Text("there is no tournament yet", "大会はまだありません"))


def show_tournament(tournament: str, *, as_json: bool, **call: Any) -> None:  # noqa: ANN401
    """Print the state of a tournament without its standings."""
    language = language_of()
    with open_tournaments(**target_options(call)) as tournaments:
        number = find_tournament(tournaments, tournament)
        current = tournaments.present(number)
    if as_json:
        from daifu.api.views.tournaments.tournaments import tournament_view  # noqa: PLC0415 - the other tables need no views
        from daifu.api.views.values import plain_json  # noqa: PLC0415

        content = plain_json(tournament_view(number, current.version, current.state))
        del content["address"]
        click.echo(msgspec.json.encode(content))
        return
    state = current.state
    name, rules = printable(state.name), state.rules
    tell(Text(f"{name} ({rules}), entry {current.version} of the log", f"{name}（{rules}）　更新{current.version}件"))
    _show_entrants(state, language)
    for stage in range(1, len(state.stages) + 1):
        _show_stage(state, stage, language)
    for award, given in sorted(state.awards.items()):
        name = entrant_name(state, given.entrant)
        tell(award_text(award, name, given.points, printable(given.reason), cancelled=given.cancelled))
    if state.finished:
        tell(_FINISHED)


def _show_entrants(state: State, language: Language) -> None:
    if not state.entrants:
        tell(Text("there are no entrants yet", "参加者はまだいません"))
        return
    rows = [
        [one.number, one.name, one.team, comma_separated(one.players, language), _presence(one, language)]
        for one in state.entrants
    ]
    heads = Text("number", "番号"), Text("name", "氏名"), Text("team", "チーム"), Text("ids", "ID"), Text("", "")
    show_table(heads, rows)


def _presence(entrant: Entrant, language: Language) -> str | None:
    """Whether an entrant waits, has withdrawn, or has checked in."""
    if entrant.waiting:
        return say(Text("waiting", "空き待ち"), language)
    if entrant.has_withdrawn:
        return say(Text("withdrawn", "棄権"), language)
    return say(Text("here", "受付済み"), language) if entrant.here else None


def _show_stage(state: State, number: int, language: Language) -> None:
    stage = state.stages[number - 1]
    name = printable(stage.name)
    tell(Text(f"stage {number}: {name}", f"第{number}ステージ：{name}"))
    if stage.field is not None:
        names = entrant_names(state, stage.field)
        tell(Text(f"for {names}", f"出場：{names}"))
    due = {(found.place.round, found.table): found.deals for found in find_missing_deals(state, number)}
    for round_number, found in enumerate(stage.rounds, 1):
        closed = Text(" (closed)", "（確定済み）") if found.closed else Text("", "")
        en, ja = f"stage {number}, round {round_number}", f"第{number}ステージ　{round_number}回戦"
        tell(Text(f"{en}{closed.en}", f"{ja}{closed.ja}"))
        rows = [
            [table_number, *_table_cells(state, table, due.get((round_number, table_number), ()), language)]
            for table_number, table in enumerate(found.tables, 1)
        ]
        show_table((Text("table", "卓"), Text("seats", "席順"), Text("results", "結果")), rows)
        if found.byes:
            names = entrant_names(state, found.byes)
            tell(Text(f"sitting out: {names}", f"不戦：{names}"))


def _table_cells(state: State, table: Table, due: tuple[int, ...], language: Language) -> Iterator[str]:
    """The seats of a table, and which results are missing."""
    yield comma_separated((_sitter_name(state, seat, language) for seat in table.seats), language)
    missing = list(map(str, due))
    late = Text(f"missing: deal {', '.join(missing)}", f"未着：{'、'.join(missing)}回目")
    yield say(late if due else Text("complete", "完了"), language)


def _sitter_name(state: State, seat: Seat, language: Language) -> str:
    """The entrant or guest on a seat."""
    name = entrant_name(state, seat.drawn if seat.entrant is None else seat.entrant)
    if seat.guest is not None:
        guest = printable(seat.guest.name)
        return say(Text(f"{name} (guest {guest})", f"{name}（代打ち {guest}）"), language)
    return say(Text(f"{name} (forfeited)", f"{name}（不戦敗）"), language) if seat.forfeited else name


LIST: Final = Command(
    "list",
    Text("List the tournaments, newest first.", "大会を新しい順に一覧表示する。"),
    [JSON, *TARGET],
    callback=list_tournaments,
)
SHOW: Final = Command(
    "show",
    Text(
        "Show a tournament: entrants, stages, tables with missing results, bonuses and penalties.",
        "大会の参加者、ステージ、卓（未着の結果を含む）、加点・減点を表示する。",
    ),
    [TOURNAMENT, JSON, *TARGET],
    callback=show_tournament,
)
