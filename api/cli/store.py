"""`daifu backup`, `restore`, `verify`, `copy`, `samples`, `token`: a store is copied and checked, its tokens made."""

import shutil
from contextlib import closing
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.table import Table

from daifu.api.cli.program.commands import DB, Argument, Command, CommandGroup, Name, OneOf, Option, WholeNumber
from daifu.api.cli.program.output import (
    STORE_DIFFERS,
    STORE_SOUND,
    CommandError,
    UsageError,
    language_of,
    printable,
    progress_bar,
    tell,
)
from daifu.api.cli.program.sentences import counted
from daifu.api.languages import say
from daifu.data.restore import can_restore, contents_of_upload, place_for_upload, restore_at_next_start
from daifu.data.store.errors import NoSuchToken, StoreMissing, TokenNameTaken
from daifu.data.store.open import has_store, open_copy, open_store
from daifu.data.store.store import Store
from daifu.data.store.values import MOST_TOKEN_DAYS, ROLES, SCOREKEEPER, Author, Difference, StoreCounts
from daifu.data.store_comparison import store_comparison
from daifu.replay.text import Text

COPYING: Final = Text("copying", "複製中")
CHECKING: Final = Text("checking", "検査中")

_WRITTEN_MEANWHILE: Final = Text(
    "somebody wrote to the store during the copy, so that it was not compared; stop the service and run the same "
    "command again, which copies only what is new",
    "複製中に保存先への書き込みがあったため、照合できませんでした。サービスを止めて同じコマンドをもう一度実行すると、"
    "新しい分だけを複製します",
)


def difference_text(difference: Difference) -> Text:
    """A difference that verification found, with its place."""
    text, record, revision = difference
    if record is None:
        return text
    if revision is None:
        return Text(f"record {record}: {text.en}", f"棋譜{record}：{text.ja}")
    return Text(f"record {record}, revision {revision}: {text.en}", f"棋譜{record}の第{revision}版：{text.ja}")


def tell_result(counts: StoreCounts, en: str, ja: str) -> None:
    """Print a result after the numbers of records and revisions."""
    text = Text(
        f"{counted(counts.records, 'record')}, {counted(counts.revisions, 'revision')}: {en}",
        f"棋譜{counts.records}件、版{counts.revisions}件：{ja}",
    )
    tell(text)


def back_up_store(db: str, target: str) -> int:
    """Copy the store as it is now into a new file, and print its size."""
    with closing(open_store(db, read_only=True)) as store, progress_bar(COPYING, store.counts().bytes) as watch:
        try:
            left_out = store.back_up(target, watch.advance)
        except OSError as error:
            error.filename = target  # not the temporary file beside it
            raise
    for difference in left_out:
        tell(difference_text(difference))
    size = Path(target).stat().st_size
    tell(Text(f"{printable(target)}: {size:,} bytes", f"{printable(target)}：{size:,}バイト"))
    return STORE_DIFFERS if left_out else STORE_SOUND


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


def put_right(difference: Difference) -> Text:
    """A difference that was put right."""
    en, ja = difference_text(difference)
    return Text(f"{en}; put right", f"{ja}。直しました")


def open_existing(db: str) -> Store:
    """The store, which is not made where there is none. Raises `StoreMissing` then, and other `StoreUnusable`."""
    if not has_store(db):
        raise StoreMissing(Text(f"there is no store {db}", f"保存先{db}がありません"))
    return open_store(db)


def verify_store(db: str, *, repair: bool) -> int:
    """Judge all records of the store again, print every difference, and exit with 0 or 1."""
    if repair:
        return _repair_store(db)
    found = 0
    with closing(open_store(db, read_only=True)) as store:
        counts = store.counts()
        with progress_bar(CHECKING, counts.revisions, "count") as watch:
            for difference in store.differences(watch.advance):
                found += 1
                tell(difference_text(difference))
    en, ja = (counted(found, "difference"), f"相違{found}件") if found else ("sound", "異常なし")
    tell_result(counts, en, ja)
    return STORE_DIFFERS if found else STORE_SOUND


def _repair_store(db: str) -> int:
    """Put right what differs, print every difference, and exit with 0 if none is left, or else with 1."""
    done = left = 0
    with closing(open_existing(db)) as store:
        revisions = 2 * store.counts().revisions
        with progress_bar(CHECKING, revisions, "count") as watch:
            for difference, is_done in store.repair(watch.advance):
                done, left = done + is_done, left + (not is_done)
                tell(put_right(difference) if is_done else difference_text(difference))
        counts = store.counts()
    en, ja = f"{counted(done, 'difference')} put right", f"相違{done}件を直しました"
    if left:
        en, ja = f"{en}, {counted(left, 'difference')} left", f"{ja}。残りは相違{left}件"
    tell_result(counts, en, ja)
    return STORE_DIFFERS if left else STORE_SOUND


