"""`daifu tournament standings`, `teams` and `meetings`: who stands where and why, and who met whom."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

import click

from daifu.api.cli.program.client import TARGET, XLSX_FILE, target_options
from daifu.api.cli.program.commands import Command, Option, WholeNumber
from daifu.api.cli.program.files import write_file
from daifu.api.cli.program.output import UsageError, language_of, printable, tell, write_bytes
from daifu.api.cli.tournament.commands import (
    JSON,
    TOURNAMENT,
    award_text,
    entrant_name,
    entrant_names,
    find_entrant,
    find_tournament,
    open_tournaments,
    show_table,
)
from daifu.api.client.tournaments import Tournaments, TournamentVersion
from daifu.api.languages import Language, comma_separated, say, with_heading
from daifu.api.views.tournaments.standing_files import MEETINGS as MEETINGS_TABLE
from daifu.api.views.tournaments.standing_files import (
    TEAM_MEMBERS,
    TableForm,
    standing_page,
    standing_parquet,
    table_cells,
    table_csv,
    table_of_standing,
)
from daifu.api.views.tournaments.standings import (
    COLUMN_HEADINGS,
    TIE_BREAK_NAMES,
    explanation_view,
    head_to_head_view,
    rounded_text,
    standing_cells,
    standing_csv,
    standing_table,
    standing_view,
)
from daifu.api.views.tournaments.text import ATTENDANCE_NAMES
from daifu.api.views.values import encode_json
from daifu.data.tournaments.changes import exact_text
from daifu.data.tournaments.log import find_closed_version, fold
from daifu.data.tournaments.scores import Account
from daifu.data.tournaments.settings import MAX_ROUNDS
from daifu.data.tournaments.standings import (
    Standing,
    build_head_to_head,
    compute_standing,
    explain_line,
    rank_teams,
    resolve_round,
)
from daifu.data.tournaments.state import RoundId, State
from daifu.replay.text import Text
from daifu.replay.titles import title_name
from daifu.schemas.standings import DealScore, RoundScore, Step

WHICH: Final[list[click.Parameter]] = [
    Option(
        "--stage",
        Text("The stage; the last one by default.", "どのステージか。既定値は最後のステージ。"),
        type=WholeNumber(1, MAX_ROUNDS),
    ),
    Option(
        "--until",
        Text(
            "The standing after this round; by default the last that has begun.",
            "何回戦終了時か。既定値は始まっている最後の回戦。",
        ),
        type=WholeNumber(0, MAX_ROUNDS),
    ),
    Option(
        "--announced",
        Text(
            "As it was when that round was closed, without later corrections; by default the round closed last.",
            "その回戦を確定したときのまま、後の訂正を入れずに表示する。既定値は最後に確定した回戦。",
        ),
        is_flag=True,
    ),
]
"""The options that choose a standing."""


class StandingPoint(NamedTuple):
    """A version of a tournament, and the round after which its standing is computed."""

    current: TournamentVersion
    place: RoundId | None


def standing_options(call: dict[str, Any]) -> dict[str, Any]:
    """Take the options of `WHICH` out of those of a command."""
    return {name: call.pop(name) for name in ("stage", "until", "announced")}


def standing_point(
    tournaments: Tournaments, tournament: int, stage: int | None, until: int | None, *, announced: bool
) -> StandingPoint:
    """The present version, or with `announced` the one when the round was last closed. Raises `TournamentError`."""
    if not announced:
        current = tournaments.present(tournament)
        return StandingPoint(current, resolve_round(current.state, stage, until))
    entries = list(tournaments.log(tournament))
    place, version = find_closed_version(entries, stage, until)
    return StandingPoint(TournamentVersion(version, fold(entries[:version])), place)


def _points_text(number: Fraction) -> Text:
    text = exact_text(number)
    return Text(f"{text} point" if number == 1 else f"{text} points", f"{text}点")


def _account_lines(state: State, account: Account, language: Language) -> Iterator[str]:
    """The lines for carried points, rounds, awards and faults."""
    if account.carried:
        carried = account.carried
        sum_ = f"{exact_text(carried.points)} × {exact_text(carried.part)} = {exact_text(carried.worth)}"
        yield say(
            Text(f"carried from stage {carried.stage}: {sum_}", f"第{carried.stage}ステージからの持ち越し：{sum_}"),
            language,
        )
    for found in account.rounds:
        yield _round_line(found, language)
    for number, award in account.awards:
        name = entrant_name(state, award.entrant)
        yield say(award_text(number, name, award.points, printable(award.reason), cancelled=False), language)
    for fault in account.upheld:
        code, cost = printable(fault.code), _points_text(fault.cost)
        yield say(
            Text(
                f"fault in round {fault.round}, table {fault.table}: {code}, {cost.en}",
                f"{fault.round}回戦{fault.table}卓の反則：{code}　{cost.ja}",
            ),
            language,
        )


def _round_line(found: RoundScore, language: Language) -> str:
    how = say(ATTENDANCE_NAMES[found.how], language)
    seat = found.seat or 0
    at = Text(f" at table {found.table}, seat {seat}", f"（{found.table}卓{seat}番席）")
    where = "" if found.table is None else say(at, language)
    deals = comma_separated((_deal_text(deal, language) for deal in found.deals), language)
    score = "-" if found.score is None else exact_text(found.score)
    dropped = say(Text(", dropped", "　除外"), language) if found.dropped else ""
    text = Text(
        f"round {found.round}: {how}{where}: {score}{dropped}", f"{found.round}回戦：{how}{where}　{score}点{dropped}"
    )
    return say(text, language) + (f" [{deals}]" if deals else "")


def _deal_text(deal: DealScore, language: Language) -> str:
    """Place, title and worth in a deal."""
    name = Text(f"deal {deal.deal}", f"{deal.deal}回目") if deal.deal else Text("whole table", "卓全体")
    parts = (
        deal.place is not None and Text(f"place {deal.place}", f"{deal.place}位"),
        deal.title is not None and title_name(deal.title),
        deal.worth is not None and _points_text(deal.worth),
    )
    return with_heading(
        say(name, language), " / ".join(printable(say(part, language)) for part in parts if part), language
    )


def _tie_break_text(state: State, stage: int, step: Step) -> Text:
    """The value of a tie-break, and among whom it was computed unless that is the whole stage."""
    name = TIE_BREAK_NAMES[step.tie_break]
    value = "-" if step.value is None else exact_text(step.value)
    if len(step.among) == len(state.field_of(stage)):
        return Text(f"{name.en}: {value}", f"{name.ja}：{value}")
    among = entrant_names(state, step.among)
    return Text(f"{name.en} among {among}: {value}", f"{name.ja}（{among}の間）：{value}")


_TERMINAL_COLUMNS: Final = frozenset(COLUMN_HEADINGS) - {
    "counted",
    "deals",
    "best_round",
    "opponents",
    "dropped",
    "head_to_head",
    "lot",
}
"""The columns that a terminal has room for; other forms have all columns."""


def show_standings(
    tournament: str,
    entrant: str | None,
    xlsx: str | None,
    parquet: str | None,
    **call: Any,  # noqa: ANN401
) -> None:
    """Print the standing after a round, or the explanation of one line."""
    language = language_of()
    forms = [name for name in ("json", "csv", "html") if call.pop(f"as_{name}")]
    forms += [name for name, file in (("xlsx", xlsx), ("parquet", parquet)) if file]
    if len(forms) > 1 or (entrant is not None and forms not in ([], ["json"])):
        raise UsageError(
            Text(
                "--json, --csv, --html, --xlsx, --parquet and --explain exclude each other",
                "--json、--csv、--html、--xlsx、--parquet、--explainはどれか1つだけです",
            )
        )
    options = standing_options(call)
    with open_tournaments(**target_options(call)) as tournaments:
        current, place = standing_point(tournaments, find_tournament(tournaments, tournament), **options)
        if entrant is not None:
            _print_explanation(current, entrant, place, "".join(forms), language)
            return
        found = compute_standing(current.state, place)
        if xlsx:
            write_file(xlsx, standing_cells(found).as_xlsx(language))
        elif parquet:
            write_file(parquet, standing_parquet(current.state, current.version, found))
        else:
            _print_standing(current, found, "".join(forms), language)


def _print_standing(current: TournamentVersion, found: Standing, form: str, language: Language) -> None:
    match form:
        case "json":
            click.echo(encode_json(standing_view(current.version, found)))
        case "csv":
            write_bytes([standing_csv(found)])
        case "html":
            write_bytes([standing_page(current.state, found, current.version, language).encode()])
        case _:
            table = standing_table(current.state, found, language, _TERMINAL_COLUMNS)
            tell(table.place)
            show_table([column.head for column in table.columns], table.rows)


def _print_explanation(current: TournamentVersion, entrant: str, place: Any, form: str, language: Language) -> None:  # noqa: ANN401
    found = explain_line(current.state, find_entrant(current.state, entrant), place)
    if form == "json":
        click.echo(encode_json(explanation_view(current.version, found)))
        return
    state, line = current.state, found.line
    name, points = entrant_name(state, line.entrant), _points_text(line.points)
    tell(Text(f"{name}: place {line.place}, {points.en}", f"{name}：{line.place}位　{points.ja}"))
    for part in _account_lines(state, found.account, language):
        click.echo(f"  {part}")
    for step in found.steps:
        click.echo(f"  {say(_tie_break_text(state, line.stage, step), language)}")


CSV: Final = Option(
    "--csv", Text("Print CSV for spreadsheets.", "表計算ソフト用のCSVで表示する。"), into="as_csv", is_flag=True
)
STANDINGS: Final = Command(
    "standings",
    Text("Show the standings after a round.", "回戦終了時の順位と、その内訳を表示する。"),
    [
        TOURNAMENT,
        *WHICH,
        Option(
            "--explain",
            Text("Explain the line of this entrant.", "この参加者の行の内訳を表示する。"),
            into="entrant",
            metavar="ENTRANT",
        ),
        Option(
            "--json",
            Text("Print JSON, with exact numbers.", "JSONで表示する（数値は正確）。"),
            into="as_json",
            is_flag=True,
        ),
        CSV,
        XLSX_FILE,
        Option(
            "--html",
            Text("Print an HTML page for the wall.", "掲示用のHTMLを表示する。"),
            into="as_html",
            is_flag=True,
        ),
        Option(
            "--parquet",
            Text(
                "Write Parquet for statistics into this file, or - for standard output.",
                "統計用のParquetをこのファイルに書き出す。-は標準出力。",
            ),
            metavar="FILE",
        ),
        *TARGET,
    ],
    callback=show_standings,
)


def _table_point(tournament: str, form: TableForm, call: dict[str, Any]) -> StandingPoint | None:
    """The standing whose table a command shows; None if its options want a file, which is printed or written then."""
    options = standing_options(call)
    as_csv, xlsx = call.pop("as_csv"), call.pop("xlsx")
    with open_tournaments(**target_options(call)) as tournaments:
        point = standing_point(tournaments, find_tournament(tournaments, tournament), **options)
    if as_csv + call["as_json"] + bool(xlsx) > 1:
        text = Text("--json, --csv and --xlsx exclude each other", "--json、--csv、--xlsxはどれか1つだけです")
        raise UsageError(text)
    if not as_csv and not xlsx:
        return point
    found = table_of_standing(form, point.current.state, point.current.version, point.place)
    if xlsx:
        write_file(xlsx, table_cells(form, found).as_xlsx(language_of()))
    else:
        write_bytes([table_csv(form, found)])
    return None


def show_teams(tournament: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Print the teams, best first."""
    if (point := _table_point(tournament, TEAM_MEMBERS, call)) is None:
        return
    state, found = point.current.state, rank_teams(point.current.state, point.place)
    if call["as_json"]:
        click.echo(encode_json(found))
    elif found:
        heads = Text("place", "順位"), Text("team", "チーム"), Text("points", "合計"), Text("entrants", "参加者")
        rows = [
            [one.place, one.team, rounded_text(one.points), entrant_names(state, (who.entrant for who in one.members))]
            for one in found
        ]
        show_table(heads, rows)
    else:
        tell(Text("no entrant is in a team", "チームに入っている参加者はいません"))


