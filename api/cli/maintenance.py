"""`daifu backup` and `daifu verify`: copy a store, and check it."""

from contextlib import closing
from pathlib import Path
from typing import Final

import click
from rich.progress import MofNCompleteColumn

from api.cli import wording
from api.cli.commands import Argument, Command
from api.cli.exit_codes import STORE_DIFFERS, STORE_SOUND
from api.cli.language import language_of
from api.cli.output import printable
from api.cli.params import DB
from api.cli.progress import progress_bar
from api.languages import say
from data.store.open import open_store
from replay.text import Text


@click.pass_context
def back_up_store(context: click.Context, /, db: str, target: str) -> None:
    """Copy the store as it is now into a new file, and print its size."""
    language = language_of(context)
    label = say(wording.COPYING, language)
    with closing(open_store(db, read_only=True)) as store, progress_bar(label, store.counts().bytes) as watch:
        store.back_up(target, watch.advance)
    text = wording.copied(printable(target), Path(target).stat().st_size)
    click.echo(say(text, language))


BACKUP: Final = Command(
    "backup",
    Text(
        "Copy the store as it is now into a new file; the service may be running.",
        "保存先の現時点の内容を新しいファイルに複製する。サービスの動作中でもよい。",
    ),
    [
        Argument(
            "target",
            Text(
                "The file to make; an existing file is not overwritten.",
                "作るファイル。既存のファイルは上書きしない。",
            ),
            metavar="TO",
        ),
        DB,
    ],
    callback=back_up_store,
)


@click.pass_context
def verify_store(context: click.Context, /, db: str) -> None:
    """Judge all records of the store again, print every difference, and exit with 0 or 1."""
    language = language_of(context)
    found = 0
    with closing(open_store(db, read_only=True)) as store:
        counts = store.counts()
        with progress_bar(say(wording.CHECKING, language), counts.revisions, measure=MofNCompleteColumn) as watch:
            for difference in store.differences(watch.advance):
                found += 1
                click.echo(printable(say(wording.difference_text(difference), language)))
    click.echo(say(wording.verified(counts, found), language))
    context.exit(STORE_DIFFERS if found else STORE_SOUND)


VERIFY: Final = Command(
    "verify",
    Text(
        "Replay all records of the store and compare the results with what is stored. Leaves with 0 if everything "
        "agrees, 1 if something differs, 2 if the store cannot be used.",
        "保存先のすべての棋譜を再現し、記録と照合する。終了コードは、異常がなければ0、相違があれば1、"
        "保存先を使えなければ2。",
    ),
    [DB],
    callback=verify_store,
)
