"""All commands about tournaments, in the order in which an event needs them."""

from typing import Final

import click

from api.cli.tournament.entrants import ENTER, RENAME, RETURN, WITHDRAW
from api.cli.tournament.listing import LIST, SHOW
from api.cli.tournament.log import CHANGE, FOLLOW, LOG
from api.cli.tournament.referee import BONUS, CANCEL, DISMISS, FAULTS, LOT, PENALTY, UPHOLD
from api.cli.tournament.results import IGNORE, LAND, RECORDS, REMOVE, RESULT
from api.cli.tournament.rounds import CLOSE, DRAW, FINISH, REDRAW, REOPEN
from api.cli.tournament.seats import FORFEIT, SEATS, SUBSTITUTE
from api.cli.tournament.setup import CREATE, SETTINGS_COMMAND, STAGE_COMMAND
from api.cli.tournament.standings import MEETINGS, STANDINGS, TEAMS

_VIEW: Final = (LIST, SHOW, STANDINGS, TEAMS, MEETINGS, LOG, FOLLOW)
_SET_UP: Final = (CREATE, SETTINGS_COMMAND, ENTER, RENAME, WITHDRAW, RETURN, STAGE_COMMAND, DRAW, REDRAW)
_PLAY: Final = (RESULT, REMOVE, SEATS, SUBSTITUTE, FORFEIT, RECORDS, LAND, IGNORE)
_REFEREE: Final = (PENALTY, BONUS, CANCEL, FAULTS, UPHOLD, DISMISS, LOT)
_END: Final = (CLOSE, REOPEN, FINISH, CHANGE)

COMMANDS: Final[tuple[click.Command, ...]] = (*_VIEW, *_SET_UP, *_PLAY, *_REFEREE, *_END)
