"""`daifu play`: write down a sitting from the keyboard while it is played."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from daifu.api.cli.play.conversation import WELCOME, Conversation
from daifu.api.cli.play.notebook import Notebook, NotRead
from daifu.api.cli.program.commands import Argument, Command, Option
from daifu.api.cli.program.errors import ALL_LEGAL, FAILED, CommandError, UsageError
from daifu.api.cli.program.output import language_of
from daifu.api.cli.rule_choice import HOUSE, NOT_BESIDE_HOUSE, OPTIONS, read_words, rules_of_house
from daifu.api.cli.sentences import unwritable
from daifu.api.languages import Language, say
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.fu.header import write_pairs
from daifu.schemas.fu.writer import write
from daifu.schemas.record.decode import decode_raw
from daifu.schemas.record.rules import option_values
from daifu.schemas.sources.conversion import read_log, read_raw_item
from daifu.schemas.sources.files import pick_item
from daifu.schemas.sources.items import AUTO, DAIFU, FU, SourceProblem, SourceRefused

_ENDINGS: Final = {".fu": FU, ".json": DAIFU}

NEW: Final = Text(
    "{file} is a new file: --rules or --house says what is played, and --players by whom",
    "{file}は新しいファイルです。--rulesか--houseでゲームを、--playersで参加者を指定してください",
)
KNOWN: Final = Text(
    "{file} has its rules and players already: leave --rules, --options, --house and --players out",
    "{file}にはゲームと参加者が書かれています。--rules、--options、--house、--playersは省いてください",
)
NO_LOG: Final = Text(
    "a sitting is written down in a file .fu or .json; convert makes one of a log",
    "対局を書き留められるのは.fuか.jsonのファイルです。ログはconvertで変換できます",
)


def play(file: str, players: str | None, **chosen: str | None) -> int:
    """Take entries until they end, and keep the sitting in the file after each."""
    language = language_of()
    path = Path(file)
    if path.suffix not in _ENDINGS:
        raise UsageError(NO_LOG)
    is_new = not path.exists()
    if is_new and not (players and (chosen["rules"] or chosen["house"])):
        raise UsageError(Text(*(sentence.format(file=file) for sentence in NEW)))
    if not is_new and (players or any(chosen.values())):
        raise UsageError(Text(*(sentence.format(file=file) for sentence in KNOWN)))
    notebook = _begin(_rules_lines(**chosen), str(players)) if is_new else _resume(file)
    conversation = Conversation(notebook, language, lambda kept: _save(path, kept))
    ask = _prompt(conversation, language) if sys.stdin.isatty() else _read_line
    if sys.stdin.isatty():
        click.echo(say(WELCOME, language).format(file=file))
    _save(path, notebook)
    goes_on = True
    while goes_on:
        try:
            goes_on = conversation.answer(ask())
        except EOFError:
            break
        except KeyboardInterrupt:
            continue
    return ALL_LEGAL if conversation.all_read or sys.stdin.isatty() else FAILED


def _read_line() -> str:
    """The next line of standard input. Raises `EOFError`."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def _prompt(conversation: Conversation, language: Language) -> Callable[[], str]:
    from daifu.api.cli.play.prompt import terminal_session  # noqa: PLC0415 - other input needs no library for it

    return terminal_session(conversation, language).prompt


def _rules_lines(rules: str | None, option_words: str | None, house: str | None) -> str:
    """The lines that say what is played. Raises `UsageError` and `CommandError`."""
    if house is not None:
        if rules or option_words:
            raise UsageError(NOT_BESIDE_HOUSE)
        other = rules_of_house(house)
        game = str(other.rules)
        options = other.options(PROFILES[game]) if other.options else {}
        named = f"\nhouse {write_pairs(other.house)}" if other.house else ""
        return f"rules {game} {write_pairs(options)}{named}"
    profile = PROFILES.get(next(iter(str(rules).split()), ""))
    words = {} if option_words is None else read_words(option_words)
    return f"rules {rules} {write_pairs(words if profile is None else option_values(profile, words))}"


def _begin(rules: str, players: str) -> Notebook:
    """A sitting before its first action. Raises `UsageError` for rules and players that do not fit."""
    try:
        return Notebook(f"fu/1\nplayers {players}\n{rules}\ndeal 1\nplay\n")
    except NotRead as unread:
        raise UsageError(unread.errors[0].said) from unread


def _resume(file: str) -> Notebook:
    """The sitting of a file. Raises `SourceRefused`."""
    item = pick_item(file, AUTO, None)
    raw, _ = read_log(item, read_raw_item)
    if item.format not in {FU, DAIFU}:
        raise SourceRefused([SourceProblem(file, item.line, NO_LOG)])
    return Notebook(write(decode_raw(raw)))


def _save(path: Path, notebook: Notebook) -> None:
    """Write the sitting to its file, which is whole at any time. Raises `CommandError`."""
    text = notebook.text.encode() if _ENDINGS[path.suffix] == FU else notebook.decoded.text + b"\n"
    begun = path.with_name(f".{path.name}.part")
    try:
        begun.write_bytes(text)
        begun.replace(path)
    except OSError as error:
        raise CommandError(unwritable(error)) from error


PLAY: Final = Command(
    "play",
    Text(
        "Write down a sitting from the keyboard while it is played: cards as people write them, completed by Tab. What "
        "is written is judged at once and kept in the file after each entry. A file that exists is gone on with.",
        "遊びながらキーボードで対局を書き留める。カードは普段の書き方でよく、Tabで補完できる。書いた内容はその場で"
        "判定され、入力ごとにファイルに保存される。既にあるファイルには続きを書く。",
    ),
    [
        Argument(
            "file",
            Text("The file of the sitting, .fu or .json.", "対局のファイル（.fuか.json）。"),
            metavar="FILE",
        ),
        Option(
            "--rules",
            Text(
                f"The game of a new file ({', '.join(PROFILES)}), maybe with options: 'akagiri suit_lock=true'.",
                f"新しいファイルのゲーム（{'、'.join(PROFILES)}）。設定も続けて書ける。例：'akagiri suit_lock=true'。",
            ),
            metavar="RULES",
        ),
        OPTIONS,
        HOUSE,
        Option(
            "--players",
            Text("The players of a new file, with commas between them.", "新しいファイルの参加者（コンマ区切り）。"),
            metavar="NAMES",
        ),
    ],
    callback=play,
)
