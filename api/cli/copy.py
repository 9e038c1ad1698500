"""`daifu copy`: a whole store is copied to another place, also from one backend to another."""

from typing import Final

import click
from rich.progress import MofNCompleteColumn

from api.cli.commands import Argument, Command
from api.cli.errors import STORE_DIFFERS, STORE_SOUND, CommandError
from api.cli.output import language_of, printable
from api.cli.progress import progress_bar
from api.cli.sentences import counted
from api.cli.store import COPYING, difference_text
from api.languages import Language, say
from data.store.interface import StoreCopy
from data.store.open import open_copy
from data.store.values import Difference, StoreCounts
from data.store_comparison import store_comparison
from replay.text import Text

COMPARING: Final = Text("comparing", "照合中")

_WRITTEN_MEANWHILE: Final = Text(
    "somebody wrote to the store during the copy, so that it was not compared; stop the service and run the same "
    "command again, which copies only what is new",
    "複製中に保存先への書き込みがあったため、照合できませんでした。サービスを止めて同じコマンドをもう一度実行すると、"
    "新しい分だけを複製します",
)


def compared(counts: StoreCounts, found: int) -> Text:
    """The result of the comparison: how much was copied, and how much of it differs."""
    en = f"{counted(counts.records, 'record')}, {counted(counts.revisions, 'revision')}: "
    ja = f"棋譜{counts.records}件、版{counts.revisions}件："
    if not found:
        return Text(f"{en}the copy says the same", f"{ja}複製の内容は同じです")
    return Text(
        f"{en}{counted(found, 'difference')}; the copy stays unfinished", f"{ja}相違{found}件。複製は未完了のままです"
    )


@click.pass_context
def copy_store(context: click.Context, /, source: str, target: str) -> None:
    """Copy the store, compare both, and exit with 0 if they say the same, or else with 1."""
    language = language_of(context)
    with open_copy(source, target) as copy:
        state = copy.source.state()
        with progress_bar(say(COPYING, language), copy.remaining(), measure=MofNCompleteColumn) as watch:
            copy.run(watch.advance)
        counts = copy.target.counts()
        differences = _differences(copy, counts, language)
        if copy.source.state() != state:
            raise CommandError(_WRITTEN_MEANWHILE)
        if not differences:
            copy.finish()
    for difference in differences:
        click.echo(printable(say(difference_text(difference), language)))
    click.echo(say(compared(counts, len(differences)), language))
    context.exit(STORE_DIFFERS if differences else STORE_SOUND)


def _differences(copy: StoreCopy, counts: StoreCounts, language: Language) -> list[Difference]:
    """In what the copy differs from its source."""
    with progress_bar(say(COMPARING, language), counts.records, measure=MofNCompleteColumn) as watch:
        return list(store_comparison(copy.source, copy.target, watch.advance))


COPY: Final = Command(
    "copy",
    Text(
        "Copy a whole store to another place, a file or a PostgreSQL database, and compare both. A copy that was "
        "stopped goes on where it was. Leaves with 0 if both say the same, 1 if something differs, 2 if the copy could "
        "not be made.",
        "保存先全体を別の場所（ファイルまたはPostgreSQLのデータベース）に複製し、照合する。中断した複製は続きから再開する。"
        "終了コードは、内容が同じなら0、相違があれば1、複製できなければ2。",
    ),
    [
        Argument(
            "source",
            Text(
                "The store to copy: a file, or an address postgresql://….",
                "複製元の保存先。ファイルまたはpostgresql://…で始まるアドレス。",
            ),
            metavar="SOURCE",
        ),
        Argument(
            "target",
            Text(
                "The place of the copy, where there is no store yet: a file, or the address of an empty schema.",
                "複製を作る場所。まだ保存先のないファイル名、または空のスキーマのアドレス。",
            ),
            metavar="TARGET",
        ),
    ],
    callback=copy_store,
)
