"""Standings as plain values, with every column, and how each number came about."""

from collections.abc import Iterable

from api.tournaments.plain import Told, plain
from api.tournaments.state import told_award, told_deal
from data.tournaments.consequences import Consequence
from data.tournaments.standings.accounts import Account
from data.tournaments.standings.explanation import Explanation
from data.tournaments.standings.head_to_head import HeadToHead
from data.tournaments.standings.rounds import RoundScore
from data.tournaments.standings.standing import Line, Standing
from data.tournaments.standings.teams import TeamLine


def told_standing(found: Standing) -> Told:
    """The standing after a round."""
    return {"stage": found.stage, "round": found.round, "lines": list(map(told_line, found.lines))}


def told_line(line: Line) -> Told:
    """A line of a standing; `tie_breaks` are those that led to the place, with the values that counted."""
    told: Told = plain(line._replace(steps=()))
    del told["steps"]
    return {
        **told,
        "tie_breaks": [{"tie_break": plain(step.tie_break), "value": plain(step.value)} for step in line.steps],
    }


def told_explanation(found: Explanation) -> Told:
    """A line with all that its numbers are made of."""
    return {
        "line": told_line(found.line),
        "steps": plain(found.line.steps),
        "account": _account(found.account),
        "meetings": plain(found.meetings),
    }


def told_head_to_head(found: HeadToHead) -> list[Told]:
    """The head-to-head table: each entrant with those whom he met."""
    return [
        {
            "entrant": entrant,
            "against": [{"opponent": opponent, **plain(met)} for opponent, met in encounters.items()],
        }
        for entrant, encounters in found.items()
    ]


def told_team(line: TeamLine) -> Told:
    """A team with its place, and the lines of its entrants."""
    return {
        "place": line.place,
        "team": line.team,
        "points": plain(line.points),
        "members": list(map(told_line, line.members)),
    }


def told_consequences(found: Iterable[Consequence]) -> list[Told]:
    """The lines of standings that would be other ones, in something that a line tells."""
    told = map(_consequence, found)
    return [one for one in told if one["before"] != one["after"]]


def _account(account: Account) -> Told:
    return {
        "carried": None if account.carried is None else plain(account.carried),
        "rounds": list(map(_round, account.rounds)),
        "awards": [told_award(number, award) for number, award in account.awards],
        "faults": [{**plain(fault), "deal": told_deal(fault.deal)} for fault in account.upheld],
        "counted": plain(account.counted),
        "referee": plain(account.referee),
        "points": plain(account.points),
    }


def _round(found: RoundScore) -> Told:
    deals = [{**plain(deal), "deal": told_deal(deal.deal)} for deal in found.deals]
    return {**plain(found._replace(deals=())), "deals": deals}


def _consequence(found: Consequence) -> Told:
    return {
        "stage": found.stage,
        "round": found.round,
        "entrant": found.entrant,
        "before": None if found.before is None else told_line(found.before),
        "after": None if found.after is None else told_line(found.after),
    }
