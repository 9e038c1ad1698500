"""The deals of a uecda record as the writers of foreign formats need them, without defaults."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from daifu.replay.actions import GIVE, PASS, PLAY, Action, Notation
from daifu.replay.cards import JOKER
from daifu.replay.faults import AS_PASS
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Match, replay
from daifu.replay.melds import Meld
from daifu.replay.options import Options
from daifu.replay.rules import Rules
from daifu.replay.text import ReadError
from daifu.schemas.foreign_log import WritingError, prefix_writing_errors
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawDeal, RawRecord, RawResult
from daifu.schemas.uecda import messages

PLAYERS: Final = 5
ALL_PLAYERS: Final = tuple(range(1, PLAYERS + 1))


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
            action = _read_action(text)
            if action.void:
                raise WritingError(messages.NO_SUCH_ACTION)
            if action.verb == GIVE and not plays:
                gifts.append(Gift(action.player, action.target, _card_words(action.meld)))
            elif action.verb in {PLAY, PASS}:
                plays.append(Play(action.player, _card_words(action.meld), action.time))
            else:
                raise WritingError(messages.NO_SUCH_ACTION)
    return tuple(gifts), tuple(plays)


def _read_action(text: str) -> Action:
    try:
        return _notation()[text]
    except ReadError as error:
        raise WritingError(error.text) from error


def _card_words(meld: Meld) -> tuple[str, ...]:
    """The cards of a meld as a record writes them, each joker with what it stands for if the record says it."""
    natural = [name for name in meld.names if name != JOKER]
    bare = meld.count - len(natural) - len(meld.stand_ins)
    return (*natural, *(f"{JOKER}={stand_in}" for stand_in in meld.stand_ins), *[JOKER] * bare)
