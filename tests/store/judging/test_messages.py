"""Messages between the judging processes arrive as they were sent."""

from collections.abc import Sequence

import pytest

from data.judging import messages
from data.judging.batches import JudgeInput, Verdict, judge_entries
from data.judging.messages import VerdictDecoder, VerdictEncoder
from replay.counters import UncachedRow
from schemas.record.limits import LARGEST_INTEGER
from schemas.sources.files import read_items
from schemas.sources.items import ForeignLog, log_as_item
from tests.support.processes import BAD_ITEM, UNREADABLE_LINE, comparable, sitting_item, sitting_items
from tests.support.samples import SAMPLES_FOLDER

SAMPLES: list[JudgeInput] = [
    log_as_item(entry) if isinstance(entry, ForeignLog) else entry
    for entry in read_items([str(file) for file in sorted(SAMPLES_FOLDER.iterdir())], "auto", lambda _count: None)
]


def judge_all(entries: Sequence[JudgeInput]) -> list[Verdict]:
    return [one for part in judge_entries(entries) for one in part]


def are_equal(one: Verdict, other: Verdict) -> bool:
    return one._replace(judged=None) == other._replace(judged=None) and comparable(one.judged) == comparable(
        other.judged
    )


def test_every_sample_arrives_as_it_was() -> None:
    sent = judge_all([*SAMPLES, BAD_ITEM, UNREADABLE_LINE])
    sending, receiving = VerdictEncoder(), VerdictDecoder()
    for begin in range(0, len(sent), 10):
        part = sent[begin : begin + 10]
        told = receiving.verdicts(sending.message(part))
        assert all(are_equal(*pair) for pair in zip(told, part, strict=True))


def test_what_is_counted_alike_is_one_object_in_all_messages() -> None:
    sending, receiving = VerdictEncoder(), VerdictDecoder()
    first, second = (receiving.verdicts(sending.message(judge_all([one])))[0].judged for one in sitting_items(2))
    assert first
    assert second
    assert first.tallies == second.tallies  # rows are equal only if they are the same


def test_a_message_does_not_tell_again_what_is_known() -> None:
    sending = VerdictEncoder()
    first, second = (len(sending.message(judge_all([one]))) for one in sitting_items(2))
    assert second < first - 150


def test_rows_like_no_other_are_not_kept() -> None:
    deal = {"hands": ["D3 ?*12", "?*13", "?*13", "?*14"], "abandoned": True}
    times = {"actions": ["1 D3 @700", "2 S4 @900"]}
    sending, receiving = VerdictEncoder(), VerdictDecoder()
    sent = judge_all([sitting_item(1, deals=[deal | times])])
    for _ in range(2):
        [told] = receiving.verdicts(sending.message(sent))
        assert are_equal(told, sent[0])
        assert told.judged
        rows = [row for of_player in told.judged.tallies.noted.values() for row in of_player]
        assert sum(isinstance(row, UncachedRow) for row in rows) == 2


def test_points_of_any_size_arrive_as_they_were() -> None:
    sending, receiving = VerdictEncoder(), VerdictDecoder()
    deal = {"result": {"order": [1, 2, 3, 4], "points": [LARGEST_INTEGER, 0, 0, -LARGEST_INTEGER]}}
    sent = judge_all([sitting_item(1, deals=[deal]), *sitting_items(1)])
    told = receiving.verdicts(sending.message(sent))
    assert [are_equal(*pair) for pair in zip(told, sent, strict=True)] == [True, True]
    assert told[0].judged
    assert told[0].judged.tallies.seats[1, 4]["points_squared"] == (1000 * LARGEST_INTEGER) ** 2
    assert told[0].judged.tallies.pairs[1, 4]["points"] == 2 * 1000 * LARGEST_INTEGER


def test_books_begin_anew_when_they_are_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MAX_KNOWN_ROWS", 1)
    sending, receiving = VerdictEncoder(), VerdictDecoder()
    sent = judge_all(sitting_items(2))
    lengths = []
    for one in sent:
        message = sending.message([one])
        lengths.append(len(message))
        assert are_equal(receiving.verdicts(message)[0], one)
    assert lengths[0] == lengths[1]
