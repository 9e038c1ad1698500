"""From what was called to the tournament that is meant."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import click

from api.cli.language import language_of
from api.cli.remote import address
from api.cli.tournament.books import Books, LocalBooks
from api.cli.tournament.unable import Unable, explaining
from data.store.asked import LOCAL, Author
from data.store.refusals import StoreMissing
from data.tournaments.state import State
from replay.text import Text

_NUMBER: Final = re.compile(r"[0-9]{1,15}")


@contextmanager
def opened(context: click.Context, *, db: str, url: str | None, token: str, author: str = LOCAL) -> Iterator[Books]:
    """The tournaments that the options of `TARGET` mean; what cannot be done inside ends the command with a word.

    Raises `StoreMissing` where there is no store: nobody looks for a tournament in one that he is about to make.
    """
    if url is None and not Path(db).exists():
        raise StoreMissing(Text(f"there is no store {db}", f"保存先{db}がありません"))
    with begun(context, db=db, url=url, token=token, author=author) as books:
        yield books


@contextmanager
def begun(context: click.Context, *, db: str, url: str | None, token: str, author: str = LOCAL) -> Iterator[Books]:
    """The same, in a store that is made if there is none."""
    with explaining(context), closing(_books(context, db, url, token, author)) as books:
        yield books


def _books(context: click.Context, db: str, url: str | None, token: str, author: str) -> Books:
    if url is None:
        return LocalBooks(db, Author(author))
    from api.cli.tournament.remote import RemoteBooks  # noqa: PLC0415 - a store needs nothing of HTTP

    return RemoteBooks(address(context, url), token, language_of(context))


def meant(books: Books, tournament: str) -> int:
    """The number of the tournament that is called so. Raises `Unable`."""
    if _NUMBER.fullmatch(tournament):
        return int(tournament)
    for found in books.listed():
        if found.name == tournament:
            return found.id
    raise Unable(Text(f"there is no tournament that is called {tournament}", f"「{tournament}」という大会はありません"))


def entrant_meant(state: State, entrant: str) -> int:
    """The number of the entrant who is called so; a number is a name where nobody has it. Raises `Unable`."""
    if _NUMBER.fullmatch(entrant) and 1 <= int(entrant) <= len(state.entrants):
        return int(entrant)
    found = [one.number for one in state.entrants if entrant in (one.name, *one.ids)]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = ", ".join(map(str, found))
        raise Unable(
            Text(
                f"several entrants are called {entrant}: {numbers}; say the number",
                f"「{entrant}」は複数います（{numbers}）。番号で指定してください",
            )
        )
    raise Unable(Text(f"nobody who entered is called {entrant}", f"「{entrant}」という参加者はいません"))


def stage_meant(state: State, stage: int | None) -> int:
    """The stage that was named, or else the last one."""
    return stage or len(state.stages) or 1


def target(call: dict[str, Any], *also: str) -> dict[str, Any]:
    """The options of `TARGET`, and others that `opened` takes, out of all that a command was called with."""
    return {name: call.pop(name) for name in ("db", "url", "token", *also)}
