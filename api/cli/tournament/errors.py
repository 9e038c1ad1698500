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
    NoSuchTournament: Text(
        "no tournament has this number; daifu tournament list tells which there are",
        "その番号の大会はありません。大会の一覧は daifu tournament list で表示されます",
    ),
    NoSuchEntry: Text("the log has no such entry", "記録簿にその項はありません"),
    NoSuchRecord: Text("there is no such record", "その棋譜はありません"),
    RecordWithdrawn: Text("the record was withdrawn", "その棋譜は取り下げられています"),
    OnlyByLanding: Text(
        "the result of a record comes by the record alone: let it land",
        "棋譜の結果は棋譜からのみ入ります。棋譜を取り込んでください",
    ),
}


def _store_refusal_text(refusal: StoreError) -> Text:
    match refusal:
        case VersionConflict(given=given, current=current):
            return Text(
                f"somebody changed the tournament meanwhile: expected entry {given} to be the last, found {current}",
                f"その間に大会が変更されました（最後の項は{given}のはずが{current}です）",
            )
        case NameTaken(id=number):
            return Text(f"tournament {number} has this name, or had it", f"この名前は大会{number}のものです")
        case _:
            return _SENTENCES[type(refusal)]
