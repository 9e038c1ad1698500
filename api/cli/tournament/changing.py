"""Commands that change a tournament: each builds its changes on the tournament as it is, and they are made or told."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import click
import msgspec

from api.cli.commands import Command
from api.cli.language import Language, language_of, say
from api.cli.tournament import wording
from api.cli.tournament.books import Books, Kept
from api.cli.tournament.consequences import show_consequences
from api.cli.tournament.opening import meant, opened, target
from api.cli.tournament.parts import AUTHOR, PREVIEW, REASON, TARGET, TOURNAMENT
from api.cli.tournament.unable import Unable
from data.tournaments.apply import apply_each
from data.tournaments.changes import AnyChange
from data.tournaments.consequences import consequences
from data.tournaments.log import change_json, read_change
from data.tournaments.state import State
from replay.text import Text
from schemas.shape.misfit import misfit


class Asked(NamedTuple):
    """For what changes are wanted: the tournament as it is, and why it is to be changed."""

    state: State
    reason: str | None


Made = TypeVar("Made", bound=AnyChange)
Build = Callable[..., Sequence[AnyChange]]
"""From `Asked`, and the values of a command's own options and arguments, to the changes."""
Show = Callable[[State, Sequence[AnyChange], Language], None]


def no_more(_state: State, _changes: Sequence[AnyChange], _language: Language) -> None:
    """Show nothing of the changes themselves: whoever made them knows what they are."""


def changing(name: str, text: Text, params: list[click.Parameter], build: Build, show: Show = no_more) -> Command:
    """A command that makes the changes which `build` gives; `show` prints what they are, made or not."""

    @click.pass_context
    def run(context: click.Context, /, tournament: str, reason: str | None, *, preview: bool, **call: Any) -> None:  # noqa: ANN401
        language = language_of(context)
        with opened(context, **target(call, "author")) as books:
            number = meant(books, tournament)
            kept = books.present(number)
            changes = [checked(change) for change in build(Asked(kept.state, reason), **call)]
            if preview:
                found = consequences(kept.state, *changes)
                show(kept.state, changes, language)
                show_consequences(found, language)
            else:
                made = _made(books, number, kept, changes, reason)
                show(kept.state, changes, language)
                click.echo(say(made, language))

    arguments = [param for param in params if isinstance(param, click.Argument)]
    options = [param for param in params if isinstance(param, click.Option)]
    return Command(name, text, [TOURNAMENT, *arguments, *options, REASON, PREVIEW, AUTHOR, *TARGET], callback=run)


def checked(change: Made) -> Made:
    """The change as its log will have it. Raises `Unable` where no log can hold it."""
    try:
        return cast("Made", read_change(change_json(change)))
    except msgspec.ValidationError as error:
        problem = misfit(error)
        raise Unable(
            Text(f"{problem.pointer}: {problem.expected.en}", f"{problem.pointer}：{problem.expected.ja}")
        ) from error


def _made(books: Books, number: int, kept: Kept, changes: Sequence[AnyChange], reason: str | None) -> Text:
    """Make the changes, and say so."""
    if not changes:
        return wording.NOTHING_TO_DO
    if len(changes) > 1:
        apply_each(kept.state, changes)  # so that a refusal tells which of them it is
    version = books.append(number, changes, kept.version, reason)
    return wording.made(len(changes), version)
