"""`daifu import`: take games into a store, or send them to a service."""

from time import monotonic
from typing import Final

import click

from api.cli import wording
from api.cli.commands import Command, Option
from api.cli.import_summary import ImportTally, show_imported
from api.cli.imports import REFUSED, Imported, LocalStore, Target
from api.cli.language import Language, language_of, say
from api.cli.parts import DB, FILES, FORMAT
from api.cli.printable import printable
from api.cli.progress import watching
from api.cli.sending import SendingEnded, Service, checked_address
from api.cli.summary import refusal, where
from api.cli.tally import ALL_LEGAL, UNREADABLE
from api.cli.values import Name
from data.store.asked import LOCAL, Author
from data.store.refusals import StoreUnusable
from replay.text import Text
from schemas.sources import expand, size_of

TOKEN_VARIABLE: Final = "DAIFU_TOKEN"


@click.pass_context
def import_games(
    context: click.Context, /, files: tuple[str, ...], wanted: str, db: str, author: str, url: str | None, token: str
) -> None:
    """Take in every game of the files, say what became of them, and leave with 0, or with 2 if some were refused."""
    language = language_of(context)
    target: Target = Service(checked_address(context, url), token, language) if url else LocalStore(db, Author(author))
    found = expand(files)
    tally = ImportTally()
    begin = monotonic()
    ended: Text | None = None
    with watching(say(wording.READING, language), size_of(found)) as watch:
        try:
            for imported in target.take(found, wanted, watch.advance):
                tally.add(imported)
                _tell(imported, language)
        except (StoreUnusable, SendingEnded) as end:
            ended = end.text
    show_imported(tally, monotonic() - begin, language)
    if ended:
        click.echo(f"daifu: {printable(say(ended, language))}", err=True)
    context.exit(UNREADABLE if ended or tally.statuses[REFUSED] else ALL_LEGAL)


def _tell(imported: Imported, language: Language) -> None:
    """Say what is to be known about one record, if there is anything."""
    for reason in imported.unread:
        click.echo(refusal(reason, language), err=True)
    for notice in imported.notices:
        text = say(wording.notice(notice), language)
        click.echo(f"{where(imported.file, imported.line)}: {printable(text)}", err=True)


IMPORT: Final = Command(
    "import",
    Text(
        "Take games into the store of this machine, or send them to a service. What is there already is not taken "
        "twice. Leaves with 0 if all were taken, 2 if something could not be read or stored (the rest is taken).",
        "対局をこのマシンの保存先に取り込むか、サービスに送る。既にあるものは重複して取り込まない。終了コードは、"
        "すべて取り込めば0、読めないか保存できないものがあれば2（残りは取り込む）。",
    ),
    [
        FILES,
        FORMAT,
        DB,
        Option(
            "--as",
            Text(
                f"Who takes them in, as the revisions will name him; {LOCAL} by default.",
                f"取り込む人の名前。改版の履歴に残る。既定値は{LOCAL}。",
            ),
            into="author",
            type=Name(),
            default=LOCAL,
        ),
        Option(
            "--url",
            Text(
                "Send them to the service at this address instead.",
                "保存先に取り込む代わりに、このアドレスのサービスに送る。",
            ),
            metavar="URL",
        ),
        Option(
            "--token",
            Text(
                f"The token to send them with, of a scorekeeper; by default {TOKEN_VARIABLE}.",
                f"送るときに使う、記録係のトークン。既定値は{TOKEN_VARIABLE}。",
            ),
            metavar="TOKEN",
            envvar=TOKEN_VARIABLE,
            default="",
        ),
    ],
    callback=import_games,
)