def show_meetings(tournament: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Print the opponents of each entrant, and how many meetings the entrant won."""
    if (point := _table_point(tournament, MEETINGS_TABLE, call)) is None:
        return
    state, met = point.current.state, build_head_to_head(point.current.state, point.place)
    if call["as_json"]:
        click.echo(encode_json(head_to_head_view(0, met).table))
    elif not any(met.values()):
        tell(Text("there are no meetings yet", "対戦はまだありません"))
    else:
        heads = Text("entrant", "参加者"), Text("opponent", "相手"), Text("won / meetings", "勝ち数 / 対戦数")
        rows = [
            [entrant_name(state, entrant), entrant_name(state, other), f"{rounded_text(one.won)} / {len(one.meetings)}"]
            for entrant, encounters in met.items()
            for other, one in encounters.items()
        ]
        show_table(heads, rows)


TEAMS: Final = Command(
    "teams",
    Text("Show the standings of the teams after a round.", "回戦終了時のチームの順位を表示する。"),
    [TOURNAMENT, *WHICH, JSON, CSV, XLSX_FILE, *TARGET],
    callback=show_teams,
)
MEETINGS: Final = Command(
    "meetings",
    Text("Show who met whom, and who won.", "だれとだれが対戦し、どちらが上だったかを表示する。"),
    [TOURNAMENT, *WHICH, JSON, CSV, XLSX_FILE, *TARGET],
    callback=show_meetings,
)
