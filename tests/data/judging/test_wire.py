"""What goes over a line arrives as it was, and what is counted alike as one."""

from collections.abc import Sequence

import pytest

from data.judging import wire
from data.judging.verdicts import Sent, Verdict, verdicts
from data.judging.wire import Receiving, Sending
from replay.counting import Unlike
from schemas.intake.splitting import whole_log
from schemas.limits import WHOLE
from schemas.sources import Log, items
from tests.support.judging import BAD, UNREAD, item, seen, sittings
from tests.support.samples import FOLDER

SAMPLES: list[Sent] = [
    whole_log(entry) if isinstance(entry, Log) else entry
    for entry in items([str(file) for file in sorted(FOLDER.iterdir())], "auto", lambda _count: None)
]


def judged(entries: Sequence[Sent]) -> list[Verdict]:
    return [one for part in verdicts(entries) for one in part]


def same(one: Verdict, other: Verdict) -> bool:
    return one._replace(judged=None) == other._replace(judged=None) and seen(one.judged) == seen(other.judged)


def test_every_sample_arrives_as_it_was() -> None:
    sent = judged([*SAMPLES, BAD, UNREAD])
    sending, receiving = Sending(), Receiving()
    for begin in range(0, len(sent), 10):
        part = sent[begin : begin + 10]
        told = receiving.verdicts(sending.message(part))
        assert all(same(*pair) for pair in zip(told, part, strict=True))


def test_what_is_counted_alike_is_one_object_in_all_messages() -> None:
    sending, receiving = Sending(), Receiving()
    first, second = (receiving.verdicts(sending.message(judged([one])))[0].judged for one in sittings(2))
    assert first
    assert second
    assert first.tallies == second.tallies  # rows are equal only if they are the same


def test_a_message_does_not_tell_again_what_is_known() -> None:
    sending = Sending()
    first, second = (len(sending.message(judged([one]))) for one in sittings(2))
    assert second < first - 150


def test_rows_like_no_other_are_not_kept() -> None:
    deal = {"hands": ["D3 ?*12", "?*13", "?*13", "?*14"], "abandoned": True}
    times = {"actions": ["1 D3 @700", "2 S4 @900"]}
    sending, receiving = Sending(), Receiving()
    sent = judged([item(1, deals=[deal | times])])
    for _ in range(2):
        [told] = receiving.verdicts(sending.message(sent))
        assert same(told, sent[0])
        assert told.judged
        rows = [row for of_player in told.judged.tallies.noted.values() for row in of_player]
        assert sum(isinstance(row, Unlike) for row in rows) == 2


def test_points_of_any_size_arrive_as_they_were() -> None:
    sending, receiving = Sending(), Receiving()
    deal = {"result": {"order": [1, 2, 3, 4], "points": [WHOLE, 0, 0, -WHOLE]}}
    sent = judged([item(1, deals=[deal]), *sittings(1)])
    told = receiving.verdicts(sending.message(sent))
    assert [same(*pair) for pair in zip(told, sent, strict=True)] == [True, True]
    assert told[0].judged
    assert told[0].judged.tallies.seats[1, 4]["points_squared"] == (1000 * WHOLE) ** 2
    assert told[0].judged.tallies.pairs[1, 4]["points"] == 2 * 1000 * WHOLE


def test_books_begin_anew_when_they_are_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MOST_KNOWN", 1)
    sending, receiving = Sending(), Receiving()
    sent = judged(sittings(2))
    lengths = []
    for one in sent:
        message = sending.message([one])
        lengths.append(len(message))
        assert same(receiving.verdicts(message)[0], one)
    assert lengths[0] == lengths[1]
