"""What an analysis adds to the counters of its record."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

import msgspec

from daifu.replay.analysis.luck import OTHERS_FACTOR
from daifu.replay.analysis.proofs import PROVEN, REFUTED
from daifu.replay.counters import CounterRow, UncachedRow
from daifu.replay.statistics.products import MOST_DEALS
from daifu.replay.statistics.record import RecordCounters
from daifu.replay.statistics.results import VALUE_UNIT
from daifu.schemas.analysis import DealAnalysis, PlayerLuckAnalysis, estimated_losses, read_analysis


class _DealReport(msgspec.Struct):
    """The players of a deal: those with a place, and those without."""

    order: list[int]
    unfinished: list[int]


class _Report(msgspec.Struct):
    deals: list[_DealReport]


_SeatCounts = defaultdict[tuple[int, int, int], Counter[str]]
"""Counters by player, number of players, and block of deals."""

_decode_report: Final = msgspec.json.Decoder(_Report).decode


def add_analysis(counters: RecordCounters, report: bytes, analysis: bytes) -> RecordCounters:
    """The counters of a record together with those of its analysis; the report and the analysis are JSON texts.

    Raises `msgspec.MsgspecError` for texts of another form.
    """
    rows: dict[tuple[int, int, int], list[CounterRow]] = {key: list(found) for key, found in counters.rows.items()}
    for key, counts in _count(_decode_report(report), read_analysis(analysis)).items():
        rows.setdefault(key, []).append(UncachedRow(counts))
    return RecordCounters(rows, counters.pair_rows)


def _count(report: _Report, analysis: Iterable[DealAnalysis]) -> _SeatCounts:
    """The counters of an analysis."""
    total: _SeatCounts = defaultdict(Counter)
    for number, (seats, deal) in enumerate(zip(report.deals, analysis, strict=False)):
        for player, counts in _count_deal(deal).items():
            total[player, len(seats.order) + len(seats.unfinished), number // MOST_DEALS].update(counts)
    return total


def _count_deal(deal: DealAnalysis) -> dict[int, Counter[str]]:
    """The counters of each player of a deal who had a choice, or of whom the result was split."""
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    if deal.reason is not None:
        return found
    for action in deal.actions:
        counts = found[action.player]  # who acts is analysed, whatever was proven
        if action.known.before == PROVEN and action.known.after in {PROVEN, REFUTED}:
            counts.update(("wins", "wins.played" if action.known.after == PROVEN else "wins.missed"))
    for luck in deal.luck or ():
        found[luck.player].update(_count_luck(luck))
    losses = {choice.action for choice in estimated_losses(deal)}
    for choice in deal.estimates.choices if deal.estimates else ():
        accurate, swing = int(choice.action not in losses), _in_units(choice.swing)
        found[choice.player].update({"choices": 1, "choices.accurate": accurate, "swing": swing})
    for counts in found.values():
        counts["analysed"] = 1
    return found


def _count_luck(luck: PlayerLuckAnalysis) -> dict[str, int]:
    """The counters of a split result."""
    mean, seat, cards, play = map(_in_units, (luck.mean, luck.seat, luck.cards, luck.play))
    return {
        "luck.deals": 1,
        "luck": seat + cards,
        "luck.seat": seat,
        "luck.cards": cards,
        "luck.play": play,
        "luck.adjusted": mean + play - round(OTHERS_FACTOR * _in_units(luck.others)),
    }


def _in_units(value: float) -> int:
    """A value in parts of `VALUE_UNIT`, which is exact: analyses have as many digits."""
    return round(value * VALUE_UNIT)
