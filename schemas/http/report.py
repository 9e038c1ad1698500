"""The report, and what changed between the reports of two revisions (record format, section 5)."""

from typing import Final

from marshmallow import fields

from replay.faults import AS_PASS, CATALOGUE, FOUL, IGNORED, ILLEGAL, NOTICE, RECORD, STANDS, VOID
from replay.games.catalogue import PROFILES
from schemas.http.answer_fields import Answer, PlayerEntry, by_player, flag, part, parts, text, whole, wholes, word
from schemas.report import REPORT_FORMAT

SEVERITIES: Final = (ILLEGAL, FOUL, RECORD, NOTICE)
RESOLUTIONS: Final = (STANDS, VOID, AS_PASS, IGNORED)


class TextSchema(Answer):
    """A sentence for people."""

    en = text("In English.", "6-7-8 overlaps the 5-6-7 on the table")
    ja = text("In Japanese.", "6-7-8は場の5-6-7を完全に上回っていない")


class FaultSchema(Answer):
    """Something that was wrong, and what became of it."""

    action = whole("Which action, counted from 0; null where it is the whole deal.", 17, allow_none=True)
    player = whole("Whose fault it is; null where it is nobody's.", 3, allow_none=True)
    code = word(tuple(CATALOGUE), "What is wrong.", "run_overlap")
    severity = word(SEVERITIES, "How much it matters.", ILLEGAL)
    rule = text("The rule that it breaks.", "T-RUN-2")
    resolution = word(RESOLUTIONS, "What became of the action.", STANDS)
    message = part(TextSchema, "The same as a sentence.")


class DealReportSchema(Answer):
    """What came of one deal."""

    order = wholes("The players who have a place, best first.", [2, 1, 4, 3])
    unfinished = wholes("The others, in the order of their numbers.", [])
    titles = by_player(fields.String(), "The titles that this deal's result earns.", ["fugo", "daifugo", None, None])
    points = by_player(fields.Float(), "The points of this deal.", [1, 2, -1, -2])
    verified = flag("Whether the deal was replayed; false where only its result was recorded.", example=True)
    faults = parts(FaultSchema, "Everything that was wrong, in the order of the actions.")


class ReportSchema(Answer):
    """What the replay of a record found."""

    format = word((REPORT_FORMAT,), "The format of the report.", REPORT_FORMAT)
    rules = word(tuple(PROFILES), "The rules by which the record was judged.", "theater")
    players = fields.List(
        PlayerEntry(),
        required=True,
        metadata={"description": "The players as the record names them.", "example": ["Mu", "Junko", "Shimo", "Aki"]},
    )
    legal = flag("Whether nothing worse than a notice was found.", example=False)
    deals = parts(DealReportSchema, "Each deal of the record.")
    totals = by_player(fields.Float(), "The sum of each player's points over the decided deals.", [1, 2, -1, -2])
    ranks = by_player(fields.Integer(strict=True), "The place of each player by his total.", [2, 1, 3, 4])


class OrdersSchema(Answer):
    """The places of a deal, best first."""

    before = wholes("As they were.", [1, 2, 3, 4])
    after = wholes("As they are.", [2, 1, 3, 4])


class TitlesSchema(Answer):
    """Titles by player."""

    before = by_player(fields.String(), "As they were.", ["daifugo", "fugo", "hinmin", "daihinmin"])
    after = by_player(fields.String(), "As they are.", ["fugo", "daifugo", "hinmin", "daihinmin"])


class PointsSchema(Answer):
    """Points by player."""

    before = by_player(fields.Float(), "As they were.", [2, 1, -1, -2])
    after = by_player(fields.Float(), "As they are.", [1, 2, -1, -2])


class RanksSchema(Answer):
    """Places by the totals, by player."""

    before = by_player(fields.Integer(strict=True), "As they were.", [1, 2, 3, 4])
    after = by_player(fields.Integer(strict=True), "As they are.", [2, 1, 3, 4])


class LegalSchema(Answer):
    """Whether nothing worse than a notice was found in the record."""

    before = flag("As it was.", example=False)
    after = flag("As it is.", example=True)


class FaultsSchema(Answer):
    """The faults of a deal that are not in both reports; the same action, player and code make the same fault."""

    gone = parts(FaultSchema, "Those that are not found any more.")
    come = parts(FaultSchema, "Those that were not found before.")


class DealChangesSchema(Answer):
    """What changed in a deal; what did not is left out."""

    deal = whole("The deal, counted from 1.", 3)
    order = part(OrdersSchema, "The places, best first.", required=False)
    titles = part(TitlesSchema, "The titles that the result earns.", required=False)
    points = part(PointsSchema, "The points of the deal.", required=False)
    faults = part(FaultsSchema, "The faults.", required=False)


class ChangesSchema(Answer):
    """What a revision changed beside the one before; what did not change is left out, so this may be empty."""

    legal = part(LegalSchema, "Whether the record is legal.", required=False)
    totals = part(PointsSchema, "The sums of the points.", required=False)
    ranks = part(RanksSchema, "The places by these sums.", required=False)
    deals = parts(DealChangesSchema, "The deals in which something changed.", required=False)
    added = wholes("The numbers of deals that were not there before.", [4], required=False)
    removed = wholes("The numbers of deals that are not there any more.", [], required=False)
