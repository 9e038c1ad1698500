"""What differs between two reports: of two revisions of a record, or of a record under other rules."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from daifu.replay.explanation.what_if import (
    DIRECTION,
    FAULTS,
    HANDS,
    LOCKS,
    ORDER,
    OUT,
    PARTS,
    TRICK,
    TURN,
    Difference,
    Outcome,
    differences,
)
from daifu.replay.games.daifugo.catalogue import rule_names
from daifu.replay.match import Record, replay
from daifu.replay.options import Options
from daifu.replay.text import Text as Said
from daifu.schemas.answer import Answer, Number, Text, about, game, one_of
from daifu.schemas.position import ORDERS
from daifu.schemas.record.decode import decode_raw
from daifu.schemas.record.rules import replace_rules
from daifu.schemas.report import Fault, report_json

Change = TypeVar("Change")

MOST_PLACES: Final = 100
"""The most actions that are listed."""

DIFFERING: Final = {
    FAULTS: Said("faults", "反則"),
    TURN: Said("whose turn it is", "手番"),
    TRICK: Said("whether the trick goes on", "場が続くかどうか"),
    ORDER: Said("which cards are strong", "強弱"),
    DIRECTION: Said("the direction of play", "回る向き"),
    LOCKS: Said("locks", "縛り"),
    OUT: Said("who is still in", "残っている人"),
    HANDS: Said("hands", "手札"),
}
"""What other rules change after an action, in words."""


class Orders(Answer):
    """The places of a deal, best first."""

    before: Annotated[Sequence[int], about("Before.", [1, 2, 3, 4])]
    after: Annotated[Sequence[int], about("After.", [2, 1, 3, 4])]


class Titles(Answer):
    """Titles by player."""

    before: Annotated[Sequence[str | None], about("Before.", ["daifugo", "fugo", "hinmin", "daihinmin"])]
    after: Annotated[Sequence[str | None], about("After.", ["fugo", "daifugo", "hinmin", "daihinmin"])]


class Points(Answer):
    """Points by player."""

    before: Annotated[Sequence[Number | None], about("Before.", [2, 1, -1, -2])]
    after: Annotated[Sequence[Number | None], about("After.", [1, 2, -1, -2])]


class Ranks(Answer):
    """Places by the totals, by player."""

    before: Annotated[Sequence[int | None], about("Before.", [1, 2, 3, 4])]
    after: Annotated[Sequence[int | None], about("After.", [2, 1, 3, 4])]


class Legal(Answer):
    """Whether nothing worse than a notice was found in the record."""

    before: Annotated[bool, about("Before.", example=False)]
    after: Annotated[bool, about("After.", example=True)]


class Faults(Answer):
    """The faults of a deal that are not in both reports; the same action, player and code make the same fault."""

    gone: Annotated[Sequence[Fault], about("Faults that are no longer found.")]
    come: Annotated[Sequence[Fault], about("New faults.")]


class DealChanges(Answer):
    """What changed in a deal; what did not is left out."""

    deal: Annotated[int, about("The deal, counted from 1.", 3)]
    order: Annotated[Orders | UnsetType, about("The places, best first.")] = UNSET
    titles: Annotated[Titles | UnsetType, about("The titles that the result earns.")] = UNSET
    points: Annotated[Points | UnsetType, about("The points of the deal.")] = UNSET
    faults: Annotated[Faults | UnsetType, about("The faults.")] = UNSET


class Changes(Answer):
    """What a revision changed beside the one before; what did not change is left out, so this may be empty."""

    legal: Annotated[Legal | UnsetType, about("Whether the record is legal.")] = UNSET
    totals: Annotated[Points | UnsetType, about("The sums of the points.")] = UNSET
    ranks: Annotated[Ranks | UnsetType, about("The places by these sums.")] = UNSET
    deals: Annotated[Sequence[DealChanges], about("The deals in which something changed.")] = ()
    added: Annotated[Sequence[int], about("The numbers of new deals.", [4])] = ()
    removed: Annotated[Sequence[int], about("The numbers of removed deals.", [])] = ()


NO_CHANGES: Final = Changes()


class _ComparedDeal(msgspec.Struct):
    order: list[int]
    titles: list[str | None]
    points: list[Number | None]
    faults: list[Fault]


class _ComparedReport(msgspec.Struct):
    legal: bool
    deals: list[_ComparedDeal]
    totals: list[Number | None]
    ranks: list[int | None]


_decode: Final = msgspec.json.Decoder(_ComparedReport).decode


def compare_reports(before: bytes, after: bytes) -> Changes:
    """The differences between two reports, both JSON texts.

    Deals are compared by their numbers, counted from 1. Deals and fields without a change are left out.
    """
    old, new = _decode(before), _decode(after)
    compared = (_compare_deals(number, *pair) for number, pair in enumerate(zip(old.deals, new.deals, strict=False), 1))
    return Changes(
        legal=_changed(Legal, old.legal, new.legal),
        totals=_changed(Points, old.totals, new.totals),
        ranks=_changed(Ranks, old.ranks, new.ranks),
        deals=tuple(deal for deal in compared if deal != DealChanges(deal.deal)),
        added=tuple(range(len(old.deals) + 1, len(new.deals) + 1)),
        removed=tuple(range(len(new.deals) + 1, len(old.deals) + 1)),
    )


def _compare_deals(number: int, old: _ComparedDeal, new: _ComparedDeal) -> DealChanges:
    gone, come = _faults_not_in(old.faults, new.faults), _faults_not_in(new.faults, old.faults)
    return DealChanges(
        deal=number,
        order=_changed(Orders, old.order, new.order),
        titles=_changed(Titles, old.titles, new.titles),
        points=_changed(Points, old.points, new.points),
        faults=Faults(gone, come) if gone or come else UNSET,
    )


def _changed(change: Callable[[Any, Any], Change], before: object, after: object) -> Change | UnsetType:
    """The change from one value to the other, left out where they are equal."""
    return UNSET if before == after else change(before, after)


def _faults_not_in(faults: list[Fault], others: list[Fault]) -> list[Fault]:
    """The faults that are not among the others; equal faults are counted."""
    remaining = Counter((other.action, other.player, other.code) for other in others)
    missing = []
    for fault in faults:
        key = fault.action, fault.player, fault.code
        if remaining[key]:
            remaining[key] -= 1
        else:
            missing.append(fault)
    return missing


class UnaskedRule(Answer):
    """A local rule of the record for which the other game does not ask."""

    rule: Annotated[str, about("The name of the rule in options.", "four_stop")]
    name: Annotated[Text, about("What people call it.")]


class TableAfter(Answer):
    """The table after an action."""

    faults: Annotated[Sequence[str], about("The codes of the faults of the action.", ["out_of_turn"])]
    turn: Annotated[int | None, about("Whose turn it is; null if anybody may act first, and when the deal is over.", 2)]
    top: Annotated[int | None, about("Who laid the set to beat; null where the turn leads.", 1)]
    strength: Annotated[str, one_of(ORDERS, "The order in force.", "normal")]
    locks: Annotated[Sequence[str], about("The suits that bind in this trick.", ["S"])]
    players: Annotated[Sequence[int], about("Who is still in the deal.", [1, 2, 4])]


class Divergence(Answer):
    """An action after which the table would have been another one."""

    deal: Annotated[int, about("The deal, counted from 1.", 1)]
    action: Annotated[int | None, about("The action, counted from 0; null before the first.", 12)]
    text: Annotated[str | None, about("The action as the record writes it.", "3 S8")]
    parts: Annotated[
        Sequence[str],
        about(
            "What begins to differ here, and faults as often as they do.",
            ["turn", "trick"],
            items={"enum": list(PARTS)},
        ),
    ]
    before: Annotated[TableAfter, about("The table under the rules of the record.")]
    after: Annotated[TableAfter, about("The table under the other rules.")]


class WhatIf(Answer):
    """What would have been different under other rules; the actions are the same ones."""

    rules: Annotated[str, game("daifugo", "The game by whose rules the record was looked at.")]
    places: Annotated[Sequence[Divergence], about("Where the table would have been another one, in their order.")]
    more: Annotated[bool, about("Whether there are more places than are listed.", example=False)]
    unasked: Annotated[Sequence[UnaskedRule], about("Local rules of the record for which the other game does not ask.")]
    changes: Annotated[Changes, about("What changes in the report.")]


def what_if(record: bytes, rules: str | None, options: Options | None) -> WhatIf:
    """What would have been different if the record, a JSON text, had been played by other rules, options, or both.

    Raises `RecordRefused` if it cannot be read under these rules, such as for its cards or number of players.
    """
    raw = msgspec.json.decode(record)
    return compare_records(decode_raw(raw).record, decode_raw(replace_rules(raw, rules, options)).record)


def compare_records(own: Record, other: Record) -> WhatIf:
    """What differs between a record and the same one under other rules."""
    found = list(differences(own, other, MOST_PLACES + 1))
    texts = [[action.text for action in deal.actions or ()] for deal in own.deals]
    return WhatIf(
        rules=other.rules.profile.name,
        places=[_place(one, texts) for one in found[:MOST_PLACES]],
        more=len(found) > MOST_PLACES,
        unasked=_unasked_rules(own, other),
        changes=compare_reports(report_json(replay(own)), report_json(replay(other))),
    )


def _unasked_rules(own: Record, other: Record) -> list[UnaskedRule]:
    """The local rules that are on in a record and for which another game has no options: it plays by its own alone."""
    profile = own.rules.profile
    if other.rules.profile is profile or not profile.base:
        return []
    names = rule_names()
    on = profile.differences(own.rules.options)
    return [UnaskedRule(rule, Text(names[rule].en, names[rule].ja)) for rule in on]


def _place(one: Difference, texts: list[list[str]]) -> Divergence:
    first = one.action < 0
    return Divergence(
        deal=one.deal + 1,
        action=None if first else one.action,
        text=None if first else texts[one.deal][one.action],
        parts=one.parts,
        before=_table(one.here),
        after=_table(one.there),
    )


def _table(outcome: Outcome) -> TableAfter:
    players = [player for player in range(1, len(outcome.hands)) if outcome.players >> player & 1]
    return TableAfter(
        faults=outcome.faults,
        turn=outcome.turn or None,
        top=outcome.trick or None,
        strength=ORDERS[outcome.order],
        locks=outcome.locks.split(),
        players=players,
    )
