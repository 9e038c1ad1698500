"""The command line: its commands, its language, its configuration file, and how a run ends where something fails."""

import os
import signal
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path
from typing import Any, Final, NoReturn

import click

from daifu.api.cli.program import output
from daifu.api.cli.program.commands import TOKEN_VARIABLE, URL_VARIABLE, CommandGroup, LazyCommands, OneOf, Option
from daifu.api.cli.program.output import (
    CLOSED_PIPE,
    FAILED,
    INTERRUPTED,
    WRONG_USAGE,
    CommandError,
    discard_output,
    language_of,
    replace_unencodable,
)
from daifu.api.installation import OUTDATED, engine_name, is_outdated, missing_part
from daifu.api.languages import LANGUAGE_VARIABLE, LANGUAGES, comma_separated, environment_language, say
from daifu.api.settings import ALL_SETTINGS
from daifu.data.store.errors import StoreUnusable
from daifu.replay.text import Text
from daifu.schemas.sources.items import SourceRefused
from daifu.version import __version__

FILE_VARIABLE: Final = "DAIFU_CONFIG"
"""Names another file."""

VARIABLES: Final = {
    "lang": LANGUAGE_VARIABLE,
    "url": URL_VARIABLE,
    "token": TOKEN_VARIABLE,
    **{setting.name: setting.variable for setting in ALL_SETTINGS},
}
"""The variable of each key."""


def apply_configuration(environment: MutableMapping[str, str] = os.environ) -> None:
    """Set the variable of each key of the file, unless it is set. Raises `CommandError` with all that is wrong.

    Without a file nothing happens, unless `DAIFU_CONFIG` names it.
    """
    file = Path(environment.get(FILE_VARIABLE) or Path(click.get_app_dir("daifu"), "config.toml"))
    if not file.exists() and FILE_VARIABLE not in environment:
        return
    import tomllib  # noqa: PLC0415 - most people have no such file

    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CommandError(Text(f"{file}: {error}", f"{file}：{error}")) from error
    if problems := list(_problems(values)):
        en, ja = ("\n".join(lines) for lines in zip(*problems, strict=True))
        raise CommandError(Text(f"{file}: {en}", f"{file}：{ja}"))
    for key, value in values.items():
        text = ("no", "yes")[value] if isinstance(value, bool) else str(value)
        environment.setdefault(VARIABLES[key], text)


def _problems(values: dict[str, object]) -> Iterator[Text]:
    from difflib import get_close_matches  # noqa: PLC0415 - see above

    for key, value in values.items():
        if key not in VARIABLES:
            near = get_close_matches(key, VARIABLES, 1)
            yield Text(
                f"there is no setting {key}" + (f"; did you mean {near[0]}?" if near else ""),
                f"設定{key}はありません" + (f"（もしかして：{near[0]}）" if near else ""),
            )
        elif not isinstance(value, str | int | float):
            yield Text(f"{key}: expected a text or a number", f"{key}：文字列か数値が必要です")


_INTERRUPTED: Final = Text("interrupted", "中断しました")
_FILES: Final = Text("Games in files:", "ファイルの対局：")
_GAMES: Final = Text("Games that are kept:", "保存した対局：")
_STORES: Final = Text("The store and the service:", "保存先とサービス：")
_PLACES: Final[Mapping[Text, Mapping[str, str]]] = {
    _FILES: {
        "check": "daifu.api.cli.check.command:CHECK",
        "show": "daifu.api.cli.show:SHOW",
        "play": "daifu.api.cli.play:PLAY",
        "analyse": "daifu.api.cli.analysis:ANALYSE",
        "what-if": "daifu.api.cli.explain:WHAT_IF",
        "explain": "daifu.api.cli.explain:EXPLAIN",
        "convert": "daifu.api.cli.convert:CONVERT",
        "rules": "daifu.api.cli.rules:RULES",
        "house": "daifu.api.cli.houses:HOUSE_GROUP",
        "archive": "daifu.api.cli.archive:ARCHIVE",
    },
    _GAMES: {
        "import": "daifu.api.cli.imports:IMPORT",
        "correct": "daifu.api.cli.records:CORRECT",
        "withdraw": "daifu.api.cli.records:WITHDRAW",
        "append": "daifu.api.cli.records:APPEND",
        "review": "daifu.api.cli.records:REVIEW",
        "stats": "daifu.api.cli.stats:STATS",
        "people": "daifu.api.cli.people:PEOPLE_GROUP",
        "season": "daifu.api.cli.seasons:SEASON_GROUP",
        "tournament": "daifu.api.cli.tournament:TOURNAMENT",
        "export": "daifu.api.cli.export:EXPORT",
    },
    _STORES: {
        "serve": "daifu.api.cli.serve:SERVE",
        "work": "daifu.api.cli.serve:WORK",
        "club": "daifu.api.cli.club:CLUB",
        "token": "daifu.api.cli.store:TOKEN",
        "backup": "daifu.api.cli.store:BACKUP",
        "restore": "daifu.api.cli.store:RESTORE",
        "copy": "daifu.api.cli.store:COPY",
        "verify": "daifu.api.cli.store:VERIFY",
        "samples": "daifu.api.cli.store:SAMPLES",
        "completion": "daifu.api.cli.program.completion:COMPLETION",
    },
}
"""The commands by what they work on: each name with its place, as `module:NAME`."""

