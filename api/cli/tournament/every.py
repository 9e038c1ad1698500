"""All commands about tournaments, in the order in which an evening needs them."""

from typing import Final

import click

from api.cli.tournament.beginning import CREATE, SETTINGS_COMMAND, STAGE_COMMAND
from api.cli.tournament.draws import DRAW, REDRAW
from api.cli.tournament.faults import DISMISS, FAULTS, UPHOLD
from api.cli.tournament.following import FOLLOW
from api.cli.tournament.further import MEETINGS, TEAMS
from api.cli.tournament.landing import IGNORE, LAND, RECORDS
from api.cli.tournament.log import LOG
from api.cli.tournament.looking import LIST, SHOW
from api.cli.tournament.people import ENTER, RENAME, RETURN, WITHDRAW
from api.cli.tournament.raw import CHANGE
from api.cli.tournament.referee import BONUS, CANCEL, LOT, PENALTY
from api.cli.tournament.results import REMOVE, RESULT
from api.cli.tournament.rounds import CLOSE, FINISH, REOPEN
from api.cli.tournament.seats import FORFEIT, SEATS, SUBSTITUTE
from api.cli.tournament.standings import STANDINGS

_LOOK: Final = (LIST, SHOW, STANDINGS, TEAMS, MEETINGS, LOG, FOLLOW)
_BEGIN: Final = (CREATE, SETTINGS_COMMAND, ENTER, RENAME, WITHDRAW, RETURN, STAGE_COMMAND, DRAW, REDRAW)
_PLAY: Final = (RESULT, REMOVE, SEATS, SUBSTITUTE, FORFEIT, RECORDS, LAND, IGNORE)
_JUDGE: Final = (PENALTY, BONUS, CANCEL, FAULTS, UPHOLD, DISMISS, LOT)
_END: Final = (CLOSE, REOPEN, FINISH, CHANGE)

COMMANDS: Final[tuple[click.Command, ...]] = (*_LOOK, *_BEGIN, *_PLAY, *_JUDGE, *_END)
