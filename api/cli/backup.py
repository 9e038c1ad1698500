"""`daifu backup`: a copy of the store, also while the service is using it."""

from contextlib import closing
from pathlib import Path
from typing import Final

import click

from api.cli import store_wording as wording
from api.cli.commands import Argument, Command
from api.cli.language import language_of, say
from api.cli.parts import DB
from api.cli.printable import printable
from api.cli.progress import watching
from data.store import Store
from replay.text import Text


@click.pass_context
def backup(context: click.Context, /, db: str, target: str) -> None:
    """Copy the store as it is at this moment into a new file, and print how large that is."""
    language = language_of(context)
    label = say(wording.COPYING, language)
    with closing(Store.open(db, read_only=True)) as store, watching(label, store.counts().bytes) as watch:
        store.back_up(target, watch.advance)
    text = wording.copied(printable(target), Path(target).stat().st_size)
    click.echo(say(text, language))


BACKUP: Final = Command(
    "backup",
    Text(
        "Copy the store as it is at this moment into a new file; the service may be using it.",
        "保存先の現時点の内容を新しいファイルに複製する。サービスの動作中でもよい。",
    ),
    [
        Argument(
            "target",
            Text(
                "The file to make; one that is there already is left alone.",
                "作るファイル。既存のファイルは上書きしない。",
            ),
            metavar="TO",
        ),
        DB,
    ],
    callback=backup,
)
