"""`daifu tournament`, whose commands are loaded only when they are needed."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, cast

import click

from api.cli.commands import CommandGroup
from replay.text import Text


class LazyCommands(Mapping[str, click.Command]):
    """The commands by their names: what they need is loaded with the first look, so that other commands do not wait."""

    @cached_property
    def _commands(self) -> dict[str, click.Command]:
        from api.cli.tournament.commands import COMMANDS  # noqa: PLC0415 - see above

        return {str(command.name): command for command in COMMANDS}

    def __getitem__(self, name: str) -> click.Command:
        return self._commands[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)


TOURNAMENT: Final = CommandGroup(
    "tournament",
    Text(
        "Keep the score of a tournament, on the store of this machine or on a service: entrants, stages, draws, "
        "results, the referee's decisions and standings.",
        "大会の記録をつける。このマシンの保存先にも、サービスにも使える。参加者、ステージ、組み合わせ、結果、裁定、"
        "順位を扱う。",
    ),
    [],
    commands=cast("dict[str, click.Command]", LazyCommands()),
)
