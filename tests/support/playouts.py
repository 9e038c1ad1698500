"""Sittings played by generators that take only legal actions: at random, or with some sense."""

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, Final

from daifu.replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW, Action
from daifu.replay.cards import JOKER, Alphabet
from daifu.replay.deal import NOT_WRITTEN, Deal, DealReport, Hand, Result, Start
from daifu.replay.engine import take_actions
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.dalmuti.sets import DALMUTI, JESTER
from daifu.replay.games.floor13.sets import PACK
from daifu.replay.games.floor13.table import Floor13Table
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match
from daifu.replay.options import Options, Value
from daifu.replay.rules import Rules
from daifu.replay.table import Table
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawRecord, RawResult

Choose = Callable[[Table, list[Action], Random], Action]
"""Chooses one of the legal actions of a position, of any player."""

MOST_ACTIONS: Final = 300
"""A deal that has not ended by then is abandoned, though not between a pass and its draw."""

WEIGHTS: Final = {PLAY: 1.0, PASS: 0.3}
OTHER_WEIGHT: Final = 0.6


def choose_anything(table: Table, actions: list[Action], rng: Random) -> Action:
    """Any of the actions: sets rather than passes, other actions in between."""
    return name_reshuffled_cards(table, weighted_choice(actions, rng), rng)


def weighted_choice(actions: list[Action], rng: Random) -> Action:
    """One of the actions, by the weight of what it does."""
    return rng.choices(actions, [WEIGHTS.get(action.verb, OTHER_WEIGHT) for action in actions])[0]


def name_reshuffled_cards(table: Table, action: Action, rng: Random) -> Action:
    """The same action; where it draws from a stock that was shuffled anew, the record tells the cards (F-PASS-4)."""
    if action.verb != DRAW or not isinstance(table, Floor13Table):
        return action
    player = action.player
    trial = table.copy()
    take_actions(trial, [action])
    if not trial.unknown[player]:
        return action
    alphabet = table.rules.alphabet
    hidden = alphabet.list(alphabet.lacking(trial.stock.named, PACK.cards))
    names = alphabet.list(alphabet.lacking(table.hands[player], trial.hands[player])) + rng.sample(
        hidden, trial.unknown[player]
    )
    return table.rules.notation(len(table.hands) - 1)[f"{player} draw {' '.join(names)}"]


def legal_sitting(name: str, players: int, deals: int, rng: Random, options: Options | None = None) -> RawRecord:
    """A record of `deals` deals, all of them legal."""
    playout = Playout(PROFILES[name].rules(options or {}), players, rng)
    return playout_record(playout, [playout.deal({}) for _ in range(deals)])


def dalmuti_sitting(seed: int, deals: int = 1) -> Any:  # noqa: ANN401 - any JSON
    """A legal sitting of four players, the same for the same seed, as a JSON value that the caller may change."""
    return json.loads(_dalmuti_text(seed, deals))


@cache
def _dalmuti_text(seed: int, deals: int) -> str:
    return json.dumps(legal_sitting("dalmuti", 4, deals, Random(seed)))


def playout_record(playout: "Playout", deals: list[RawDeal]) -> RawRecord:
    """The record of a sitting; its options are those that are not as by default."""
    rules = playout.rules
    entries: list[str] = [f"P{number}" for number in range(1, playout.match.count + 1)]
    raw: RawRecord = {"format": RECORD_FORMAT, "rules": rules.profile.name, "players": [*entries], "deals": deals}
    differences = rules.profile.differences(rules.options)
    chosen: dict[str, Value] = {
        name: True if value == {} and rules.profile.base else value for name, value in differences.items()
    }
    return {**raw, "options": chosen} if chosen else raw