VERIFY: Final = Command(
    "verify",
    Text(
        "Replay all records of a store: do the results agree with what is stored? Leaves with 0 if everything "
        "agrees, 1 if something differs, 2 if the store cannot be used.",
        "保存先のすべての棋譜を再現し、記録と照合する。終了コードは、異常がなければ0、相違があれば1、"
        "保存先を使えなければ2。",
    ),
    [
        Option(
            "--repair",
            Text(
                "Put right what differs: reports, lists, statistics and ratings follow from the records by the present "
                "rules. The service may be running, and an interrupted repair goes on where it was.",
                "相違を直す。報告、一覧、統計、レーティングを、現在の規則で棋譜から作り直す。サービスの動作中でもよい。"
                "中断した修復は続きから再開する。",
            ),
            is_flag=True,
        ),
        DB,
    ],
    callback=verify_store,
)


def _salvage_store(source: str, target: str) -> int:
    """Copy what can be read, print what cannot, and exit with 0 if that is nothing, or else with 1."""
    with open_copy(source, target, damaged=True) as copy:
        with progress_bar(COPYING, None, "count") as watch:
            left_out = copy.salvage(watch.advance)
        copy.finish()
    with closing(open_store(target)) as store:  # which counts all records
        counts = store.counts()
    for difference in left_out:
        tell(difference_text(difference))
    tell_result(counts, f"copied, {len(left_out)} left out", f"複製しました。含まれないもの：{len(left_out)}件")
    return STORE_DIFFERS if left_out else STORE_SOUND


def copy_store(source: str, target: str, *, salvage: bool) -> int:
    """Copy the store, compare both, and exit with 0 if they say the same and are sound, or else with 1."""
    if salvage:
        return _salvage_store(source, target)
    with open_copy(source, target) as copy:
        state = copy.source.state()  # as long as it stays the same, nobody has written
        with progress_bar(COPYING, copy.remaining(), "count") as watch:
            copy.run(watch.advance)
        counts = copy.target.counts()
        with progress_bar(Text("comparing", "照合中"), counts.records, "count") as watch:
            differences = list(store_comparison(copy.source, copy.target, watch.advance))
        if copy.source.state() != state:
            raise CommandError(_WRITTEN_MEANWHILE)
        unsound: list[Difference] = []
        if not differences:
            # What verification finds in the copy is wrong in its source as well.
            with progress_bar(CHECKING, counts.revisions, "count") as watch:
                unsound = list(copy.target.differences(watch.advance))
            copy.finish()
    for difference in (*differences, *unsound):
        tell(difference_text(difference))
    en, ja = "the copy says the same", "複製の内容は同じです"
    if differences:
        en = f"{counted(len(differences), 'difference')}; the copy stays unfinished"
        ja = f"相違{len(differences)}件。複製は未完了のままです"
    elif unsound:
        found = counted(len(unsound), "difference")
        en = f"the copy is as its source, and {found} found in both; daifu verify --repair puts right what can be"
        ja = f"複製は複製元と同じですが、どちらにも相違{len(unsound)}件があります。"
        ja += "daifu verify --repairで直せるものを直せます"
    tell_result(counts, en, ja)
    return STORE_DIFFERS if differences or unsound else STORE_SOUND


COPY: Final = Command(
    "copy",
    Text(
        "Copy a whole store to another place, and compare both: a file, or a PostgreSQL database. A copy that was "
        "stopped goes on where it was. Leaves with 0 if both say the same, 1 if something differs, 2 if the copy could "
        "not be made.",
        "保存先全体を別の場所に複製し、照合する。場所はファイルかPostgreSQLのデータベース。中断した複製は続きから再開する。"
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
        Option(
            "--salvage",
            Text(
                "Copy what can be read of a damaged store, and name what cannot.",
                "壊れた保存先から読めるものを複製し、読めないものを示す。",
            ),
            is_flag=True,
        ),
    ],
    callback=copy_store,
)


