"""Commands, options and arguments with help texts in both languages."""

from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from daifu.api.cli.program.errors import UsageError, attach_context
from daifu.replay.text import Text

_PATHS: Final = {"FILE": "file", "SOURCE": "file", "STORE": "file", "TO": "file", "FOLDER": "dir", "INPUT": "file"}
"""What a shell completes itself, by the name of a value on the help page."""
_STORED: Final = ("PLAYER", "OTHER", "TOURNAMENT", "RECORD", "HOUSE", "THERE")
"""The names of values that a store knows."""


def _completed(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings of a parameter with what a shell offers for its value."""
    value = settings.get("metavar", "").strip("[].")
    if value in _PATHS:
        return {"shell_complete": lambda *_: [CompletionItem("", type=_PATHS[value])], **settings}
    if value in _STORED:

        def complete(context: click.Context, _param: click.Parameter, beginning: str) -> list[CompletionItem[str]]:
            from daifu.api.cli.program.completion import completions  # noqa: PLC0415 - only a shell asks

            return completions(value, context, beginning)

        return {"shell_complete": complete, **settings}
    return settings


class Argument(click.Argument):
    """An argument with its help text."""

    def __init__(self, name: str, text: Text, **settings: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__([name], **_completed(settings))
        self.text = text


class Option(click.Option):
    """An option with its help text; `into` is the name of its value if it is not that of the option.

    `short` is another name of one letter, such as `-o`.
    """

    def __init__(self, name: str, text: Text, into: str = "", *, short: str = "", **settings: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__([part for part in (name, short, into) if part], **_completed(settings))
        self.text = text


def _show_help(context: click.Context, _option: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's signature
    if value:
        click.echo(context.get_help())
        context.exit()


def help_option() -> Option:
    """The option `--help`, which every command has."""
    text = Text("Show this page and exit.", "この説明を表示して終了する。")
    return Option("--help", text, short="-h", is_flag=True, is_eager=True, expose_value=False, callback=_show_help)


class Command(click.Command):
    """A command with its help text. It gets `--help` and refuses superfluous arguments."""

    def __init__(self, name: str, text: Text, params: list[click.Parameter], **settings: Any) -> None:  # noqa: ANN401
        super().__init__(name, params=[*params, help_option()], add_help_option=False, **settings)
        self.text = text
        self.allow_extra_args = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises `UsageError` if some are left over."""
        with attach_context(ctx):
            rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:  # which is how completions are found
            text = " ".join(rest)
            raise UsageError(Text(f"nothing takes the argument {text}", f"余分な引数があります：{text}"))
        return rest

    def get_help(self, ctx: click.Context) -> str:
        """The help page in the language of this run."""
        from daifu.api.cli.program.help_page import help_page  # noqa: PLC0415 - other runs need no rich for it

        return help_page(self.text, ctx)


class LazyCommands(Mapping[str, click.Command]):
    """Commands by their names. Each is loaded when it is looked up, so that a run loads only what it needs."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        """Where each command is, as `module:NAME`."""

    def __getitem__(self, name: str) -> click.Command:
        module, _, constant = self._places[name].partition(":")
        command: click.Command = getattr(import_module(module), constant)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class CommandGroup(click.Group):
    """A group of commands with its help text, by default under one heading.

    Called without a command, it shows its help page, unless `settings` say otherwise.
    """

    def __init__(
        self,
        name: str,
        text: Text,
        params: list[click.Parameter],
        *,
        headings: Mapping[Text, Collection[str]] | None = None,
        **settings: Any,  # noqa: ANN401 - click's own
    ) -> None:
        settings.setdefault("no_args_is_help", True)
        super().__init__(name, params=[*params, help_option()], add_help_option=False, **settings)
        self.text = text
        self.headings = headings or {Text("Commands:", "コマンド："): self.commands}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options before the name of a command."""
        with attach_context(ctx):
            return super().parse_args(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        """The help page in the language of this run."""
        from daifu.api.cli.program.help_page import help_page  # noqa: PLC0415 - other runs need no rich for it

        return help_page(self.text, ctx)
