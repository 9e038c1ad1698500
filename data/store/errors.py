"""The errors of a store. Each reason is a class of its own."""

from collections.abc import Callable
from typing import ClassVar

from daifu.replay.text import Text


class StoreError(Exception):
    """The base class of the errors of a store."""


class NoSuchRecord(StoreError):
    """There is no record with this id, or no revision of it with this number."""


class RecordWithdrawn(StoreError):
    """The record was withdrawn, by this `revision`."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"withdrawn by revision {revision}")
        self.revision = revision


class RevisionConflict(StoreError):
    """The record has changed meanwhile: revision `given` was expected, `current` is the latest."""

    def __init__(self, given: int, current: int) -> None:
        super().__init__(f"expected revision {given}, found {current}")
        self.given = given
        self.current = current


class DuplicateContent(StoreError):
    """Another record, `id`, has or had exactly this content."""

    def __init__(self, record: int) -> None:
        super().__init__(f"record {record} has this content")
        self.id = record


class AnotherGame(StoreError):
    """A correction is of another game than the record: of other rules, which are then named, or of other players."""

    def __init__(self, record: int, rules: tuple[str, str] | None) -> None:
        super().__init__(f"the correction of record {record} is another game")
        self.id = record
        self.rules = rules


class NoSuchTournament(StoreError):
    """There is no tournament with this number."""


class NoSuchEntry(StoreError):
    """The log of the tournament has no entry with this number."""


class VersionConflict(StoreError):
    """The tournament has changed meanwhile: version `given` was expected, `current` is the last entry of its log."""

    def __init__(self, given: int, current: int) -> None:
        super().__init__(f"expected version {given}, found {current}")
        self.given = given
        self.current = current


class NameTaken(StoreError):
    """Another tournament, `id`, has or had this name; records find their tournament by its name."""

    def __init__(self, tournament: int) -> None:
        super().__init__(f"tournament {tournament} has this name")
        self.id = tournament


class OnlyByImport(StoreError):
    """A result that names a record was to be entered; only the import of the record writes it."""


class NoSuchSeason(StoreError):
    """There is no season with this number."""


class NoSuchHouse(StoreError):
    """There are no house rules with this id, not this version of them, or all versions are withdrawn."""


class HouseVersionTaken(StoreError):
    """The house rules `slug` have a version that is not below the one to be stored; `latest` is the highest."""

    def __init__(self, slug: str, version: int, latest: int) -> None:
        super().__init__(f"{slug} has version {latest}, and {version} is not above it")
        self.slug = slug
        self.version = version
        self.latest = latest


class HouseOfAnother(StoreError):
    """The id of house rules belongs to the token that stored them first, which is not that of the author."""

    def __init__(self, slug: str) -> None:
        super().__init__(f"{slug} belongs to another token")
        self.slug = slug


class NoSuchToken(StoreError):
    """There is no token with this number."""


class TokenNameTaken(StoreError):
    """A valid token, `id`, has this name already: nobody could tell later who of the two did something."""

    def __init__(self, token: int, name: str) -> None:
        self.id = token
        self.text = Text(
            f'token {token} is valid and has the name "{name}"; give this one another name, or revoke that one first',
            f"有効なトークン{token}の名前が「{name}」です。別の名前にするか、先にそちらを無効にしてください",
        )
        super().__init__(self.text.en)


class TokenRevoked(StoreError):
    """The token of the author was revoked, or has ended, after the upload had begun."""


class StoreUnusable(StoreError):
    """The store cannot be used now, for a reason of the machine and not of the call.

    `text` says so to people; by default it is the sentence of the class.
    """

    says: ClassVar = Text("the store cannot be used at the moment", "保存先は今使えません")

    def __init__(self, text: Text | None = None) -> None:
        self.text = text or self.says
        super().__init__(self.text.en)

    def __reduce__(self) -> tuple[object, ...]:
        """How it is pickled, for the process that waits for a worker: constructors take other arguments than `args`."""
        return _unpickled, (type(self), self.args, vars(self))


def _unpickled(kind: type[StoreUnusable], args: tuple[object, ...], state: dict[str, object]) -> StoreUnusable:
    """The error that was pickled."""
    error = kind.__new__(kind, *args)
    error.args = args
    vars(error).update(state)
    return error


class StoreFull(StoreUnusable):
    """No room is left on the disk; nothing was written."""

    says = Text("no room is left on the disk; nothing was stored", "ディスクに空きがなく、保存できませんでした")


class StoreReadOnly(StoreUnusable):
    """The store may be read, but not written to."""

    says = Text("the store can only be read", "保存先は読み取り専用です")


class StoreForbidden(StoreUnusable):
    """The role by which a database is used may not read the store."""

    says = Text(
        "the store cannot be read: the role needs USAGE on its schema and SELECT on its tables",
        "保存先を読めません。ロールに、スキーマのUSAGEと表のSELECTが必要です",
    )


class StoreBusy(StoreUnusable):
    """Others have been writing for too long."""

    says = Text(
        "others have been writing for too long; try again", "ほかの書き込みが終わりません。もう一度試してください"
    )


class StoreUnreachable(StoreUnusable):
    """The server of the database does not answer, or the connection to it was lost; the store may be back soon.

    A write that was not acknowledged may or may not have happened.
    """

    says = Text("the database server cannot be reached", "データベースサーバーにつながりません")


class StoreDamaged(StoreUnusable):
    """The file is not a store, is an unfinished copy of one, is damaged, or was made by a later version."""

    says = Text("the file is not a store, or it is damaged", "ファイルが保存先のものではないか、壊れています")


class StoreUnfinished(StoreDamaged):
    """There is a copy of a store that is not finished; `name` says where."""

    def __init__(self, name: str) -> None:
        super().__init__(
            Text(
                f"{name} is an unfinished copy of a store; daifu copy goes on with it",
                f"{name}は未完了の複製です。daifu copyで続きを複製できます",
            )
        )


class RecordDamaged(StoreDamaged):
    """The text of a `revision` of the record `id` cannot be read, or is another one than was stored."""

    def __init__(self, record: int, revision: int) -> None:
        super().__init__(
            Text(
                f"the text of record {record}, revision {revision}, is damaged; sending it again puts it right",
                f"棋譜{record}の第{revision}版の本文が壊れています。もう一度送ると元に戻ります",
            )
        )
        self.id = record
        self.revision = revision


class FactsDamaged(StoreDamaged):
    """What lists show of the record `id` is not what was written; its text may be sound."""

    def __init__(self, record: int) -> None:
        super().__init__(
            Text(
                f"what lists show of record {record} is damaged; daifu verify --repair makes it anew from its text",
                f"一覧に載る棋譜{record}の情報が壊れています。daifu verify --repairで本文から作り直せます",
            )
        )
        self.id = record


LeftOut = Callable[[RecordDamaged], None]
"""Is told of each record that is left out because its text is damaged."""


class LogDamaged(StoreDamaged):
    """The log of a tournament is damaged; the rest of the store can be used."""

    def __init__(self, tournament: int) -> None:
        super().__init__(
            Text(f"the log of tournament {tournament} is damaged", f"大会{tournament}の記録簿が壊れています")
        )
        self.id = tournament


class HouseDamaged(StoreDamaged):
    """A row of house rules is not as it was written; the rest of the store can be used."""

    def __init__(self, slug: str, version: int) -> None:
        super().__init__(
            Text(
                f"the house rules {slug}@{version} are damaged in the store",
                f"保存先のハウスルール{slug}@{version}が壊れています",
            )
        )


class StoreMissing(StoreUnusable):
    """There is no store at the location, or no folder in which it could be made."""

    says = Text("there is no store", "保存先がありません")


class StoreReplaced(StoreUnusable):
    """The file of the store, or its log, was removed or replaced while it was open. Nothing more can be stored."""

    says = Text(
        "the file of the store was removed or replaced while it was in use; put it back, or start the program again",
        "使用中に保存先のファイルが削除されたか、置き換えられました。ファイルを元に戻すか、プログラムを起動し直してください",
    )


class StoreExists(StoreUnusable):
    """There is a store, or something else, where a copy was to be made."""

    says = Text(
        "there is a store already; a copy is made where there is none",
        "保存先がすでにあります。複製は、何もない場所に作ります",
    )


class PeopleError(StoreError):
    """The base class of errors about people."""


class NoSuchPlayer(PeopleError):
    """No record has a player with this id, withdrawn records aside."""

    def __init__(self, player: str) -> None:
        super().__init__(f"no record has the player {player}")
        self.player = player


class NoSuchMerge(PeopleError):
    """There is no merge with this number, or it was undone."""


class OnePerson(PeopleError):
    """Both ids are of one person already, whose id is `person`."""

    def __init__(self, person: str) -> None:
        super().__init__(f"both are {person} already")
        self.person = person


class SatTogether(PeopleError):
    """Both sat in one deal and cannot be one person; `record` and `deal` say where."""

    def __init__(self, record: int, deal: int) -> None:
        super().__init__(f"both sat in deal {deal} of record {record}")
        self.record = record
        self.deal = deal
