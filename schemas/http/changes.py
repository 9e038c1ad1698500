"""What a revision changed, in the contract."""

from marshmallow import fields

from schemas.http.answer_fields import Answer, by_player, flag, part, parts, whole, wholes
from schemas.http.report import FaultSchema


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
