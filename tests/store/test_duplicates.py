"""A new record that is probably a sitting that is stored already is stored, and the store names that sitting."""

from typing import Any

import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import UploadStatus
from daifu.schemas.judged_record import JudgedRecord
from tests.support.stores import ANN, PLAYERS, SITTING_ACTIONS, judged_sitting

FRIDAY = {"name": "Friday court", "date": "2026-07-31"}
ACTIONS = list(SITTING_ACTIONS)
CORRECTED = [*ACTIONS[:-1], "4 S8"]


def evening(actions: list[str] = ACTIONS, hands: list[str] | None = None, **fields: object) -> JudgedRecord:
    """A sitting of one deal on that Friday."""
    deal: dict[str, Any] = {"hands": hands or ["D3 ?*12", "?*13", "?*13", "?*14"], "actions": actions}
    document: dict[str, Any] = {"event": FRIDAY, "deals": [deal], **fields}
    return judged_sitting(**document)


def duplicates(store: Store, judged: JudgedRecord) -> tuple[int, ...]:
    """The records that the store names when it gets a new record; it gives the same answer before and after."""
    foreseen = store.duplicates(judged)
    [outcome] = store.add([judged], ANN)
    assert (outcome.status, outcome.duplicates) == (UploadStatus.CREATED, foreseen)
    return foreseen


def test_a_corrected_record_is_probably_the_same_sitting(store: Store) -> None:
    store.add([evening()], ANN)
    assert duplicates(store, evening(CORRECTED)) == (1,)
    assert store.counts().records == 2


def test_a_record_of_nothing_like_it_has_no_duplicates(store: Store) -> None:
    assert duplicates(store, evening()) == ()


@pytest.mark.parametrize(
    "other",
    [
        {"event": {**FRIDAY, "date": "2026-08-07"}},
        {"event": {**FRIDAY, "name": "League"}},
        {"event": {"date": FRIDAY["date"]}},
        {"players": ["Mu", "Junko", "Shimo", "Umi"]},
    ],
    ids=["day", "event", "no event", "players"],
)
def test_another_day_event_or_player_makes_another_sitting(store: Store, other: dict[str, Any]) -> None:
    store.add([evening()], ANN)
    assert duplicates(store, evening(CORRECTED, **other)) == ()


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("T14:00", "T19:00", ()),
        ("T14:00", "T14:00:00", (1,)),
        ("T14:00+02:00", "T12:00Z", (1,)),
        ("T14:00+02:00", "T14:00Z", ()),
        ("T14:00", "", (1,)),
    ],
)
def test_another_time_makes_another_sitting(store: Store, one: str, other: str, found: tuple[int, ...]) -> None:
    events = [{**FRIDAY, "date": FRIDAY["date"] + time} for time in (one, other)]
    store.add([evening(event=events[0])], ANN)
    assert duplicates(store, evening(CORRECTED, event=events[1])) == found


def test_the_players_may_be_listed_in_another_order(store: Store) -> None:
    store.add([evening()], ANN)
    assert duplicates(store, evening(CORRECTED, players=[*PLAYERS[1:], PLAYERS[0]])) == (1,)


def test_a_day_without_an_event_is_enough(store: Store) -> None:
    store.add([evening(event={"date": "2026-07-31"})], ANN)
    assert duplicates(store, evening(CORRECTED, event={"date": "2026-07-31"})) == (1,)


def test_an_event_without_a_day_is_enough(store: Store) -> None:
    store.add([evening(event={"name": "Cup"})], ANN)
    assert duplicates(store, evening(CORRECTED, event={"name": "Cup"})) == (1,)


def test_records_of_no_known_event_or_day_are_not_compared(store: Store) -> None:
    store.add([evening(event={})], ANN)
    assert duplicates(store, evening(CORRECTED, event={})) == ()


def test_another_table_of_the_same_evening_is_another_sitting(store: Store) -> None:
    store.add([evening(event={**FRIDAY, "table": "A"})], ANN)
    assert duplicates(store, evening(CORRECTED, event={**FRIDAY, "table": "B"})) == ()
    assert duplicates(store, evening(CORRECTED, event={**FRIDAY, "table": "A"})) == (1,)


def test_a_round_may_be_a_number_or_a_text(store: Store) -> None:
    store.add([evening(event={**FRIDAY, "round": 1})], ANN)
    assert duplicates(store, evening(CORRECTED, event={**FRIDAY, "round": "1"})) == (1,)


def test_another_deal_of_the_same_evening_is_another_sitting(store: Store) -> None:
    store.add([evening()], ANN)
    assert duplicates(store, evening(["1 D3", "2 -", "3 -", "4 -", "1 C9"])) == ()


def test_a_withdrawn_record_is_no_duplicate(store: Store) -> None:
    store.add([evening()], ANN)
    store.withdraw(1, ANN, expected=1)
    assert duplicates(store, evening(CORRECTED)) == ()


def test_a_corrected_record_is_compared_by_its_latest_revision(store: Store) -> None:
    store.add([evening()], ANN)
    store.revise(1, evening(event={"name": "League"}), ANN, expected=1)
    assert duplicates(store, evening(CORRECTED)) == ()


def test_of_many_records_of_an_evening_those_of_the_nearest_length_are_compared(store: Store) -> None:
    for seven in ("H7", "D7", "C7"):
        store.add([evening([*ACTIONS[:-1], "4 S9", f"1 {seven}"])], ANN)
    store.add([evening()], ANN)
    assert duplicates(store, evening(CORRECTED))[0] == 4


def test_a_record_that_grows_has_no_duplicates(store: Store) -> None:
    store.add([evening(ACTIONS[:3])], ANN)
    [outcome] = store.add([evening()], ANN)
    assert (outcome.status, outcome.duplicates) == (UploadStatus.GROWN, ())
