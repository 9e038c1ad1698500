"""Merges beside other writers, and the tables of names."""

from collections.abc import Callable
from pathlib import Path

import pytest

from daifu.data.store.errors import OnePerson, SatTogether
from daifu.data.store.sql.compression import Compressor
from daifu.data.store.sql.people import identities
from daifu.data.store.sql.write_queue import WriteQueue
from daifu.data.store.sqlite.connections import Session
from daifu.data.store.sqlite.store import Store
from tests.support.stores import BO, WHY, evening, tamper, verification_errors


def test_a_refused_merge_reads_only_the_first_common_record(two: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []
    unpack = Compressor.unpack

    def reading(packing: Compressor, dictionary: int, packed: bytes, cut: int) -> tuple[bytes, bytes]:
        read.append(packed)
        return unpack(packing, dictionary, packed, cut)

    monkeypatch.setattr(Compressor, "unpack", reading)
    with pytest.raises(SatTogether):
        two.people.merge("Mu", "Junko", BO, WHY)
    assert len(read) == 1


def test_a_merge_is_refused_without_a_turn_to_write(two: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_queue: WriteQueue) -> None:
        raise AssertionError

    monkeypatch.setattr(WriteQueue, "transaction", never)
    with pytest.raises(SatTogether):
        two.people.merge("Mu", "Junko", BO, WHY)
    with pytest.raises(OnePerson):
        two.people.merge("Mu", "Mu", BO, WHY)


def run_after_looking(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Call this between the check of a merge and the merge."""
    look = identities.check_merge

    def looking(session: Session, player: str, into: str) -> identities.CheckedMerge:
        monkeypatch.setattr(identities, "check_merge", look)
        looked = look(session, player, into)
        happens()
        return looked

    monkeypatch.setattr(identities, "check_merge", looking)


def test_a_record_stored_during_a_merge_is_looked_at(two: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    run_after_looking(monkeypatch, lambda: evening(two, "Aki", "aki2", "Shimo", "Fuyu", table="C"))
    with pytest.raises(SatTogether) as refusal:
        two.people.merge("aki2", "Aki", BO, WHY)
    assert (refusal.value.record, refusal.value.deal) == (3, 1)


def test_ids_merged_into_a_person_during_another_merge_count(two: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(two, "Haru", "aki2", "Fuyu", "Natsu", table="C")
    run_after_looking(monkeypatch, lambda: two.people.merge("Haru", "Aki", BO, WHY))
    with pytest.raises(SatTogether) as refusal:
        two.people.merge("aki2", "Aki", BO, WHY)
    assert refusal.value.record == 3


def test_a_player_without_names_is_found_by_verification(two: Store, path: Path) -> None:
    tamper(path, "DELETE FROM aliases WHERE folded = 'aki2'")
    assert verification_errors(two) == ["one of its players cannot be found by any name"]
