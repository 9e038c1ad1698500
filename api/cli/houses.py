"""`daifu house`: house rules in files and in the store are checked, printed, compared, listed and stored."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import click
import msgspec
from rich.console import Console
from rich.table import Table

from daifu.api.cli.program.client import AUTHOR, TARGET, open_client, settings_target, target_options
from daifu.api.cli.program.commands import Argument, Command, CommandGroup, OneOf, Option
from daifu.api.cli.program.files import write_file
from daifu.api.cli.program.output import ALL_LEGAL, FAULTS_FOUND, CommandError, language_of, printable, tell
from daifu.api.client import ClientError
from daifu.api.languages import LANGUAGES, Language, say
from daifu.api.views.rules import checked_view
from daifu.api.views.values import encode_json
from daifu.data.store.errors import StoreMissing
from daifu.replay.options import CONFLICTS
from daifu.replay.text import Text
from daifu.schemas.house_comparison import HouseCheck, HouseComparison, RuleDifference, check_house, compare_houses
from daifu.schemas.house_document import House, find_beside, flattened, read_house, read_house_file, read_house_text
from daifu.schemas.house_sheet import house_sheet, house_sheet_text
from daifu.schemas.record.errors import HouseRefused, mismatch_text
from daifu.schemas.sources import messages
from daifu.schemas.sources.items import SourceProblem, SourceRefused

_STORED: Final = re.compile(r"([a-z0-9]+(?:_[a-z0-9]+)*)(?:@([1-9][0-9]{0,15}))?")
_WANTED: Final = Text(
    "a file in TOML or JSON, or an id such as friday or friday@3",
    "TOMLかJSONのファイル、またはfridayやfriday@3のようなid",
)


def find_house(text: str, **target: Any) -> House:  # noqa: ANN401 - the options of `TARGET`
    """Flattened house rules, given as a file or by the id of those in a store.

    Without a `target` it is the store or the service of the settings. Raises `SourceRefused` and `CommandError`.
    """
    if Path(text).suffix in {".toml", ".json"} or os.sep in text or Path(text).is_file():
        with _refused_places(text):
            return flattened(read_house_file(Path(text)), find_beside(Path(text), _Stored(target).find))
    found = _STORED.fullmatch(text)
    if found is None:
        wrong = mismatch_text(_WANTED, text)
        raise CommandError(Text(f"--house: {wrong.en}", f"--house：{wrong.ja}"))
    answer = _Stored(target).read(found[1], int(found[2]) if found[2] else None)
    return read_house(msgspec.json.encode(answer["flattened"]), is_toml=False)


@contextmanager
def _refused_places(file: str) -> Iterator[None]:
    """Turn what is wrong with a document into the problems of its file."""
    try:
        yield
    except HouseRefused as refused:
        raise SourceRefused(
            [SourceProblem(file, 0, one.expected, one.pointer) for one in refused.problems]
        ) from refused
    except OSError as error:
        raise SourceRefused([SourceProblem(file, 0, messages.system_error(error))]) from error


class _Stored:
    """The house rules of a store or a service, which is opened when it is asked."""

    def __init__(self, target: Mapping[str, Any]) -> None:
        self._target = target or settings_target()

    def read(self, slug: str, version: int | None) -> dict[str, Any]:
        """A version of house rules as it is answered. Raises `CommandError` and `StoreUnusable`."""
        with open_client(**self._target) as client:
            return client.houses.read(slug, version)

    def find(self, slug: str, version: int) -> House | None:
        """A version that others extend; None where there is none, or no store. Raises `CommandError`."""
        with suppress(StoreMissing), open_client(**self._target) as client:
            try:
                answer = client.houses.read(slug, version)
            except ClientError as error:
                if error.code != "not-found":
                    raise
            else:
                return read_house(msgspec.json.encode(answer["document"]), is_toml=False)
        return None


def check_file(file: str, *, as_json: bool, **target: Any) -> int:  # noqa: ANN401 - `TARGET`
    """Say what is found about the house rules in a file, and exit with 0, or with 1 if they exclude each other."""
    with _refused_places(file):
        found = check_house(read_house_file(Path(file)), find_beside(Path(file), _Stored(target).find))
    if as_json:
        click.echo(encode_json(checked_view(found)))
    else:
        for text in _check_lines(found):
            tell(text)
    return ALL_LEGAL if found.stands else FAULTS_FOUND


def _check_lines(found: HouseCheck) -> Iterator[Text]:
    house, (least, most) = found.house, found.house.players or (0, 0)
    yield Text(
        f"{house.id}@{house.version}, {house.name.en or house.name.ja}: {len(house.rules)} rules, "
        f"{least} to {most} players",
        f"{house.id}@{house.version}、{house.name.ja or house.name.en}：規則{len(house.rules)}個、{least}〜{most}人",
    )
    yield Text(f"hash {found.hash}", f"ハッシュ {found.hash}")
    for conflict in found.conflicts:
        kind = CONFLICTS[conflict.kind]
        yield Text(f"{kind.en}: {conflict.sentence.en}", f"{kind.ja}：{conflict.sentence.ja}")
    if found.no_playouts is not None:
        yield found.no_playouts
    if not found.conflicts:
        yield Text("No rule contradicts another one.", "両立しない規則はありません。")


def print_sheet(house: str, lang: Language | None, html: str | None, **target: Any) -> None:  # noqa: ANN401
    """Print the sheet of house rules, or write it as a page."""
    language = lang or language_of()
    flat = find_house(house, **target)
    if html is None:
        click.echo(house_sheet_text(flat, language))
    else:
        write_file(html, house_sheet(flat, language).encode())


def compare(house: str, other: str, **target: Any) -> int:  # noqa: ANN401 - `TARGET`
    """Print how two house rules differ, and exit with 0 if they mean the same, or with 1."""
    here, there = (find_house(text, **target) for text in (house, other))
    with _refused_places(other):
        found = compare_houses(here, there)
    for text in _comparison_lines(found):
        tell(text)
    return ALL_LEGAL if found.same else FAULTS_FOUND


def _comparison_lines(found: HouseComparison) -> Iterator[Text]:
    if found.same:
        yield Text("Both mean the same.", "2つのルールの内容は同じです。")
    if found.players is not None:
        (least, most), (other_least, other_most) = found.players
        yield Text(
            f"~ {least} to {most} players here, {other_least} to {other_most} there",
            f"~ 人数：前者は{least}〜{most}人、後者は{other_least}〜{other_most}人",
        )
    for sign, rules in (("-", found.only_here), ("+", found.only_there)):
        for one in rules:
            yield Text(
                f"{sign} {one.name.en} ({one.rule}): {one.text.en}",
                f"{sign} {one.name.ja}（{one.rule}）：{one.text.ja}",
            )
    for difference in found.otherwise:
        yield from _difference_lines(difference)


def _difference_lines(found: RuleDifference) -> Iterator[Text]:
    yield Text(f"~ {found.name.en} ({found.rule})", f"~ {found.name.ja}（{found.rule}）")
    for one in found.parameters:
        yield Text(f"  - {one.here_text.en}", f"  - {one.here_text.ja}")
        yield Text(f"  + {one.there_text.en}", f"  + {one.there_text.ja}")


def list_houses(**target: Any) -> None:  # noqa: ANN401 - `TARGET`
    """Print a table of all house rules that are kept."""
    language = language_of()
    table = Table()
    for heading in (
        Text("house", "ハウスルール"),
        Text("name", "名前"),
        Text("game", "ゲーム"),
        Text("players", "人数"),
        Text("rules", "規則"),
        Text("hash", "ハッシュ"),
        Text("by", "登録者"),
    ):
        table.add_column(say(heading, language), overflow="fold")
    with open_client(**target) as client:
        for one in client.houses.each():
            name = one["name"].get(language) or next(iter(one["name"].values()))
            least, most = one["players"]
            row = (
                f"{one['id']}@{one['version']}",
                name,
                one["game"],
                f"{least}–{most}",
                one["rules"],
                one["hash"][:16],
                one["author"],
            )
            table.add_row(*(printable(str(cell)) for cell in row))
    Console(highlight=False).print(table)


def add_file(file: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Store the house rules in a file, and print their id, version and hash."""
    with _refused_places(file):
        document, is_toml = read_house_text(Path(file))
    with open_client(**target_options(call, "author"), create=True) as client:
        stored = client.houses.add(document, is_toml=is_toml)
    text = Text(
        f"stored {stored['id']}@{stored['version']}, hash {stored['hash'][:16]}",
        f"{stored['id']}@{stored['version']}を登録しました（ハッシュ{stored['hash'][:16]}）",
    )
    tell(text)


