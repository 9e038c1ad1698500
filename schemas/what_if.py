"""A record under other rules: what would have been different, in its report and action by action."""

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from daifu.replay.games.daifugo.texts import rule_names
from daifu.replay.match import Record, replay
from daifu.replay.options import Options
from daifu.replay.text import Text as Said
from daifu.replay.what_if import (
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
from daifu.schemas.answer import Answer, Text, about, game, one_of
from daifu.schemas.position import ORDERS
from daifu.schemas.record.decode import decode_raw
from daifu.schemas.record.rules import replace_rules
from daifu.schemas.report import report_json
from daifu.schemas.report_changes import Changes, compare_reports

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
