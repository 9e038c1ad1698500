"""What tournament commands share: they find the tournament, change it, and preview what that does to standings."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeVar, cast

import click

from api.cli.client import AUTHOR, REASON, TARGET, error_text, open_client, open_or_create, target_options
from api.cli.commands import Command
from api.cli.errors import CommandError
from api.cli.output import language_of
from api.cli.tournament import wording
from api.cli.tournament.params import PREVIEW, TOURNAMENT
from api.cli.tournament.tables import show_consequences
from api.client import ClientError
from api.client.tournaments import Tournaments, TournamentVersion
from api.languages import Language, say
from data.tournaments.changes import AnyChange
from data.tournaments.consequences import find_consequences
from data.tournaments.errors import TournamentError
from data.tournaments.handlers.dispatch import apply_all
from data.tournaments.log import encode_change, read_change
from data.tournaments.state import State
from replay.text import Text
from schemas.record.struct_reader import StructRefused

_NUMBER: Final = re.compile(r"[0-9]{1,15}")


@contextmanager
def open_tournaments(context: click.Context, **target: Any) -> Iterator[Tournaments]:  # noqa: ANN401 - see `open_client`
    """The tournaments of the store or service that `TARGET` names; errors inside end the command with a sentence."""
    with _command_errors(), open_client(context, **target) as client:
        yield client.tournaments


@contextmanager
def open_or_create_tournaments(context: click.Context, **target: Any) -> Iterator[Tournaments]:  # noqa: ANN401
    """The same, with a store that is made if there is none."""
    with _command_errors(), open_or_create(context, **target) as client:
        yield client.tournaments


@contextmanager
def _command_errors() -> Iterator[None]:
    """Turn errors of the client and of tournament rules into `CommandError`."""
    try:
        yield
    except ClientError as error:
        raise CommandError(error_text(error)) from error
    except TournamentError as error:
        raise CommandError(_refusal_text(error)) from error


def _refusal_text(refused: TournamentError) -> Text:
    """Every reason, with the number of its change where there are several."""
    if refused.place is None:
        return refused.text
    found = [(one.place or 0, one.sentence) for one in (refused, *refused.others)]
    return Text(
        "; ".join(f"change {place + 1}: {sentence.en}" for place, sentence in found),
        "。".join(f"{place + 1}番目の変更：{sentence.ja}" for place, sentence in found),
    )


def find_tournament(tournaments: Tournaments, tournament: str) -> int:
    """The number of the tournament with this number or name. Raises `CommandError`."""
    known = {found.id: found.name for found in tournaments.each()}
    number = int(tournament) if _NUMBER.fullmatch(tournament) else None
    if number in known:
        return number
    for id, name in known.items():
        if name == tournament:
            return id
    raise CommandError(
        Text(
            f"there is no tournament {tournament}; `daifu tournament list` shows those that there are",
            f"大会「{tournament}」はありません。大会の一覧は daifu tournament list で表示できます",
        )
    )


def find_entrant(state: State, entrant: str) -> int:
    """The number of the entrant with this number, name or id, in this order. Raises `CommandError`."""
    if _NUMBER.fullmatch(entrant) and 1 <= int(entrant) <= len(state.entrants):
        return int(entrant)
    found = [one.number for one in state.entrants if entrant in (one.name, *one.ids)]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = list(map(str, found))
        raise CommandError(
            Text(
                f"several entrants are called {entrant}: {', '.join(numbers)}; use the number",
                f"「{entrant}」は複数います（{'、'.join(numbers)}）。番号で指定してください",
            )
        )
    raise CommandError(Text(f"no entrant is called {entrant}", f"「{entrant}」という参加者はいません"))


def find_entrants(state: State, entrants: Iterable[str]) -> tuple[int, ...]:
    """The numbers of several entrants. Raises `CommandError`."""
    return tuple(find_entrant(state, entrant) for entrant in entrants)


def stage_or_last(state: State, stage: int | None) -> int:
    """The given stage, or else the last one."""
    return stage or len(state.stages) or 1


class ChangeContext(NamedTuple):
    """What a command builds its changes from: the state of the tournament, the reason given, and the language."""

    state: State
    reason: str | None
    language: Language


Made = TypeVar("Made", bound=AnyChange)
BuildChanges = Callable[..., Sequence[AnyChange]]
"""Returns the changes for a `ChangeContext` and the values of the command's own options and arguments."""
ShowChanges = Callable[[State, Sequence[AnyChange], Language], None]


def show_nothing(_state: State, _changes: Sequence[AnyChange], _language: Language) -> None:
    """Print nothing about the changes."""


def change_command(
    name: str, text: Text, params: list[click.Parameter], build: BuildChanges, show: ShowChanges = show_nothing
) -> Command:
    """A command that makes the changes that `build` returns; `show` prints them, also in a preview."""

    @click.pass_context
    def run(context: click.Context, /, tournament: str, reason: str | None, *, preview: bool, **call: Any) -> None:  # noqa: ANN401
        language = language_of(context)
        with open_tournaments(context, **target_options(call, "author")) as tournaments:
            number = find_tournament(tournaments, tournament)
            current = tournaments.present(number)
            changes = [
                validate_change(change) for change in build(ChangeContext(current.state, reason, language), **call)
            ]
            if preview:
                found = find_consequences(current.state, *changes)
                show(current.state, changes, language)
                show_consequences(found, language)
            else:
                made = _append_changes(tournaments, number, current, changes, reason)
                show(current.state, changes, language)
                click.echo(say(made, language))

    arguments = [param for param in params if isinstance(param, click.Argument)]
    options = [param for param in params if isinstance(param, click.Option)]
    return Command(name, text, [TOURNAMENT, *arguments, *options, REASON, PREVIEW, AUTHOR, *TARGET], callback=run)


def validate_change(change: Made) -> Made:
    """The change as a log holds it. Raises `CommandError` where its values are out of bounds."""
    try:
        return cast("Made", read_change(encode_change(change)))
    except StructRefused as refused:
        problems = refused.problems
        en = "; ".join(f"{problem.pointer}: {problem.expected.en}" for problem in problems)
        ja = "。".join(f"{problem.pointer}：{problem.expected.ja}" for problem in problems)
        raise CommandError(Text(en, ja)) from refused


def _append_changes(
    tournaments: Tournaments, number: int, current: TournamentVersion, changes: Sequence[AnyChange], reason: str | None
) -> Text:
    """Make the changes; the sentence that says so."""
    if not changes:
        return wording.NOTHING_TO_DO
    if len(changes) > 1:
        apply_all(current.state, changes)  # an error names the change that it is about
    version = tournaments.change(number, changes, expected=current.version, reason=reason)
    return wording.changes_made(len(changes), version)
