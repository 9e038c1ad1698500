"""The command line as a whole: its commands, its language, and how it ends when something goes wrong."""

import sys
from typing import Any, Final, NoReturn

import click

from api.cli import complaints, wording
from api.cli.backup import BACKUP
from api.cli.check import CHECK
from api.cli.commands import CommandGroup, Option
from api.cli.convert import CONVERT
from api.cli.export import EXPORT
from api.cli.importing import IMPORT
from api.cli.language import LANGUAGES, language_of, say
from api.cli.output import abandon_output, forgive_unprintable
from api.cli.pool import ProcessLost
from api.cli.rules import RULES
from api.cli.serve import SERVE
from api.cli.show import SHOW
from api.cli.stats import STATS
from api.cli.summary import refusal
from api.cli.tally import UNREADABLE
from api.cli.token import TOKEN
from api.cli.tournament.group import TOURNAMENT
from api.cli.values import OneOf
from api.cli.verify import VERIFY
from data.store.refusals import StoreUnusable
from replay.text import Text
from schemas.intake.reading import Refused

USED_WRONGLY: Final = 2
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141
"""What shells report of a program that was interrupted, and of one whose reader went away."""


class CommandLine(CommandGroup):
    """The commands, and how a run of one of them ends."""

    def main(self, *args: Any, **settings: Any) -> Any:  # noqa: ANN401 - click's own
        """Run the command that was called for and leave with its code."""
        forgive_unprintable()
        try:
            code = super().main(*args, **{**settings, "standalone_mode": False})
        except click.UsageError as error:
            complaints.show(error)
            code = USED_WRONGLY
        sys.exit(code or 0)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own
        """Run the command, and end it with a word instead of an exception where it cannot go on."""
        try:
            return self._flushed(ctx)
        except Refused as refused:
            for reason in refused.reasons:
                click.echo(refusal(reason, language_of(ctx)), err=True)
            ctx.exit(UNREADABLE)
        except StoreUnusable as unusable:
            _end(ctx, unusable.text, UNREADABLE)
        except KeyboardInterrupt:
            click.echo(err=True)  # ends the line on which the terminal shows the key
            _end(ctx, wording.INTERRUPTED, INTERRUPTED)
        except ProcessLost:
            _end(ctx, wording.PROCESS_LOST, UNREADABLE)
        except BrokenPipeError:
            abandon_output()
            ctx.exit(CLOSED_PIPE)
        except OSError as error:  # what cannot be read is refused by `schemas`: this is the output
            abandon_output()
            _end(ctx, wording.unwritable(error), UNREADABLE)

    def _flushed(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own
        """Run the command and see its output off, for an error may come as late as that."""
        try:
            return super().invoke(ctx)
        finally:
            sys.stdout.flush()


def _end(context: click.Context, text: Text, code: int) -> NoReturn:
    """Say why the run ends, and end it."""
    click.echo(f"daifu: {say(text, language_of(context))}", err=True)
    context.exit(code)


def _choose_language(context: click.Context, _option: click.Parameter, value: str | None) -> None:
    context.obj = value


COMMAND_LINE: Final = CommandLine(
    "daifu",
    Text(
        "Keeps, replays, judges and scores recorded games of the Daifugo family.",
        "大富豪系ゲームの棋譜を保存・再現・判定・採点する。",
    ),
    [
        Option(
            "--lang",
            Text(
                "The language to speak; by default that of LC_ALL, LC_MESSAGES or LANG.",
                "表示する言語。既定ではLC_ALL、LC_MESSAGES、LANGに従う。",
            ),
            type=OneOf(LANGUAGES),
            is_eager=True,
            expose_value=False,
            callback=_choose_language,
        ),
    ],
    commands=[CHECK, SHOW, CONVERT, RULES, SERVE, IMPORT, TOKEN, BACKUP, VERIFY, TOURNAMENT, EXPORT, STATS],
)


def main() -> None:
    """Run the command line as the program `daifu`."""
    COMMAND_LINE.main(prog_name="daifu")
