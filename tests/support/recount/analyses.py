"""Random analyses of records, and a slow count of what they add to the counters of players."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from daifu.replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from daifu.replay.match import Record
from daifu.schemas.analysis import ActionAnalysis, DealAnalysis
from tests.support.analyses import analysed_deal, choice, deal_not_analysed, luck, proof
from tests.support.recount.deals import played_deals

AnalysedDeal = Mapping[str, Any]


def random_analysis(deals: int, players: int, rng: Random) -> bytes:
    """An analysis of a record with this number of deals and players."""
    return msgspec.json.encode([_random_deal(players, rng) for _ in range(deals)])


def _random_deal(players: int, rng: Random) -> DealAnalysis:
    if rng.random() < 0.1:
        return deal_not_analysed()
    some = [rng.randint(1, players) for _ in range(rng.randint(0, 6))]
    actions = [_random_action(action, player, rng) for action, player in enumerate(some)]
    if rng.random() < 0.2:
        return analysed_deal(actions, choices=None)
    return analysed_deal(
        actions,
        choices=[
            choice(action, abs(_random_value(rng)), rng.random() / 4, player, swing=_random_value(rng))
            for action, player in enumerate(some)
        ],
        lucks=[luck(player, *(_random_value(rng) for _ in range(4))) for player in range(1, players + 1)],
    )


def _random_action(action: int, player: int, rng: Random) -> ActionAnalysis:
    before = rng.choice([PROVEN, PROVEN, REFUTED, UNKNOWN])
    return proof(action, player, before, rng.choice([PROVEN, REFUTED, UNKNOWN]) if before == PROVEN else None)


def _random_value(rng: Random) -> float:
    return rng.randint(-5000, 5000) / 10_000


def analysis_counts(record: Record, analysis: bytes) -> dict[tuple[int, int, int], Counter[str]]:
    """What an analysis adds, by player number, number of players, and block of 20 deals."""
    seated = [len(course.seated) for course in played_deals(record)]
    total: defaultdict[tuple[int, int, int], Counter[str]] = defaultdict(Counter)
    for number, deal in enumerate(json.loads(analysis)):
        for player, counts in _deal_counts(deal):
            total[player, seated[number], number // 20].update(counts)
    return total


def _deal_counts(deal: AnalysedDeal) -> Iterator[tuple[int, Counter[str]]]:
    """The counters of each player of a deal."""
    if "reason" in deal:
        return
    lucks = {luck["player"]: luck for luck in deal.get("luck", [])}
    choices = deal.get("estimates", {}).get("choices", [])
    wins = [one["action"] for one in deal["actions"] if PROVEN in _verdicts_after(one)]
    for player in {action["player"] for action in deal["actions"]} | set(lucks):
        known = [action["known"] for action in deal["actions"] if action["player"] == player]
        proven = Counter(view.get("after") for view in known if view["before"] == PROVEN)
        own = [one for one in choices if one["player"] == player]
        swings = [one["swing"] for one in own]
        losses = [one for one in own if one["loss"] > 2 * one["loss_error"] and one["action"] not in wins]
        counts = Counter[str]()
        counts["analysed"] = 1
        counts["wins"] = proven[PROVEN] + proven[REFUTED]
        counts["wins.played"], counts["wins.missed"] = proven[PROVEN], proven[REFUTED]
        counts["choices"], counts["swing"] = len(swings), round(10_000 * sum(swings))
        counts["choices.accurate"] = len(own) - len(losses)
        if luck := lucks.get(player):
            counts["luck.deals"] = 1
            counts["luck"] = round(10_000 * (luck["seat"] + luck["cards"]))
            counts["luck.seat"], counts["luck.cards"] = round(10_000 * luck["seat"]), round(10_000 * luck["cards"])
            counts["luck.play"] = round(10_000 * luck["play"])
            counts["luck.adjusted"] = round(10_000 * (0.5 + luck["play"])) - round(0.5 * round(10_000 * luck["others"]))
        yield player, counts


def _verdicts_after(action: Mapping[str, Any]) -> list[str | None]:
    """What was proven after an action, in both views."""
    return [action[view].get("after") for view in ("known", "hidden")]
