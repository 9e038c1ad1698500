"""The report, and what changed between the reports of two revisions (record format, section 5)."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, UnsetType

from replay.faults import AS_PASS, CATALOGUE, FOUL, IGNORED, ILLEGAL, NOTICE, RECORD, STANDS, VOID
from schemas.http.answers import Answer, Number, Text, about, game, one_of
from schemas.report import REPORT_FORMAT

SEVERITIES: Final = (ILLEGAL, FOUL, RECORD, NOTICE)
RESOLUTIONS: Final = (STANDS, VOID, AS_PASS, IGNORED)

_NAMED: Final = {"type": "object", "properties": {name: {"type": "string"} for name in ("id", "name")}}
PlayerEntry = Annotated[
    Any, Meta(extra_json_schema={"oneOf": [{"type": "string"}, {**_NAMED, "required": ["id", "name"]}]})
]
"""A player as the record names them: a name, or an object with `id` and `name`."""


class Fault(Answer):
    """Something that was wrong, and what became of it."""

    action: Annotated[int | None, about("The action, counted from 0; null if it is the whole deal.", 17)]
    player: Annotated[int | None, about("The player at fault; null if there is none.", 3)]
    code: Annotated[str, one_of(tuple(CATALOGUE), "The code of the fault.", "run_overlap")]
    severity: Annotated[str, one_of(SEVERITIES, "The severity of the fault.", ILLEGAL)]
    rule: Annotated[str, about("The id of the rule that was broken.", "T-RUN-2")]
    resolution: Annotated[str, one_of(RESOLUTIONS, "What became of the action.", STANDS)]
    message: Annotated[Text, about("The fault as a sentence.")]


class DealReport(Answer):
    """What came of one deal."""

    order: Annotated[Sequence[int], about("The players who have a place, best first.", [2, 1, 4, 3])]
    unfinished: Annotated[Sequence[int], about("The other players, by number.", [])]
    titles: Annotated[
        Sequence[str | None], about("The titles that this deal's result earns.", ["fugo", "daifugo", None, None])
    ]
    points: Annotated[Sequence[Number | None], about("The points of this deal.", [1, 2, -1, -2])]
    verified: Annotated[
        bool, about("Whether the deal was replayed; false where only its result was recorded.", example=True)
    ]
    faults: Annotated[Sequence[Fault], about("All faults, in the order of the actions.")]


class Report(Answer):
    """What the replay of a record found."""

    format: Annotated[str, one_of((REPORT_FORMAT,), "The format of the report.", REPORT_FORMAT)]
    rules: Annotated[str, game("theater", "The rules by which the record was judged.")]
    players: Annotated[
        Sequence[PlayerEntry], about("The players as the record names them.", ["Mu", "Junko", "Shimo", "Aki"])
    ]
    legal: Annotated[bool, about("Whether nothing worse than a notice was found.", example=False)]
    deals: Annotated[Sequence[DealReport], about("Each deal of the record.")]
    totals: Annotated[
        Sequence[Number | None], about("The sum of each player's points over the decided deals.", [1, 2, -1, -2])
    ]
    ranks: Annotated[Sequence[int | None], about("The place of each player by total.", [2, 1, 3, 4])]


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
