"""Hands and stocks as people write them: cards in any spelling, and how many others are unknown."""

import re
from contextlib import suppress
from typing import Final

from daifu.replay.deal import MOST_UNKNOWN_CARDS, read_hand
from daifu.replay.rules import Profile
from daifu.replay.text import ReadError
from daifu.schemas.fu.cards import Cards, CardsRefused, CardTexts, card_texts_of
from daifu.schemas.fu.spelling import spell_joined

UNKNOWN: Final = re.compile(r"\?(?:\*?([1-9][0-9]{0,2}))?")


def read_cards(texts: CardTexts, text: str) -> Cards:
    """The cards in a text, in its order; `-` and nothing are none. Raises `CardsRefused` with the place in the text."""
    written = text.strip(" ")
    begin = len(text) - len(text.lstrip(" "))
    if written in {"", "-"}:
        return Cards(())
    try:
        return texts.read(written)
    except CardsRefused:
        spelt = spell_joined(written, (), suited=texts.suited)
    try:
        return texts.read(spelt.text)
    except CardsRefused as refused:
        place = spelt.places[min(refused.place, len(spelt.places) - 1)] if spelt.places else 0
        raise CardsRefused(begin + place, refused.length, refused.code) from refused


def hand_text(texts: CardTexts, text: str) -> str:
    """The hand in a text as a record writes it. Raises `CardsRefused` with the place in the text."""
    marks = list(UNKNOWN.finditer(text)) if "?" in text else []
    if not marks:
        return texts.record_text(read_cards(texts, text))
    begin, end = marks[0].start(), marks[-1].end()
    count = sum(int(mark[1] or 1) for mark in marks)
    if text[end:].strip() or UNKNOWN.sub("", text[begin:end]).strip() or count > MOST_UNKNOWN_CARDS:
        raise CardsRefused(begin, len(text) - begin, "bad_character")
    cards = texts.record_text(read_cards(texts, text[:begin]))
    return " ".join([*cards.split(), "?" if count == 1 else f"?*{count}"])


def hand_in_record(profile: Profile, text: str) -> str:
    """A hand that somebody typed as a record writes it; what cannot be read stays as it is, to be refused there."""
    with suppress(ReadError):
        read_hand(profile.lexicon, text)
        return text
    try:
        return hand_text(card_texts_of(profile), text)
    except CardsRefused:
        return text
