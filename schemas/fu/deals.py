"""Reads the deals of a text, each at a table that says who is due.

What a deal has against its rules becomes notices at the places where that is written.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from daifu.replay.actions import DISCARD, GIVE, PLAY, Action
from daifu.replay.consistency import CardCounts, DealConsistency
from daifu.replay.deal import Deal
from daifu.replay.faults import DEAL_INCOMPLETE, Fault
from daifu.replay.match import Match
from daifu.replay.rules import Rules
from daifu.replay.table import Table
from daifu.replay.text import Text
from daifu.schemas.fu.cards import Cards, CardsRefused, CardTexts, card_texts_of, hand_text, read_cards
from daifu.schemas.fu.errors import MOST_HELPED, MOST_SUGGESTIONS, LineReader, LineRefused, Reading, Remark, near_signs
from daifu.schemas.fu.header import ONLY_ONE, read_notes
from daifu.schemas.fu.spelling import letters_for_zeros, respell
from daifu.schemas.fu.tokens import act_text
from daifu.schemas.fu.tricks import TrickReader
from daifu.schemas.record.deals import DealReader, deal_without_cards, finding_of
from daifu.schemas.record.decode import DECODE_ERRORS
from daifu.schemas.record.errors import raise_if_any
from daifu.schemas.record.model import DealShape
from daifu.schemas.record.validate import find_problems

_CODES: Final = {
    "card_not_held": "not_in_hand",
    "not_a_combination": "no_set",
    "exchange_not_owed": "gift_not_owed",
    "exchange_not_best": "bad_gift",
    "exchange_wrong_count": "bad_gift",
    "exchange_not_from_deal": "bad_gift",
    "exchange_missing": "bad_gift",
    "bad_deal": "too_few_cards",
    "bad_deck": "card_twice",
}
"""The codes of remarks on faults, by those of the faults."""
BREAKS_RULES: Final = "breaks_rules"
"""The code of all others."""
BREACH_CODES: Final = frozenset({*_CODES.values(), "played_before", BREAKS_RULES})

_Explained = tuple[str, Text, tuple[str, ...]]

_Found = TypeVar("_Found")

_HEAD: Final = re.compile(r"deal(?: +([0-9]+)(?: +([0-9]+))?)? *")
_KIND: Final = re.compile(r"[0-9]+\||[a-z]+|[=~]")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}")
_LETTER_O: Final = re.compile("[OoＯｏ]")

_A_HEAD: Final = Text("deal, its number, and the number of its actions", "「deal 番号 行動の数」")
_A_NUMBER: Final = Text("a player number", "プレイヤー番号")
_NUMBERS: Final = Text("player numbers with blanks between them", "空白で区切ったプレイヤー番号")
_POINTS: Final = Text("points as numbers, ? where there are none", "点数（ないところは?）")
_NOTHING: Final = Text("nothing more", "ここで終わり")


class Place(NamedTuple):
    """Where something is written: its line, its first character from 0, and the number of characters."""

    line: int
    place: int
    length: int


class Breaches:
    """Finds what a deal has against its rules; `places` are those of its actions, `head` is that of the deal.

    The `table` is that after its actions, None if it has none.
    """

    def __init__(
        self,
        table: Table | None,
        actions: Sequence[Action],
        places: Sequence[Place],
        head: Place,
        texts: CardTexts,
    ) -> None:
        self._table: Any = table
        self._actions = actions
        self._places = places
        self._head = head
        self._texts = texts

    def find(self, faults: Sequence[Fault]) -> Iterator[Remark]:
        """The remarks on these faults."""
        for number, fault in enumerate(faults):
            if fault.action is None and fault.code != DEAL_INCOMPLETE:
                code = _CODES.get(fault.code, BREAKS_RULES)
                yield Remark(self._head.line, self._head.place + 1, self._head.length, code, fault.message)
            elif fault.action is not None:
                plain: _Explained = (_CODES.get(fault.code, BREAKS_RULES), fault.message, ())
                code, said, suggestions = self._explain(fault, fault.action) if number < MOST_HELPED else plain
                at = self._places[fault.action]
                yield Remark(at.line, at.place + 1, at.length, code, said, suggestions[:MOST_SUGGESTIONS])

    def _explain(self, fault: Fault, number: int) -> _Explained:
        """The code of a fault of an action, its sentence, and what may have been meant."""
        code, said, action = _CODES.get(fault.code, BREAKS_RULES), fault.message, self._actions[number]
        if code == "not_in_hand" and (lacking := self._lacking(number)):
            code, said = self._played_before(number, lacking[0], said)
            return code, said, self._other_cards(number, lacking[0])
        if code == "no_set":
            return code, said, self._without_a_card(action)
        if fault.code == "exchange_not_best":
            best = Cards(tuple(str(fault.details["best"]).split()))
            return code, said, (f"{action.player}>{action.target}:{self._texts.write(best)}",)
        if code == "gift_not_owed" and (exchange := self._table.exchange) is not None:
            owed = ", ".join(f"{one.giver}>{one.taker}: {one.size}" for one in exchange.owed.values())
            said = Text(f"{said.en}; owed are {owed or 'none'}", f"{said.ja}（決まりは{owed or 'なし'}）")
        if code == BREAKS_RULES and action.verb == PLAY:
            text = f"({act_text(action, self._texts)})"
            said = Text(f"{said.en}; if it was taken back, write {text}", f"{said.ja}（取り消したなら{text}と書く）")
        return code, said, ()

    def _played_before(self, number: int, card: str, said: Text) -> tuple[str, Text]:
        """The code and the sentence for a card that is not in the hand: where it was played, if it was."""
        for action, place in zip(self._actions[:number], self._places, strict=False):
            if action.verb == PLAY and not action.void and card in action.meld.names:
                en = f"{said.en}: {card} was played in line {place.line}, column {place.place + 1}"
                return "played_before", Text(
                    en, f"{said.ja}（{card}は{place.line}行{place.place + 1}文字目で出ている）"
                )
        return "not_in_hand", said

    def _hand(self, number: int) -> list[str]:
        """The known cards in the hand of the player of an action before it, as far as what went before tells."""
        player = self._actions[number].player
        hand: list[str] = self._table.rules.alphabet.list(self._table.dealt[player])
        for action in self._actions[:number]:
            if action.void:
                continue
            if action.player == player and action.verb in {PLAY, GIVE, DISCARD}:
                for name in action.meld.names:
                    if name in hand:
                        hand.remove(name)
            elif action.verb == GIVE and action.target == player:
                hand += action.meld.names
        return hand

    def _lacking(self, number: int) -> list[str]:
        """The cards of an action that its player did not have."""
        hand = self._hand(number)
        lacking = []
        for name in self._actions[number].meld.names:
            if name in hand:
                hand.remove(name)
            else:
                lacking.append(name)
        return lacking

    def _other_cards(self, number: int, card: str) -> tuple[str, ...]:
        """The cards of an action with one that its player had in place of this one: a key away, or of its rank."""
        names = self._actions[number].meld.names
        others = [name for name in dict.fromkeys(self._hand(number)) if name not in names]
        near = [name for name in others if name[0] == card[0] and name[1:] in near_signs(card[1:])]
        same = [name for name in others if name[1:] == card[1:]]
        return tuple(
            self._texts.write(Cards(tuple(other if name == card else name for name in names)))
            for other in dict.fromkeys([*near, *same])
        )

    def _without_a_card(self, action: Action) -> tuple[str, ...]:
        """The sets that an action would be without one of its cards."""
        names = action.meld.names
        fewer = dict.fromkeys(names[:at] + names[at + 1 :] for at in range(len(names)))
        notation = self._table.rules.notation(len(self._table.hands) - 1)
        return tuple(
            self._texts.write(Cards(cards))
            for cards in fewer
            if cards and notation[f"{action.player} {' '.join(cards)}"].readings
        )


@dataclass(slots=True)
class DealText:
    """The lines of a deal with their numbers: the first, those before its tricks, the tricks, and those behind."""

    line: int
    head: str
    setup: list[tuple[int, str]] = field(default_factory=list)
    play: list[tuple[int, str]] = field(default_factory=list)
    end: list[tuple[int, str]] = field(default_factory=list)


class SittingReader(LineReader):
    """Reads the deals of a record in turn, each from the result of the one before."""

    def __init__(self, rules: Rules, names: Sequence[str], reading: Reading) -> None:
        super().__init__(reading)
        players = len(names)
        self._rules = rules
        self._players = players
        self._texts = card_texts_of(rules.profile)
        self._match = Match(rules, players, self._take_all)
        self._deal_reader = DealReader(rules, players)
        self._consistency = DealConsistency(players, rules.sitting.players, rules.sitting.seats)
        self._card_counts = CardCounts(rules)
        self._tricks = TrickReader(rules, names, reading)
        self._values: list[dict[str, Any]] = []
        self.deals: list[Deal] = []
        self._playable = True
        self._deal = DealText(0, "")
        self._begun = Deal()
        self._table: Any = None

    def read(self, deal: DealText) -> dict[str, Any]:
        """The values of the next deal."""
        known = len(self._reading.errors)
        self._deal = deal
        values: dict[str, Any] = {}
        hands: dict[int, str] = {}
        kinds: set[str] = set()
        for line, text in deal.setup:
            self._line = line
            try:
                self._check_once(_KIND.match(text), kinds)
                self._read_setup(text, values, hands)
            except LineRefused:  # the next line is read all the same
                continue
        for line, text in deal.end:
            self._line = line
            with suppress(LineRefused):
                self._check_once(_KIND.match(text), kinds)
                self._read_end(text, values)
        if hands:
            values["hands"] = [hands.get(number) for number in range(1, max(self._players, *hands) + 1)]
        if values.pop("play", False) or deal.play:
            values["actions"] = []
            if not hands:
                self._assume_hands(values)
        self._values.append(values)
        taken: list[Action] = []
        # The deals behind one that cannot be played are read, but not played: what they start from is unknown.
        self._playable &= len(self._reading.errors) == known
        if self._playable:
            self._playable = self._play(values)
            taken = self._tricks.taken if self._playable and deal.play else []
            self._check_count(len(taken))
        if taken:
            values["actions"] = [action.text for action in taken]
        errors = self._reading.errors
        errors[known + 1 :] = [replace(error, after_error=True) for error in errors[known + 1 :]]
        return values

    def _check_once(self, kind: re.Match[str] | None, kinds: set[str]) -> None:
        """Refuse a second line of a kind, which would take the place of the first."""
        if kind is None:
            return
        if kind[0] in kinds:
            self._stop(0, kind.end(), "bad_header", owed=ONLY_ONE, found=kind[0])
        kinds.add(kind[0])

    def _play(self, values: dict[str, Any]) -> bool:
        """Replay the deal while its lines are read. Returns whether it could begin."""
        self._line = self._deal.line
        try:
            deal = self._begun = self._deal_reader.read(msgspec.convert(values, DealShape))
            self._consistency.gone = self._match.gone
            raise_if_any(map(finding_of, self._consistency.contradictions(deal)))
            raise_if_any(map(finding_of, self._card_counts.contradictions(deal)))
        except DECODE_ERRORS as error:
            found = [
                problem
                for problem in find_problems({**self._reading.values, "deals": self._values})
                if problem.pointer.startswith(f"/deals/{len(self._values) - 1}")
            ]
            for problem in found:
                self._refuse(0, len(self._deal.head), "refused", reason=problem.expected)
            if not found:
                self._refuse(0, len(self._deal.head), "refused", reason=Text(str(error), str(error)))
            return False
        self._table = None
        report = self._match.play(deal)
        if report.faults:
            head = Place(self._deal.line, 0, len(self._deal.head))
            breaches = Breaches(
                self._table, self._tricks.taken, [Place(*at) for at in self._tricks.places], head, self._texts
            )
            self._reading.breaches += breaches.find(report.faults)
        if deal.actions is not None:
            deal.actions = self._tricks.taken if self._deal.play else []
        self.deals.append(deal)
        return True

    def _assume_hands(self, values: dict[str, Any]) -> None:
        """Take the hands of a deal that does not write them as unknown, of the sizes that the rules give."""
        sitting = self._rules.sitting
        with suppress(msgspec.ValidationError, LineRefused):
            start = self._match.start(deal_without_cards(msgspec.convert(values, DealShape)), [])
            nobody = dict.fromkeys(start.seats, 0)
            sizes = [int(size) for size in re.findall(r"\d+", sitting.sizes(start, sitting.pack(len(nobody)), nobody))]
            sizes += sizes[-1:] * (len(nobody) - len(sizes))
            held = dict(zip(nobody, sizes, strict=False))
            values["hands"] = [
                f"?*{held[player]}" if held.get(player) else None for player in range(1, self._players + 1)
            ]
            self._line = self._deal.line
            self._notice(0, len(self._deal.head), "hands_assumed")

    def _check_count(self, count: int) -> None:
        """Compare the number of actions with the one that the deal announces."""
        head = _HEAD.fullmatch(self._deal.head)
        self._line = self._deal.line
        if head is None:
            self._refuse(0, len(self._deal.head), "bad_header", owed=_A_HEAD, found=self._deal.head)
        elif head[2] and int(head[2]) != count and self._playable:
            written = (str(count),)
            self._refuse(head.start(2), len(head[2]), "count_differs", written, owed=head[2], found=count)

    def _read_setup(self, text: str, values: dict[str, Any], hands: dict[int, str]) -> None:
        word, _, rest = text.partition(" ")
        place = len(word) + 1
        if word.endswith("|") or "|" in word:
            number, bar, _ = text.partition("|")
            hands[int(number)] = self._cards(text, len(number) + len(bar), hand_text)
        elif word in {"seats", "places"}:
            values[word] = None if word == "places" and rest.strip() == "none" else self._numbers(text, place)
        elif word in {"dealer", "first"}:
            numbers = self._numbers(text, place)
            if len(numbers) != 1:
                self._stop(place, len(rest), "bad_header", owed=_A_NUMBER, found=rest)
            values[word] = numbers[0]
        elif word == "stock":
            values[word] = " ".join(self._cards(text, place, read_cards).names)
        elif word == "exchanged":
            values["hands_are"] = "exchanged"
        elif word == "notes":
            values[word] = read_notes(rest)
        else:
            values["play"] = True
        if rest.strip() and word in {"exchanged", "play"}:
            self._stop(place, len(rest), "bad_header", owed=_NOTHING, found=rest)

    def _numbers(self, text: str, place: int) -> list[int]:
        """The player numbers from a place of the line on."""
        words = text[place:].split(" ")
        if not all(map(_NUMBER.fullmatch, filter(None, words))) or not text[place:].strip():
            self._stop(place, len(text) - place, "bad_header", owed=_NUMBERS, found=text[place:])
        return [int(word) for word in words if word]

    def _cards(self, text: str, place: int, read: Callable[[CardTexts, str], _Found]) -> _Found:
        """What is read of the cards from a place of the line on."""
        self._notice_letters(text, place)
        try:
            return read(self._texts, text[place:])
        except CardsRefused as refused:
            at = place + refused.place
            self._stop(at, refused.length, refused.code, found=text[at : at + refused.length])

    def _notice_letters(self, text: str, place: int) -> None:
        """Note where a ten is written with the letter O, from a place of the line on."""
        if not _LETTER_O.search(text, place):
            return
        for word in respell(text[place:], (), draws=False):
            for at in letters_for_zeros(word):
                self._notice(place + at, 2, "letter_read", found=text[place + at : place + at + 2])

    def _read_end(self, text: str, values: dict[str, Any]) -> None:
        if text == "~":
            values["abandoned"] = True
            return
        order, bar, points = text[1:].partition("|")
        result: dict[str, Any] = values.setdefault("result", {})
        if order.strip():
            result["order"] = self._numbers(text[: 1 + len(order)], 1)
        elif not bar:
            result["order"] = []
        if bar:
            result["points"] = [self._points(word, text) for word in points.split(" ") if word]

    def _points(self, word: str, text: str) -> float | None:
        if word == "?":
            return None
        try:
            value: Any = msgspec.json.decode(word)
        except (msgspec.DecodeError, UnicodeError):
            value = None
        if not isinstance(value, int | float) or isinstance(value, bool):
            self._stop(text.index(word), len(word), "bad_header", owed=_POINTS, found=word)
        return value

    def _take_all(self, table: Table, _actions: list[Action]) -> None:
        """Read the tricks of the deal, and take their actions at the table."""
        self._table = table
        self._tricks.read(table, self._begun, self._deal.play)
