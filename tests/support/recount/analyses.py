"""Random analyses of records, and a slow count of what they add to the counters of players."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from math import ceil
from random import Random
from typing import Any, Final

from replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from replay.match import Record
from tests.support.recount.deals import played_deals

AnalysedDeal = Mapping[str, Any]

RATIOS: Final = {
    "analysed": ["wins.missed"],
    "wins": ["wins.played"],
    "choices": ["swing"],
    "luck.deals": ["luck", "luck.seat", "luck.cards", "luck.play", "luck.adjusted"],
}
"""The denominators of figures with their numerators."""


def random_analysis(deals: int, players: int, rng: Random) -> bytes:
    """An analysis of a record with this number of deals and players."""
    return json.dumps([_random_deal(players, rng) for _ in range(deals)]).encode()


def _random_deal(players: int, rng: Random) -> AnalysedDeal:
    if rng.random() < 0.1:
        return {"reason": {"en": "only the result was recorded", "ja": "結果だけが記録されています"}, "actions": []}
    some = [rng.randint(1, players) for _ in range(rng.randint(0, 6))]
    deal: dict[str, Any] = {"actions": [_random_action(player, rng) for player in some]}
    if rng.random() < 0.8:
        deal["estimates"] = {"choices": [{"player": player, "swing": _random_value(rng)} for player in some]}
        deal["luck"] = [_random_luck(player, rng) for player in range(1, players + 1)]
    return deal


def _random_action(player: int, rng: Random) -> AnalysedDeal:
    before = rng.choice([PROVEN, PROVEN, REFUTED, UNKNOWN])
    after = {"after": rng.choice([PROVEN, REFUTED, UNKNOWN])} if before == PROVEN else {}
    return {"player": player, "known": {"before": before, **after}}


def _random_luck(player: int, rng: Random) -> AnalysedDeal:
    return {"player": player, "mean": 0.5} | {part: _random_value(rng) for part in ("seat", "cards", "play")}


def _random_value(rng: Random) -> float:
    return rng.randint(-5000, 5000) / 10_000


def analysis_counts(record: Record, analysis: bytes) -> dict[tuple[int, int], Counter[str]]:
    """What an analysis adds, by player number and number of players."""
    deals = json.loads(analysis)
    seated = [len(course.seated) for course in played_deals(record)]
    total: defaultdict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    blocks: defaultdict[tuple[int, int, int], Counter[str]] = defaultdict(Counter)
    for number, deal in enumerate(deals):
        block = next(block for block in range(len(deals)) if number < _end_of_block(block, len(record.deals)))
        for player, counts in _deal_counts(deal):
            blocks[player, seated[number], block].update(counts)
    for (player, among, _block), counts in blocks.items():
        total[player, among].update(counts)
        total[player, among].update(_products(counts))
    return total


def _end_of_block(block: int, deals: int) -> int:
    """The number of deals up to the end of a block."""
    return deals * (block + 1) // ceil(deals / 20)


def _products(counts: Counter[str]) -> Counter[str]:
    found = Counter[str]()
    for denominator, numerators in RATIOS.items():
        found[f"sitting.{denominator}:{denominator}"] = counts[denominator] ** 2
        for numerator in numerators:
            found[f"sitting.{numerator}:{numerator}"] = counts[numerator] ** 2
            found[f"sitting.{numerator}:{denominator}"] = counts[numerator] * counts[denominator]
    return found


def _deal_counts(deal: AnalysedDeal) -> Iterator[tuple[int, Counter[str]]]:
    """The counters of each player of a deal."""
    if "reason" in deal:
        return
    lucks = {luck["player"]: luck for luck in deal.get("luck", [])}
    choices = deal.get("estimates", {}).get("choices", [])
    for player in {action["player"] for action in deal["actions"]} | set(lucks):
        known = [action["known"] for action in deal["actions"] if action["player"] == player]
        proven = Counter(view.get("after") for view in known if view["before"] == PROVEN)
        swings = [choice["swing"] for choice in choices if choice["player"] == player]
        counts = Counter[str]()
        counts["analysed"] = 1
        counts["wins"] = proven[PROVEN] + proven[REFUTED]
        counts["wins.played"], counts["wins.missed"] = proven[PROVEN], proven[REFUTED]
        counts["choices"], counts["swing"] = len(swings), round(10_000 * sum(swings))
        if luck := lucks.get(player):
            counts["luck.deals"] = 1
            counts["luck"] = round(10_000 * (luck["seat"] + luck["cards"]))
            counts["luck.seat"], counts["luck.cards"] = round(10_000 * luck["seat"]), round(10_000 * luck["cards"])
            counts["luck.play"] = round(10_000 * luck["play"])
            counts["luck.adjusted"] = round(10_000 * (0.5 + luck["play"]))
        yield player, counts
