"""`daifu samples drop`: take the sample games out of a store."""

from contextlib import closing
from typing import Final

from daifu.api.cli.program.commands import Command, CommandGroup
from daifu.api.cli.program.output import tell
from daifu.api.cli.program.params import DB
from daifu.api.cli.sentences import counted
from daifu.api.cli.store import open_existing
from daifu.data.samples import drop_samples, has_samples
from daifu.data.store.values import Author
from daifu.replay.text import Text


def drop_sample_games(db: str) -> None:
    """Drop the sample games of a store, and print how many there were."""
    with closing(open_existing(db)) as store:
        dropped = drop_samples(store, Author()) if has_samples(store) else 0
    tell(Text(f"{counted(dropped, 'sample game')} dropped", f"サンプルの対局{dropped}件を取り除きました"))


SAMPLES: Final = CommandGroup(
    "samples",
    Text("The sample games of a store.", "保存先にあるサンプルの対局。"),
    [],
    commands=[
        Command(
            "drop",
            Text(
                "Take the sample games out of a store; the service may be running.",
                "サンプルの対局を保存先から取り除く。サービスの動作中でもよい。",
            ),
            [DB],
            callback=drop_sample_games,
        )
    ],
)
