"""The two ways to judge a server log: as a whole, and deal by deal."""

from io import BytesIO
from typing import Final

from replay.text import Text
from schemas.intake.item import UECDA, Item, Log, Refused, Unread
from schemas.intake.judging import Judging
from schemas.intake.lines import Lines
from schemas.judged import judge_item
from schemas.report import deal_json, report_foot, report_head

Outcome = tuple[bytes, list[Text]] | list[Unread]
"""The report and the notices, or the reasons of a refusal."""

FIRST: Final = 3
"""The line of their file on which the logs begin."""


def at_once(log: bytes) -> Outcome:
    """What comes of the log as a whole."""
    try:
        judged = judge_item(Item("a.log", FIRST, UECDA, log))
    except Refused as refused:
        return refused.reasons
    return judged.report, judged.notices


def deal_by_deal(log: bytes) -> Outcome:
    """What comes of it deal by deal."""
    try:
        judging = Judging(opened(BytesIO(log)))
        judged = list(judging.deals())
    except Refused as refused:
        return refused.reasons
    head = report_head(judging.rules, judging.players, legal=all(deal.report.legal for deal in judged))
    deals = b",".join(deal_json(deal.report) for deal in judged)
    notices = [deal.notice for deal in judged if deal.notice is not None]
    return head + deals + report_foot(judging.totals, judging.ranks), notices + judging.ending()


def opened(stream: BytesIO) -> Log:
    """The log that is in a stream."""
    return Log("a.log", FIRST, Lines(stream, FIRST))
