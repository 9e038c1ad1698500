"""`daifu people`: who is in a store twice, merges and other names, all of a person as a file, people made anonymous."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, Final

import click

from daifu.api.cli.program.client import AUTHOR, TARGET, open_client, target_options
from daifu.api.cli.program.commands import Argument, Command, CommandGroup, Name, Option, WholeNumber
from daifu.api.cli.program.files import read_file, write_file
from daifu.api.cli.program.output import language_of, printable, tell
from daifu.api.client import ClientError
from daifu.api.client.client import People
from daifu.api.client.connection import Json
from daifu.api.languages import say
from daifu.replay.text import Text
from daifu.schemas.record.limits import LARGEST_INTEGER


def list_similar(**call: Any) -> None:  # noqa: ANN401 - as the options say
    """Print the pairs of players who may be one person, each with the command that merges them."""
    with _people(call) as people:
        pairs = people.similar()
    for pair in pairs:
        click.echo(printable(f"{_named(pair['player'])} = {_named(pair['into'])}"))
    if not pairs:
        tell(Text("all names look different", "よく似た名前の人はいません"))


def merge_people(player: str, into: str, *, dry_run: bool, reason: str, **call: Any) -> None:  # noqa: ANN401
    """Print what a merge changes, and merge the two."""
    with _people(call) as people:
        for text in _preview_lines(people.merge(player, into, reason, dry_run=True)):
            tell(text)
        if not dry_run:
            number = people.merge(player, into, reason)["merge"]
            told = Text(
                f"merged; daifu people undo {number} parts them again",
                f"統合しました。daifu people undo {number} で取り消せます",
            )
            tell(told)


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


def keep_apart(player: str, other: str, reason: str, **call: Any) -> None:  # noqa: ANN401
    """Note that two players are not the same."""
    with _people(call) as people:
        people.keep_apart(player, other, reason)
    tell(Text(f"{player} and {other} stay two people", f"{player}と{other}は別の人です"))


def undo_merge(merge: int, reason: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Undo a merge."""
    with _people(call) as people:
        people.undo(merge, reason)
    tell(Text(f"merge {merge} is undone", f"統合{merge}を取り消しました"))


def rename_person(player: str, name: str, reason: str, **call: Any) -> None:  # noqa: ANN401
    """Give a player another name."""
    with _people(call) as people:
        person = people.rename(player, name, reason)
    tell(Text(f"{person['id']} is called {name}", f"{person['id']}の名前は{name}になりました"))


