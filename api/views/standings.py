"""Views of standings, with every column and how each number came about."""

from collections.abc import Iterable

from api.views.tournaments import award_view, deal_number
from api.views.values import Json, json_value
from data.tournaments.consequences import Consequence
from data.tournaments.standings.accounts import Account
from data.tournaments.standings.explanation import Explanation, HeadToHead
from data.tournaments.standings.round_scores import RoundScore
from data.tournaments.standings.standing import Line, Standing, TeamLine


def standing_view(found: Standing) -> Json:
    """The standing after a round."""
    return {"stage": found.stage, "round": found.round, "lines": list(map(line_view, found.lines))}


def line_view(line: Line) -> Json:
    """A line of a standing; `tie_breaks` are those that led to the place, with the values that counted."""
    told: Json = json_value(line._replace(steps=()))
    del told["steps"]
    return {
        **told,
        "tie_breaks": [
            {"tie_break": json_value(step.tie_break), "value": json_value(step.value)} for step in line.steps
        ],
    }


def explanation_view(found: Explanation) -> Json:
    """A line with all that its numbers are made of."""
    return {
        "line": line_view(found.line),
        "steps": json_value(found.line.steps),
        "account": _account_view(found.account),
        "meetings": json_value(found.meetings),
    }


def head_to_head_view(found: HeadToHead) -> list[Json]:
    """The head-to-head table: each entrant with those whom he met."""
    return [
        {
            "entrant": entrant,
            "against": [{"opponent": opponent, **json_value(met)} for opponent, met in encounters.items()],
        }
        for entrant, encounters in found.items()
    ]


def team_view(line: TeamLine) -> Json:
    """A team with its place, and the lines of its entrants."""
    return {
        "place": line.place,
        "team": line.team,
        "points": json_value(line.points),
        "members": list(map(line_view, line.members)),
    }


def consequence_views(found: Iterable[Consequence]) -> list[Json]:
    """The lines of standings that would be other ones, in something that a line tells."""
    told = map(_consequence_view, found)
    return [one for one in told if one["before"] != one["after"]]


def _account_view(account: Account) -> Json:
    return {
        "carried": None if account.carried is None else json_value(account.carried),
        "rounds": list(map(_round_view, account.rounds)),
        "awards": [award_view(number, award) for number, award in account.awards],
        "faults": [{**json_value(fault), "deal": deal_number(fault.deal)} for fault in account.upheld],
        "counted": json_value(account.counted),
        "referee": json_value(account.referee),
        "points": json_value(account.points),
    }


def _round_view(found: RoundScore) -> Json:
    deals = [{**json_value(deal), "deal": deal_number(deal.deal)} for deal in found.deals]
    return {**json_value(found._replace(deals=())), "deals": deals}


def _consequence_view(found: Consequence) -> Json:
    return {
        "stage": found.stage,
        "round": found.round,
        "entrant": found.entrant,
        "before": None if found.before is None else line_view(found.before),
        "after": None if found.after is None else line_view(found.after),
    }
