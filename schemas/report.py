"""The report as JSON (record format, section 5): what it is made of, and how it is written, at once or deal by deal."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from daifu.replay.deal import DealReport as ReplayedDeal
from daifu.replay.deal import Points
from daifu.replay.faults import (
    AS_PASS,
    CATALOGUE,
    DEAL_INCOMPLETE,
    FOUL,
    IGNORED,
    ILLEGAL,
    NOTICE,
    RECORD,
    STANDS,
    VOID,
)
from daifu.replay.faults import Fault as FoundFault
from daifu.replay.match import Report as MatchReport
from daifu.schemas.answer import Answer, Number, Text, about, game, one_of

REPORT_FORMAT: Final = "daifu-report/1"
SEVERITIES: Final = (ILLEGAL, FOUL, RECORD, NOTICE)
RESOLUTIONS: Final = (STANDS, VOID, AS_PASS, IGNORED)

_NAMED: Final = {"type": "object", "properties": {name: {"type": "string"} for name in ("id", "name")}}
PlayerEntry = Annotated[
    Any, Meta(extra_json_schema={"oneOf": [{"type": "string"}, {**_NAMED, "required": ["id", "name"]}]})
]
"""A player as the record names them: a name, or an object with `id` and `name`."""


class Fault(Answer):
    """Something that was wrong, and what became of it."""

    action: Annotated[int | None, about("The action, counted from 0; null if it is the whole deal.", 17)]
    player: Annotated[int | None, about("The player at fault; null if there is none.", 3)]
    code: Annotated[str, one_of(tuple(CATALOGUE), "The code of the fault.", "run_overlap")]
    severity: Annotated[str, one_of(SEVERITIES, "The severity of the fault.", ILLEGAL)]
    rule: Annotated[str, about("The id of the rule that was broken.", "T-RUN-2")]
    resolution: Annotated[str, one_of(RESOLUTIONS, "What became of the action.", STANDS)]
    message: Annotated[Text, about("The fault as a sentence.")]


class DealReport(Answer):
    """What came of one deal."""

    order: Annotated[Sequence[int], about("The players who have a place, best first.", [2, 1, 4, 3])]
    unfinished: Annotated[Sequence[int], about("The other players, by number.", [])]
    titles: Annotated[
        Sequence[str | None], about("The titles that this deal's result earns.", ["fugo", "daifugo", None, None])
    ]
    points: Annotated[Sequence[Number | None], about("The points of this deal.", [1, 2, -1, -2])]
    verified: Annotated[
        bool, about("Whether the deal was replayed; false where only its result was recorded.", example=True)
    ]
    faults: Annotated[Sequence[Fault], about("All faults, in the order of the actions.")]
    shared_places: Annotated[
        Sequence[int | None] | UnsetType,
        about(
            "The places by player where only points were written and some are equal: their players share a place, and "
            "`order` is empty. Left out elsewhere.",
            [1, 2, 2, 4],
        ),
    ] = UNSET


class ReportHead(Answer):
    """What a report says before its deals."""

    format: Annotated[str, one_of((REPORT_FORMAT,), "The format of the report.", REPORT_FORMAT)]
    rules: Annotated[str, game("theater", "The rules by which the record was judged.")]
    players: Annotated[
        Sequence[PlayerEntry], about("The players as the record names them.", ["Mu", "Junko", "Shimo", "Aki"])
    ]
    legal: Annotated[bool, about("Whether nothing worse than a notice was found.", example=False)]


class Report(ReportHead):
    """What the replay of a record found."""

    deals: Annotated[Sequence[DealReport], about("Each deal of the record.")]
    totals: Annotated[
        Sequence[Number | None], about("The sum of each player's points over the decided deals.", [1, 2, -1, -2])
    ]
    ranks: Annotated[Sequence[int | None], about("The place of each player by total.", [2, 1, 3, 4])]


_encode: Final = msgspec.json.Encoder().encode


def report_json(report: MatchReport) -> bytes:
    """The report as the bytes of a JSON document in UTF-8."""
    head = report_head(report.rules, report.players, legal=report.legal)
    return head + b",".join(map(deal_report_json, report.deals)) + report_foot(report.totals, report.ranks)


def report_head(rules: str, players: Sequence[object], *, legal: bool) -> bytes:
    """The beginning of the report, up to its first deal."""
    # The deals follow one by one, so that the report on a log of any length is never held as a whole.
    return _encode(ReportHead(REPORT_FORMAT, rules, players, legal)).removesuffix(b"}") + b',"deals":['


def deal_report_json(deal: ReplayedDeal) -> bytes:
    """A deal of the report; the caller writes a comma between two deals."""
    faults = list(map(describe_fault, deal.faults))
    return _encode(
        DealReport(
            deal.order,
            deal.unfinished,
            deal.titles,
            deal.points,
            deal.verified,
            faults,
            deal.shared_places or UNSET,
        )
    )


def report_foot(totals: Points, ranks: list[int | None]) -> bytes:
    """The end of the report, after its last deal."""
    return b'],"totals":' + _encode(totals) + b',"ranks":' + _encode(ranks) + b"}"


def describe_fault(fault: FoundFault) -> Fault:
    """The fault with its sentences."""
    return Fault(
        fault.action,
        fault.player,
        fault.code,
        fault.severity,
        fault.rule,
        fault.resolution,
        Text(*fault.message),
    )


class ReportParts(msgspec.Struct):
    """The parts of a report that are shown with a single deal, as undecoded JSON."""

    deals: list[msgspec.Raw]
    totals: msgspec.Raw
    ranks: msgspec.Raw


split_report: Final = msgspec.json.Decoder(ReportParts).decode


class _DealFault(msgspec.Struct):
    code: str


class _DealResult(msgspec.Struct):
    order: list[int]
    unfinished: list[int]
    titles: list[str | None]
    points: Points
    verified: bool
    faults: list[_DealFault]
    shared_places: list[int | None] | None = None


class _ReportOfDeals(msgspec.Struct):
    deals: list[_DealResult]


_decode_results: Final = msgspec.json.Decoder(_ReportOfDeals).decode


def read_results(report: bytes) -> list[ReplayedDeal]:
    """The results of the deals of a report as JSON, without their faults.

    A report does not say whether an abandoned deal was decided: such a deal has to be replayed.
    """
    found = []
    for deal in _decode_results(report).deals:
        decided = all(fault.code != DEAL_INCOMPLETE for fault in deal.faults)
        result = ReplayedDeal(
            deal.order, deal.unfinished, deal.titles, deal.points, [], verified=deal.verified, decided=decided
        )
        result.shared_places = deal.shared_places
        found.append(result)
    return found


def places_by_player(order: Sequence[int], shared_places: Sequence[int | None]) -> dict[int, int]:
    """The places of those who have one, by player number."""
    if shared_places:
        return {player: place for player, place in enumerate(shared_places, 1) if place is not None}
    return {player: place for place, player in enumerate(order, 1)}
