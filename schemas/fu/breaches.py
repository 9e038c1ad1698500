"""What a deal that was read has against its rules: notices at the places where that is written."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from daifu.replay.actions import DISCARD, GIVE, PLAY, Action
from daifu.replay.faults import DEAL_INCOMPLETE, Fault
from daifu.replay.table import Table
from daifu.replay.text import Text
from daifu.schemas.fu.cards import Cards, CardTexts
from daifu.schemas.fu.errors import MOST_HELPED, MOST_SUGGESTIONS, Remark
from daifu.schemas.fu.suggestions import near_signs
from daifu.schemas.fu.tokens import act_text

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


class Place(NamedTuple):
    """Where something is written: its line, its first character from 0, and the number of characters."""

    line: int
    place: int
    length: int


_Explained = tuple[str, Text, tuple[str, ...]]


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
