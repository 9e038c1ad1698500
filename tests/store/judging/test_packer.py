"""Verdicts come from the worker process as they went in, and each row of counters comes once for each upload."""

import pytest

from data.judging import packer as packers
from data.judging.batches import Verdict
from data.judging.packer import VerdictPacker, VerdictUnpacker
from data.judging.process import UploadJudge, judge_share
from tests.support.processes import BAD_ITEM, comparable, sitting_items


@pytest.fixture
def verdicts() -> list[Verdict]:
    return judge_share([*sitting_items(3), BAD_ITEM])


def comparable_verdicts(verdicts: list[Verdict]) -> list[object]:
    return [(one._replace(judged=None), comparable(one.judged)) for one in verdicts]


def test_all_shares_of_an_upload_come_as_they_were_packed(verdicts: list[Verdict]) -> None:
    packer, unpacker = VerdictPacker(), VerdictUnpacker()
    for _ in range(3):
        assert comparable_verdicts(unpacker.unpack(packer.pack(verdicts))) == comparable_verdicts(verdicts)


def test_a_later_share_does_not_have_the_rows_of_earlier_ones(verdicts: list[Verdict]) -> None:
    packer = VerdictPacker()
    first = packer.pack(verdicts)
    assert len(packer.pack(verdicts)) < len(first)


def test_rows_without_a_number_come_with_each_share(verdicts: list[Verdict], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packers, "MOST_NUMBERED", 2)
    packer, unpacker = VerdictPacker(), VerdictUnpacker()
    for _ in range(2):
        assert comparable_verdicts(unpacker.unpack(packer.pack(verdicts))) == comparable_verdicts(verdicts)


def test_another_upload_gets_all_rows_again(verdicts: list[Verdict]) -> None:
    judge, entries = UploadJudge(), list(sitting_items(3))
    for upload in (1, 2):
        found = VerdictUnpacker().unpack(judge.judge(entries, upload))
        assert comparable_verdicts(found) == comparable_verdicts(verdicts[:-1])
