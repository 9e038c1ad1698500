"""Why a tournament command cannot be carried out, in both languages."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from api.cli.client import ServiceError
from api.cli.exit_codes import FAILED
from api.cli.language import language_of
from api.cli.output import printable
from api.languages import say
from data.store.errors import (
    NameTaken,
    NoSuchEntry,
    NoSuchRecord,
    NoSuchTournament,
    OnlyByLanding,
    RecordWithdrawn,
    StoreError,
    StoreUnusable,
    VersionConflict,
)
from data.tournaments.errors import TournamentError
from replay.text import Text


class CommandError(Exception):
    """What was asked for cannot be done; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


@contextmanager
def report_errors(context: click.Context) -> Iterator[None]:
    """Whatever inside cannot be done ends the command with a sentence, and with its code."""
    try:
        yield
    except StoreUnusable:
        raise
    except (CommandError, ServiceError) as error:
        _exit_with_error(context, error.text)
    except TournamentError as refused:
        _exit_with_error(context, _refusal_text(refused))
    except StoreError as refusal:
        _exit_with_error(context, _store_refusal_text(refusal))


def _exit_with_error(context: click.Context, text: Text) -> None:
    click.echo(f"daifu: {printable(say(text, language_of(context)))}", err=True)
    context.exit(FAILED)


def _refusal_text(refused: TournamentError) -> Text:
    if refused.place is None:
        return refused.text
    number = refused.place + 1
    return Text(f"change {number}: {refused.text.en}", f"{number}番目の変更：{refused.text.ja}")


_SENTENCES: Final[dict[type[StoreError], Text]] = {
    NoSuchTournament: Text("there is no such tournament", "その大会はありません"),
    NoSuchEntry: Text("the log has no such entry", "記録簿にその項はありません"),
    NoSuchRecord: Text("there is no such record", "その棋譜はありません"),
    OnlyByLanding: Text(
        "What a record says is not written by hand: the result of a record comes with the record",
        "棋譜の結果は手では書き込めない：棋譜による結果は、棋譜を送ることでのみ登録されます",
    ),
}


def _store_refusal_text(refusal: StoreError) -> Text:
    """What the service says in the same case."""
    match refusal:
        case VersionConflict(given=given, current=current):
            return Text(
                f"It has changed in the meantime: the change is for version {given}, the present one is {current}",
                f"その間に変更された：第{given}版に対する変更ですが、現在は第{current}版です",
            )
        case NameTaken(id=number):
            return Text(f"tournament {number} has this name, or has had it", f"大会{number}の名前（旧名を含む）です")
        case RecordWithdrawn(revision=revision):
            return Text(
                f"The record was withdrawn: revision {revision} withdrew it",
                f"取り下げられた棋譜：第{revision}版で取り下げられました",
            )
        case _:
            return _SENTENCES[type(refusal)]
