"""Why the store does not do to people what it is asked."""

from data.store.refusals import StoreRefusal


class PeopleRefusal(StoreRefusal):
    """What all of these have in common."""


class NoSuchPlayer(PeopleRefusal):
    """No record has a player with this id, those aside that were withdrawn."""

    def __init__(self, player: str) -> None:
        super().__init__(f"no record has the player {player}")
        self.player = player


class NoSuchMerge(PeopleRefusal):
    """There is no merge with this number, or it has been undone."""


class OnePerson(PeopleRefusal):
    """Both are one person already, whose id is `person`."""

    def __init__(self, person: str) -> None:
        super().__init__(f"both are {person} already")
        self.person = person


class SatTogether(PeopleRefusal):
    """Both sat in one deal, so that they cannot be one person; `record` and `deal` say where."""

    def __init__(self, record: int, deal: int) -> None:
        super().__init__(f"both sat in deal {deal} of record {record}")
        self.record = record
        self.deal = deal
