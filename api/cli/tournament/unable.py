"""Why a command about tournaments cannot be done, in both languages, whichever part of the house says so."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from api.cli.language import language_of, say
from api.cli.printable import printable
from api.cli.sending import SendingEnded
from api.cli.tally import UNREADABLE
from data.store.refusals import (
    NameTaken,
    NoSuchEntry,
    NoSuchRecord,
    NoSuchTournament,
    OnlyByLanding,
    OtherVersion,
    StoreRefusal,
    StoreUnusable,
    Withdrawn,
)
from data.tournaments.refusals import Refused
from replay.text import Text


class Unable(Exception):  # noqa: N818 - that it cannot be done is what there is to say
    """What was asked for cannot be done; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


@contextmanager
def explaining(context: click.Context) -> Iterator[None]:
    """Whatever inside cannot be done ends the command with a sentence, and with its code."""
    try:
        yield
    except StoreUnusable:
        raise
    except (Unable, SendingEnded) as error:
        _end(context, error.text)
    except Refused as refused:
        _end(context, _of_refused(refused))
    except StoreRefusal as refusal:
        _end(context, _of_store(refusal))


def _end(context: click.Context, text: Text) -> None:
    click.echo(f"daifu: {printable(say(text, language_of(context)))}", err=True)
    context.exit(UNREADABLE)


def _of_refused(refused: Refused) -> Text:
    if refused.place is None:
        return refused.text
    number = refused.place + 1
    return Text(f"change {number}: {refused.text.en}", f"{number}番目の変更：{refused.text.ja}")


_SENTENCES: Final[dict[type[StoreRefusal], Text]] = {
    NoSuchTournament: Text(
        "no tournament has this number; daifu tournament list tells which there are",
        "その番号の大会はありません。大会の一覧は daifu tournament list で表示されます",
    ),
    NoSuchEntry: Text("the log has no such entry", "記録簿にその項はありません"),
    NoSuchRecord: Text("there is no such record", "その棋譜はありません"),
    Withdrawn: Text("the record was withdrawn", "その棋譜は取り下げられています"),
    OnlyByLanding: Text(
        "the result of a record comes by the record alone: let it land",
        "棋譜の結果は棋譜からのみ入ります。棋譜を取り込んでください",
    ),
}


def _of_store(refusal: StoreRefusal) -> Text:
    match refusal:
        case OtherVersion(given=given, current=current):
            return Text(
                f"somebody changed the tournament meanwhile: expected entry {given} to be the last, found {current}",
                f"その間に大会が変更されました（最後の項は{given}のはずが{current}です）",
            )
        case NameTaken(id=number):
            return Text(f"tournament {number} has this name, or had it", f"この名前は大会{number}のものです")
        case _:
            return _SENTENCES[type(refusal)]
