"""`daifu club`: what a club says of itself is shown and changed."""

from collections.abc import Mapping
from typing import Any, Final

import click

from daifu.api.cli.program.client import AUTHOR, TARGET, open_client, target_options
from daifu.api.cli.program.commands import Command, CommandGroup, Name, OneOf, Option
from daifu.api.cli.program.files import read_file
from daifu.api.cli.program.output import CommandError, UsageError, language_of, tell
from daifu.api.languages import say
from daifu.data.store.values import READING
from daifu.replay.text import Text

_CLUB: Final = "/v1/club"
_READERS: Final = {
    "public": Text("everybody", "だれでも"),
    "link": Text("who was given a link", "リンクをもらった人"),
    "members": Text("members only", "会員のみ"),
}
_FIELDS: Final = {
    "name": Text("name", "名前"),
    "rules": Text("usual game", "いつものゲーム"),
    "reading": Text("may read", "閲覧できる人"),
    "password": Text("password", "パスワード"),
    "reading_password": Text("password to read", "閲覧用パスワード"),
    "people": Text("names typed in", "登録した名前の数"),
}
_PASSWORDS: Final = {
    "password": Text("New password of the club", "会の新しいパスワード"),
    "reading_password": Text("New password only to read", "閲覧だけの新しいパスワード"),
}


def show_club(**target: Any) -> None:  # noqa: ANN401 - `TARGET`
    """Print what the club says of itself."""
    with open_client(**target) as client:
        _print(client.get(_CLUB))


def set_club(people: str | None, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Change what the club says of itself, and print it."""
    target = target_options(call, "author")
    asked = {name: (call.pop(name), call.pop(f"no_{name}")) for name in _PASSWORDS}
    changes = {name: value for name, value in call.items() if value is not None}
    if changes.get("rules") == "none":
        changes["rules"] = None
    if people is not None:
        changes["people"] = _names(people)
    for name, (is_new, is_none) in asked.items():
        if is_new or is_none:
            text = say(_PASSWORDS[name], language_of())
            changes[name] = None if is_none else click.prompt(text, hide_input=True, confirmation_prompt=True)
    if not changes:
        raise UsageError(
            Text(
                "say what is to be changed; see daifu club set --help",
                "変えるものを指定してください（daifu club set --help）",
            )
        )
    with open_client(**target, create=True) as client:
        _print(client.change(_CLUB, changes))


def _names(file: str) -> list[str]:
    """The names in a file, one a line."""
    try:
        lines = read_file(file).decode().splitlines()
    except UnicodeDecodeError as error:
        raise CommandError(Text(f"{file} is not in UTF-8", f"{file}はUTF-8ではありません")) from error
    return [name for line in lines if (name := line.strip())]


def _print(club: Mapping[str, Any]) -> None:
    nobody = Text("nobody has given the club a name yet", "まだ名前が付いていません")
    lines = (
        Text(club["name"] or nobody.en, club["name"] or nobody.ja),
        Text(f"usual game: {club['rules'] or '-'}", f"いつものゲーム：{club['rules'] or '-'}"),
        Text(f"may read: {_READERS[club['reading']].en}", f"閲覧できる人：{_READERS[club['reading']].ja}"),
        Text(
            f"password: {'yes' if club['password'] else 'no'}", f"パスワード：{'あり' if club['password'] else 'なし'}"
        ),
        Text(
            f"password to read: {'yes' if club['reading_password'] else 'no'}",
            f"閲覧用パスワード：{'あり' if club['reading_password'] else 'なし'}",
        ),
        Text(
            f"names typed in: {', '.join(club['people']) or '-'}", f"登録した名前：{'、'.join(club['people']) or '-'}"
        ),
    )
    for line in lines:
        tell(line)


def list_changes(**target: Any) -> None:  # noqa: ANN401 - `TARGET`
    """Print what was changed of what the club says of itself, the last change first."""
    with open_client(**target) as client:
        for one in client.get(f"{_CLUB}/changes")["changes"]:
            field, value = _FIELDS[one["field"]], one["value"] or "-"
            en, ja = _READERS[value] if one["field"] == "reading" else (value, value)
            begin = f"{one['at'][:16].replace('T', ' ')} UTC  {one['author']}  "
            tell(Text(f"{begin}{field.en}: {en}", f"{begin}{field.ja}：{ja}"))


_COMMANDS: Final = (
    Command(
        "show",
        Text(
            "Show the name of the club, its usual game, and who may read.",
            "会の名前、いつものゲーム、閲覧できる人を表示する。",
        ),
        [*TARGET],
        callback=show_club,
    ),
    Command(
        "history",
        Text(
            "List what was changed, when and by whom, the last first. On a service this needs the token of an admin.",
            "何を、いつ、だれが変えたかを、新しい順に表示する。サービスでは管理者のトークンが必要。",
        ),
        [*TARGET],
        callback=list_changes,
    ),
    Command(
        "set",
        Text(
            "Change what is given, and show the club. On a service this needs the token of an admin.",
            "指定したものを変え、会の設定を表示する。サービスでは管理者のトークンが必要。",
        ),
        [
            Option("--name", Text("The name of the club.", "会の名前。"), type=Name()),
            Option(
                "--rules",
                Text(
                    "The usual game, or a game with the id of house rules, as daifugo_friday; none for no usual game.",
                    "いつものゲーム。daifugo_fridayのように、登録したハウスルールも指定できる。noneなら決めない。",
                ),
                metavar="GAME",
            ),
            Option(
                "--reading",
                Text(
                    "Who may read: everybody (public), who was given a link (link), or members.",
                    "閲覧できる人。だれでも（public）、リンクをもらった人（link）、会員のみ（members）。",
                ),
                type=OneOf(READING),
            ),
            Option(
                "--people",
                Text(
                    "A file with names of people, one a line, which forms suggest in place of those before.",
                    "入力欄で候補になる名前のファイル（1行に1人）。これまでの名前と入れ替わる。",
                ),
                metavar="FILE",
            ),
            Option(
                "--password",
                Text(
                    "Ask for a new password, with which people sign in to enter results.",
                    "結果を入力する人がログインに使う、新しいパスワードを尋ねる。",
                ),
                is_flag=True,
            ),
            Option(
                "--no-password",
                Text("Take the password away.", "パスワードをなくす。"),
                is_flag=True,
            ),
            Option(
                "--reading-password",
                Text(
                    "Ask for another password, with which people sign in only to read.",
                    "閲覧だけの人がログインに使う、別のパスワードを尋ねる。",
                ),
                is_flag=True,
            ),
            Option(
                "--no-reading-password",
                Text("Take the password of readers away.", "閲覧用のパスワードをなくす。"),
                is_flag=True,
            ),
            AUTHOR,
            *TARGET,
        ],
        callback=set_club,
    ),
)

CLUB: Final = CommandGroup(
    "club",
    Text(
        "The club of a store: its name, its usual game, who may read.", "会の設定。名前、いつものゲーム、閲覧できる人。"
    ),
    [],
    commands={str(command.name): command for command in _COMMANDS},
)
