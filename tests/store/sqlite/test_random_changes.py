"""After any changes of records in any order, the summaries equal a recount."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.store.sqlite.store import Store
from daifu.schemas.judged_record import JudgedRecord
from tests.support.evenings import PLAYERS, assert_statistics_agree, judged_results
from tests.support.stores import ANN, verification_errors

EVENTS: Final[Sequence[dict[str, str]]] = (
    {},
    {"name": "Cup"},
    {"date": "2025-04-01"},
    {"name": "Cup", "date": "2025-04-02"},
)
DEALS: Final = 3


@st.composite
def sittings(draw: st.DrawFn) -> dict[str, Any]:
    """A sitting: its game, players, event, and the orders of its deals."""
    seated = draw(st.sampled_from([4, 5]))
    return {
        "players": draw(st.permutations(PLAYERS))[:seated],
        "orders": draw(st.lists(st.permutations(range(1, seated + 1)), min_size=DEALS, max_size=DEALS)),
        "rules": "dalmuti" if seated == 5 else draw(st.sampled_from(["dalmuti", "theater"])),
        "event": draw(st.sampled_from(EVENTS)),
    }


class Club:
    """A store with changes to its records; `known` has each record's sitting and its number of deals."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: list[tuple[dict[str, Any], int]] = []

    def add(self, _number: int, sitting: dict[str, Any]) -> None:
        """A record of its first deal."""
        self._send([sitting])

    def add_several(self, number: int, sitting: dict[str, Any]) -> None:
        """Several records at once."""
        self._send([sitting] * (2 + number))

    def grow(self, number: int, _sitting: dict[str, Any]) -> None:
        """A record of one deal more."""
        record, sitting, deals = self._one(number)
        if self._revision(record)[1]:
            return
        self.known[record - 1] = sitting, min(deals + 1, DEALS)
        self.store.add([self._judged(record)], ANN)

    def correct(self, number: int, sitting: dict[str, Any]) -> None:
        """A record becomes another one, or is restored as that."""
        record, *_ = self._one(number)
        self.known[record - 1] = sitting, 1
        self.store.revise(record, self._judged(record), ANN, expected=self._revision(record)[0])

    def withdraw(self, number: int, _sitting: dict[str, Any]) -> None:
        """A record is withdrawn, unless it has been."""
        record, *_ = self._one(number)
        revision, withdrawn = self._revision(record)
        if not withdrawn:
            self.store.withdraw(record, ANN, expected=revision)

    def read(self, _number: int, _sitting: dict[str, Any]) -> None:
        """All statistics are compared, also of a read-only store."""
        with closing(Store.open(self.store.path, read_only=True)) as reader:
            assert_statistics_agree(reader)
        assert_statistics_agree(self.store)

    def _send(self, sittings: list[dict[str, Any]]) -> None:
        first = len(self.known) + 1
        self.known += ((sitting, 1) for sitting in sittings)
        self.store.add([self._judged(record) for record in range(first, len(self.known) + 1)], ANN)

    def _one(self, number: int) -> tuple[int, dict[str, Any], int]:
        record = 1 + number % len(self.known)
        return record, *self.known[record - 1]

    def _revision(self, record: int) -> tuple[int, bool]:
        last = self.store.revisions(record)[-1]
        return last.number, last.kind == "withdrawn"

    def _judged(self, record: int) -> JudgedRecord:
        sitting, deals = self.known[record - 1]
        event = {**sitting["event"], "table": str(record)}
        return judged_results(sitting["players"], sitting["orders"][:deals], sitting["rules"], event=event)


FIRST: Final = (Club.add, Club.add_several)
LATER: Final = (*FIRST, Club.grow, Club.correct, Club.withdraw, Club.read)
numbers = st.integers(0, 5)
club_actions = st.tuples(
    st.tuples(st.sampled_from(FIRST), numbers, sittings()),
    st.lists(st.tuples(st.sampled_from(LATER), numbers, sittings()), max_size=12),
)


@pytest.mark.parametrize("most", [1, 1_000, 1 << 20])
@given(acts=club_actions)
def test_summaries_equal_a_recount(acts: Any, most: int) -> None:  # noqa: ANN401 - what is done, in order
    first, later = acts
    with (
        TemporaryDirectory() as folder,
        patch("daifu.data.store.sql.statistics.deltas.MAX_PENDING_BYTES", most),
        closing(Store.open(Path(folder, "test.db"))) as store,
    ):
        club = Club(store)
        for act, number, sitting in (first, *later):
            act(club, number, sitting)
        assert verification_errors(store) == []
        assert_statistics_agree(store)
        assert verification_errors(store) == []
