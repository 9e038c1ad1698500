"""Records in JSON whose cards and actions are spelt as people write them: read where that has one meaning."""

import codecs
import re
import unicodedata
from collections.abc import Callable, Iterator, MutableMapping, MutableSequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from daifu.replay.actions import DISCARD, DRAW, GIVE, LEAVE, NAME, SAY, SHOW, WORDS
from daifu.replay.deal import read_cards, read_hand
from daifu.replay.melds import NAMED
from daifu.replay.rules import Rules
from daifu.replay.text import PASS_SIGN, ReadError, Text, meant_word, quoted
from daifu.schemas.fu.cards import UNKNOWN, CardsRefused, card_texts_of
from daifu.schemas.fu.spelling import Word, respell, spell
from daifu.schemas.record.decode import DECODE_ERRORS, DecodedRecord, decode_raw
from daifu.schemas.record.errors import Path, RecordRefused, json_pointer
from daifu.schemas.record.model import RecordShape
from daifu.schemas.record.rules import rules_for

MOST_NOTICES: Final = 20
"""The most places of a record whose reading is told one by one; one more notice counts the others."""

_WITH_CARDS: Final = re.compile(r"/deals/\d+/(?:hands/\d+|stock|actions/\d+)")
_VERBS: Final = (GIVE, DRAW, DISCARD, NAME, SAY, SHOW, LEAVE)
_ACTION: Final = re.compile(
    r"\s*([1-9][0-9]{0,3})(?:番|さん)?(?:\s*:|(?=\s)|(?<=\D))\s*(\S.*?)((?:\s+void)?(?:\s+@[0-9]{1,12})?)\s*", re.DOTALL
)
_TO_PLAYER: Final = re.compile(r"([1-9][0-9]{0,3})(?:番|さん)?(?:\s*:|[にへ]|(?=\s)|(?<=\D))\s*(.*)", re.DOTALL)


def respell_record(data: bytes, refusal: RecordRefused) -> tuple[DecodedRecord, list[Text]] | None:
    """The record in a JSON text that was refused for how its cards and actions are spelt, and what was read how.

    None where anything else is wrong with it, or where one of these texts has no meaning or several.
    """
    if not all(_WITH_CARDS.fullmatch(problem.pointer) for problem in refusal.problems):
        return None
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        msgspec.json.decode(data, type=RecordShape)  # so that all fields are of their types
        record: dict[str, Any] = msgspec.json.decode(data)
        speller = _Speller(rules_for(record["rules"], record.get("options", {})), len(record["players"]))
        readings = [
            (json_pointer(("deals", number, *path)), found)
            for number, deal in enumerate(record["deals"])
            for path, found in speller.respell_deal(deal)
        ]
        return decode_raw(record), _notices(readings)
    except (*DECODE_ERRORS, RecordRefused, CardsRefused):
        return None


def action_in_record(rules: Rules, players: int, text: str) -> str:
    """An action that somebody typed as a record writes it; what cannot be read stays as it is, to be refused there."""
    notation = rules.notation(players)
    with suppress(ReadError):
        notation[text]
        return text
    with suppress(ReadError, CardsRefused):
        read = _Speller(rules, players).action(text).text
        notation[read]
        return read
    return text


class _Reading(NamedTuple):
    """What was written, and what it was read as."""

    written: str
    read: str


class _Respelt(NamedTuple):
    """A text as a record writes it, and how its parts were read."""

    text: str
    readings: list[_Reading]


class _Place(NamedTuple):
    """A text of a deal: what holds it under which key, and how it is read as it stands, or as people write."""

    holder: MutableMapping[str, Any] | MutableSequence[Any]
    key: Any
    path: Path
    read: Callable[[str], object]
    respell: Callable[[str], _Respelt]


