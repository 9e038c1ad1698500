"""Server logs: damage them, and judge them as a whole and deal by deal."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from random import Random
from typing import Final

from bench.samples import sample_log
from daifu.replay.text import Text
from daifu.schemas.judgement import judge_item
from daifu.schemas.report import deal_report_json, report_foot, report_head
from daifu.schemas.sources.conversion import log_parts
from daifu.schemas.sources.deal_by_deal import DealByDealJudge
from daifu.schemas.sources.items import UECDA, ForeignLog, Item, SourceProblem, SourceRefused
from daifu.schemas.sources.streams import Lines

Damage = Callable[[bytes, Random], bytes]

SAMPLE: Final = sample_log()
_LINE: Final = re.compile(rb"(%[0-9]{5}%(\w+)%) .*\n")


def without_exchanges_and_points(log: bytes) -> bytes:
    """The log without what old servers did not write: exchanges and points."""
    return re.sub(rb"%[0-9]{5}%(?:change_cards|points)%.*\n", b"", log)


def cut_anywhere(log: bytes, rng: Random) -> bytes:
    """The log ends anywhere."""
    return log[: rng.randrange(len(log))]


def drop_bytes(log: bytes, rng: Random) -> bytes:
    """Some bytes are lost."""
    begin = rng.randrange(len(log))
    return log[:begin] + log[begin + rng.randint(1, 300) :]


def change_byte(log: bytes, rng: Random) -> bytes:
    """One byte is another."""
    place = rng.randrange(len(log))
    return log[:place] + bytes([rng.choice(b"\0\xff\xe3\r\n 0123456789SHDCJKLMNEx%\t")]) + log[place + 1 :]


def append_nul_bytes(log: bytes, rng: Random) -> bytes:
    """The log ends in NUL bytes."""
    return log + bytes(rng.randint(1, 5_000))


def repeat_line(log: bytes, rng: Random) -> bytes:
    """A line stands once more somewhere else."""
    lines = log.splitlines(keepends=True)
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return b"".join(lines)


def change_fields(log: bytes, rng: Random) -> bytes:
    """Some lines say what no server would write, though they are of their form."""
    lines = log.splitlines(keepends=True)
    for place in rng.sample(range(len(lines)), min(len(lines), rng.randint(1, 20))):
        line = _LINE.fullmatch(lines[place])
        if line is not None and line[2] in _FIELDS:
            lines[place] = line[1] + b" " + rng.choice(_FIELDS[line[2]]) + b"\n"
    return b"".join(lines)


_FIELDS: Final = {
    b"mibun": [b"22222", b"43210", b"01234"],
    b"seat": [b"01234", b"31420"],
    b"palyer_cards": [b"D3 H9 S5 S6 S7 ", b"D3 " + b"H9" * 200 + b" S5 S6 S7 ", b"D3 " * 4 + b"D3" * 130 + b" "],
    b"change_cards": [b"NULL", b" 00S3EE", b" 01" + b"S3" * 130 + b"EE", b" 01S3EE 10S4EE"],
    b"play": [b" 0D3EE 1H9EE", b" 0" + b"S3" * 128 + b"EE", b" 0" + b"S3" * 127 + b"EE", b" 0EE" * 20_001, b""],
    b"result": [b"01234", b"43210"],
    b"points": [b"0 0 0 0 0", b"1 2 3 4 100000000000000000"],
}

DAMAGES: Final[tuple[Damage, ...]] = (
    cut_anywhere,
    drop_bytes,
    change_byte,
    append_nul_bytes,
    repeat_line,
    change_fields,
)

JudgingOutcome = tuple[bytes, list[Text]] | list[SourceProblem]
"""The report and the notices, or the reasons of a refusal."""

FIRST_LINE: Final = 3
"""The line of their file on which the logs begin."""


def judge_as_whole(log: bytes) -> list[JudgingOutcome]:
    """What comes of the log as a whole, or else of each of its parts and of each place between them."""
    return list(_judge_item(Item("a.log", FIRST_LINE, UECDA, log)))


def _judge_item(item: Item | SourceProblem) -> Iterator[JudgingOutcome]:
    if isinstance(item, SourceProblem):
        yield [item]
        return
    try:
        judged = judge_item(item)
    except SourceRefused as refused:
        parts = log_parts(item)
        for part in parts:
            yield from _judge_item(part)
        if not parts:
            yield refused.reasons
    else:
        yield judged.report, judged.notices


def judge_deal_by_deal(log: bytes) -> list[JudgingOutcome]:
    """What comes of it deal by deal."""
    return list(_judge_log(open_log(BytesIO(log))))


def _judge_log(log: ForeignLog | None) -> Iterator[JudgingOutcome]:
    while log is not None:
        try:
            judging = DealByDealJudge(log)
            judged = list(judging.deals())
        except SourceRefused as refused:
            yield refused.reasons
            log = refused.rest
            continue
        head = report_head(judging.rules, judging.players, legal=all(deal.report.legal for deal in judged))
        deals = b",".join(deal_report_json(deal.report) for deal in judged)
        notices = [deal.notice for deal in judged if deal.notice is not None]
        yield head + deals + report_foot(judging.totals, judging.ranks), notices + judging.ending()
        if judging.problem is not None:
            yield [judging.problem]
        log = judging.rest


def open_log(stream: BytesIO) -> ForeignLog:
    """The log that is in a stream."""
    return ForeignLog("a.log", FIRST_LINE, Lines(stream, FIRST_LINE))
