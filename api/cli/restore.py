"""`daifu restore`: let a backup take the place of a store."""

import shutil
from typing import Final

import click

from daifu.api.cli.program.commands import Argument, Command
from daifu.api.cli.program.errors import CommandError
from daifu.api.cli.program.output import tell
from daifu.api.cli.program.params import DB
from daifu.api.cli.sentences import counted
from daifu.data.restore import can_restore, contents_of_upload, place_for_upload, restore_at_next_start
from daifu.replay.text import Text

_DATABASE: Final = Text(
    "a store in a database is restored by `daifu copy`, into an empty database",
    "データベースの保存先は、`daifu copy`で空のデータベースに復元してください",
)


def restore_store(db: str, backup: str) -> None:
    """Put a backup beside the store, say what it holds, and let it take its place when the service starts."""
    if not can_restore(db):
        raise CommandError(_DATABASE)
    shutil.copyfile(backup, place_for_upload(db))
    found = contents_of_upload(db)
    restore_at_next_start(db)
    held = f"{counted(found.games, 'game')}, {counted(found.tournaments, 'tournament')}"
    text = Text(
        f"{backup}: {held}; it takes the place of {db} when the service starts next, and the store of now stays "
        "beside it",
        f"{backup}：対局{found.games}件、大会{found.tournaments}件。次にサービスを始めるときに{db}と入れ替わり、"
        "今の保存先は隣に残ります",
    )
    tell(text)


RESTORE: Final = Command(
    "restore",
    Text(
        "Let a backup take the place of a store at its next start.",
        "次にサービスを始めるとき、保存先をバックアップと入れ替える。",
    ),
    [
        Argument(
            "backup",
            Text("The backup.", "バックアップのファイル。"),
            metavar="FROM",
            type=click.Path(exists=True, dir_okay=False),
        ),
        DB,
    ],
    callback=restore_store,
)