def create_token(db: str, role: str, name: str, days: int | None) -> None:
    """Create a token; print its secret to standard output and the rest to standard error."""
    try:
        with closing(open_store(db)) as store:
            minted = store.create_token(name, role, days)
    except TokenNameTaken as taken:
        raise CommandError(taken.text) from taken
    token = minted.token
    text = Text(
        f"token {token.id} for {token.name}, {token.role}; its secret is shown only this once:",
        f"{token.name}（{token.role}）のトークン{token.id}。秘密の値の表示はこの一度だけ：",
    )
    tell(text, err=True)
    click.echo(minted.secret)


def list_tokens(db: str) -> None:
    """Print all tokens, without their secrets."""
    language = language_of()
    columns = (
        Text("id", "ID"),
        Text("name", "名前"),
        Text("role", "役割"),
        Text("made", "作成"),
        Text("ends", "期限"),
        Text("revoked", "無効化"),
    )
    table = Table(*(say(column, language) for column in columns))
    with closing(open_store(db)) as store:
        for token in store.tokens():
            ends = (end.isoformat() if end else "" for end in (token.expires_at, token.revoked_at))
            row = str(token.id), printable(token.name), token.role, token.made_at.isoformat(), *ends
            table.add_row(*row)
    Console(highlight=False, markup=False).print(table)


def revoke_token(db: str, number: int) -> None:
    """Revoke a token."""
    try:
        with closing(open_store(db)) as store:
            store.revoke(number)
    except NoSuchToken as error:
        raise UsageError(Text(f"there is no token {number}", f"トークン{number}はありません")) from error
    tell(Text(f"token {number} is no longer valid", f"トークン{number}を無効にしました"))


TOKEN: Final = CommandGroup(
    "token",
    Text(
        "Create, list and revoke tokens. They allow people to write records, or to read where reading is closed.",
        "トークンを作成、一覧表示、無効化する。トークンがあれば棋譜を書き込める（閲覧を制限しているときは閲覧も）。",
    ),
    [],
    commands=[
        Command(
            "create",
            Text("Create a token and print its secret.", "トークンを作り、秘密の値を表示する。"),
            [
                Option(
                    "--name",
                    Text(
                        "The holder of the token, who is named as the author of revisions.",
                        "だれのためのものか。改版の履歴に著者として残る。",
                    ),
                    type=Name(),
                    required=True,
                ),
                Option(
                    "--role",
                    Text(
                        f"The role: to read, to write records, or to do everything; {SCOREKEEPER} by default.",
                        f"許可する内容（閲覧、棋譜の書き込み、すべて）。既定値は{SCOREKEEPER}。",
                    ),
                    type=OneOf(ROLES),
                    default=SCOREKEEPER,
                ),
                Option(
                    "--days",
                    Text("After how many days it ends; by default never.", "有効な日数。指定しなければ期限なし。"),
                    type=WholeNumber(1, MOST_TOKEN_DAYS),
                ),
                DB,
            ],
            callback=create_token,
        ),
        Command(
            "list",
            Text("List the tokens, without their secrets.", "トークンの一覧を表示する。"),
            [DB],
            callback=list_tokens,
        ),
        Command(
            "revoke",
            Text("Revoke a token.", "トークンを無効にする。"),
            [Argument("number", Text("The id of the token.", "トークンのID。"), type=WholeNumber(1), metavar="ID"), DB],
            callback=revoke_token,
        ),
    ],
)


def restore_store(db: str, backup: str) -> None:
    """Put a backup beside the store, say what it holds, and let it take its place when the service starts."""
    if not can_restore(db):
        raise CommandError(
            Text(
                "a store in a database is restored by `daifu copy`, into an empty database",
                "データベースの保存先は、`daifu copy`で空のデータベースに復元してください",
            )
        )
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


def drop_sample_games(db: str) -> None:
    """Drop the sample games of a store, and print how many there were."""
    from daifu.data.samples import drop_samples, has_samples  # noqa: PLC0415 - it loads what judges

    with closing(open_existing(db)) as store:
        dropped = drop_samples(store, Author()) if has_samples(store) else 0
    tell(Text(f"{counted(dropped, 'sample game')} dropped", f"サンプルの対局{dropped}件を取り除きました"))


SAMPLES: Final = CommandGroup(
    "samples",
    Text("The sample games of a store.", "保存先にあるサンプルの対局。"),
    [],
    commands=[
        Command(
            "drop",
            Text(
                "Take the sample games out of a store; the service may be running.",
                "サンプルの対局を保存先から取り除く。サービスの動作中でもよい。",
            ),
            [DB],
            callback=drop_sample_games,
        )
    ],
)
