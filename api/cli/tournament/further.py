"""`daifu tournament teams` and `meetings`: how the teams stand, and who met whom."""

from collections.abc import Iterator
from typing import Any, Final

import click
import msgspec

from api.cli.commands import Command
from api.cli.language import language_of
from api.cli.tournament import wording
from api.cli.tournament.opening import meant, opened, target
from api.cli.tournament.parts import JSON, STAGE, TARGET, TOURNAMENT, UNTIL
from api.cli.tournament.tables import name_of, names_of, show_table
from api.tournaments.standings import told_head_to_head, told_team
from api.tournaments.table import decimal
from data.tournaments.standings.asked import place_of
from data.tournaments.standings.head_to_head import HeadToHead, head_to_head
from data.tournaments.standings.standing import standing
from data.tournaments.standings.teams import teams
from data.tournaments.state import RoundId, State
from replay.text import Text


@click.pass_context
def show_teams(
    context: click.Context,
    /,
    tournament: str,
    stage: int | None,
    until: int | None,
    *,
    as_json: bool,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Print the teams, best first."""
    with opened(context, **target(call)) as books:
        state = books.present(meant(books, tournament)).state
        found = teams(state, place_of(state, stage, until))
    if as_json:
        click.echo(msgspec.json.encode(list(map(told_team, found))))
        return
    rows = [
        [line.place, line.team, decimal(line.points), names_of(state, (one.entrant for one in line.members))]
        for line in found
    ]
    show_table(wording.TEAMS, rows, language_of(context))


@click.pass_context
def show_meetings(
    context: click.Context,
    /,
    tournament: str,
    stage: int | None,
    until: int | None,
    *,
    as_json: bool,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Print for each entrant whom he met, and how often he was the better of the two."""
    with opened(context, **target(call)) as books:
        state = books.present(meant(books, tournament)).state
        table = standing(state, place_of(state, stage, until))
    met = head_to_head(state, RoundId(table.stage, table.round)) if table.stage else {}
    if as_json:
        click.echo(msgspec.json.encode(told_head_to_head(met)))
    else:
        show_table(wording.MEETINGS, _rows(state, met), language_of(context))


def _rows(state: State, met: HeadToHead) -> Iterator[list[object]]:
    for entrant, encounters in met.items():
        for opponent, found in encounters.items():
            won = f"{decimal(found.won)} / {len(found.meetings)}"
            yield [name_of(state, entrant), name_of(state, opponent), won]


TEAMS: Final = Command(
    "teams",
    Text("Tell how the teams stand after a round.", "回戦終了時のチームの順位を表示する。"),
    [TOURNAMENT, STAGE, UNTIL, JSON, *TARGET],
    callback=show_teams,
)
MEETINGS: Final = Command(
    "meetings",
    Text("Tell who met whom, and who did better there.", "だれとだれが対戦し、どちらが上だったかを表示する。"),
    [TOURNAMENT, STAGE, UNTIL, JSON, *TARGET],
    callback=show_meetings,
)