class Playout:
    """A sitting in progress: each deal starts from what the one before gave."""

    def __init__(
        self, rules: Rules, players: int, rng: Random, *, most: int | None = None, choose: Choose = choose_anything
    ) -> None:
        """Nobody has played yet; `most` is the largest hand that anybody is dealt."""
        self.rules = rules
        self.match = Match(rules, players)
        self.rng = rng
        self.most = most
        self.choose = choose

    def deal(self, written: RawDeal) -> RawDeal:
        """The next deal, played to its end; `written` are the seats and places that the table wrote down, if any."""
        if self.match.gone and "seats" not in written:
            written = {**written, "seats": list(self.match.seats)}  # who left comes back
        deal = Deal(seats=_numbers(written.get("seats")), places=_places(written))
        start = self.match.start(deal, [])
        raw: RawDeal = {**written, **self._appointed(start)}
        deal.first, deal.dealer = raw.get("first"), raw.get("dealer")
        self._hand_out(start)
        raw["hands"] = [None if hand is None else self._cards(hand) for hand in deal.hands or ()]
        if deal.stock is not None:
            raw["stock"] = " ".join(map(self.rules.alphabet.name, deal.stock))
        raw["actions"] = [action.text for action in self._play(start)]
        return raw | _written_outcome(self.match.play(deal))

    def _appointed(self, start: Start) -> RawDeal:
        """Whom the table names where nothing says who deals, draws or leads first."""
        field = self.rules.sitting.appointed
        if start.ranking or start.winner or not field:
            return {}
        chosen = self.rng.choice(start.seats)
        return {"dealer": chosen} if field == "dealer" else {"first": chosen}

    def _hand_out(self, start: Start) -> None:
        sizes = self.rules.sitting.shares(start)
        if self.most is not None:
            sizes = {player: min(size, self.most) for player, size in sizes.items()}
        cards = self._shuffled(start, sum(sizes.values()))
        hands: list[Hand | None] = [None] * start.count
        for player, held in sizes.items():
            hands[player - 1] = Hand.of(self.rules.alphabet, self.rules.alphabet.pack(cards[:held]))
            cards = cards[held:]
        start.deal.hands = hands
        if self.rules.sitting.hand_size is not None:
            start.deal.stock = tuple(map(self.rules.alphabet.one.__getitem__, cards))

    def _shuffled(self, start: Start, dealt: int) -> list[str]:
        """The pack; where not all of it is dealt out, the cards dealt are neighbours, so that they make many sets."""
        pack = self.rules.sitting.pack(len(start.seats))
        cards = pack.alphabet.list(pack.cards)
        cut = 0 if self.most is None else self.rng.randrange(pack.size)
        cards = cards[cut:] + cards[:cut]
        first = pack.size if self.most is None else dealt
        if self.rules.options.get("blind_cards"):
            jokers = [card for card in cards if card == JOKER]  # as if none of those left out had been one
            dealt_cards = jokers + self.rng.sample([card for card in cards if card != JOKER], dealt - len(jokers))
            return self.rng.sample(dealt_cards, dealt)
        return self.rng.sample(cards[:first], first) + self.rng.sample(cards[first:], pack.size - first)

    def _cards(self, hand: Hand) -> str:
        return " ".join(self.rules.alphabet.list(hand.cards))

    def _play(self, start: Start) -> list[Action]:
        """The actions of the deal; where it ends and leaves places open, these are drawn by lot (U-20-1)."""
        table = self.match.open(start)
        start.deal.actions = taken = self._taken(table)
        if table.over and self.rules.sitting.order(table, start.deal) is None:
            left = [player for player in start.seats if player not in table.out]
            start.deal.result = Result((*table.out, *self.rng.sample(left, len(left))))
        return taken

    def _taken(self, table: Table) -> list[Action]:
        """Legal actions to the end, or until nobody has one: who leads with nothing but a joker, say (T-Q-21)."""
        taken: list[Action] = []
        notation = self.rules.notation(self.match.count)
        while actions := legal_actions(table, notation):
            if len(taken) >= MOST_ACTIONS and taken[-1].verb != PASS:
                break
            action = self.choose(table, actions, self.rng)
            take_actions(table, [action], len(taken))
            taken.append(action)
        return taken


def _written_outcome(report: DealReport) -> RawDeal:
    if not report.decided:
        return {"abandoned": True}
    result: RawResult = {"order": report.order}
    if any(value is not None for value in report.points):
        result["points"] = report.points
    return {"result": result}


def _numbers(players: list[int] | None) -> tuple[int, ...] | None:
    return None if players is None else tuple(players)


