"""The position after some actions of a deal as plain JSON values: who holds what, what lies there, what may be done."""

from typing import Any, Final

from replay.cards import SUITS, size
from replay.games.floor13.table import Floor13Table
from replay.passing import KEPT
from replay.record import Record
from replay.table import Table
from replay.text import Text
from schemas.card_text import hand_text, meld_text
from schemas.choices import legal_texts
from schemas.faults import fault_json
from schemas.moment import Moment, moment
from schemas.owed import owed, rights
from schemas.particulars import particulars

IN, PASSED, SHUT_OUT, OUT, SUNK = "in", "passed", "shut_out", "out", "sunk"
STATES: Final = (IN, PASSED, SHUT_OUT, OUT, SUNK)
ORDERS: Final = ("normal", "turned")
"""The order of strength that is in force, by `Table.down`."""


class NoSuchPosition(LookupError):  # noqa: N818 - that there is none is all there is to say
    """A deal or an action that the record does not have; `text` says what it has."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def position(record: Record, deal: int, at: int) -> dict[str, Any]:
    """The position after `at` actions of a deal, which is counted from 1. Raises `NoSuchPosition`."""
    _check(record, deal, at)
    reached = moment(record, deal - 1, at)
    table = reached.table
    circle = _circle(reached)
    return {
        "deal": deal,
        "at": at,
        "actions": len(reached.actions),
        "action": reached.actions[at - 1].text if at else None,
        "turn": table.turn or None,
        "over": table.over,
        "circle": circle,
        "reversed": _is_reversed(reached),
        "players": _players(reached),
        "strength": {"now": ORDERS[table.down], "next_trick": ORDERS[_coming_order(table)]},
        "top": _top(reached),
        "trick": [{"player": one.player, "cards": meld_text(one.meld) or None} for one in reached.trick],
        "suits": [suit for bit, suit in enumerate(SUITS) if table.lock >> bit & 1],
        "owed": owed(table),
        "rights": rights(table),
        "particulars": particulars(table),
        "faults": [fault_json(fault) for fault in reached.faults_of(at - 1)],
        "legal": legal_texts(table, record.rules.notation(len(record.players))),
    }


def _check(record: Record, deal: int, at: int) -> None:
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


def _circle(reached: Moment) -> list[int]:
    """The players in the order of play, from the one on turn, else from the one with whom it began."""
    after = reached.table.after
    circle = [reached.table.turn or reached.ring[0]]
    while after[circle[-1]] != circle[0]:
        circle.append(after[circle[-1]])
    return circle


def _is_reversed(reached: Moment) -> bool:
    """Whether the turn goes round the other way than at the beginning; between two there is no other way."""
    first, second, *others = reached.ring
    return bool(others) and reached.table.after[second] == first


def _players(reached: Moment) -> list[dict[str, Any]]:
    table, titles, places = reached.table, reached.titles, _places(reached)
    return [
        {
            "player": player,
            "title": titles.get(player),
            "hand": hand_text(table.rules.alphabet, table.hands[player], table.unknown[player]),
            "cards": size(table.hands[player]) + table.unknown[player],
            "unknown": table.unknown[player],
            "state": _state(table, player),
            "place": places.get(player),
        }
        for player in table.seated
    ]


def _places(reached: Moment) -> dict[int, int]:
    """The places taken so far, first and last ones; of a decided deal, all."""
    table = reached.table
    if table.over:
        order = table.rules.sitting.order(table, reached.start.deal) or []
        return {player: place for place, player in enumerate(order, 1)}
    sunk = {player: len(table.seated) - place for place, player in enumerate(table.sunk)}
    return {player: place for place, player in enumerate(table.out, 1)} | sunk


def _state(table: Table, player: int) -> str:
    if player in table.out:
        return OUT
    if player in table.sunk:
        return SUNK
    if not table.passed >> player & 1:
        return IN
    return SHUT_OUT if table.rules.passing.kept == KEPT else PASSED


def _coming_order(table: Table) -> int:
    """The order of the next trick; on the thirteenth floor a revolution waits for it (F-REV-1)."""
    return table.turned ^ table.waiting if isinstance(table, Floor13Table) else table.turned


def _top(reached: Moment) -> dict[str, Any] | None:
    top = reached.table.top
    if top is None or reached.top is None:
        return None
    return {
        "player": reached.table.owner,
        "cards": meld_text(reached.top.meld),
        "kind": top.form,
        "count": top.count,
    }
