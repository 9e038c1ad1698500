"""`daifu tournament close`, `reopen` and `finish`: what is over."""

from collections.abc import Sequence
from typing import Final

import click

from api.cli.language import Language, say
from api.cli.tournament import wording
from api.cli.tournament.changing import Asked, changing
from api.cli.tournament.opening import stage_meant
from api.cli.tournament.parts import ROUND, STAGE
from data.tournaments.changes import AnyChange, Finished, RoundClosed, RoundReopened
from data.tournaments.pending import undecided
from data.tournaments.state import State
from replay.text import Text


def _closed(asked: Asked, number: int, stage: int | None) -> list[AnyChange]:
    return [RoundClosed(stage=stage_meant(asked.state, stage), round=number)]


def _reopened(asked: Asked, number: int, stage: int | None) -> list[AnyChange]:
    return [RoundReopened(stage=stage_meant(asked.state, stage), round=number)]


def _finished(_asked: Asked) -> list[AnyChange]:
    return [Finished()]


def _show_open_faults(state: State, changes: Sequence[AnyChange], language: Language) -> None:
    """Tell what the referee can no longer decide on while the round is closed."""
    for change in changes:
        if isinstance(change, RoundClosed):
            open_ = sum(fault.place.round == change.round for fault in undecided(state, change.stage))
            if open_:
                click.echo(say(wording.faults_left_open(open_), language))


CLOSE: Final = changing(
    "close",
    Text(
        "Close a round: everything is there, and nothing in it changes any more.",
        "回戦を締め切る。以後は変更できない。",
    ),
    [ROUND, STAGE],
    _closed,
    _show_open_faults,
)
REOPEN: Final = changing(
    "reopen",
    Text("Reopen a closed round, so that it can be corrected.", "締め切った回戦を再開し、訂正できるようにする。"),
    [ROUND, STAGE],
    _reopened,
)
FINISH: Final = changing("finish", Text("The tournament is over.", "大会を終了する。"), [], _finished)
