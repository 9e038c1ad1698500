"""Rewrite records in equivalent forms, card by card and deal by deal."""

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from random import Random
from typing import Final, NamedTuple

from daifu.replay.actions import DISCARD, DRAW, GIVE, PLAY, SHOW
from daifu.replay.deal import Start
from daifu.replay.engine import take_actions
from daifu.replay.match import Match
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawDeal, RawRecord
from tests.support.positions import opening_tables

Change = Callable[[RawDeal], RawDeal]

_HEAD: Final = {GIVE: 3, DRAW: 2, DISCARD: 2, SHOW: 2, "name": 2, "say": 2, "-": 2}
"""How many words of an action come before its cards; of a play it is only the player."""


class ActionParts(NamedTuple):
    """The words of an action: who does what, with which cards, and the marks behind."""

    head: list[str]
    cards: list[str]
    marks: list[str]

    @property
    def text(self) -> str:
        """The action as a record has it."""
        return " ".join([*self.head, *self.cards, *self.marks])


def split_action(text: str) -> ActionParts:
    """The parts of an action."""
    words = text.split(" ")
    start = _HEAD.get(words[1], 1)
    end = next((place for place, word in enumerate(words) if word == "void" or word[0] in "@#"), len(words))
    return ActionParts(words[:start], words[start:end], words[end:])


def map_deals(raw: RawRecord, change: Change) -> RawRecord:
    """The record with each of its deals written in another way."""
    return {**raw, "deals": [change(deal) for deal in raw["deals"]]}


def map_actions(raw: RawRecord, change: Callable[[str], str]) -> RawRecord:
    """The record with each of its actions written in another way."""
    return map_deals(raw, lambda deal: {**deal, "actions": [change(text) for text in deal["actions"]]})


def shuffle_cards(raw: RawRecord, rng: Random) -> RawRecord:
    """The cards of hands and actions in another order."""

    def action(text: str) -> str:
        told = split_action(text)
        return told._replace(cards=rng.sample(told.cards, len(told.cards))).text

    def hand(text: str | None) -> str | None:
        return text and " ".join(rng.sample(text.split(), len(text.split())))

    shuffled = map_deals(raw, lambda deal: {**deal, "hands": [hand(text) for text in deal["hands"]]})
    return map_actions(shuffled, action)


def add_comments(raw: RawRecord) -> RawRecord:
    """A time and a comment at every action that has neither."""
    return map_actions(raw, lambda text: text if {"@", "#"} & set(text) else f"{text} @750 # と言った")


def change_suits(raw: RawRecord, suits: Mapping[str, str]) -> RawRecord:
    """Every card, and what jokers stand for, in another suit."""

    def card(name: str) -> str:
        place = name.find("=") + 1
        return name[:place] + suits.get(name[place], name[place]) + name[place + 1 :]

    def action(text: str) -> str:
        told = split_action(text)
        return told._replace(cards=[card(name) if len(name) > 1 else name for name in told.cards]).text

    def words(text: str) -> str:
        return " ".join(card(name) if len(name) > 1 else name for name in text.split())

    def deal(written: RawDeal) -> RawDeal:
        changed: RawDeal = {**written, "hands": [text and words(text) for text in written["hands"]]}
        return {**changed, "stock": words(written["stock"])} if "stock" in written else changed

    return map_actions(map_deals(raw, deal), action)


def deal_starts(raw: RawRecord) -> Iterator[Start]:
    """What each deal of a record starts from."""
    record = load_raw_record(raw)
    match = Match(record.rules, len(record.players))
    for deal in record.deals:
        yield match.start(deal, [])
        match.play(deal)


def write_seats(raw: RawRecord) -> RawRecord:
    """Every deal names those who sit at the table, also where the rules would tell."""
    seats = [list(start.seats) for start in deal_starts(raw)]
    return {**raw, "deals": [{**deal, "seats": seated} for deal, seated in zip(raw["deals"], seats, strict=True)]}


def write_places(raw: RawRecord) -> RawRecord:
    """Every deal names the ranking that it starts from, also where it follows from the deal before."""
    rankings = [list(start.ranking) for start in deal_starts(raw)]
    deals: list[RawDeal] = [
        {**deal, "places": ranking} if ranking else deal for deal, ranking in zip(raw["deals"], rankings, strict=True)
    ]
    return {**raw, "deals": deals}


def renumber_players(raw: RawRecord, new: Mapping[int, int]) -> RawRecord:
    """The same people under other player numbers; the seats of every deal must be written."""
    old = {number: player for player, number in new.items()}
    order = [old[number] - 1 for number in sorted(old)]

    def action(text: str) -> str:
        told = split_action(text)
        head = [str(new[int(word)]) if word.isdigit() else word for word in told.head]
        return told._replace(head=head).text

    def deal(written: RawDeal) -> RawDeal:
        changed: RawDeal = {**written, "hands": [written["hands"][place] for place in order]}
        changed["seats"] = [new[player] for player in written["seats"]]
        if "first" in written:
            changed["first"] = new[written["first"]]
        if "dealer" in written:
            changed["dealer"] = new[written["dealer"]]
        if places := written.get("places"):
            changed["places"] = [new[player] for player in places]
        if "result" in written:
            changed["result"] = {"order": [new[player] for player in written["result"]["order"]]}
        return changed

    people: RawRecord = {**raw, "players": [raw["players"][place] for place in order]}
    return map_actions(map_deals(people, deal), action)


def apply_gifts(raw: RawRecord) -> RawRecord:
    """Hands as they are after the exchange, in deals in which nothing but gifts comes before the first set."""
    deals = []
    for written, (table, actions) in zip(raw["deals"], opening_tables(load_raw_record(raw)), strict=True):
        before = list(takewhile(lambda action: action.verb != PLAY, actions))
        gifts = len(before) if all(action.verb == GIVE for action in before) else 0
        take_actions(table, actions[:gifts])
        names = table.rules.alphabet.list
        after: RawDeal = {**written, "hands_are": "exchanged", "actions": written["actions"][gifts:]}
        after["hands"] = [
            dealt and " ".join(names(held)) for dealt, held in zip(written["hands"], table.hands[1:], strict=True)
        ]
        deals.append(after if gifts else written)
    return {**raw, "deals": deals}
