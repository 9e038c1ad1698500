"""A position as sentences, for those who hear it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from daifu.replay.cards import SUITS
from daifu.replay.text import Language, Text, cards_text, say
from daifu.replay.titles import title_name
from daifu.schemas.drawing.cards import NAMED_CARDS, SUIT_NAMES, Card, Cards, cards_from_text, rank_sign
from daifu.schemas.drawing.fault_text import fault_sentence
from daifu.schemas.drawing.scene import Scene
from daifu.schemas.drawing.words import (
    game_facts,
    meld_cards,
    order_text,
    owed_sentences,
    place_text,
    right_sentence,
    sentence,
    state_text,
    turn_text,
)
from daifu.schemas.position import OUT, Seated

_HEADING: Final = Text("deal {deal}, after {at} of {actions} actions", "{deal}回目、{actions}件中{at}件の行動の後")
_FAULT: Final = Text("Fault: {told}", "問題点は、{told}")
_TO_BEAT: Final = Text("To beat: {sets}", "場の札は{sets}")
_BEATEN: Final = Text("Beaten: {sets}", "その前は{sets}")
_SWEPT: Final = Text("The trick is over: {sets}", "場が流れた：{sets}")
_REFUSED: Final = Text("Does not count: {sets}", "無効：{sets}")
_LAID_BY: Final = Text("{cards}, laid by {name}", "{name}の{cards}")
_NOTHING: Final = Text("Nothing lies on the table", "場は空")
_ORDER: Final = Text("Strength: {order}", "強さは{order}")
_REVERSED: Final = Text("The turn goes the other way round", "逆回り")
_LOCK: Final = Text("Suit lock: {suits}", "縛りは{suits}")
_HOLDS: Final = Text("{name}: {facts}", "{name}：{facts}")
_UNKNOWN: Final = Text("{n} unknown", "不明{n}枚")
_STANDS_FOR: Final = Text("{card} as {other}", "{other}扱いの{card}")


def heading(scene: Scene, language: Language) -> str:
    """Which position it is."""
    position = scene.position
    return say(_HEADING, language).format(deal=position.deal, at=position.at, actions=position.actions)


def spoken(scene: Scene, language: Language) -> str:
    """The whole position in sentences."""
    found = [one[:1].upper() + one[1:] for one in _sentences(scene, language)]
    return ("。" if language == "ja" else ". ").join(found) + ("。" if language == "ja" else ".")


def _sentences(scene: Scene, language: Language) -> Iterator[str]:
    position, names = scene.position, scene.names
    for fault in scene.reached.faults_of(position.at - 1) if scene.action else ():
        yield say(_FAULT, language).format(told=fault_sentence(fault, names, language, signs=True))
    yield say(turn_text(position, names), language)
    yield from _trick(scene, language)
    yield say(_ORDER, language).format(order=say(order_text(position.strength), language))
    if position.reversed:
        yield say(_REVERSED, language)
    if position.suits:
        suits = " ".join(say(SUIT_NAMES[suit], language) for suit in position.suits)
        yield say(_LOCK, language).format(suits=suits)
    for title, parts in game_facts(scene.reached):
        yield f"{say(title, language)}: {sentence(parts, names, language)}"
    for owed in owed_sentences(position, language):
        yield sentence(owed, names, language)
    for right in position.rights:
        yield sentence(right_sentence(right), names, language)
    by_number = {seated.player: seated for seated in position.players}
    for player in scene.seats:
        facts = ("、" if language == "ja" else ", ").join(_facts(by_number[player], language))
        yield say(_HOLDS, language).format(name=names[player - 1], facts=facts)


def _trick(scene: Scene, language: Language) -> Iterator[str]:
    """What lies on the table, and what was laid last and does not lie there."""
    position, names = scene.position, scene.names
    if scene.laid_aside and scene.action:
        laid = [(action.player, meld_cards(action)) for action in scene.swept]
        told = _REFUSED if scene.is_refused else _SWEPT
        yield say(told, language).format(sets=_sets([*laid, (scene.action.player, scene.laid_aside)], names, language))
    if position.top:
        laid = [(one.player, cards_from_text(one.cards)) for one in position.trick if one.cards]
        top = position.top.player, cards_from_text(position.top.cards)
        yield say(_TO_BEAT, language).format(sets=_sets([top], names, language))
        if before := laid[-2::-1]:
            yield say(_BEATEN, language).format(sets=_sets(before, names, language))
    elif not position.over:
        yield say(_NOTHING, language)


def _sets(laid: Iterable[tuple[int, Cards]], names: Sequence[str], language: Language) -> str:
    """Sets with the names of those who laid them."""
    told = (
        say(_LAID_BY, language).format(cards=spoken_cards(cards, language), name=names[player - 1])
        for player, cards in laid
    )
    return ("、" if language == "ja" else "; ").join(told)


def _facts(seated: Seated, language: Language) -> Iterator[str]:
    if seated.title:
        yield say(title_name(seated.title), language)
    if seated.place:
        yield say(place_text(seated.place), language)
    if text := state_text(seated):
        yield say(text, language)
    if seated.state != OUT:
        yield say(cards_text(seated.cards), language)
    if seated.hand:
        yield spoken_cards(cards_from_text(seated.hand), language, seated.hidden)


def spoken_cards(cards: Cards, language: Language, hidden: int = 0) -> str:
    """Cards by the names of their suits, those of a suit together."""
    parts = []
    for suit, some in groupby(cards, _suit):
        if suit:
            parts.append(f"{say(SUIT_NAMES[suit], language)} {' '.join(rank_sign(card.name[1:]) for card in some)}")
        else:
            parts += [_spoken_card(card, language) for card in some]
    if hidden:
        parts.append(say(_UNKNOWN, language).format(n=hidden))
    return ("、" if language == "ja" else ", ").join(filter(None, parts))


def _suit(card: Card) -> str:
    return card.name[0] if card.name[0] in SUITS and len(card.name) > 1 and not card.stands_for else ""


def _spoken_card(card: Card, language: Language) -> str:
    name = say(NAMED_CARDS[card.name], language) if card.name in NAMED_CARDS else card.name
    if not card.stands_for:
        return name
    other = spoken_cards((Card(card.stands_for),), language)
    return say(_STANDS_FOR, language).format(card=name, other=other)
