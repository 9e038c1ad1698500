"""`daifu tournament teams` and `meetings`: how the teams stand, and who met whom."""

from collections.abc import Iterator
from typing import Any, Final

import click
import msgspec

from api.cli.commands import Command
from api.cli.language import Language, language_of, say
from api.cli.tournament import wording
from api.cli.tournament.asked import as_asked, which
from api.cli.tournament.opening import meant, opened, target
from api.cli.tournament.parts import JSON, TARGET, TOURNAMENT, WHICH
from api.cli.tournament.tables import name_of, names_of, show_table
from api.tournaments.standings import told_head_to_head, told_team
from api.tournaments.table import rounded
from data.tournaments.standings.head_to_head import HeadToHead, head_to_head
from data.tournaments.standings.teams import TeamLine, teams
from data.tournaments.state import State
from replay.text import Text


@click.pass_context
def show_teams(
    context: click.Context,
    /,
    tournament: str,
    *,
    as_json: bool,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Print the teams, best first."""
    wanted = which(call)
    language = language_of(context)
    with opened(context, **target(call)) as books:
        (_, state), place = as_asked(books, meant(books, tournament), **wanted)
        found = teams(state, place)
    if as_json:
        click.echo(msgspec.json.encode(list(map(told_team, found))))
    elif found:
        show_table(wording.TEAMS, [_of_team(state, line, language) for line in found], language)
    else:
        click.echo(say(wording.NO_TEAM, language))


def _of_team(state: State, line: TeamLine, language: Language) -> list[object]:
    members = names_of(state, (one.entrant for one in line.members), language)
    return [line.place, line.team, rounded(line.points), members]


@click.pass_context
def show_meetings(
    context: click.Context,
    /,
    tournament: str,
    *,
    as_json: bool,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Print for each entrant whom he met, and how often he was the better of the two."""
    wanted = which(call)
    with opened(context, **target(call)) as books:
        (_, state), place = as_asked(books, meant(books, tournament), **wanted)
        met = head_to_head(state, place)
    if as_json:
        click.echo(msgspec.json.encode(told_head_to_head(met)))
    elif not any(met.values()):
        click.echo(say(wording.NO_MEETING, language_of(context)))
    else:
        show_table(wording.MEETINGS, _rows(state, met), language_of(context))


def _rows(state: State, met: HeadToHead) -> Iterator[list[object]]:
    for entrant, encounters in met.items():
        for opponent, found in encounters.items():
            won = f"{rounded(found.won)} / {len(found.meetings)}"
            yield [name_of(state, entrant), name_of(state, opponent), won]


TEAMS: Final = Command(
    "teams",
    Text("Tell how the teams stand after a round.", "回戦終了時のチームの順位を表示する。"),
    [TOURNAMENT, *WHICH, JSON, *TARGET],
    callback=show_teams,
)
MEETINGS: Final = Command(
    "meetings",
    Text("Tell who met whom, and who did better there.", "だれとだれが対戦し、どちらが上だったかを表示する。"),
    [TOURNAMENT, *WHICH, JSON, *TARGET],
    callback=show_meetings,
)
