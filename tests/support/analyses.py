"""Parts of analyses for tests, random analyses of records, and a slow count of what they add to counters."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec

from daifu.replay.analysis.deals import DEFAULT_POSITIONS, METHOD
from daifu.replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from daifu.replay.analysis.worlds import HIDDEN
from daifu.replay.match import Record
from daifu.schemas.analysis import (
    ANALYSIS_FORMAT,
    ActionAnalysis,
    AlternativeAnalysis,
    ChancesAnalysis,
    ChoiceAnalysis,
    DealAnalysis,
    EstimatesAnalysis,
    MissedWinAnalysis,
    PlayerLuckAnalysis,
    ViewAnalysis,
)
from daifu.schemas.answer import Text
from tests.support.recount.deals import played_deals

_CHANCES: Final = ChancesAnalysis(1, [1.0], [0.0], 0.5, 0.0)
_PLAYED: Final = AlternativeAnalysis("1 -", _CHANCES, 10)


def proof(action: int, player: int, before: str, after: str | None = None) -> ActionAnalysis:
    """What was proven about an action with all hands known."""
    return ActionAnalysis(action, player, ViewAnalysis(UNKNOWN), ViewAnalysis(before, after))


def choice(action: int, loss: float, error: float = 0.01, player: int = 1, swing: float = 0.0) -> ChoiceAnalysis:
    """A choice with this estimated loss."""
    return ChoiceAnalysis(action, player, _CHANCES, _PLAYED, [_PLAYED], 2, swing, loss, error)


def luck(player: int, seat: float, cards: float, play: float, others: float = 0.0) -> PlayerLuckAnalysis:
    """A result that was split."""
    return PlayerLuckAnalysis(player, 0.5 + seat + cards + play, 0.5, seat, cards, play, 0.02, others)


def analysed_deal(
    actions: Sequence[ActionAnalysis] = (),
    missed: Sequence[MissedWinAnalysis] = (),
    choices: Sequence[ChoiceAnalysis] | None = (),
    lucks: Sequence[PlayerLuckAnalysis] = (),
) -> DealAnalysis:
    """The analysis of a deal; without estimates where `choices` is None."""
    estimates = None if choices is None else EstimatesAnalysis(HIDDEN, 1, 10, [], choices)
    parts = (ANALYSIS_FORMAT, METHOD, "1.0.0", DEFAULT_POSITIONS, 0)
    return DealAnalysis(*parts, actions, missed, estimates=estimates, luck=lucks or None)


def deal_not_analysed() -> DealAnalysis:
    """The analysis of a deal of which only the result was recorded."""
    reason = Text("only the result was recorded", "結果だけが記録されています")
    return DealAnalysis(ANALYSIS_FORMAT, METHOD, "1.0.0", DEFAULT_POSITIONS, 0, [], [], reason)


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
