"""A tournament always has the present results of its records, or a reason why not."""

from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from fractions import Fraction
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.store.errors import StoreError
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Location
from daifu.data.tournaments.changes import RoundReopened
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.result_import import results_of_record
from daifu.schemas.judged_record import JudgedRecord
from tests.support.stores import ANN, verification_errors
from tests.support.tournaments.store import (
    CUP_NAME,
    EIGHT_PLAYERS,
    append_changes,
    hand_drawn_round,
    open_problem_codes,
    played_record,
    round_closed,
    tournament_with_round,
)

RECORDS: Final = 3
POINTS: Final = ((3, 2, 1, 0), (0, 1, 2, 3), (1, 3, 2, 0))

contents = st.builds(
    lambda points, number, table, name, notes: played_record(
        *points,
        number=number,
        table=table,
        name=name,
        notes=notes,
        players=EIGHT_PLAYERS[4:] if table == 2 else EIGHT_PLAYERS[:4],
    ),
    st.sampled_from(POINTS),
    st.sampled_from((1, 1, 2, 3)),
    st.sampled_from((1, 1, 2, 3)),
    st.sampled_from((CUP_NAME, CUP_NAME, CUP_NAME, "Another cup")),
    st.sampled_from(("", "a fine evening")),
)
records = st.integers(1, RECORDS)

Step = tuple[str, int, JudgedRecord]
steps = st.lists(
    st.tuples(
        st.sampled_from(("add", "add", "revise", "revise", "withdraw", "attempt", "land", "close", "reopen")),
        records,
        contents,
    ),
    max_size=25,
)


def add(store: Store, _cup: int, _record: int, content: JudgedRecord) -> None:
    store.add([content], ANN)


def revise(store: Store, _cup: int, record: int, content: JudgedRecord) -> None:
    store.revise(record, content, ANN, expected=store.revisions(record)[-1].number)


def withdraw(store: Store, _cup: int, record: int, _content: JudgedRecord) -> None:
    store.withdraw(record, ANN, expected=store.latest(record))


def attempt(store: Store, cup: int, record: int, _content: JudgedRecord) -> None:
    store.tournaments.attempt(cup, [record], ANN)


def land(store: Store, cup: int, record: int, _content: JudgedRecord) -> None:
    store.tournaments.import_record(cup, record, ANN)


def close(store: Store, cup: int, _record: int, _content: JudgedRecord) -> None:
    append_changes(store, cup, round_closed())


def reopen(store: Store, cup: int, _record: int, _content: JudgedRecord) -> None:
    append_changes(store, cup, RoundReopened(stage=1, round=1))


DO: Final[Mapping[str, Callable[[Store, int, int, JudgedRecord], None]]] = {
    "add": add,
    "revise": revise,
    "withdraw": withdraw,
    "attempt": attempt,
    "land": land,
    "close": close,
    "reopen": reopen,
}


def agrees(store: Store, cup: int, record: int) -> bool:
    """Whether the results that a tournament has of a record are those of the record, if nothing replaced them."""
    last = store.revisions(record)[-1]
    here = results_of_record(store.tournaments.state(cup), record)
    if last.report is None:
        return not here
    content = store.record(record).record
    belongs = f'"name":"{CUP_NAME}"'.encode() in content
    return all(belongs and _written(one.outcome.points) in content for one in here)


def _written(points: tuple[Fraction | None, ...]) -> bytes:
    """Points as a record has them."""
    return f'"points":[{",".join(map(str, points))}]'.encode()


@given(steps)
def test_a_tournament_has_the_results_of_its_records_or_a_reason_why_not(
    tmp_path_factory: pytest.TempPathFactory, taken: list[Step]
) -> None:
    with closing(open_store(tmp_path_factory.mktemp("random") / "test.db")) as store:
        cup = tournament_with_round(store)
        append_changes(store, cup, hand_drawn_round(number=2))
        for what, record, content in taken:
            with suppress(StoreError, TournamentError):
                DO[what](store, cup, record, content)
        troubled = {record for record, _ in open_problem_codes(store, cup)}
        for record in range(1, store.counts().records + 1):
            assert record in troubled or agrees(store, cup, record)
        assert verification_errors(store) == []


def test_the_log_alone_gives_the_same(location: Location) -> None:
    with closing(open_store(location)) as store:
        cup = tournament_with_round(store)
        store.add([played_record(), played_record(table=2, players=EIGHT_PLAYERS[4:])], ANN)
        state = store.tournaments.state(cup)
    with closing(open_store(location)) as again:
        assert again.tournaments.state(cup) == state
