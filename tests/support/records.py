"""Judge a record that is written down as briefly as a test wants it."""

from collections.abc import Mapping, Sequence
from typing import Any

from replay.actions import Notation
from replay.deal import NOT_WRITTEN, Deal, Hand, Result
from replay.games.catalogue import PROFILES
from replay.match import replay
from replay.melds import Lexicon
from replay.options import Options
from replay.record import Record
from replay.report import Report

RawDeal = Mapping[str, Any]


def judged(
    rules: str, deals: list[dict[str, Any]], players: int | list[Any] = 4, options: Options | None = None
) -> Report:
    """The report on these deals, written as in a record; `players` may be just their number."""
    profile = PROFILES[rules]
    entries = [f"P{number}" for number in range(1, players + 1)] if isinstance(players, int) else players
    chosen = options or {}
    compiled = profile.rules(chosen)
    notation = compiled.notation(len(entries))
    return replay(Record(compiled, chosen, entries, [_deal(deal, notation) for deal in deals]))


def codes(report: Report, deal: int = 0) -> list[tuple[int | None, int | None, str]]:
    """Action, player and code of every fault of a deal, in the report's order."""
    return [(fault.action, fault.player, fault.code) for fault in report.deals[deal].faults]


def _deal(raw: RawDeal, notation: Notation) -> Deal:
    lexicon = notation.lexicon
    places = raw.get("places", NOT_WRITTEN)
    result = raw.get("result", {})
    return Deal(
        seats=_numbers(raw.get("seats")),
        places=_numbers(places),
        hands=[_hand(lexicon, hand) for hand in raw["hands"]] if "hands" in raw else None,
        exchanged=raw.get("hands_are") == "exchanged",
        dealer=raw.get("dealer"),
        first=raw.get("first"),
        stock=tuple(lexicon.spellings[name] for name in raw["stock"].split()) if "stock" in raw else None,
        actions=[notation[text] for text in raw["actions"]] if "actions" in raw else None,
        result=Result(_numbers(result.get("order")), _numbers(result.get("points"))),
        abandoned=raw.get("abandoned", False),
    )


def _numbers(values: Sequence[int] | None) -> tuple[int, ...] | None:
    return None if values is None else tuple(values)


def _hand(lexicon: Lexicon, text: str | None) -> Hand | None:
    if text is None:
        return None
    words = text.split()
    unknown = sum(int(word[2:] or 1) for word in words if word.startswith("?"))
    return Hand(lexicon.alphabet.pack(lexicon.spellings[word] for word in words if not word.startswith("?")), unknown)
