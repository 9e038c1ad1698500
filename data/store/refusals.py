"""Why the store does not do what it is asked: each reason is a class of its own, so that every door can say it well."""


class StoreRefusal(Exception):  # noqa: N818 - a refusal is what it is
    """What all refusals of the store have in common."""


class NoSuchRecord(StoreRefusal):
    """There is no record, or no revision of it, with this number."""


class Withdrawn(StoreRefusal):
    """The record was withdrawn; `revision` is the one that did it."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"withdrawn by revision {revision}")
        self.revision = revision


class OtherRevision(StoreRefusal):
    """Somebody changed the record in the meantime: `given` was expected, `current` is the latest."""

    def __init__(self, given: int, current: int) -> None:
        super().__init__(f"expected revision {given}, found {current}")
        self.given = given
        self.current = current


class SameContent(StoreRefusal):
    """Another record, `id`, holds or held exactly this content."""

    def __init__(self, record: int) -> None:
        super().__init__(f"record {record} has this content")
        self.id = record


class NoSuchToken(StoreRefusal):
    """There is no token with this number."""


class StoreUnusable(StoreRefusal):
    """The store cannot be used at this moment, for a reason that lies with the machine and not with what was asked."""


class StoreFull(StoreUnusable):
    """No room is left on the disk; nothing of what was to be written has been."""


class StoreReadOnly(StoreUnusable):
    """The store may only be read."""


class StoreBusy(StoreUnusable):
    """Others wrote for longer than this one could wait."""


class StoreDamaged(StoreUnusable):
    """The file is no store, is damaged, or was made by a later version."""
