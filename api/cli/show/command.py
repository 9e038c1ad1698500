"""`daifu show`: draw the position after any action."""

from functools import partial
from typing import Any, Final

import click
import msgspec
from rich.console import Console
from rich.table import Table as Grid

from daifu.api.cli.program.commands import Command, Option
from daifu.api.cli.program.errors import UsageError
from daifu.api.cli.program.output import language_of, printable
from daifu.api.cli.program.params import ENCODING, FILE, FORMAT, LINE, WholeNumber
from daifu.api.cli.rule_choice import OTHER_RULES, other_rules
from daifu.api.cli.sentences import tell_notices
from daifu.api.cli.show.board import Board
from daifu.api.views.game_tables import deal_columns
from daifu.replay.legal import legal_actions
from daifu.replay.match import Record
from daifu.replay.position import Position, position_after
from daifu.replay.text import Text
from daifu.schemas.position import NoSuchPosition, describe_position, describe_table
from daifu.schemas.sources.conversion import read_item, read_log
from daifu.schemas.sources.files import pick_item


def show_table(
    file: str,
    source_format: str,
    codec: str,
    line: int | None,
    *,
    legal: bool,
    as_json: bool,
    **moment: Any,  # noqa: ANN401 - see `OTHER_RULES` and `_find_position`, and whether in columns
) -> None:
    """Draw the position in one deal of one record after some of its actions, or before one and then that action."""
    language = language_of()
    other = other_rules(moment)
    item = pick_item(file, source_format, line, codec)
    record, notices = read_log(item, partial(read_item, other=other))
    tell_notices(item, notices)
    if moment.pop("columns"):
        _print_columns(record, moment["deal"])
        return
    reached = _find_position(record, **moment)
    if as_json:
        described = describe_position(reached) if legal else describe_table(reached)
        click.echo(msgspec.json.encode(described))
        return
    board = Board(reached, language)
    console = Console(highlight=False, soft_wrap=False)
    for part in board.render() if moment["action"] is None else (*board.render(), *board.next_action()):
        console.print(part)
    if legal:
        notation = record.rules.notation(len(record.players))
        for part in board.legal(legal_actions(reached.table, notation)):
            console.print(part)


def _print_columns(record: Record, deal: int) -> None:
    """Print a deal with a column for each player. Raises `UsageError` for one without actions."""
    try:
        found = deal_columns(record, deal)
    except NoSuchPosition as nothing:
        raise UsageError(nothing.text) from nothing
    grid = Grid()
    for player, name in zip(found.players, found.names, strict=True):
        grid.add_column(f"{player} {printable(name)}", overflow="fold")
    grid.add_row(*found.hands, end_section=True)
    for number, row in enumerate(found.rounds, 1):
        grid.add_row(*row.cells, end_section=number < len(found.rounds) and found.rounds[number].begins)
    Console(highlight=False).print(grid)


def _find_position(record: Record, deal: int, at: int | None, action: int | None) -> Position:
    """The position of a deal after `at` actions or before an action, by default after the last one.

    Raises `UsageError` for a deal or an action that the record does not have.
    """
    if at is not None and action is not None:
        raise UsageError(Text("--at and --action exclude each other", "--atと--actionは同時に指定できません"))
    if deal > len(record.deals):
        raise _out_of_range("--deal", 1, len(record.deals), deal)
    last = len(record.deals[deal - 1].actions or ())
    if at is not None and at > last:
        raise _out_of_range("--at", 0, last, at)
    if action is not None and action > last:
        raise _out_of_range("--action", 1, last, action)
    if at is None:
        at = last if action is None else action - 1
    return position_after(record, deal - 1, at)


def _out_of_range(option: str, least: int, most: int, found: int) -> UsageError:
    return UsageError(
        Text(
            f"{option}: this record has {least} to {most}, found {found}",
            f"{option}：この棋譜では{least}〜{most}ですが、{found}と指定されています",
        )
    )


SHOW: Final = Command(
    "show",
    Text(
        "Draw the table after any action: hands, the top set, who passed, whose turn it is, and the last actions.",
        "対局のある時点の場を描く。手札、場の札、パスした人、手番、直前の行動が分かる。",
    ),
    [
        FILE,
        FORMAT,
        ENCODING,
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
            "--action",
            Text(
                "Show the table as the player of action N found it, and that action; N is as `check` prints it.",
                "N番目の行動の直前の場と、その行動を描く。Nは`check`が示す番号。",
            ),
            type=WholeNumber(1),
        ),
        *OTHER_RULES,
        Option(
            "--columns",
            Text(
                "Print the whole deal instead, with a column for each player, as it is read on paper.",
                "代わりに回全体を、プレイヤーごとの列にして出力する。",
            ),
            is_flag=True,
        ),
        Option(
            "--legal",
            Text(
                "Also list the legal actions at that moment.",
                "その時点で可能な行動も一覧にする。",
            ),
            is_flag=True,
        ),
        Option(
            "--json",
            Text(
                "Print the position as JSON, as the service answers it; legal actions only with --legal.",
                "サービスの回答と同じJSONで出力する。合法手は--legalを付けたときだけ含める。",
            ),
            into="as_json",
            is_flag=True,
        ),
    ],
    callback=show_table,
)
