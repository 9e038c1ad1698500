"""Views of standings, with every column and how each number came about."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from api.views.tournaments.tournaments import award_view, deal_number
from data.tournaments.consequences import Consequence
from data.tournaments.standings.accounts import Account
from data.tournaments.standings.explanation import Explanation, HeadToHead
from data.tournaments.standings.meetings import Meeting
from data.tournaments.standings.round_scores import RoundScore
from data.tournaments.standings.standing import Line, Standing, TeamLine
from data.tournaments.standings.tie_breaks import TieBreakStep, TieBreakValue
from schemas.http import tournament_standings as answers


def standing_view(version: int, found: Standing) -> answers.StandingOfRound:
    """The standing after a round."""
    return answers.StandingOfRound(version, found.stage, found.round, list(map(_line_view, found.lines)))


def explanation_view(version: int, found: Explanation) -> answers.Explanation:
    """A line with all that its numbers are made of."""
    return answers.Explanation(
        version=version,
        line=_line_view(found.line),
        steps=list(map(_step_view, found.line.steps)),
        account=_account_view(found.account),
        meetings=_meeting_views(found.meetings),
    )


def head_to_head_view(version: int, found: HeadToHead) -> answers.HeadToHead:
    """The head-to-head table: each entrant with those whom they met."""
    return answers.HeadToHead(
        version,
        [
            answers.Encounters(
                entrant,
                [
                    answers.Encounter(opponent, met.won, _meeting_views(met.meetings))
                    for opponent, met in encounters.items()
                ],
            )
            for entrant, encounters in found.items()
        ],
    )


def teams_view(version: int, teams: Iterable[TeamLine]) -> answers.Teams:
    """The standing of the teams, with the lines of their entrants."""
    return answers.Teams(
        version,
        [answers.Team(team.place, team.team, team.points, list(map(_line_view, team.members))) for team in teams],
    )


def consequence_views(consequences: Iterable[Consequence]) -> list[answers.Consequence]:
    """The lines of standings that would change, without those that would look the same."""
    views = (
        answers.Consequence(
            stage=one.stage,
            round=one.round,
            entrant=one.entrant,
            before=one.before and _line_view(one.before),
            after=one.after and _line_view(one.after),
        )
        for one in consequences
    )
    return [view for view in views if view.before != view.after]


def _line_view(line: Line) -> answers.Line:
    """A line of a standing; its tie-breaks are those that led to the place."""
    fields = line._asdict()
    steps: Sequence[TieBreakStep] = fields.pop("steps")
    return answers.Line(**fields, tie_breaks=[answers.TieBreak(step.tie_break, _exact(step.value)) for step in steps])


def _step_view(step: TieBreakStep) -> answers.Step:
    return answers.Step(step.tie_break, step.among, _exact(step.value))


def _exact(value: TieBreakValue) -> Fraction | None:
    return None if value is None else Fraction(value)


def _meeting_views(meetings: Iterable[Meeting]) -> list[answers.Meeting]:
    return [answers.Meeting(*meeting) for meeting in meetings]


def _account_view(account: Account) -> answers.Account:
    return answers.Account(
        carried=account.carried and answers.Carried(*account.carried),
        rounds=list(map(_round_view, account.rounds)),
        awards=[award_view(number, award) for number, award in account.awards],
        faults=[answers.Upheld(**{**fault._asdict(), "deal": deal_number(fault.deal)}) for fault in account.upheld],
        counted=account.counted,
        referee=account.referee,
        points=account.points,
    )


def _round_view(found: RoundScore) -> answers.RoundScore:
    deals = [answers.DealScore(**{**deal._asdict(), "deal": deal_number(deal.deal)}) for deal in found.deals]
    return answers.RoundScore(**{**found._asdict(), "deals": deals})
