"""Luck and play: what a deal was worth to each player before its first action, and what they made of it.

The value of a result is between 0 and 1 (`PlayoutRules.values`). A player's result is the mean of all players and
three parts: the seat, with its title and exchange; the cards; and the play. The parts of all players sum to 0 in every
deal. The part of the cards is what playouts of the hands give beyond playouts of hands dealt at random to the same
seats by the same method, so over random deals its mean is 0 for each seat.

The play holds what the others did, too. What their actions gave a player beyond an equal share follows from the
estimates of all positions; it sums to 0 over the players, and half of it is taken out of the adjusted result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from daifu.replay.analysis.estimates import (
    ENOUGH,
    PLAYOUTS_VERSION,
    Estimate,
    Sampler,
    Tally,
    decided,
    estimate_position,
)
from daifu.replay.analysis.playout import NoPlayoutsError, RandomNumbers
from daifu.replay.analysis.worlds import COMPLETE, known_view
from daifu.replay.deal import Deal, Hand, Start
from daifu.replay.dealing import shuffle
from daifu.replay.match import Match, Record
from daifu.replay.position import Position, walk_deals
from daifu.replay.text import Text

LUCK_VERSION: Final = "luck/2"
"""Grows with what changes the parts of results, apart from playouts. The first one did not count what others did."""

SEED: Final = 20070716
SEED_STEP: Final = 104729
"""A prime by which the seeds of deals differ."""
REDEALS: Final = 150
"""The random deals by which a seat is valued, with a few playouts of each."""
PLAYOUTS_PER_REDEAL: Final = 4
OTHERS_FACTOR: Final = 0.5
"""How much of what others did is taken out of the adjusted result: with half of it, the result varies least."""


@dataclass(frozen=True, slots=True)
class PlayerLuck:
    """What a player's result in a deal, or the mean of several, is made of.

    `result` is the value of the result. It is `mean` + `seat` + `cards` + `play`, where `mean` is that of all players.
    `error` is the standard error of `cards`, that of `play` is no larger. `others` is the part of the play that the
    actions of others gave beyond an equal share, 0 where not all positions are estimated.
    """

    player: int
    result: float
    mean: float
    seat: float
    cards: float
    play: float
    error: float
    others: float

    @property
    def adjusted(self) -> float:
        """The result without what seat and cards gave, and without half of what others did."""
        return self.mean + self.play - OTHERS_FACTOR * self.others


@dataclass(frozen=True, slots=True)
class DealLuck:
    """The luck and the play of a deal, by the version of the method."""

    number: int
    version: str
    players: tuple[PlayerLuck, ...]


def deal_luck(
    steps: Sequence[Position],
    estimates: Sequence[Estimate | None] = (),
    *,
    seed: int = SEED,
    playouts: int = ENOUGH,
    redeals: int = REDEALS,
) -> DealLuck:
    """The luck and the play of each player of a deal, of which all positions are given.

    `estimates` are those of the positions, with all hands known; without them it stays unknown what others did.
    `redeals` is the number of random deals by which seats are valued. Raises `NoPlayoutsError` for a deal that cannot
    be played out, or that has no result.
    """
    first, last = steps[0], steps[-1]
    if not last.table.over:
        raise NoPlayoutsError(NOT_ENDED)
    if last.table.left:
        raise NoPlayoutsError(SOMEBODY_LEFT)
    results = decided(last.table, last.start)
    mean = sum(chances.value for chances in results.players) / len(results.players)
    others = others_beyond_share(steps, estimates)
    found = []
    for worth in worths_at_start(first, seed=seed, playouts=playouts, redeals=redeals):
        result = results.of(worth.player).value
        play = result - worth.seat - worth.cards
        found.append(
            PlayerLuck(
                worth.player,
                result,
                mean,
                worth.seat - mean,
                worth.cards,
                play,
                worth.error,
                others.get(worth.player, 0.0),
            )
        )
    return DealLuck(first.number, f"{PLAYOUTS_VERSION} {LUCK_VERSION}", tuple(found))


def others_beyond_share(steps: Sequence[Position], estimates: Sequence[Estimate | None]) -> dict[int, float]:
    """What the actions of others gave each player of a deal beyond an equal share, by player; empty if unknown.

    What an action gives its player, the others lose. An equal share of that falls to each of the others who are still
    in. A player who lost less than this share has gained the difference. The sum over all players is 0.
    """
    known = [estimate for estimate in estimates if estimate is not None]
    if len(known) < len(steps):
        return {}
    found = dict.fromkeys(steps[0].table.seated, 0.0)
    for step, before, after in zip(steps, known, known[1:], strict=False):
        gains = {player: after.of(player).value - before.of(player).value for player in found}
        acting = step.actions[step.at].player
        still_in = [player for player in found if player != acting and step.table.active >> player & 1]
        for player in still_in:
            found[player] += gains[acting] / len(still_in)
        for player in found:
            if player != acting:
                found[player] += gains[player]
    return found


SOMEBODY_LEFT: Final = Text("A player left the deal.", "途中で抜けたプレイヤーがいます。")
NOT_ENDED: Final = Text("The deal was not played to its end.", "この回は最後までプレイされていません。")


@dataclass(frozen=True, slots=True)
class Worth:
    """What a seat is worth before the cards are dealt, and what the cards add, with the standard error of that."""

    player: int
    seat: float
    cards: float
    error: float


def worths_at_start(
    first: Position, *, seed: int = SEED, playouts: int = ENOUGH, redeals: int = REDEALS
) -> list[Worth]:
    """What seat and cards are worth to each player at the start of a deal. Raises `NoPlayoutsError`.

    A seat is worth what playouts of hands dealt at random give on average.
    """
    seed += SEED_STEP * first.number
    worths = estimate_position(first.table, first.start, known_view(first.table, ()), seed=seed, playouts=playouts)
    random, record = RandomNumbers(seed), first.record
    match = Match(record.rules, len(record.players))
    tallies: list[Tally] = []
    for redeal in range(redeals):
        table = match.open(random_deal(first.start, record, random))
        sampler = Sampler(table, COMPLETE, seed + SEED_STEP + redeal)
        sampler.run(PLAYOUTS_PER_REDEAL)
        tallies.append(sampler.tally)
    found = []
    for player in first.table.seated:
        values = [tally.mean_value(player) for tally in tallies]
        seat = sum(values) / redeals
        seat_error = sqrt(sum((value - seat) ** 2 for value in values) / (redeals - 1) / redeals)
        worth = worths.of(player)
        found.append(Worth(player, seat, worth.value - seat, sqrt(seat_error**2 + worth.error**2)))
    return found


def random_deal(start: Start, record: Record, random: RandomNumbers) -> Start:
    """The same start of a deal with other cards: all of the pack is shuffled and dealt in hands of the same sizes."""
    pack = record.rules.sitting.pack(len(start.seats))
    names = pack.alphabet.list(pack.cards)
    shuffle(names, random)
    deal = start.deal
    hands: list[Hand | None] = []
    dealt = 0
    for hand in deal.hands or ():
        size = 0 if hand is None else hand.size
        cards = names[dealt : dealt + size]
        hands.append(None if hand is None else Hand.of(pack.alphabet, pack.alphabet.pack(cards)))
        dealt += size
    return start.with_deal(
        Deal(
            seats=deal.seats,
            places=deal.places,
            hands=hands,
            dealer=deal.dealer,
            first=deal.first,
            stock=tuple(map(pack.alphabet.one.__getitem__, names[dealt:])) or None,
        )
    )


@dataclass(frozen=True, slots=True)
class RecordLuck:
    """The luck and the play of a record: its deals, and the means of each player with their standard errors.

    `left_out` has the deals that could not be played out, with the reasons.
    """

    deals: tuple[DealLuck, ...]
    means: tuple[PlayerLuck, ...]
    left_out: tuple[tuple[int, Text], ...]


def record_luck(record: Record, *, seed: int = SEED, playouts: int = ENOUGH) -> RecordLuck:
    """The luck and the play of all deals of a record that can be played out."""
    deals, left_out = [], []
    for steps in walk_deals(record):
        try:
            deals.append(deal_luck(steps, seed=seed, playouts=playouts))
        except NoPlayoutsError as error:
            left_out.append((steps[0].number, error.reason))
    return RecordLuck(tuple(deals), tuple(mean_luck(deals)), tuple(left_out))


def mean_luck(deals: Iterable[DealLuck]) -> list[PlayerLuck]:
    """The mean of each player over the deals that they took part in.

    `error` is the standard error of the mean of `cards`, from how much it varies from deal to deal; with a single deal
    it is that of the deal.
    """
    by_player: dict[int, list[PlayerLuck]] = {}
    for deal in deals:
        for luck in deal.players:
            by_player.setdefault(luck.player, []).append(luck)
    means = []
    for player, lucks in sorted(by_player.items()):
        count = len(lucks)
        cards = sum(luck.cards for luck in lucks) / count
        varied = sum((luck.cards - cards) ** 2 for luck in lucks)
        means.append(
            PlayerLuck(
                player=player,
                result=sum(luck.result for luck in lucks) / count,
                mean=sum(luck.mean for luck in lucks) / count,
                seat=sum(luck.seat for luck in lucks) / count,
                cards=cards,
                play=sum(luck.play for luck in lucks) / count,
                others=sum(luck.others for luck in lucks) / count,
                error=sqrt(varied / (count - 1) / count) if count > 1 else lucks[0].error,
            )
        )
    return means