def set_look(
    player: str,
    nickname: str | None,
    colour: int | None,
    picture: str | None,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Give a player a nickname, a colour or a picture; what is not given stays."""
    with _people(call) as people:
        known = people.look(player)
        look: Json = {
            "nickname": known.get("nickname") if nickname is None else nickname,
            "colour": known.get("colour") if colour is None else colour,
        }
        given = {name: one for name, one in look.items() if one}
        if picture is not None:
            given["picture"] = b64encode(read_file(picture)).decode() if picture else ""
        found = people.set_look(player, given)
    shown = ", ".join(str(one) for one in found.values())
    click.echo(printable(f"{player}: {shown or '-'}"))


def move_games(
    player: str,
    to: str,
    records: tuple[int, ...],
    reason: str,
    **call: Any,  # noqa: ANN401
) -> None:
    """Let somebody else be the player of records."""
    with _people(call) as people:
        moved = people.move_games(player, to, records, reason)["records"]
    numbers = ", ".join(map(str, moved))
    tell(Text(f"moved to {to}: {numbers}", f"{to}のものにした棋譜：{numbers}"))


def make_anonymous(player: str, name: str | None, **call: Any) -> None:  # noqa: ANN401
    """Say what making a player anonymous does, ask for their name, ask once more, and do it."""
    language = language_of()
    with _people(call) as people:
        # Nothing is made anonymous without the name; that of now shows what would be done.
        found = people.make_anonymous(player, _name_now(people, player), dry_run=True)
        for text in _anonymity_lines(found):
            tell(text)
        if name is None:
            name = click.prompt(say(Text("The name as it is now", "今の名前"), language))
            click.confirm(
                say(Text("It cannot be undone. Sure?", "元に戻せません。よろしいですか"), language), abort=True
            )
        done = people.make_anonymous(player, name)
    tell(Text(f"the player is {done['name']} now", f"{done['name']}になりました"))
    if not done["erased"]:
        left = Text(
            "old bytes may still be in the file; stop the service once, and start it again",
            "ファイルに古いデータが残っているかもしれません。サービスを一度止めて、始め直してください",
        )
        tell(left, err=True)


def _name_now(people: People, player: str) -> str:
    """The name that a player goes by; somebody without games is known by their name alone."""
    try:
        name: str = people.one(player)["name"]
    except ClientError as error:
        if error.status != HTTPStatus.NOT_FOUND:
            raise
        return player
    return name


def _anonymity_lines(found: Json) -> Iterator[Text]:
    name, records, tournaments = found["name"], found["records"], found["tournaments"]
    yield Text(
        f"all names become {name}: in {records} games and {tournaments} tournaments, histories, notes and reasons",
        f"すべての名前を{name}に置き換えます：対局{records}件、大会{tournaments}件、履歴、備考、理由",
    )
    yield Text(
        "results, statistics and ratings stay; backups, exports and logs made before are not reached",
        "結果、統計、レーティングは変わりません。以前のバックアップ、書き出したファイル、ログには及びません",
    )
    for shared in found["shared"]:
        yield Text(
            f"somebody else is called {shared}, too: in notes it stays",
            f"{shared}という人はほかにもいるため、備考などの文にあるものは残ります",
        )


def save_everything(player: str, file: str, **call: Any) -> None:  # noqa: ANN401
    """Write all that is stored of a player into a file."""
    with _people(call) as people:
        write_file(file, people.everything(player))


@contextmanager
def _people(call: dict[str, Any]) -> Iterator[People]:
    """The people of the store or the service that the options name. Raises `CommandError` where it refuses."""
    also = ("author",) if "author" in call else ()
    with open_client(**target_options(call, *also)) as client:
        yield client.people


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
        "different",
        Text(
            "Say that two players are not the same, so that `similar` lists them no more.",
            "2人が別の人であることを記録する。`similar`には出なくなる。",
        ),
        [
            _PLAYER,
            Argument("other", Text("The id of the other player.", "もう1人のID。"), metavar="OTHER"),
            _WHY,
            AUTHOR,
            *TARGET,
        ],
        callback=keep_apart,
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
    Command(
        "look",
        Text(
            "Give a player a nickname, a colour and a small picture, which pages show beside the name. What is not "
            "given stays; an empty value takes it away.",
            "プレイヤーに、ページで名前に添えるあだ名、色、小さな画像を付ける。指定しないものはそのまま。空の値で外す。",
        ),
        [
            _PLAYER,
            Option("--nickname", Text("A nickname.", "あだ名。"), metavar="NAME", default=None),
            Option(
                "--colour",
                Text("A colour from 1 to 8; 0 takes it away.", "色（1〜8）。0で外す。"),
                type=WholeNumber(0, 8),
                default=None,
            ),
            Option(
                "--picture",
                Text("A PNG, JPEG or WebP file of at most 64 KiB.", "64KiB以下のPNG、JPEG、WebPのファイル。"),
                metavar="FILE",
                default=None,
            ),
            AUTHOR,
            *TARGET,
        ],
        callback=set_look,
    ),
    Command(
        "move",
        Text(
            "Let somebody else be the player of some records, where two people played under one id. Each of the "
            "records gets a revision.",
            "2人が1つのIDで参加していたとき、一部の棋譜をもう1人のものにする。それぞれの棋譜の新しい版になる。",
        ),
        [
            _PLAYER,
            Argument(
                "to",
                Text("The id of who played, or the name of somebody new.", "参加した人のID、または新しい人の名前。"),
                type=Name(),
                metavar="OTHER",
            ),
            Argument(
                "records",
                Text("The numbers of the records.", "棋譜の番号。"),
                type=WholeNumber(1, LARGEST_INTEGER),
                metavar="RECORD...",
                nargs=-1,
                required=True,
            ),
            _WHY,
            AUTHOR,
            *TARGET,
        ],
        callback=move_games,
    ),
    Command(
        "anonymous",
        Text(
            "Replace all names of a player by a neutral one, in all records, revisions, tournaments and histories. It "
            "says what it does, asks twice, and cannot be undone.",
            "プレイヤーのすべての名前を、棋譜、以前の版、大会、履歴のすべてで匿名に置き換える。内容を示し、2度確かめてから"
            "行う。元に戻せない。",
        ),
        [
            _PLAYER,
            Option(
                "--name",
                Text("The name as it is now; then nothing is asked.", "今の名前。指定すると何も尋ねない。"),
                metavar="NAME",
                default=None,
            ),
            AUTHOR,
            *TARGET,
        ],
        callback=make_anonymous,
    ),
    Command(
        "everything",
        Text(
            "Save all that is stored of a player as JSON, for the person who asks.",
            "プレイヤーについて保存されているすべてをJSONで保存する。本人に渡すためのもの。",
        ),
        [
            _PLAYER,
            Argument(
                "file",
                Text("The file to write, or - for standard output.", "書き込むファイル。-は標準出力。"),
                metavar="FILE",
            ),
            *TARGET,
        ],
        callback=save_everything,
    ),
)

PEOPLE_GROUP: Final = CommandGroup(
    "people",
    Text(
        "The people who play: merge, rename and save them, make them anonymous.",
        "プレイヤー。統合する、名前を変える、保存する、匿名にする。",
    ),
    [],
    commands={str(command.name): command for command in _COMMANDS},
)