_FIRST_STEPS: Final = Text(
    """daifu keeps, replays, judges and scores recorded games of the Daifugo family.

  daifu check FILE   say what was illegal in a recorded game, and who scored what
  daifu show FILE    draw the table after any action
  daifu serve        open the pages on which a club or a tournament enters its results

All commands: daifu --help""",
    """daifuは大富豪系ゲームの棋譜を保存・再現・判定・採点する。

  daifu check ファイル   反則と得点を調べる
  daifu show ファイル    ある時点の場を描く
  daifu serve            例会や大会の成績をつけるページを開く

全コマンドの一覧：daifu --help""",
)


class CommandLine(CommandGroup):
    """The group of all commands, which also ends a run that fails."""

    def main(self, *args: Any, **settings: Any) -> Any:  # noqa: ANN401 - click's own
        """Run the command and exit with its code."""
        replace_unencodable()
        try:
            code = super().main(*args, **{**settings, "standalone_mode": False})
        except click.UsageError as error:
            output.print_usage_error(error)
            code = WRONG_USAGE
        sys.exit(code or 0)

    def make_context(self, *args: Any, **settings: Any) -> click.Context:  # noqa: ANN401 - click's own
        """Read the options, of which some print a page and leave."""
        try:
            return super().make_context(*args, **settings)
        except BrokenPipeError:
            discard_output()
            raise click.exceptions.Exit(CLOSED_PIPE) from None

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own
        """Run the command. Where it cannot go on, print a sentence instead of a traceback."""
        _warn_if_outdated()
        try:
            return self._flushed(ctx)
        except SourceRefused as refused:
            from daifu.api.cli.program.sentences import unreadable_line  # noqa: PLC0415 - loads the sentences of faults

            for reason in refused.reasons:
                click.echo(unreadable_line(reason, language_of()), err=True)
            ctx.exit(FAILED)
        except (CommandError, StoreUnusable) as error:
            _exit_with(ctx, error.text, FAILED)
        except KeyboardInterrupt:
            click.echo(err=True)  # ends the line on which the terminal shows ^C
            _exit_with(ctx, _INTERRUPTED, INTERRUPTED)
        except BrokenPipeError:
            discard_output()
            ctx.exit(CLOSED_PIPE)
        except SystemExit as error:
            if isinstance(error.__context__, BrokenPipeError):  # rich leaves so, with 1
                ctx.exit(CLOSED_PIPE)
            raise
        except OSError as error:  # input that cannot be read raises `SourceRefused`, so this is about the output
            from daifu.api.cli.program.sentences import unwritable  # noqa: PLC0415 - see above

            discard_output()
            _exit_with(ctx, unwritable(error), FAILED)

    def _flushed(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own
        """Run the command and flush its output, which may fail only then.

        Raises `CommandError` where a part of daifu is not installed.
        """
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            if (text := missing_part(error)) is None:
                raise
            raise CommandError(text) from error
        finally:
            sys.stdout.flush()


def _warn_if_outdated() -> None:
    """Say so if the compiled engine does not belong to these sources."""
    if is_outdated():
        click.echo(f"daifu: {say(OUTDATED, language_of())}", err=True)


def _exit_with(context: click.Context, text: Text, code: int) -> NoReturn:
    """Print why the run ends, and end it with the code."""
    output.print_error(text, language_of())
    context.exit(code)


def _choose_language(context: click.Context, _option: click.Parameter, value: str | None) -> None:
    context.obj = value


def _print_version(context: click.Context, _option: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's signature
    if value:
        language = language_of()
        click.echo(comma_separated([f"daifu {__version__}", say(engine_name(), language)], language))
        _warn_if_outdated()
        context.exit()


@click.pass_context
def _say_first_steps(context: click.Context) -> None:
    """Without a command, say the three things that people begin with."""
    if context.invoked_subcommand is None:
        click.echo(say(_FIRST_STEPS, language_of()))


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
                "The language of messages; by default that of DAIFU_LANG, LC_ALL, LC_MESSAGES or LANG.",
                "表示する言語。既定ではDAIFU_LANG、LC_ALL、LC_MESSAGES、LANGに従う。",
            ),
            type=OneOf(LANGUAGES),
            is_eager=True,
            expose_value=False,
            callback=_choose_language,
        ),
        Option(
            "--version",
            Text("Show the version and the engine, and exit.", "バージョンとエンジンの種類を表示して終了する。"),
            short="-V",
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
        ),
    ],
    commands=LazyCommands({name: place for places in _PLACES.values() for name, place in places.items()}),
    headings={heading: list(places) for heading, places in _PLACES.items()},
    no_args_is_help=False,
    invoke_without_command=True,
    callback=_say_first_steps,
)


def run(*, is_interrupted: bool) -> None:
    """Run the command line as the program `daifu`, or end it if it was interrupted while it was loaded."""
    try:
        # `main` of the package has only noted signals so far
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if is_interrupted:
            signal.raise_signal(signal.SIGINT)
        apply_configuration()
        COMMAND_LINE.main(prog_name="daifu")
    except CommandError as error:  # in the configuration
        output.print_error(error.text, environment_language())
        sys.exit(WRONG_USAGE)
    except (KeyboardInterrupt, click.Abort):  # before or after the command itself
        click.echo(f"\ndaifu: {say(_INTERRUPTED, environment_language())}", err=True)
        sys.exit(INTERRUPTED)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done and told; what is left takes no time
