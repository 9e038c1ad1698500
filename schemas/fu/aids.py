"""Aids for the eye between the acts of a text, such as `{=lock S}`: what changed at the table. They are not read."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from daifu.replay.table import Table
from daifu.replay.text import Text
from daifu.schemas.fu.spelling import AID
from daifu.schemas.fu.tokens import escape


class Seen(NamedTuple):
    """What is told of a table when it changes."""

    lock: str
    turned: int
    after: tuple[int, ...]
    out: tuple[int, ...]
    sunk: tuple[int, ...]


class Aids:
    """Tells in a language what changed; `names` are those of the players."""

    def __init__(self, names: Sequence[str], language: Literal["en", "ja"]) -> None:
        self._names = names
        self._language = language

    def look(self, table: Table) -> Seen:
        """The table as it is."""
        lock = table.lock_label() if table.lock else ""
        return Seen(lock, table.down, tuple(table.after), tuple(table.out), tuple(table.sunk))

    def tell(self, before: Seen, now: Seen) -> Iterator[str]:
        """The aids on what changed."""
        for text in self._changes(before, now):
            yield f"{AID}{escape(text.ja if self._language == 'ja' else text.en)}}}"

    def _changes(self, before: Seen, now: Seen) -> Iterator[Text]:
        if now.lock and now.lock != before.lock:
            yield Text(f"lock {now.lock}", f"縛り {now.lock}")
        if now.turned != before.turned:
            yield Text("ranks turned", "強さが逆転") if now.turned else Text("ranks normal", "強さが通常")
        if now.after != before.after:
            yield Text("direction turned", "進行が逆転")
        for player in now.out[len(before.out) :]:
            name = self._names[player - 1]
            yield Text(f"{name} is out", f"{name}が上がり")
        for player in now.sunk[len(before.sunk) :]:
            name = self._names[player - 1]
            yield Text(f"{name} falls", f"{name}が転落")
