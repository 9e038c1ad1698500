"""Views of standings, with every column and how each number came about."""

from daifu.api.views.tournaments.tournaments import award_view
from daifu.data.tournaments.standings.accounts import Account
from daifu.data.tournaments.standings.explanation import Explanation, HeadToHead
from daifu.data.tournaments.standings.standing import Standing
from daifu.schemas.tournaments import standings as answers


def standing_view(version: int, found: Standing) -> answers.StandingOfRound:
    """The standing after a round."""
    return answers.StandingOfRound(version, *found)


def explanation_view(version: int, found: Explanation) -> answers.Explanation:
    """A line with all that its numbers are made of."""
    return answers.Explanation(version, found.line, found.steps, _account_view(found.account), found.meetings)


def head_to_head_view(version: int, found: HeadToHead) -> answers.HeadToHead:
    """The head-to-head table: each entrant with those whom they met."""
    return answers.HeadToHead(
        version, [answers.Encounters(entrant, list(against.values())) for entrant, against in found.items()]
    )


def _account_view(account: Account) -> answers.Account:
    return answers.Account(
        carried=account.carried,
        rounds=account.rounds,
        awards=[award_view(number, award) for number, award in account.awards],
        faults=account.upheld,
        counted=account.counted,
        referee=account.referee,
        points=account.points,
    )
