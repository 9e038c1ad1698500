"""Whatever a well-formed record holds, its replay gives a whole report."""

from collections.abc import Callable
from itertools import accumulate
from random import Random
from typing import Any

import pytest

from replay.games.catalogue import PROFILES
from replay.match import replay
from replay.report import DealReport, Report
from replay.sitting import Points
from schemas.record import read_record
from tests.support.any_record import any_record

SEEDS = range(12)

Raw = dict[str, Any]
Found = tuple[int | None, int | None, str, str]


CASES = [(rules, seed) for rules in PROFILES for seed in SEEDS]


@pytest.fixture(params=CASES, ids=lambda case: "-".join(map(str, case)))
def record(request: pytest.FixtureRequest) -> Raw:
    rules, seed = request.param
    return any_record(rules, Random(seed))


def replayed(raw: Raw) -> Report:
    return replay(read_record(raw))


def with_actions(raw: Raw, change: Callable[[list[str]], list[str]]) -> Raw:
    """The same record with other actions."""
    return {**raw, "deals": [{**deal, "actions": change(deal["actions"])} for deal in raw["deals"]]}


def found(deal: DealReport, actions: list[str]) -> list[Found]:
    """The faults of a deal that are not those of void actions, which are not counted either."""
    counted = [place - 1 for place in accumulate("void" not in text for text in actions)]
    return [
        (None if fault.action is None else counted[fault.action], fault.player, fault.code, fault.resolution)
        for fault in deal.faults
        if fault.action is None or "void" not in actions[fault.action]
    ]


def test_a_report_is_whole(record: Raw) -> None:
    """Everybody has a place or is unfinished, and faults are sorted."""
    report = replayed(record)
    players = len(report.players)
    for deal in report.deals:
        assert sorted(deal.order + deal.unfinished) == list(range(1, players + 1))
        assert deal.decided or (deal.points, deal.titles) == ([None] * players, [None] * players)
        assert deal.faults == sorted(deal.faults, key=lambda fault: fault.sort_key())


def test_every_fault_can_be_told(record: Raw) -> None:
    """In both languages, and nothing is left open in the sentence."""
    for fault in (fault for deal in replayed(record).deals for fault in deal.faults):
        assert fault.resolution in {"stands", "void", "pass", "ignored"}
        assert (fault.action is None) <= (fault.player is None)
        assert not {"{", "None"} & {*fault.message.en.split(), *fault.message.ja.split()}
        assert not fault.message.en.endswith((" ", ":"))


def test_what_was_taken_back_has_changed_nothing(record: Raw) -> None:
    bare = with_actions(record, lambda actions: [text for text in actions if "void" not in text])
    assert outcome(bare) == outcome(record)


def test_times_and_comments_do_not_matter(record: Raw) -> None:
    other = with_actions(record, lambda actions: [text.partition(" #")[0] + " # so it was" for text in actions])
    assert outcome(other) == outcome(record)


def outcome(raw: Raw) -> list[tuple[list[int], Points, list[Found]]]:
    """Order, points and faults of every deal."""
    deals = zip(replayed(raw).deals, raw["deals"], strict=True)
    return [(deal.order, deal.points, found(deal, written["actions"])) for deal, written in deals]