def withdraw_version(house: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Withdraw a version of house rules."""
    found = _STORED.fullmatch(house)
    if found is None or found[2] is None:
        wrong = mismatch_text(Text("an id and a version such as friday@3", "friday@3のようなidとバージョン"), house)
        raise CommandError(wrong)
    with open_client(**target_options(call, "author")) as client:
        client.houses.withdraw(found[1], int(found[2]))
    tell(Text(f"withdrew {house}", f"{house}を取り下げました"))


_FILE: Final = Argument(
    "file", Text("A file with house rules, in TOML or JSON.", "ハウスルールのファイル（TOMLかJSON）。"), metavar="FILE"
)


def _house_argument(name: str, metavar: str) -> Argument:
    text = Text(
        "House rules: a file in TOML or JSON, or the id of those in the store, such as friday or friday@3.",
        "ハウスルール。TOMLかJSONのファイル、または保存先にあるもののid（fridayやfriday@3）。",
    )
    return Argument(name, text, metavar=metavar)


_COMMANDS: Final = (
    Command(
        "check",
        Text(
            "Check house rules in a file: their hash, what excludes what, and what is seldom meant. Leaves with 0 if "
            "games can be played under them, 1 if rules exclude each other, 2 if the file cannot be read.",
            "ファイルのハウスルールを調べる。ハッシュ、両立しない規則、意図と違いそうな規則が分かる。終了コードは、"
            "対局できれば0、両立しない規則があれば1、読めなければ2。",
        ),
        [
            _FILE,
            Option(
                "--json",
                Text("Print what is found as JSON, as the service answers it.", "サービスの回答と同じJSONで出力する。"),
                into="as_json",
                is_flag=True,
            ),
            *TARGET,
        ],
        callback=check_file,
    ),
    Command(
        "sheet",
        Text("Print the sheet of house rules, on one page of paper.", "ルール表を出力する。紙1枚に収まる。"),
        [
            _house_argument("house", "HOUSE"),
            Option(
                "--lang", Text("The language of the sheet.", "ルール表の言語。"), type=OneOf(LANGUAGES), default=None
            ),
            Option(
                "--html",
                Text(
                    "Write a page of HTML to print, or - for standard output.", "印刷用のHTMLに書き出す。-は標準出力。"
                ),
                metavar="FILE",
            ),
            *TARGET,
        ],
        callback=print_sheet,
    ),
    Command(
        "diff",
        Text(
            "Compare two house rules. Leaves with 0 if both mean the same, 1 if they differ.",
            "2つのハウスルールを比べる。終了コードは、内容が同じなら0、違えば1。",
        ),
        [_house_argument("house", "HOUSE"), _house_argument("other", "THERE"), *TARGET],
        callback=compare,
    ),
    Command(
        "list",
        Text("List the house rules that are kept.", "保存したハウスルールの一覧を表示する。"),
        [*TARGET],
        callback=list_houses,
    ),
    Command(
        "add",
        Text(
            "Store house rules. A version never changes: rules that change are a higher version.",
            "ハウスルールを登録する。登録したバージョンは変わらない。規則を変えるときはバージョンを上げる。",
        ),
        [_FILE, AUTHOR, *TARGET],
        callback=add_file,
    ),
    Command(
        "withdraw",
        Text(
            "Withdraw a version of house rules from lists; it can still be read by its version.",
            "ハウスルールのバージョンを一覧から外す。バージョンを指定すれば今後も読める。",
        ),
        [
            Argument(
                "house",
                Text("The id and the version, such as friday@3.", "friday@3のようなidとバージョン。"),
                metavar="HOUSE",
            ),
            AUTHOR,
            *TARGET,
        ],
        callback=withdraw_version,
    ),
)

HOUSE_GROUP: Final = CommandGroup(
    "house",
    Text(
        "House rules of daifugo, and options of other games under a name: checked, printed, compared and kept.",
        "daifugoのハウスルールと、名前を付けたほかのゲームのオプション。調べる、印刷する、比べる、登録する。",
    ),
    [],
    commands={str(command.name): command for command in _COMMANDS},
)
