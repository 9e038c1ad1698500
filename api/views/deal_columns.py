"""A deal with a column for each player, as it is read on paper: their hands, then what each did, trick by trick."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from daifu.api.views.game_text import player_names
from daifu.replay.actions import PASS, Action
from daifu.replay.cards import SUIT_SIGNS
from daifu.replay.match import Record
from daifu.replay.position import position_among_actions
from daifu.schemas.fu.cards import CardTexts, card_texts_of
from daifu.schemas.fu.tokens import act_text, marked
from daifu.schemas.position import check_deal

_SIGNS: Final = str.maketrans(SUIT_SIGNS)


class Round(NamedTuple):
    """What players did in turn: the text of each column, empty for none. `begins` tells that it begins a trick."""

    begins: bool
    cells: tuple[str, ...]


class DealColumns(NamedTuple):
    """A deal: its players in the order of play, their names and hands, and the rounds."""

    players: tuple[int, ...]
    names: tuple[str, ...]
    hands: tuple[str, ...]
    rounds: list[Round]


def deal_columns(record: Record, number: int) -> DealColumns:
    """The deal of this number, counted from 1. Raises `NoSuchPosition` where it has no actions."""
    check_deal(record, number)
    deal = record.deals[number - 1]
    texts = card_texts_of(record.rules.profile)
    reached, places = position_among_actions(record, number - 1, len(deal.actions or ()))
    players = reached.ring
    hands = []
    for player in players:
        hand = deal.hands[player - 1] if deal.hands else None
        known = "" if hand is None else texts.write_hand(record.rules.alphabet.list(hand.cards))
        unknown = 0 if hand is None else hand.unknown
        hands.append(_signs(known) + (f"?{unknown}" if unknown else ""))
    rounds = list(_rounds(deal.actions or (), [place.trick for place in places], players, texts))
    names = player_names(record.players)
    return DealColumns(players, tuple(names[player - 1] for player in players), tuple(hands), rounds)


def _rounds(
    actions: Sequence[Action], tricks: Sequence[int], players: tuple[int, ...], texts: CardTexts
) -> Iterator[Round]:
    """The actions in rows: a row goes on while the next player stands to the right, or goes on with what they did."""
    cells = [""] * len(players)
    begins, before, trick = True, -1, 0
    for action, of_trick in zip(actions, tricks, strict=True):
        seated = action.player in players
        at = players.index(action.player) if seated else 0
        if any(cells) and (at < before or of_trick != trick or (at == before and action.verb == PASS)):
            yield Round(begins, tuple(cells))
            cells, begins = [""] * len(players), of_trick != trick
        text = _signs(marked(act_text(action, texts), action))
        cells[at] = f"{cells[at]} {text if seated else f'{action.player}!:{text}'}".strip()
        before, trick = at, of_trick
    if any(cells):
        yield Round(begins, tuple(cells))


def _signs(text: str) -> str:
    """A text of the hand notation with signs for the suits; comments stay as they are."""
    acts, brace, comment = text.partition("{")
    return acts.translate(_SIGNS) + brace + comment
