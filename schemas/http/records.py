"""Answers about records: uploads and sheets, lists, deals, revisions, analyses, and their part in tournaments."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec

from daifu.replay.analysis.deals import METHOD
from daifu.schemas.analysis import DealAnalysis
from daifu.schemas.answer import NEXT_PAGE, Answer, DateTime, Number, Text, about, component, game, one_of
from daifu.schemas.http.json_schema import DEAL_REFERENCE, REFERENCE
from daifu.schemas.http.players import Named
from daifu.schemas.position import Upcoming
from daifu.schemas.report_changes import Changes
from daifu.schemas.sheets.layout import LAYOUTS
from daifu.schemas.tournament_log import Landing

JUDGED: Final = "judged"
"""What becomes of an upload that is only judged."""
STATUSES: Final = ("created", "grown", "exists", "repaired", JUDGED)
"""What becomes of uploads."""
REVISION_KINDS: Final = ("created", "grown", "deal", "seated", "corrected", "withdrawn", "restored")
"""How revisions come about."""

_ADDRESS: Final = "/v1/records/7"
_NOTICES: Final = about(
    "What its sender may not expect: how a log was read, or an event that nearly has the name of a tournament."
)
_LANDINGS: Final = about("What became of it in the tournaments that it names.")
_DUPLICATES: Final = about(
    "For a new record, the records that are probably the same sitting: they have the same event, day and players, and "
    "nothing shows that they are others. Such a record counts beside them; correct or withdraw one of them.",
    [],
)
_WITHDRAWN: Final = about("Whether it was withdrawn; an upload does not bring it back.", example=False)

JOB_STATES: Final = ("waiting", "running", "done", "failed", "cancelled")
"""The states of a job."""


class RecordState(Answer):
    """A record by its number, and its latest revision."""

    id: Annotated[int, about("The number of the record.", 7)]
    revision: Annotated[int, about("Its latest revision, with which its ETag begins.", 2)]
    address: Annotated[str, about("The path of the record.", _ADDRESS)]
    withdrawn: Annotated[bool, _WITHDRAWN]


class Uploaded(Answer):
    """What became of an upload."""

    status: Annotated[
        str,
        one_of(
            STATUSES,
            "A new record, a sitting that went on, one that is there already, or judged without being stored.",
            "created",
        ),
    ]
    id: Annotated[int | None, about("The number of the record; null if it is not stored.", 7)]
    revision: Annotated[int | None, about("Its latest revision; null if it is not stored.", 1)]
    address: Annotated[str | None, about("The path of the record; null if it is not stored.", _ADDRESS)]
    withdrawn: Annotated[bool, _WITHDRAWN]
    report: Annotated[msgspec.Raw, component("Report", "What the replay of the uploaded record found.")]
    notices: Annotated[Sequence[Text], _NOTICES]
    landings: Annotated[Sequence[Landing], _LANDINGS] = ()
    duplicates: Annotated[Sequence[int], _DUPLICATES] = ()


class Corrected(RecordState):
    """A record after a correction."""

    report: Annotated[msgspec.Raw, component("Report", "What the replay of the corrected record found.")]
    changes: Annotated[Changes, about("What the correction changed.")]
    notices: Annotated[Sequence[Text], _NOTICES] = ()
    landings: Annotated[Sequence[Landing], _LANDINGS] = ()


class Withdrawn(Answer):
    """A record that was withdrawn."""

    revision: Annotated[int, about("The revision that withdrew it.", 2)]
    landings: Annotated[Sequence[Landing], _LANDINGS] = ()


class AddedDeal(Answer):
    """A sitting after one more deal."""

    id: Annotated[int, about("The number of the record.", 7)]
    revision: Annotated[int, about("The revision that this is, with which the ETag begins.", 2)]
    deal: Annotated[int, about("The number of the deal.", 2)]
    report: Annotated[msgspec.Raw, component("DealReport", "What the replay of the deal found.")]
    totals: Annotated[Sequence[Number | None], about("The sum of each player's points so far.", [1, 2, -1, -2])]
    ranks: Annotated[Sequence[int | None], about("The place of each player by total.", [2, 1, 3, 4])]
    next: Annotated[Upcoming, about("What the next deal starts from.")]
    landings: Annotated[Sequence[Landing], _LANDINGS] = ()


class DealOfRecord(Answer):
    """One deal of a record, and what came of it."""

    deal: Annotated[
        msgspec.Raw,
        about("The deal as it was recorded.", type="object", allOf=[DEAL_REFERENCE], additionalProperties={}),
    ]
    report: Annotated[msgspec.Raw, component("DealReport", "What the replay of the deal found.")]


class ListedPlayer(Answer):
    """A player of a record."""

    id: Annotated[str, about("The id of the player.", "Mu")]
    name: Annotated[str, about("The name of the player.", "Mu")]


class ListedEvent(Answer):
    """Where a record was played."""

    name: Annotated[str | None, about("The name of the event.", "July league")]
    round: Annotated[str | None, about("The round.", "3")]
    date: Annotated[str | None, about("The day.", "2026-07-16")]


class Listed(RecordState):
    """A record as lists show it."""

    rules: Annotated[str, game("theater")]
    players: Annotated[Sequence[ListedPlayer], about("The players, in the order of their numbers.")]
    event: Annotated[ListedEvent, about("The event of the record; unknown parts are null.")]
    deals: Annotated[int, about("How many deals it has.", 6)]
    actions: Annotated[int, about("How many actions these have.", 372)]
    legal: Annotated[bool, about("Whether nothing worse than a notice was found.", example=False)]
    faults: Annotated[Mapping[str, int], about("How many faults of each code were found.", {"run_overlap": 1})]
    stored_at: Annotated[DateTime, about("When the latest revision was stored.")]
    author: Annotated[str, about("Who stored the latest revision.", "Haru")]


class Page(Answer):
    """Some of the records that are wanted, newest first."""

    records: Annotated[Sequence[Listed], about("The records.")]
    next: Annotated[str | None, NEXT_PAGE] = None


class Revision(Answer):
    """A revision of a record."""

    number: Annotated[int, about("The number of the revision, counted from 1.", 2)]
    kind: Annotated[str, one_of(REVISION_KINDS, "How it came about.", "created")]
    at: Annotated[DateTime, about("When the revision was made.")]
    author: Annotated[str, about("The author: the name of a token.", "Haru")]
    reason: Annotated[str | None, about("Why; null if no reason was given.", "Junko passed in the third trick")]
    changes: Annotated[
        Changes, about("What it changed since the revision before; empty for the first, and for a withdrawal.")
    ]


class Revisions(Answer):
    """A page of the history of a record."""

    revisions: Annotated[Sequence[Revision], about("Some of the revisions, the first one first.")]
    next: Annotated[str | None, NEXT_PAGE] = None


class CellNote(Answer):
    """An error or a notice at a cell or a row."""

    cell: Annotated[str, about("The cell, or the row alone.", "B7")]
    code: Annotated[str, about("What it is.", "place_twice")]
    message: Annotated[Text, about("The sentence for people.")]


class LeftOutRow(Answer):
    """A row that is no game."""

    row: Annotated[int, about("The number of the row.", 6)]
    why: Annotated[Text, about("Why it is left out.")]


class SimilarName(Answer):
    """A new name that looks like that of a known player."""

    name: Annotated[str, about("The name in the sheet.", "Haruko")]
    known: Annotated[Named, about("The player.")]


class PreviewedEvening(Answer):
    """An evening that would come in."""

    record: Annotated[Mapping[str, Any], about("The record.", **REFERENCE)]
    rows: Annotated[Sequence[int], about("The first row of each deal.", [2, 3])]
    known: Annotated[int | None, about("The record that has all of it already, if there is one.")]
    duplicates: Annotated[Sequence[int], about("Records that are probably the same evening.")]


class AddedTotals(Answer):
    """What a sheet adds to a player, without evenings that are stored already."""

    player: Annotated[Named, about("The player.")]
    deals: Annotated[int, about("Deals.", 12)]
    wins: Annotated[int, about("First places.", 3)]
    points: Annotated[Number | None, about("Points, if there are any.", 7)]


class SheetPreview(Answer):
    """What would become of a sheet."""

    layout: Annotated[str, one_of(LAYOUTS, "The layout that was recognised or said.", "P")]
    digest: Annotated[str, about("What stands for these records when the sheet is stored.")]
    columns: Annotated[Mapping[str, Any], about("The map by which the next sheet is read alike.")]
    evenings: Annotated[Sequence[PreviewedEvening], about("The evenings.")]
    new_players: Annotated[Sequence[Named], about("Players who are not known yet.")]
    similar: Annotated[Sequence[SimilarName], about("New names to be answered by `names` of the map.")]
    questions: Annotated[Sequence[Text], about("What the map has to answer before the sheet is stored.")]
    winners: Annotated[
        Sequence[str] | None, about("Who won the first game if its cells are places, and if they are points.")
    ]
    left_out: Annotated[Sequence[LeftOutRow], about("Rows that are left out.")]
    errors: Annotated[Sequence[CellNote], about("Errors by cell; their rows are in no evening.")]
    notices: Annotated[Sequence[CellNote], about("What was assumed, and points that contradict the order.")]
    totals: Annotated[Sequence[AddedTotals], about("What the sheet adds to each player.")]


class StoredEvening(Answer):
    """What became of an evening."""

    row: Annotated[int, about("The first row of the evening.", 2)]
    status: Annotated[str, about("created, grown, exists, repaired or refused.", "created")]
    id: Annotated[int | None, about("The number of the record.", 7)]
    problems: Annotated[Sequence[Text], about("Why it was refused.")]


class StoredSheet(Answer):
    """What became of a sheet."""

    evenings: Annotated[Sequence[StoredEvening], about("The evenings.")]


class AnalysisJob(Answer):
    """The job that analyses a revision of a record."""

    record: Annotated[int, about("The number of the record.", 7)]
    revision: Annotated[int, about("The revision that is analysed.", 2)]
    state: Annotated[str, one_of(JOB_STATES, "Whether the analysis is done, and if not, why not.", "running")]
    done: Annotated[int | None, about("How many deals are analysed; null before the job runs.", 3)]
    deals: Annotated[int | None, about("How many deals the record has; null before the job runs.", 6)]
    address: Annotated[str, about("The path of the job.", "/v1/records/7/analysis/jobs/2")]
    analysis: Annotated[str, about("The path of the analysis once it is done.", "/v1/records/7/analysis?revision=2")]
    cancelled_by: Annotated[str | None, about("Who cancelled the job; null if nobody did.", None)] = None


class RecordAnalysis(Answer):
    """The analysis of a revision of a record."""

    record: Annotated[int, about("The number of the record.", 7)]
    revision: Annotated[int, about("The revision that was analysed.", 2)]
    method: Annotated[str, about("The method and its version.", METHOD)]
    deals: Annotated[Sequence[DealAnalysis], about("The analysis of each deal.")]
