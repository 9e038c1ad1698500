"""`daifu completion`: the script by which a shell completes what is typed, and what a value may be."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, ZshComplete

from daifu.api.cli.program.client import open_client, settings_target
from daifu.api.cli.program.commands import Argument, Command, OneOf
from daifu.api.cli.program.output import CommandError, UsageError
from daifu.api.client import Client
from daifu.data.store.errors import StoreUnusable
from daifu.replay.text import Text

_VARIABLE: Final = "_DAIFU_COMPLETE"
"""The variable by which click is asked for completions."""
_SHELLS: Final[Mapping[str, type[ShellComplete]]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}
_MOST: Final = 50
"""How many values of a store are offered."""


def completions(value: str, context: click.Context, beginning: str) -> list[CompletionItem[str]]:
    """What may follow a beginning where the help page asks for this value, such as PLAYER: at most fifty.

    Nothing where the store or the service that the command names cannot be read, since nobody asked for an error.
    """
    target: dict[str, Any] = {name: context.params.get(name) for name in ("db", "url", "token")}
    files = [CompletionItem("", type="file")] if value in _HOUSES else []
    if not target["db"] and value in _HOUSES:
        target = settings_target()
    if not target["db"]:  # a command that reads no store
        return []
    try:
        with open_client(**target) as client:
            found = [item for item in _STORED[value](client, beginning) if item.value.startswith(beginning)][:_MOST]
    except (CommandError, StoreUnusable, UsageError):
        return files
    return found or files


def _players(client: Client, beginning: str) -> Iterator[CompletionItem[str]]:
    for one in client.get("/v1/players", q=beginning or None, limit=_MOST)["players"]:
        yield CompletionItem(one["id"], help=one["name"])


def _tournaments(client: Client, _beginning: str) -> Iterator[CompletionItem[str]]:
    for one in client.get("/v1/tournaments", limit=_MOST)["tournaments"]:
        yield CompletionItem(one["name"], help=one["rules"])


def _records(client: Client, _beginning: str) -> Iterator[CompletionItem[str]]:
    for one in client.get("/v1/records", limit=_MOST)["records"]:
        yield CompletionItem(str(one["id"]), help=", ".join(player["name"] for player in one["players"]))


def _houses(client: Client, _beginning: str) -> Iterator[CompletionItem[str]]:
    for one in islice(client.houses.each(), _MOST):
        yield CompletionItem(one["id"], help=next(iter(one["name"].values())))


_HOUSES: Final = {"HOUSE", "THERE"}
"""Values that are files, too; commands that read no store look for their ids in that of the settings."""
_STORED: Final[Mapping[str, Any]] = {
    "PLAYER": _players,
    "OTHER": _players,
    "TOURNAMENT": _tournaments,
    "RECORD": _records,
    **dict.fromkeys(_HOUSES, _houses),
}


def print_script(shell: str) -> None:
    """Print the script for a shell."""
    click.echo(_SHELLS[shell](click.Group(), {}, "daifu", _VARIABLE).source())


COMPLETION: Final = Command(
    "completion",
    Text(
        'Print a script by which the shell completes what is typed: eval "$(daifu completion bash)" in ~/.bashrc; '
        "the same with zsh in ~/.zshrc; daifu completion fish > ~/.config/fish/completions/daifu.fish.",
        'シェルの補完用スクリプトを表示する。~/.bashrcに eval "$(daifu completion bash)" と書く'
        "（zshも同様に~/.zshrcへ）。fishでは daifu completion fish > ~/.config/fish/completions/daifu.fish。",
    ),
    [Argument("shell", Text("The shell.", "シェルの種類。"), type=OneOf(tuple(_SHELLS)), metavar="SHELL")],
    callback=print_script,
)
