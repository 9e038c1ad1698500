"""Sittings played by a generator that takes nothing but legal actions.

The properties and the samples are fed with them.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from replay.actions import DRAW, PASS, PLAY, Action
from replay.deal import NOT_WRITTEN, Deal, Hand, Result, Start
from replay.engine import run
from replay.games.catalogue import PROFILES
from replay.games.floor13.cards import PACK
from replay.games.floor13.table import Floor13Table
from replay.legal import legal_actions
from replay.match import Match
from replay.options import Options
from replay.report import DealReport
from replay.rules import Rules
from replay.sitting import even_sizes
from replay.table import Table
from schemas.raw import FORMAT, RawDeal, RawRecord, RawResult

Choose = Callable[[Table, list[Action], Random], Action]
"""Which of the legal actions of a position, whoever may take them, is taken next."""

MOST_ACTIONS: Final = 300
"""A deal that has not ended by then is abandoned, though not between a pass and its draw."""

WEIGHTS: Final = {PLAY: 1.0, PASS: 0.3}
OTHER_WEIGHT: Final = 0.6

FLOOR13_HANDS: Final = {2: 14, 3: 9, 4: 7, 5: 5, 6: 4, 7: 4, 8: 3}
"""Hand sizes on the thirteenth floor where no option says one: everywhere some stock is left."""


def anything(table: Table, actions: list[Action], rng: Random) -> Action:
    """Any of the actions: sets rather than passes, other actions in between."""
    return drawn_openly(table, weighed(actions, rng), rng)


def weighed(actions: list[Action], rng: Random) -> Action:
    """One of the actions, by the weight of what it does."""
    return rng.choices(actions, [WEIGHTS.get(action.verb, OTHER_WEIGHT) for action in actions])[0]


def drawn_openly(table: Table, action: Action, rng: Random) -> Action:
    """The same action; where it draws from a stock that was shuffled anew, the record tells the cards (F-PASS-4)."""
    if action.verb != DRAW or not isinstance(table, Floor13Table):
        return action
    player = action.player
    trial = table.copy()
    run(trial, [action])
    if not trial.unknown[player]:
        return action
    alphabet = table.rules.alphabet
    hidden = alphabet.list(PACK.cards - trial.stock.named)
    names = alphabet.list(trial.hands[player] - table.hands[player]) + rng.sample(hidden, trial.unknown[player])
    return table.rules.notation(len(table.hands) - 1)[f"{player} draw {' '.join(names)}"]


def sitting(name: str, players: int, deals: int, rng: Random, options: Options | None = None) -> RawRecord:
    """A record of so many deals, all of them legal."""
    playout = Playout(PROFILES[name].rules(options or {}), players, rng)
    return record(playout, [playout.deal({}) for _ in range(deals)])


def record(playout: "Playout", deals: list[RawDeal]) -> RawRecord:
    """The record of a sitting; its options are those that are not as by default."""
    rules = playout.rules
    entries: list[str] = [f"P{number}" for number in range(1, playout.match.count + 1)]
    raw: RawRecord = {"format": FORMAT, "rules": rules.profile.name, "players": [*entries], "deals": deals}
    defaults = {option.name: option.default for option in rules.profile.options}
    chosen = {name: value for name, value in rules.options.items() if value != defaults[name]}
    return {**raw, "options": chosen} if chosen else raw


class Playout:
    """A sitting in progress: each deal starts from what the one before gave."""

    def __init__(
        self, rules: Rules, players: int, rng: Random, *, most: int | None = None, choose: Choose = anything
    ) -> None:
        """Nobody has played yet; `most` is the largest hand that anybody is dealt."""
        self.rules = rules
        self.match = Match(rules, players)
        self.rng = rng
        self.most = most
        self.choose = choose

    def deal(self, written: RawDeal) -> RawDeal:
        """The next deal, played to its end; `written` are the seats and places that the table wrote down, if any."""
        deal = Deal(seats=_numbers(written.get("seats")), places=_places(written))
        start = self.match.start(deal, [])
        raw: RawDeal = {**written, **self._appointed(start)}
        deal.first, deal.dealer = raw.get("first"), raw.get("dealer")
        self._hand_out(start)
        raw["hands"] = [None if hand is None else self._cards(hand) for hand in deal.hands or ()]
        if deal.stock is not None:
            raw["stock"] = " ".join(deal.stock)
        raw["actions"] = [action.text for action in self._play(start)]
        return raw | _outcome(self.match.play(deal))

    def _appointed(self, start: Start) -> RawDeal:
        """Whom the table names where nothing says who deals, draws or leads first."""
        name = self.rules.profile.name
        if start.ranking or start.winner:
            return {}
        if name == "akagiri":
            return {"dealer": self.rng.choice(start.seats)}
        return {"first": self.rng.choice(start.seats)} if name in ("floor13", "biga") else {}

    def _hand_out(self, start: Start) -> None:
        sizes = shares(self.rules, start)
        if self.most is not None:
            sizes = {player: min(size, self.most) for player, size in sizes.items()}
        cards = self._shuffled(start, sum(sizes.values()))
        hands: list[Hand | None] = [None] * start.count
        for player, size in sizes.items():
            hands[player - 1] = Hand.of(self.rules.alphabet.pack(cards[:size]))
            cards = cards[size:]
        start.deal.hands = hands
        start.deal.stock = tuple(cards) if self.rules.profile.name == "floor13" else None

    def _shuffled(self, start: Start, dealt: int) -> list[str]:
        """The pack; where not all of it is dealt out, the cards dealt are neighbours, so that they make many sets."""
        pack = self.rules.sitting.pack(len(start.seats))
        cards = pack.alphabet.list(pack.cards)
        cut = 0 if self.most is None else self.rng.randrange(pack.size)
        cards = cards[cut:] + cards[:cut]
        first = pack.size if self.most is None else dealt
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
            run(table, [action], len(taken))
            taken.append(action)
        return taken


def shares(rules: Rules, start: Start) -> dict[int, int]:
    """How many cards each player is dealt: the first in the order of dealing get those that are over."""
    ring = rules.sitting.ring(start)
    if rules.profile.name == "floor13":
        size = rules.options["hand_size"] or FLOOR13_HANDS[len(ring)]
        return dict.fromkeys(ring, size) if isinstance(size, int) else {}
    pack = rules.sitting.pack(len(ring))
    dealt = even_sizes(start, pack)
    from_each = [dict(zip(ring[turn:] + ring[:turn], dealt, strict=True)) for turn in range(len(ring))]
    return next(sizes for sizes in from_each if not rules.sitting.sizes(start, pack, sizes))


def _outcome(report: DealReport) -> RawDeal:
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
