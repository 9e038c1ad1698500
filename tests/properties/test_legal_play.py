"""Whoever takes nothing but legal actions plays a game in which nothing is wrong."""

from hypothesis import given

from replay.match import replay
from replay.report import Report
from schemas.raw import RawRecord
from schemas.record import read_record
from tests.support.strategies import sittings


def faults(report: Report) -> list[tuple[int, int | None, int | None, str]]:
    """Deal, action, player and code of every fault."""
    return [
        (number, fault.action, fault.player, fault.code)
        for number, deal in enumerate(report.deals)
        for fault in deal.faults
    ]


@given(sittings(whole=True))
def test_a_sitting_of_legal_actions_has_no_fault(raw: RawRecord) -> None:
    assert faults(replay(read_record(raw))) == []


@given(sittings(deals=4))
def test_nor_has_one_with_small_hands_but_for_their_size(raw: RawRecord) -> None:
    assert {fault[-1] for fault in faults(replay(read_record(raw)))} <= {"bad_deal"}
