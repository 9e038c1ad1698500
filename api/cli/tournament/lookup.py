"""From the options of a command to the client, tournament, entrant and stage that they name."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import click

from api.cli.client import service_url
from api.cli.language import language_of
from api.cli.tournament.client import StoreClient, TournamentClient
from api.cli.tournament.errors import CommandError, report_errors
from data.store.errors import StoreMissing
from data.store.values import LOCAL_AUTHOR, Author
from data.tournaments.state import State
from replay.text import Text

_NUMBER: Final = re.compile(r"[0-9]{1,15}")


@contextmanager
def open_client(
    context: click.Context, *, db: str, url: str | None, token: str, author: str = LOCAL_AUTHOR
) -> Iterator[TournamentClient]:
    """The tournaments that the options of `TARGET` mean; what cannot be done inside ends the command with a word.

    Raises `StoreMissing` where there is no store: nobody looks for a tournament in one that he is about to make.
    """
    if url is None and not Path(db).exists():
        raise StoreMissing(Text(f"there is no store {db}", f"保存先{db}がありません"))
    with open_or_create(context, db=db, url=url, token=token, author=author) as books:
        yield books


@contextmanager
def open_or_create(
    context: click.Context, *, db: str, url: str | None, token: str, author: str = LOCAL_AUTHOR
) -> Iterator[TournamentClient]:
    """The same, in a store that is made if there is none."""
    with report_errors(context), closing(_client(context, db, url, token, author)) as books:
        yield books


def _client(context: click.Context, db: str, url: str | None, token: str, author: str) -> TournamentClient:
    if url is None:
        return StoreClient(db, Author(author))
    from api.cli.tournament.service_client import ServiceClient  # noqa: PLC0415 - a store needs nothing of HTTP

    return ServiceClient(service_url(context, url), token, language_of(context))


def find_tournament(books: TournamentClient, tournament: str) -> int:
    """The number of the tournament that is called so. Raises `CommandError`."""
    if _NUMBER.fullmatch(tournament):
        return int(tournament)
    for found in books.listed():
        if found.name == tournament:
            return found.id
    raise CommandError(
        Text(f"there is no tournament that is called {tournament}", f"「{tournament}」という大会はありません")
    )


def find_entrant(state: State, entrant: str) -> int:
    """The number of the entrant who is called so; a number is a name where nobody has it. Raises `CommandError`."""
    if _NUMBER.fullmatch(entrant) and 1 <= int(entrant) <= len(state.entrants):
        return int(entrant)
    found = [one.number for one in state.entrants if entrant in (one.name, *one.ids)]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = ", ".join(map(str, found))
        raise CommandError(
            Text(
                f"several entrants are called {entrant}: {numbers}; say the number",
                f"「{entrant}」は複数います（{numbers}）。番号で指定してください",
            )
        )
    raise CommandError(Text(f"nobody who entered is called {entrant}", f"「{entrant}」という参加者はいません"))


def stage_or_last(state: State, stage: int | None) -> int:
    """The stage that was named, or else the last one."""
    return stage or len(state.stages) or 1


def target_options(call: dict[str, Any], *also: str) -> dict[str, Any]:
    """The options of `TARGET`, and others that `open_client` takes, out of all that a command was called with."""
    return {name: call.pop(name) for name in ("db", "url", "token", *also)}
