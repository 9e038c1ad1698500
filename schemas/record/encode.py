"""Encodes deals as records write them: the counterpart of `decode`."""

from typing import cast

from daifu.replay.cards import Alphabet
from daifu.replay.deal import NOT_WRITTEN, Deal
from daifu.replay.match import Record as LoadedRecord
from daifu.schemas.position import hand_text
from daifu.schemas.record.model import RECORD_FORMAT, RawDeal, RawHouse, RawPlayer, RawRecord


def encode_record(record: LoadedRecord) -> RawRecord:
    """The record as JSON values, without its event, source and notes."""
    alphabet = record.rules.alphabet
    raw: RawRecord = {
        "format": RECORD_FORMAT,
        "rules": record.rules.profile.name,
        "players": cast("list[str | RawPlayer]", list(record.players)),
        "deals": [encode_deal(alphabet, deal) for deal in record.deals],
    }
    if record.options:
        raw["options"] = {**record.options}
    if record.house is not None:
        raw["house"] = cast("RawHouse", record.house.written)
    return raw


def encode_deal(alphabet: Alphabet, deal: Deal) -> RawDeal:
    """The deal as JSON values, without its notes."""
    hands, stock, actions, result = deal.hands, deal.stock, deal.actions, deal.result
    written = {"order": result.order and list(result.order), "points": result.points and list(result.points)}
    fields: dict[str, object] = {
        "seats": deal.seats and list(deal.seats),
        "hands": [None if hand is None else hand_text(alphabet, hand.cards, hand.unknown) for hand in hands]
        if hands
        else None,
        "hands_are": "exchanged" if deal.exchanged else None,
        "dealer": deal.dealer,
        "first": deal.first,
        "stock": None if stock is None else " ".join(map(alphabet.name, stock)),
        "actions": None if actions is None else [action.text for action in actions],
        "result": {name: value for name, value in written.items() if value is not None} or None,
        "abandoned": deal.abandoned or None,
    }
    raw = {name: value for name, value in fields.items() if value is not None}
    if deal.places != NOT_WRITTEN:
        raw["places"] = deal.places and list(deal.places)
    return cast("RawDeal", raw)
