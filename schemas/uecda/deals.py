"""The deals of a uecda record without defaults, and exchanges that are found by playing (U-XCH-1).

The server asks only the player whose turn it is, and goes on until the game is decided. So an assumed exchange is wrong
if a player acts out of turn, or if the game ends at another play or with another result than in the log.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Final, cast

from daifu.replay.actions import GIVE, PASS, PLAY, Action, Notation
from daifu.replay.cards import JOKER, STANDARD
from daifu.replay.deal import Deal, Hand, Result
from daifu.replay.engine import judge_play, take_actions
from daifu.replay.faults import AS_PASS
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Match, replay
from daifu.replay.melds import Meld
from daifu.replay.options import Options
from daifu.replay.rules import Rules
from daifu.replay.table import BEST_CARDS, Table
from daifu.replay.table import Exchange as OpenedExchange
from daifu.replay.text import ReadError
from daifu.schemas.foreign_log import WritingError, prefix_writing_errors
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawDeal, RawRecord, RawResult
from daifu.schemas.uecda import messages

PLAYERS: Final = 5
ALL_PLAYERS: Final = tuple(range(1, PLAYERS + 1))

PackedHands = tuple[int, ...]
"""The hands of all players after the exchange, as multisets of cards, in the order of the players."""

CONTRADICTIONS: Final = frozenset({"out_of_turn", "locked_by_pass", "action_after_out", "action_after_end"})
NOT_HELD: Final = "card_not_held"

Hands = Sequence[tuple[str, ...]]
_NO_CARDS: Final = (0,) * PLAYERS


def uecda_rules(options: Options) -> Rules:
    """The rules of the UECda with these options."""
    return PROFILES["uecda"].rules(options)


@cache
def _notation() -> Notation:
    """The notation of actions, which is the same under all options."""
    return uecda_rules({}).notation(PLAYERS)


@dataclass(frozen=True, slots=True)
class Gift:
    """Cards that one player gave to another in the exchange."""

    giver: int
    receiver: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """The cards that a player laid, spelt as in a record, none for a pass; `time` is in milliseconds."""

    player: int
    cards: tuple[str, ...]
    time: int | None


@dataclass(frozen=True, slots=True)
class PlainDeal:
    """A decided deal of five players without defaults; `points` are None if they are not written."""

    seats: tuple[int, ...]
    places: tuple[int, ...] | None
    hands: tuple[tuple[str, ...], ...]
    gifts: tuple[Gift, ...]
    plays: tuple[Play, ...]
    order: tuple[int, ...]
    points: tuple[int, ...] | None


def plain_deals(record: RawRecord, illegal_play: str) -> Iterator[PlainDeal]:
    """The deals of a record, for a format whose games are played with this value of the option `illegal_play`.

    A record with another value is taken if it has no faulty play, so that the option decides nothing. Seats that are
    not written are those of the deal before, and places follow from its replay. Raises `WritingError` for what no
    foreign format can hold.
    """
    if record["rules"] != "uecda" or len(record["players"]) != PLAYERS:
        raise WritingError(messages.FIVE_OF_UECDA)
    if record.get("options", {}).get("illegal_play", "pass") != illegal_play:
        _check_no_faulty_play(record, illegal_play)
    seats = ALL_PLAYERS
    for number, (deal, places) in enumerate(zip(record["deals"], _rankings(record), strict=True), start=1):
        with prefix_writing_errors(messages.deal_number(number)):
            plain = plain_deal(deal, seats, places)
        yield plain
        seats = plain.seats


def _rankings(record: RawRecord) -> Iterator[tuple[int, ...] | None]:
    """The ranking that each deal starts from if it does not write one; only then the record is replayed."""
    if all("places" in deal for deal in record["deals"]):
        yield from (None for _ in record["deals"])
        return
    loaded = load_raw_record(record)
    match = Match(loaded.rules, PLAYERS)
    for deal in loaded.deals:
        yield match.start(deal, []).ranking or None
        match.play(deal)


def _check_no_faulty_play(record: RawRecord, illegal_play: str) -> None:
    """Raise `WritingError` for the first play that would count as a pass where the option `illegal_play` is so."""
    rejecting = load_raw_record({**record, "options": {**record.get("options", {}), "illegal_play": "pass"}})
    for number, (raw, deal) in enumerate(zip(record["deals"], replay(rejecting).deals, strict=True), start=1):
        for fault in deal.faults:
            if fault.resolution == AS_PASS and fault.action is not None:
                with (
                    prefix_writing_errors(messages.deal_number(number)),
                    prefix_writing_errors(messages.action_number(fault.action + 1, raw["actions"][fault.action])),
                ):
                    raise WritingError(messages.faulty_play(illegal_play))


def plain_deal(deal: RawDeal, seats: tuple[int, ...] = ALL_PLAYERS, places: tuple[int, ...] | None = None) -> PlainDeal:
    """One deal; `seats` and `places` are used if the deal does not write them. Raises `WritingError`."""
    if deal.get("abandoned", False):
        raise WritingError(messages.ABANDONED)
    result = deal.get("result", RawResult())
    ranking = deal.get("places", places)
    gifts, plays = _actions(deal)
    return PlainDeal(
        seats=_all_players("seats", deal.get("seats", seats)),
        places=None if ranking is None else _all_players("places", ranking),
        hands=_hands(deal),
        gifts=gifts,
        plays=plays,
        order=_all_players("result.order", result.get("order", ())),
        points=_points(result),
    )


def _all_players(field: str, players: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    if sorted(players) != list(ALL_PLAYERS):
        raise WritingError(messages.not_everybody(field))
    return tuple(players)


def _hands(deal: RawDeal) -> tuple[tuple[str, ...], ...]:
    hands = tuple(tuple((hand or "").split()) for hand in deal.get("hands", []))
    if deal.get("hands_are", "dealt") != "dealt" or len(hands) != PLAYERS or not all(hands):
        raise WritingError(messages.HANDS_AS_DEALT)
    return hands


def _points(result: RawResult) -> tuple[int, ...] | None:
    points = result.get("points")
    if points is None:
        return None
    whole = tuple(int(gain) for gain in points if gain is not None and gain == int(gain))
    if len(whole) != PLAYERS:
        raise WritingError(messages.FIVE_POINTS)
    return whole


def _actions(deal: RawDeal) -> tuple[tuple[Gift, ...], tuple[Play, ...]]:
    if "actions" not in deal:
        raise WritingError(messages.EVERY_PLAY)
    gifts: list[Gift] = []
    plays: list[Play] = []
    for number, text in enumerate(deal["actions"], start=1):
        with prefix_writing_errors(messages.action_number(number, text)):
            try:
                action = _notation()[text]
            except ReadError as error:
                raise WritingError(error.text) from error
            if action.void:
                raise WritingError(messages.NO_SUCH_ACTION)
            if action.verb == GIVE and not plays:
                gifts.append(Gift(action.player, action.target, _card_words(action.meld)))
            elif action.verb in {PLAY, PASS}:
                plays.append(Play(action.player, _card_words(action.meld), action.time))
            else:
                raise WritingError(messages.NO_SUCH_ACTION)
    return tuple(gifts), tuple(plays)


def _card_words(meld: Meld) -> tuple[str, ...]:
    """The cards of a meld as a record writes them, each joker with what it stands for if the record says it."""
    natural = [name for name in meld.names if name != JOKER]
    bare = meld.count - len(natural) - len(meld.stand_ins)
    return (*natural, *(f"{JOKER}={stand_in}" for stand_in in meld.stand_ins), *[JOKER] * bare)


def deal_after_exchange(seats: Sequence[int], order: Sequence[int]) -> Deal:
    """A deal that begins with the hands after the exchange; the hands are set by `open_table`."""
    return Deal(seats=tuple(seats), places=None, exchanged=True, actions=[], result=Result(tuple(order)))


def open_table(rules: Rules, deal: Deal, hands: PackedHands) -> Table:
    """The table of a deal before its first play, with these hands."""
    match = Match(rules, PLAYERS)
    deal.hands = [Hand.of(rules.alphabet, cards) for cards in hands]
    return match.open(match.start(deal, []))


class GameTrial:
    """Plays a game from different hands under some rules, and finds those from which it ends as its log says."""

    def __init__(self, rules: Rules, seats: Sequence[int], plays: Sequence[Action], order: Sequence[int]) -> None:
        self._rules = rules
        self._plays = plays
        self._deal = deal_after_exchange(seats, order)

    def find_fitting(self, candidates: Sequence[PackedHands]) -> list[PackedHands]:
        """The candidates from which the game ends as its log says."""
        by_opener: dict[int, list[PackedHands]] = {}
        for hands in candidates:
            by_opener.setdefault(open_table(self._rules, self._deal, hands).turn, []).append(hands)
        return [
            hands
            for group in by_opener.values()
            for hands in self._play(open_table(self._rules, self._deal, group[0]), group, 0)
        ]

    def _play(self, table: Table, candidates: list[PackedHands], begin: int) -> list[PackedHands]:
        """The candidates that fit, of those with the same position so far; `table` is that of the first candidate.

        Where a play is possible from some of them only, the two groups are played separately.
        """
        fitting: list[PackedHands] = []
        for at in range(begin, len(self._plays)):
            action = self._plays[at]
            able, unable = self._split(table, candidates, action)
            if able and unable:
                fitting += self._play(_with_other_hands(table, candidates[0], unable[0]), unable, at)
                table, candidates = _with_other_hands(table, candidates[0], able[0]), able
            known_faults = len(table.faults)
            take_actions(table, [action], at)
            if any(fault.code in CONTRADICTIONS for fault in table.faults[known_faults:]):
                return fitting
        order = self._rules.sitting.order(table, self._deal)
        return fitting + candidates if order == list(self._deal.result.order or ()) else fitting

    def _split(
        self, table: Table, candidates: list[PackedHands], action: Action
    ) -> tuple[list[PackedHands], list[PackedHands]]:
        """The candidates with which the player holds the cards of the play, and the others."""
        if len(candidates) == 1 or not action.cards or _fails_with_any_hand(table, action):
            return candidates, []
        place = action.player - 1
        holds = self._rules.alphabet.holds
        changes = table.hands[action.player] - candidates[0][place]
        able = [hands for hands in candidates if holds(hands[place] + changes, action.cards)]
        return able, [hands for hands in candidates if not holds(hands[place] + changes, action.cards)]


def _fails_with_any_hand(table: Table, action: Action) -> bool:
    """Whether the server rejects the play whatever the player holds."""
    breaches: list[str] = []
    judge_play(table, action, breaches)
    return any(breach != NOT_HELD for breach in breaches)


def _with_other_hands(table: Table, before: PackedHands, after: PackedHands) -> Table:
    """The same position with other hands after the exchange, without the cards that have been played."""
    copy = table.copy()
    for player in ALL_PLAYERS:
        copy.hands[player] += after[player - 1] - before[player - 1]
    return copy


Exchange = tuple[Gift, ...]

_RULES: Final = uecda_rules({})


def written_exchange(deal: PlainDeal) -> list[Exchange]:
    """The exchange that the log has, as the only possible one."""
    return [deal.gifts]


def possible_exchanges(deal: PlainDeal) -> Iterator[Exchange]:
    """Every exchange that the rules allow: the rich give back any cards, also those just received."""
    if deal.places is None:
        yield ()
        return
    poor = gifts_of_the_poor(deal.hands, deal.places)
    exchange = _opened_exchange(deal.places)
    choices = []
    for received in poor:
        owed = exchange.owed[received.receiver]
        held = (*deal.hands[owed.giver - 1], *received.cards)
        choices.append([Gift(owed.giver, owed.taker, cards) for cards in combinations(held, owed.size)])
    for back in product(*choices):
        yield (*poor, *back)


def gifts_of_the_poor(hands: Hands, places: Sequence[int]) -> Exchange:
    """The gifts that the rules take from the poor: the strongest cards of daihinmin and of hinmin (U-XCH-1)."""
    exchange = _opened_exchange(places)
    strength = exchange.ladder.names.index
    return tuple(
        Gift(owed.giver, owed.taker, tuple(sorted(hands[owed.giver - 1], key=strength)[: owed.size]))
        for owed in exchange.owed.values()
        if owed.choice == BEST_CARDS
    )


def _opened_exchange(places: Sequence[int]) -> OpenedExchange:
    """The exchange with which a game of this ranking begins under the rules."""
    table = open_table(_RULES, Deal(places=tuple(places)), _NO_CARDS)
    return cast("OpenedExchange", table.exchange)  # a game with a ranking always has one


def pack_hands(hands: Hands) -> PackedHands:
    """The hands as multisets of cards."""
    return tuple(map(STANDARD.pack, hands))


def hands_after_gifts(dealt: PackedHands, gifts: Exchange) -> PackedHands | None:
    """The hands after these gifts; None if a giver does not hold the cards that they give."""
    hands = list(dealt)
    for gift in gifts:
        cards = STANDARD.pack(gift.cards)
        if not STANDARD.holds(hands[gift.giver - 1], cards):
            return None
        hands[gift.giver - 1] -= cards
        hands[gift.receiver - 1] += cards
    return tuple(hands)
