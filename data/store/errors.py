"""The errors of a store. Each reason is a class of its own."""

from typing import ClassVar

from replay.text import Text


class StoreError(Exception):
    """What all refusals of the store have in common."""


class NoSuchRecord(StoreError):
    """There is no record, or no revision of it, with this number."""


class RecordWithdrawn(StoreError):
    """The record was withdrawn; `revision` is the one that did it."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"withdrawn by revision {revision}")
        self.revision = revision


class RevisionConflict(StoreError):
    """Somebody changed the record in the meantime: `given` was expected, `current` is the latest."""

    def __init__(self, given: int, current: int) -> None:
        super().__init__(f"expected revision {given}, found {current}")
        self.given = given
        self.current = current


class DuplicateContent(StoreError):
    """Another record, `id`, holds or held exactly this content."""

    def __init__(self, record: int) -> None:
        super().__init__(f"record {record} has this content")
        self.id = record


class NoSuchTournament(StoreError):
    """There is no tournament with this number."""


class NoSuchEntry(StoreError):
    """The log of the tournament has no entry with this number."""


class VersionConflict(StoreError):
    """Somebody changed the tournament in the meantime: `given` was expected, `current` is the last entry of its log."""

    def __init__(self, given: int, current: int) -> None:
        super().__init__(f"expected version {given}, found {current}")
        self.given = given
        self.current = current


class NameTaken(StoreError):
    """Another tournament, `id`, has this name or has had it: records could not tell which one is theirs."""

    def __init__(self, tournament: int) -> None:
        super().__init__(f"tournament {tournament} has this name")
        self.id = tournament


class OnlyByLanding(StoreError):
    """What a record says is written by nobody: the record has to land."""


class NoSuchToken(StoreError):
    """There is no token with this number."""


class StoreUnusable(StoreError):
    """The store cannot be used at this moment, for a reason that lies with the machine and not with what was asked.

    `text` says it to people; without one it is what all refusals of the class say.
    """

    says: ClassVar = Text("the store cannot be used at the moment", "保存先は今使えません")

    def __init__(self, text: Text | None = None) -> None:
        self.text = text or self.says
        super().__init__(self.text.en)


class StoreFull(StoreUnusable):
    """No room is left on the disk; nothing of what was to be written has been."""

    says = Text("no room is left on the disk; nothing of this was stored", "ディスクに空きがなく、保存できませんでした")


class StoreReadOnly(StoreUnusable):
    """The store may only be read."""

    says = Text("the store may only be read", "保存先は読み取り専用です")


class StoreBusy(StoreUnusable):
    """Others wrote for longer than this one could wait."""

    says = Text(
        "others have been writing for too long; try again", "ほかの書き込みが終わりません。もう一度試してください"
    )


class StoreDamaged(StoreUnusable):
    """The file is no store, is damaged, or was made by a later version."""

    says = Text("the file is no store, or it is damaged", "ファイルが保存先のものではないか、壊れています")


class LogDamaged(StoreDamaged):
    """The log of a tournament is damaged; whatever has nothing to do with it can be used."""

    def __init__(self, tournament: int) -> None:
        super().__init__(
            Text(f"the log of tournament {tournament} is damaged", f"大会{tournament}の記録簿が壊れています")
        )
        self.id = tournament


class StoreMissing(StoreUnusable):
    """There is no store where one was expected, or no folder in which one could be made."""

    says = Text("there is no store", "保存先がありません")


class PeopleError(StoreError):
    """What all of these have in common."""


class NoSuchPlayer(PeopleError):
    """No record has a player with this id, those aside that were withdrawn."""

    def __init__(self, player: str) -> None:
        super().__init__(f"no record has the player {player}")
        self.player = player


class NoSuchMerge(PeopleError):
    """There is no merge with this number, or it has been undone."""


class OnePerson(PeopleError):
    """Both are one person already, whose id is `person`."""

    def __init__(self, person: str) -> None:
        super().__init__(f"both are {person} already")
        self.person = person


class SatTogether(PeopleError):
    """Both sat in one deal, so that they cannot be one person; `record` and `deal` say where."""

    def __init__(self, record: int, deal: int) -> None:
        super().__init__(f"both sat in deal {deal} of record {record}")
        self.record = record
        self.deal = deal