class _Speller:
    """Spells the cards and actions of a game as records do."""

    def __init__(self, rules: Rules, players: int) -> None:
        self._lexicon = rules.profile.lexicon
        self._texts = card_texts_of(rules.profile)
        self._notation = rules.notation(players)
        self._draws = not rules.counting.only_plain_passes

    def respell_deal(self, deal: dict[str, Any]) -> Iterator[tuple[Path, list[_Reading]]]:
        """Spell the texts of a deal anew that cannot be read; how. Raises `CardsRefused` and `ReadError`."""
        for place in self._places(deal):
            text = place.holder[place.key]
            try:
                place.read(text)
            except ReadError:
                respelt = place.respell(text)
                place.read(respelt.text)
                place.holder[place.key] = respelt.text
                yield place.path, respelt.readings

    def _places(self, deal: dict[str, Any]) -> Iterator[_Place]:
        hands, actions = deal.get("hands", []), deal.get("actions", [])
        for number, hand in enumerate(hands):
            if hand is not None:
                yield _Place(hands, number, ("hands", number), partial(read_hand, self._lexicon), self._cards)
        if "stock" in deal:
            yield _Place(deal, "stock", ("stock",), partial(read_cards, self._lexicon), self._cards)
        for number in range(len(actions)):
            yield _Place(actions, number, ("actions", number), self._notation.__getitem__, self.action)

    def _cards(self, text: str) -> _Respelt:
        """Cards, and how many are unknown, each word by itself."""
        words = respell(text, (), draws=False)
        read = [(text[word.places[0] : word.places[-1] + 1], self._cards_of(word)) for word in words]
        return _Respelt(
            " ".join(card for _, card in read), [_Reading(written, card) for written, card in read if written != card]
        )

    def _cards_of(self, word: Word) -> str:
        """The cards of a word as a record writes them. Raises `CardsRefused` if it does not name them whole."""
        if unknown := UNKNOWN.fullmatch(word.text):
            return f"?*{unknown[1]}" if unknown[1] else "?"
        spelt = spell(word, suited=self._texts.suited)
        if spelt.who:
            raise CardsRefused(0, len(spelt.who), "bad_character")
        card, sign, meant = spelt.act.partition("=")
        cards = self._texts.read(card)
        text = self._texts.record_text(cards) if cards.stand_ins else " ".join(cards.names)
        return text + sign + meant

    def action(self, text: str) -> _Respelt:
        """What somebody did, with its marks. Raises `CardsRefused`."""
        said, sign, comment = text.partition("#")
        said = said.strip()
        found = _ACTION.fullmatch(unicodedata.normalize("NFKC", said))
        if found is None:
            raise CardsRefused(0, len(said), "bad_character")
        player, act, marks = found.groups()
        read = f"{player} {self._act(act)}{marks}"
        return _Respelt(read + (f" #{comment}" if sign else ""), [_Reading(said, read)])

    def _act(self, act: str) -> str:
        """What is done, as a record writes it."""
        word = act.split(None, 1)[0]
        verb, rest = meant_word(word, _VERBS), act.removeprefix(word).strip()
        if not verb:
            # A pass, a draw that is written as that of the hand notation, or cards.
            words = respell(act, (), draws=self._draws)
            spelt = [spell(word, suited=self._texts.suited).act for word in words]
            if spelt == [PASS_SIGN]:
                return PASS_SIGN
            if spelt == ["d"] and "d" not in act:
                return DRAW
            return self._laid(act)
        if verb == GIVE and (taker := _TO_PLAYER.fullmatch(rest)):
            return f"{GIVE} {taker[1]} {self._laid(taker[2])}"
        if verb in {NAME, SAY}:
            return f"{verb} {meant_word(rest, NAMED if verb == NAME else WORDS)}"
        return f"{verb} {self._laid(rest)}" if rest else verb

    def _laid(self, cards: str) -> str:
        """The cards of an action. A small d may be the draw where there are draws."""
        if self._draws and "d" in cards:
            raise CardsRefused(cards.index("d"), 1, "bad_character")
        return self._cards(cards).text


def _notices(found: list[tuple[str, list[_Reading]]]) -> list[Text]:
    """Notices of what was read how, by the places of the texts."""
    notices = []
    for pointer, readings in found[:MOST_NOTICES]:
        en = ", ".join(f"{quoted(written).en} as {read}" for written, read in readings)
        ja = "、".join(f"{quoted(written).ja}を{read}" for written, read in readings)
        notices.append(Text(f"{pointer}: read {en}", f"{pointer}：{ja}と読みました"))
    if (more := len(found) - MOST_NOTICES) > 0:
        notices.append(Text(f"{more} more places were read in this way", f"ほか{more}か所も同じように読みました"))
    return notices
