"""A position of a deal, and what the next deal starts from, as plain JSON values.

A position says who holds what, what lies on the table, what has to be done and what may be done.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from replay.cards import JOKER, SUITS, Alphabet, size
from replay.deal import Deal, DealReport, Start
from replay.match import Match, Record
from replay.melds import Meld
from replay.position import Position, legal_action_texts, position_after
from replay.table import NOBODY, Gift, Table
from replay.text import Text
from replay.tricks import PASSES_KEPT
from schemas.report import fault_json


def hand_text(alphabet: Alphabet, cards: int, unknown: int) -> str:
    """A hand in the order of the pack, `?` for each card that nobody knows."""
    marks = [] if not unknown else ["?" if unknown == 1 else f"?*{unknown}"]
    return " ".join([*alphabet.list(cards), *marks])


def meld_text(meld: Meld) -> str:
    """The cards of a set, each joker with what it stands for if that was said."""
    stand_ins = iter(meld.stand_ins)
    return " ".join(_with_stand_in(name, next(stand_ins, "") if name == JOKER else "") for name in meld.names)


def _with_stand_in(name: str, stand_in: str) -> str:
    return f"{name}={stand_in}" if stand_in else name


IN, PASSED, SHUT_OUT, OUT, SUNK = "in", "passed", "shut_out", "out", "sunk"
STATES: Final = (IN, PASSED, SHUT_OUT, OUT, SUNK)
ORDERS: Final = ("normal", "turned")
"""The order of strength that is in force, by `Table.down`."""


class NoSuchPosition(LookupError):
    """A deal or an action that the record does not have; `text` says what it has."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def position_json(record: Record, deal: int, at: int, known: Sequence[DealReport] = ()) -> dict[str, Any]:
    """The position after `at` actions of a deal, which is counted from 1. Raises `NoSuchPosition`.

    Deals before it need no replay if `known` has earlier reports on them.
    """
    check_deal(record, deal, at)
    return reached_json(position_after(record, deal - 1, at, known))


def reached_json(reached: Position) -> dict[str, Any]:
    """The position as a JSON object."""
    table, at = reached.table, reached.at
    circle = _turn_order(reached)
    return {
        "deal": reached.number + 1,
        "at": at,
        "actions": len(reached.actions),
        "action": reached.actions[at - 1].text if at else None,
        "turn": table.turn or None,
        "over": table.over,
        "circle": circle,
        "reversed": _is_reversed(reached),
        "players": _players_json(reached),
        "strength": {"now": ORDERS[table.down], "next_trick": ORDERS[table.next_order()]},
        "top": _top_set(reached),
        "trick": [{"player": one.player, "cards": meld_text(one.meld) or None} for one in reached.trick],
        "suits": [suit for bit, suit in enumerate(SUITS) if table.lock >> bit & 1],
        "owed": pending_actions(table),
        "rights": unused_rights(table),
        "particulars": table.rules.position.fields(table),
        "faults": [fault_json(fault) for fault in reached.faults_of(at - 1)],
        "legal": legal_texts(reached),
    }


def legal_texts(reached: Position) -> list[str] | None:
    """Every legal action as records write it; None where there may be no end of them."""
    record = reached.record
    return legal_action_texts(reached.table, record.rules.notation(len(record.players)))


def check_deal(record: Record, deal: int, at: int = 0) -> None:
    """Raise `NoSuchPosition` unless the record has this deal, counted from 1, and `at` actions of it."""
    if not 1 <= deal <= len(record.deals):
        raise NoSuchPosition(_out_of_range(Text("deal", "回"), 1, len(record.deals), deal))
    actions = record.deals[deal - 1].actions
    if actions is None:
        raise NoSuchPosition(
            Text(
                f"deal {deal}: expected actions to follow, but only its result was recorded",
                f"{deal}回目：たどる行動が必要ですが、結果だけが記録されています",
            )
        )
    if not 0 <= at <= len(actions):
        raise NoSuchPosition(_out_of_range(Text("action", "行動"), 0, len(actions), at))


def _out_of_range(what: Text, least: int, most: int, found: int) -> Text:
    return Text(
        f"{what.en}: expected {least} to {most}, which is what there is; found {found}",
        f"{what.ja}：{least}〜{most}のはずですが、{found}と指定されています",
    )


