"""`daifu tournament standings`: who stands where, as a table or in the form that is asked for, and why."""

from typing import Any, Final

import click
import msgspec

from api.cli.commands import Command, Option
from api.cli.complaints import Complaint
from api.cli.language import Language, language_of, say
from api.cli.output import put_bytes
from api.cli.printable import printable
from api.cli.tournament.asked import as_asked, which
from api.cli.tournament.books import Kept
from api.cli.tournament.explaining import show_explanation
from api.cli.tournament.files import put_file
from api.cli.tournament.opening import entrant_meant, meant, opened, target
from api.cli.tournament.parts import TARGET, TOURNAMENT, WHICH
from api.cli.tournament.tables import show_table
from api.tournaments.page import as_page
from api.tournaments.parquet import Ranked, as_parquet
from api.tournaments.plain import Told
from api.tournaments.shown import shown
from api.tournaments.standings import told_explanation, told_standing
from api.tournaments.table import as_csv
from api.tournaments.wording import COLUMNS
from data.tournaments.standings.explanation import explain
from data.tournaments.standings.standing import Standing, standing
from replay.text import Text

_SHOWN: Final = frozenset(COLUMNS) - {"counted", "deals", "best_round", "opponents", "dropped", "head_to_head", "lot"}
"""The columns that a terminal has room for; the other forms have all."""


@click.pass_context
def show_standings(
    context: click.Context,
    /,
    tournament: str,
    entrant: str | None,
    parquet: str | None,
    **call: Any,  # noqa: ANN401
) -> None:
    """Print the standing after a round, or how the line of an entrant came about."""
    language = language_of(context)
    forms = [name for name in ("json", "csv", "html") if call.pop(f"as_{name}")]
    _see_one_form([*forms, *(["parquet"] if parquet else [])], context, explained=entrant is not None)
    wanted = which(call)
    with opened(context, **target(call)) as books:
        kept, place = as_asked(books, meant(books, tournament), **wanted)
        if parquet:
            put_file(parquet, as_parquet(Ranked(kept.state, kept.version, standing(kept.state, place))))
        elif entrant is None:
            _print(kept, standing(kept.state, place), "".join(forms), language)
        else:
            _explain(kept, entrant, place, "".join(forms), language)


def _see_one_form(forms: list[str], context: click.Context, *, explained: bool) -> None:
    """See that one form is asked for, and that an explanation has it. Raises `Complaint`."""
    if len(forms) > 1 or (explained and forms not in ([], ["json"])):
        raise Complaint(
            Text(
                "only one of --json, --csv, --html, --parquet and --explain",
                "--json、--csv、--html、--parquet、--explainはどれか1つだけです",
            ),
            context,
        )


def _print(kept: Kept, found: Standing, form: str, language: Language) -> None:
    match form:
        case "json":
            _print_json(kept, told_standing(found))
        case "csv":
            put_bytes([as_csv(found)])
        case "html":
            put_bytes([as_page(kept.state, found, kept.version, language).encode()])
        case _:
            table = shown(kept.state, found, language, _SHOWN)
            click.echo(printable(say(table.place, language)))
            show_table([column.head for column in table.columns], table.rows, language)


def _explain(kept: Kept, entrant: str, place: Any, form: str, language: Language) -> None:  # noqa: ANN401
    found = explain(kept.state, entrant_meant(kept.state, entrant), place)
    if form == "json":
        _print_json(kept, told_explanation(found))
    else:
        show_explanation(kept.state, found, language)


def _print_json(kept: Kept, told: Told) -> None:
    click.echo(msgspec.json.encode({"version": kept.version, **told}))


STANDINGS: Final = Command(
    "standings",
    Text("Tell who stands where after a round, and why.", "回戦終了時の順位と、その内訳を表示する。"),
    [
        TOURNAMENT,
        *WHICH,
        Option(
            "--explain",
            Text("How the line of this entrant came about.", "この参加者の行の内訳を表示する。"),
            into="entrant",
            metavar="ENTRANT",
        ),
        Option(
            "--json",
            Text("Print JSON, in which every number is exact.", "JSONで表示する（数値は正確）。"),
            into="as_json",
            is_flag=True,
        ),
        Option(
            "--csv", Text("Print CSV for spreadsheets.", "表計算ソフト用のCSVで表示する。"), into="as_csv", is_flag=True
        ),
        Option(
            "--html",
            Text("Print a page to be put up on the wall.", "掲示用のHTMLを表示する。"),
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
