"""`daifu verify`: whether a store is whole."""

from contextlib import closing
from typing import Final

import click
from rich.progress import MofNCompleteColumn

from api.cli import store_wording as wording
from api.cli.commands import Command
from api.cli.language import language_of, say
from api.cli.parts import DB
from api.cli.printable import printable
from api.cli.progress import watching
from data.store import Store
from replay.text import Text

WHOLE: Final = 0
DIFFERENCES: Final = 1


@click.pass_context
def verify(context: click.Context, /, db: str) -> None:
    """Judge everything in the store again, print every difference, and leave with 0 or 1."""
    language = language_of(context)
    found = 0
    with closing(Store.open(db, read_only=True)) as store:
        counts = store.counts()
        with watching(say(wording.CHECKING, language), counts.revisions, measure=MofNCompleteColumn) as watch:
            for difference in store.differences(watch.advance):
                found += 1
                click.echo(printable(say(wording.told(difference), language)))
    click.echo(say(wording.verified(counts, found), language))
    context.exit(DIFFERENCES if found else WHOLE)


VERIFY: Final = Command(
    "verify",
    Text(
        "Replay everything in the store and compare it with what the store says. Leaves with 0 if all is as it should "
        "be, 1 if something is not, 2 if the store cannot be used.",
        "保存先のすべての棋譜を再現し、記録と照合する。終了コードは、異常がなければ0、相違があれば1、"
        "保存先を使えなければ2。",
    ),
    [DB],
    callback=verify,
)
