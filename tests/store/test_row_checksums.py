"""What a row of lists says is named where it is not what was written, and made anew from the text of the record."""

import pytest

from daifu.data.store.errors import FactsDamaged
from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter
from tests.support.stores import ANN, disputed_sitting, judged_sitting, verification_errors

DAMAGE = {
    "rules": "(SELECT number FROM texts WHERE text = 'Mu')",
    "players": "'[1]'",
    "names": "'[1,1,1]'",
    "tournament": "round",
    "round": "NULL",
    "date": "date + 1",
    "time": "time + 1",
    "deals": "deals + 1",
    "actions": "actions + 1",
    "legal": "1 - legal",
    "faults": """'{"card_unknown":1}'""",
    "opening": "(SELECT opening FROM records WHERE id = 1)",
    "checksum": "checksum + 1",
    "revision": "revision + 1",
    "withdrawn": "1 - withdrawn",
}


@pytest.fixture
def kept(store: Store) -> Store:
    event = {"tournament": "Cup", "round": "1", "date": "2026-05-01T19:00"}
    store.add([disputed_sitting("A"), judged_sitting("B", event=event), judged_sitting("C")], ANN)
    store.revise(3, judged_sitting("C", 5), ANN, expected=1, reason="a test")
    store.withdraw(1, ANN, expected=1, reason="a test")
    return store


@pytest.mark.parametrize(("column", "value"), DAMAGE.items(), ids=list(DAMAGE))
def test_a_damaged_row_is_named_and_made_anew(kept: Store, column: str, value: str) -> None:
    before = kept.page(RecordFilter())
    with kept.writing() as writing:
        writing.connection.execute(f"UPDATE records SET {column} = {value} WHERE id = 2")  # noqa: S608 - from above
    with pytest.raises(FactsDamaged, match="of record 2 is damaged"):
        kept.page(RecordFilter(withdrawn=column == "withdrawn"))
    assert all(repair.is_done for repair in kept.repair(lambda _count: None))
    assert kept.page(RecordFilter()) == before
    assert verification_errors(kept) == []


def test_revised_and_withdrawn_records_are_listed(kept: Store) -> None:
    assert [record.id for record in kept.page(RecordFilter()).records] == [3, 2]
    assert [record.id for record in kept.page(RecordFilter(withdrawn=True)).records] == [1]


@pytest.mark.parametrize("change", ["author = kind", "at = at + 1", "reason = 'another'"])
def test_a_revision_of_which_it_is_damaged_who_wrote_it_is_named_and_then_of_nobody_known(
    kept: Store, change: str
) -> None:
    with kept.writing() as writing:
        writing.connection.execute(f"UPDATE revisions SET {change} WHERE record = 2")  # noqa: S608 - from above
    for read in (lambda: kept.page(RecordFilter()), lambda: kept.revisions(2), lambda: kept.record(2)):
        with pytest.raises(FactsDamaged, match="of record 2 is damaged"):
            read()
    assert verification_errors(kept)[0] == "who wrote it, when or why is damaged"
    assert all(repair.is_done for repair in kept.repair(lambda _count: None))
    assert [revision.author for revision in kept.revisions(2)] == ["?"]
    assert verification_errors(kept) == []
