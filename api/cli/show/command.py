"""`daifu show`: draw the position after any action."""

from typing import Final

import click
from rich.console import Console

from api.cli.commands import Command, Option
from api.cli.errors import UsageError
from api.cli.output import language_of
from api.cli.params import FILE, FORMAT, LINE, WholeNumber
from api.cli.show.board import Board
from replay.legal import legal_actions
from replay.match import Record
from replay.position import position_after
from replay.text import Text
from schemas.sources.conversion import read_item
from schemas.sources.files import pick_item


@click.pass_context
def show_table(
    context: click.Context,
    /,
    file: str,
    source_format: str,
    line: int | None,
    deal: int,
    at: int | None,
    *,
    legal: bool,
) -> None:
    """Draw the position in one deal of one record after some of its actions."""
    record = read_item(pick_item(file, source_format, line)).record
    _check_moment(record, deal, at)
    actions = record.deals[deal - 1].actions or ()
    reached = position_after(record, deal - 1, len(actions) if at is None else at)
    board = Board(reached, language_of(context))
    console = Console(highlight=False, soft_wrap=False)
    for part in board.render():
        console.print(part)
    if legal:
        notation = record.rules.notation(len(record.players))
        for part in board.legal(legal_actions(reached.table, notation)):
            console.print(part)


def _check_moment(record: Record, deal: int, at: int | None) -> None:
    """Raise `UsageError` for a deal or an action that the record does not have."""
    if deal > len(record.deals):
        raise _out_of_range("--deal", 1, len(record.deals), deal)
    actions = len(record.deals[deal - 1].actions or ())
    if at is not None and at > actions:
        raise _out_of_range("--at", 0, actions, at)


def _out_of_range(option: str, least: int, most: int, found: int) -> UsageError:
    return UsageError(
        Text(
            f"{option}: this record has {least} to {most}, found {found}",
            f"{option}：この棋譜では{least}〜{most}ですが、{found}と指定されています",
        ),
        click.get_current_context(),
    )


SHOW: Final = Command(
    "show",
    Text(
        "Draw the table after any action: hands, the top set, who passed, whose turn it is, and the last actions.",
        "対局のある時点の場を描く。手札、場の札、パスした人、手番、直前の行動がわかる。",
    ),
    [
        FILE,
        FORMAT,
        LINE,
        Option(
            "--deal",
            Text("The deal, counted from 1; the first by default.", "何回目か（1から数える）。既定値は1。"),
            type=WholeNumber(1),
            default=1,
        ),
        Option(
            "--at",
            Text(
                "Show the table after K actions, 0 for before the first; by default after the last.",
                "K件の行動の直後を描く。0なら最初の行動の前。既定では最後の行動の後。",
            ),
            type=WholeNumber(0),
            metavar="K",
        ),
        Option(
            "--legal",
            Text(
                "Also list the legal actions at that moment.",
                "その時点で可能な行動も一覧にする。",
            ),
            is_flag=True,
        ),
    ],
    callback=show_table,
)