def _turn_order(reached: Position) -> list[int]:
    """The players in the order of play, from the one on turn, else from the one with whom it began."""
    after = reached.table.after
    circle = [reached.table.turn or reached.ring[0]]
    while after[circle[-1]] != circle[0]:
        circle.append(after[circle[-1]])
    return circle


def _is_reversed(reached: Position) -> bool:
    """Whether the turn goes round the other way than at the beginning; between two there is no other way."""
    first, second, *others = reached.ring
    return bool(others) and reached.table.after[second] == first


def _players_json(reached: Position) -> list[dict[str, Any]]:
    table, titles, places = reached.table, reached.titles, _places_so_far(reached)
    return [
        {
            "player": player,
            "title": titles.get(player),
            "hand": hand_text(table.rules.alphabet, table.hands[player], table.unknown[player]),
            "cards": size(table.hands[player]) + table.unknown[player],
            "unknown": table.unknown[player],
            "state": _player_state(table, player),
            "place": places.get(player),
        }
        for player in table.seated
    ]


def _places_so_far(reached: Position) -> dict[int, int]:
    """The places taken so far, first and last ones; of a decided deal, all."""
    table = reached.table
    if table.over:
        order = table.rules.sitting.order(table, reached.start.deal) or []
        return {player: place for place, player in enumerate(order, 1)}
    sunk = {player: len(table.seated) - place for place, player in enumerate(table.sunk)}
    return {player: place for place, player in enumerate(table.out, 1)} | sunk


def _player_state(table: Table, player: int) -> str:
    if player in table.out:
        return OUT
    if player in table.sunk:
        return SUNK
    if not table.passed >> player & 1:
        return IN
    return SHUT_OUT if table.rules.passing.kept == PASSES_KEPT else PASSED


def _top_set(reached: Position) -> dict[str, Any] | None:
    top = reached.table.top
    if top is None or reached.top is None:
        return None
    return {
        "player": reached.table.owner,
        "cards": meld_text(reached.top.meld),
        "kind": top.form,
        "count": top.count,
    }


PendingAction = dict[str, Any]


def pending_actions(table: Table) -> list[PendingAction]:
    """Everything that has to happen before the play goes on; what is not done is a fault then."""
    if table.over:
        return []
    gifts = ({"what": "gift", **gift_json(gift)} for gift in _gifts_due(table))
    return [*gifts, *table.rules.position.pending(table)]


def unused_rights(table: Table) -> list[dict[str, Any]]:
    """The words and actions that the last set gave its player and that are still unused, and how often each."""
    if table.speaker == NOBODY:
        return []
    return [{"player": table.speaker, "word": word, "times": times} for word, times in table.rights.items() if times]


def gift_json(gift: Gift) -> PendingAction:
    """A gift that one player owes another, as plain JSON values."""
    return {"from": gift.giver, "to": gift.taker, "cards": gift.size, "choice": gift.choice}


def _gifts_due(table: Table) -> Iterator[Gift]:
    exchange = table.exchange
    if exchange is not None and not exchange.closed:
        yield from (gift for giver, gift in exchange.owed.items() if giver not in exchange.made)


def next_deal(record: Record) -> dict[str, Any]:
    """What the deal after the last one of the record starts from, if nobody joins or leaves and nothing is reset."""
    match = Match(record.rules, len(record.players))
    for deal in record.deals:
        match.play(deal)
    start = match.start(Deal(), [])
    table = match.open(start)
    owed = table.exchange.owed.values() if table.exchange else ()
    return {
        "deal": match.number + 1,
        "seats": list(start.seats),
        "places": list(table.places) or None,
        "titles": _titles_before(table, start),
        "lead": [table.turn] if table.turn else [],
        "dealer": None,
        "first_drawer": None,
        **table.rules.sitting.first_players(start),
        "exchange": list(map(gift_json, owed)),
    }


def _titles_before(table: Table, start: Start) -> list[str | None]:
    titles: list[str | None] = [None] * start.count
    for player, title in zip(table.places, table.rules.sitting.titles(len(start.seats)), strict=False):
        titles[player - 1] = title
    return titles
