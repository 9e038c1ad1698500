"""`daifu tournament standings`: who stands where, as a table or in the form that is asked for, and why."""

from typing import Any, Final

import click
import msgspec

from api.cli.commands import Command, Option
from api.cli.complaints import Complaint
from api.cli.language import Language, language_of
from api.cli.output import put_bytes
from api.cli.tournament.books import Kept
from api.cli.tournament.explaining import show_explanation
from api.cli.tournament.opening import entrant_meant, meant, opened, target
from api.cli.tournament.parts import STAGE, TARGET, TOURNAMENT, UNTIL
from api.cli.tournament.tables import show_table
from api.tournaments.page import as_page
from api.tournaments.plain import Told
from api.tournaments.standings import told_explanation, told_standing
from api.tournaments.table import as_csv, decimal
from api.tournaments.wording import COLUMNS
from data.tournaments.standings.asked import place_of
from data.tournaments.standings.explanation import explain
from data.tournaments.standings.standing import Line, Standing, standing
from replay.text import Text

_SHOWN: Final = ("place", "movement", "name", "team", "points", "carried", "referee", "deals", "firsts", "faults")
"""The columns that a terminal has room for; the other forms have all."""


@click.pass_context
def show_standings(
    context: click.Context,
    /,
    tournament: str,
    stage: int | None,
    until: int | None,
    entrant: str | None,
    **call: Any,  # noqa: ANN401
) -> None:
    """Print the standing after a round, or how the line of an entrant came about."""
    language = language_of(context)
    forms = [name for name in ("json", "csv", "html") if call.pop(f"as_{name}")]
    if len(forms) > 1 or (entrant and forms not in ([], ["json"])):
        raise Complaint(
            Text(
                "only one of --json, --csv, --html and --explain", "--json、--csv、--html、--explainはどれか1つだけです"
            ),
            context,
        )
    with opened(context, **target(call)) as books:
        kept = books.present(meant(books, tournament))
        place = place_of(kept.state, stage, until)
        if entrant is None:
            _print(kept, standing(kept.state, place), "".join(forms), language)
        else:
            _explain(kept, entrant, place, "".join(forms), language)


def _print(kept: Kept, found: Standing, form: str, language: Language) -> None:
    match form:
        case "json":
            _print_json(kept, told_standing(found))
        case "csv":
            put_bytes([as_csv(found)])
        case "html":
            put_bytes([as_page(kept.state, found, kept.version, language).encode()])
        case _:
            columns = [COLUMNS[name] for name in _SHOWN]
            show_table(columns, [_cells(line) for line in found.lines], language)


def _explain(kept: Kept, entrant: str, place: Any, form: str, language: Language) -> None:  # noqa: ANN401
    found = explain(kept.state, entrant_meant(kept.state, entrant), place)
    if form == "json":
        _print_json(kept, told_explanation(found))
    else:
        show_explanation(kept.state, found, language)


def _print_json(kept: Kept, told: Told) -> None:
    click.echo(msgspec.json.encode({"version": kept.version, **told}))


def _cells(line: Line) -> list[object]:
    numbers = [decimal(number) for number in (line.points, line.carried, line.referee)]
    movement = f"{line.movement:+d}" if line.movement else ""
    name = f"{line.entrant} {line.name}"
    return [line.place, movement, name, line.team, *numbers, line.deals, line.firsts, line.faults]


STANDINGS: Final = Command(
    "standings",
    Text("Tell who stands where after a round, and why.", "回戦終了時の順位と、その内訳を表示する。"),
    [
        TOURNAMENT,
        STAGE,
        UNTIL,
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
        *TARGET,
    ],
    callback=show_standings,
)