def _places(written: RawDeal) -> tuple[int, ...] | None:
    return _numbers(written["places"]) if "places" in written else NOT_WRITTEN


OTHER_ACTION_CHANCE: Final = {GIVE: 0.8, DISCARD: 0.8, NAME: 1.0, SHOW: 0.2, SAY: 0.1}
"""The chance that a player takes an action that is not a play, where a play is possible, too."""
INTERRUPTION_CHANCE: Final = 0.5
RARE_CHANCE: Final = 0.1
FEW_CARDS: Final = 3
"""With so few cards left a player spares nothing."""
SPARING_THRESHOLD: Final = 0.5
"""What is worth more than this is kept for later, the more readily the more it is worth."""
TEARING_COST: Final = 0.2
"""What it costs to tear cards from others of their rank."""
CARD_BONUS: Final = 0.3
"""What it is worth to get rid of one card more."""


def choose_sensibly(table: Table, actions: list[Action], rng: Random) -> Action:
    """The action that such players take next."""
    plays = [action for action in actions if action.verb == PLAY]
    passes = [action for action in actions if action.verb in (PASS, DRAW)]
    deeds = [
        action for action in actions if is_due(table, action) or rng.random() < OTHER_ACTION_CHANCE.get(action.verb, 0)
    ]
    if deeds or not plays + passes:
        return choose_other_action(table, deeds or actions, rng)
    due = max(passes, key=lambda action: action.verb == DRAW, default=None)
    waiting = [action for action in plays if due is not None and action.player != due.player]
    if waiting and rng.random() < INTERRUPTION_CHANCE:
        return min(waiting, key=lambda action: cost_of_set(table, action))
    own = [action for action in plays if action not in waiting]
    if due is None:
        return max(own, key=lambda action: CARD_BONUS * action.meld.count - cost_of_set(table, action))
    return choose_answer(table, own, name_reshuffled_cards(table, due, rng), rng)


def is_due(table: Table, action: Action) -> bool:
    """Whether a gift is owed before play."""
    return action.verb == GIVE and not table.started


def choose_other_action(table: Table, deeds: list[Action], rng: Random) -> Action:
    """An action that is not a play: a gift or discard of the cards worth least, a name or a word."""
    player = rng.choice(deeds).player
    own = [action for action in deeds if action.player == player]
    cheapest = min(own, key=lambda action: worth_of_set(table, action))
    return rng.choice(own) if cheapest.verb in (NAME, SAY) or rng.random() < RARE_CHANCE else cheapest


def choose_answer(table: Table, own: list[Action], passed: Action, rng: Random) -> Action:
    """The cheapest set that answers, or a pass where even that is too dear."""
    if not own:
        return passed
    cheapest = min(own, key=lambda action: cost_of_set(table, action))
    few = table.rules.alphabet.count(table.hands[cheapest.player]) - cheapest.meld.count <= FEW_CARDS
    return cheapest if few or rng.random() > cost_of_set(table, cheapest) - SPARING_THRESHOLD else passed


def cost_of_set(table: Table, action: Action) -> float:
    """What a set is worth a card, and what it tears apart; a joker that one should not be left with costs nothing."""
    hand = table.rules.alphabet.list(table.hands[action.player])
    if JOKER in action.meld.names and len(hand) <= FEW_CARDS:
        return 0
    ranks = {name[-1] for name in action.meld.names}
    torn = any(name[-1] in ranks for name in hand if name not in action.meld.names)
    return worth_of_set(table, action) / action.meld.count + TEARING_COST * torn


def worth_of_set(table: Table, action: Action) -> float:
    """What the cards are worth in the order in force."""
    worth = card_worths(table.rules.alphabet)
    return sum(1 - worth[name] if table.down and JOKER not in name else worth[name] for name in action.meld.names)


@cache
def card_worths(alphabet: Alphabet) -> dict[str, float]:
    """What cards are worth, from 0 to 1: packs are printed weakest card first, Dalmuti's best first."""
    best_last = [*reversed(alphabet.names[:-1]), JESTER] if alphabet is DALMUTI else alphabet.names
    return {name: place / alphabet.size for place, name in enumerate(best_last)}
