"""`daifu people`: who is in a store twice, merges and their undoing, and other names."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import click

from daifu.api.cli.client import AUTHOR, TARGET, error_text, open_client, target_options
from daifu.api.cli.commands import Argument, Command, CommandGroup, Option
from daifu.api.cli.errors import CommandError
from daifu.api.cli.output import language_of, printable
from daifu.api.cli.params import Name, WholeNumber
from daifu.api.client import ClientError
from daifu.api.client.connection import Json
from daifu.api.client.people import People
from daifu.api.languages import say
from daifu.replay.text import Text
from daifu.schemas.record.limits import LARGEST_INTEGER


@click.pass_context
def list_similar(context: click.Context, /, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Print the pairs of players who may be one person, each with the command that merges them."""
    with _people(context, call) as people:
        pairs = people.similar()
    for pair in pairs:
        click.echo(printable(f"{_named(pair['player'])} = {_named(pair['into'])}"))
    if not pairs:
        click.echo(say(Text("all names look different", "よく似た名前の人はいません"), language_of(context)))


@click.pass_context
def merge_people(context: click.Context, /, player: str, into: str, *, dry_run: bool, reason: str, **call: Any) -> None:  # noqa: ANN401
    """Print what a merge changes, and merge the two."""
    language = language_of(context)
    with _people(context, call) as people:
        for text in _preview_lines(people.merge(player, into, reason, dry_run=True)):
            click.echo(printable(say(text, language)))
        if not dry_run:
            number = people.merge(player, into, reason)["merge"]
            told = Text(
                f"merged; daifu people undo {number} parts them again",
                f"統合しました。daifu people undo {number} で取り消せます",
            )
            click.echo(say(told, language))


def _preview_lines(found: Json) -> Iterator[Text]:
    player, into = _named(found["player"]), _named(found["into"])
    one, other = found["records"]
    yield Text(f"{player} becomes {into}", f"{player}は{into}になります")
    yield Text(f"games: {one} + {other} = {one + other}", f"対局：{one}＋{other}＝{one + other}")
    for game in found["games"]:
        one, other = game["deals"]
        rules = game["rules"]
        yield Text(f"{rules}, deals: {one} + {other} = {one + other}", f"{rules}の回数：{one}＋{other}＝{one + other}")


def _named(person: Json) -> str:
    return person["id"] if person["name"] == person["id"] else f"{person['name']} ({person['id']})"


@click.pass_context
def undo_merge(context: click.Context, /, merge: int, reason: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Undo a merge."""
    with _people(context, call) as people:
        people.undo(merge, reason)
    click.echo(say(Text(f"merge {merge} is undone", f"統合{merge}を取り消しました"), language_of(context)))


@click.pass_context
def rename_person(context: click.Context, /, player: str, name: str, reason: str, **call: Any) -> None:  # noqa: ANN401
    """Give a player another name."""
    with _people(context, call) as people:
        person = people.rename(player, name, reason)
    told = Text(f"{person['id']} is called {name}", f"{person['id']}の名前は{name}になりました")
    click.echo(printable(say(told, language_of(context))))


@contextmanager
def _people(context: click.Context, call: dict[str, Any]) -> Iterator[People]:
    """The people of the store or the service that the options name. Raises `CommandError` where it refuses."""
    also = ("author",) if "author" in call else ()
    try:
        with open_client(context, **target_options(call, *also)) as client:
            yield client.people
    except ClientError as error:
        raise CommandError(error_text(error)) from error


_PLAYER: Final = Argument("player", Text("The id of the player.", "プレイヤーのID。"), metavar="PLAYER")
_WHY: Final = Option(
    "--reason",
    Text("The reason, which the history keeps.", "理由。履歴に残る。"),
    metavar="TEXT",
    default="-",
)

_COMMANDS: Final = (
    Command(
        "similar",
        Text(
            "List players who may be one person: their names look the same, and they never sat in one deal.",
            "同じ人かもしれないプレイヤーを示す。名前がよく似ていて、同じ回に参加したことのない2人である。",
        ),
        [*TARGET],
        callback=list_similar,
    ),
    Command(
        "merge",
        Text(
            "Make two players one person, whose name is that of the second; what changes is shown. No record changes.",
            "2人のプレイヤーを1人にまとめる。名前は2人目のものになる。変わることを表示する。棋譜は変わらない。",
        ),
        [
            _PLAYER,
            Argument("into", Text("The id of the person that both become.", "まとめた先のID。"), metavar="OTHER"),
            Option("--dry-run", Text("Only show what would change.", "変わることを表示するだけにする。"), is_flag=True),
            _WHY,
            AUTHOR,
            *TARGET,
        ],
        callback=merge_people,
    ),
    Command(
        "undo",
        Text(
            "Undo a merge: everything is as it would be without it.", "統合を取り消す。統合がなかったときと同じになる。"
        ),
        [
            Argument(
                "merge",
                Text("The number of the merge.", "統合の番号。"),
                type=WholeNumber(1, LARGEST_INTEGER),
                metavar="NUMBER",
            ),
            _WHY,
            AUTHOR,
            *TARGET,
        ],
        callback=undo_merge,
    ),
    Command(
        "rename",
        Text(
            "Give a player another name, which outranks those in records. Searches still find the earlier ones.",
            "プレイヤーの名前を変える。棋譜の中の名前より優先される。以前の名前でも検索できる。",
        ),
        [
            _PLAYER,
            Argument("name", Text("The new name.", "新しい名前。"), type=Name(), metavar="NAME"),
            _WHY,
            AUTHOR,
            *TARGET,
        ],
        callback=rename_person,
    ),
)

PEOPLE_GROUP: Final = CommandGroup(
    "people",
    Text("The people who play: merge and rename them.", "プレイヤー。統合する、名前を変える。"),
    [],
    commands={str(command.name): command for command in _COMMANDS},
)
