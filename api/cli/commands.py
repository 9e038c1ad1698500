"""Commands, options and arguments that explain themselves in both languages."""

from typing import Any

import click

from api.cli.complaints import Complaint, located
from api.cli.help_pages import help_page
from replay.text import Text


class Argument(click.Argument):
    """An argument with its sentence."""

    def __init__(self, name: str, text: Text, **settings: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__([name], **settings)
        self.text = text


class Option(click.Option):
    """An option with its sentence; its value goes to the argument that `into` names, or that is called like it."""

    def __init__(self, name: str, text: Text, into: str = "", **settings: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__([name, into] if into else [name], **settings)
        self.text = text


def _show_help(context: click.Context, _option: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's signature
    if value:
        click.echo(context.get_help())
        context.exit()


def help_option() -> Option:
    """The option that every command has."""
    text = Text("Show this page and do nothing else.", "この説明を表示して終了する。")
    return Option("--help", text, is_flag=True, is_eager=True, expose_value=False, callback=_show_help)


class Command(click.Command):
    """A command with its sentence; `--help` comes by itself, and arguments that it does not take are refused."""

    def __init__(self, name: str, text: Text, params: list[click.Parameter], **settings: Any) -> None:  # noqa: ANN401
        super().__init__(name, params=[*params, help_option()], add_help_option=False, **settings)
        self.text = text
        self.allow_extra_args = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the arguments in. Raises `Complaint` if some are left over."""
        with located(ctx):
            rest = super().parse_args(ctx, args)
        if rest:
            text = " ".join(rest)
            raise Complaint(Text(f"nothing takes the argument {text}", f"余分な引数があります：{text}"), ctx)
        return rest

    def get_help(self, ctx: click.Context) -> str:
        """The help page in the language of this run."""
        return help_page(self.text, ctx)


class CommandGroup(click.Group):
    """All commands with their sentences; called with none of them, it shows its page."""

    def __init__(self, name: str, text: Text, params: list[click.Parameter], **settings: Any) -> None:  # noqa: ANN401
        super().__init__(name, params=[*params, help_option()], add_help_option=False, no_args_is_help=True, **settings)
        self.text = text

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take in what stands before the name of a command."""
        with located(ctx):
            return super().parse_args(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        """The help page in the language of this run."""
        return help_page(self.text, ctx)
