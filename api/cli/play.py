"""`daifu play`: write down a sitting from the keyboard while it is played."""

import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text as Plain

from daifu.api.cli.notebook import Answer, Entered, Notebook, NotRead, Placed
from daifu.api.cli.program.commands import Argument, Command, Option
from daifu.api.cli.program.output import ALL_LEGAL, FAILED, CommandError, UsageError, language_of, printable
from daifu.api.cli.program.rule_choice import HOUSE, NOT_BESIDE_HOUSE, OPTIONS, read_words, rules_of_house
from daifu.api.cli.program.sentences import fault_line, notice, player_names, unwritable
from daifu.api.cli.show import Board, action_text, hand_text
from daifu.api.languages import Language, comma_separated, say
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import replay
from daifu.replay.table import NOBODY
from daifu.replay.text import Text, filled
from daifu.schemas.drawing.scene import scene_of
from daifu.schemas.drawing.text import board_facts
from daifu.schemas.drawing.words import meld_cards, sentence
from daifu.schemas.fu.header import write_pairs
from daifu.schemas.fu.writer import write
from daifu.schemas.record.decode import decode_raw
from daifu.schemas.record.rules import option_values
from daifu.schemas.sources.conversion import read_log, read_raw_item
from daifu.schemas.sources.files import pick_item
from daifu.schemas.sources.items import AUTO, DAIFU, FU, SourceProblem, SourceRefused

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

UNDO, DEAL, SHOW, LEGAL, NOTE, HELP, QUIT = "undo", "deal", "show", "legal", "note", "help", "quit"
COMMANDS: Final = {
    UNDO: ("undo", "戻す", "取り消し"),
    DEAL: ("deal", "next", "次"),
    SHOW: ("show", "場"),
    LEGAL: ("legal", "候補"),
    NOTE: ("note", "メモ"),
    HELP: ("help", "?", "ヘルプ"),
    QUIT: ("quit", "exit", "終了"),
}
"""The words that are no part of the game, and how they are written."""
_DEAL_LINE: Final = re.compile(r"deal [0-9]+ ")
_COMMAND_OF: Final = {word: name for name, words in COMMANDS.items() for word in words}

HOW: Final = Text(
    """\
S4, s10, ♥K       a card; SH5 two of a rank, D345 a run; - or pass is a pass
3: or a name:     who acts; others who were due have passed. 3!: acts without the turn
{…}               a comment on the last action
clear             all others have passed
1| S34H9          the hand of player 1; dealer 2, first 3, seats 1 3 2 are written in the same way
2>3:DC3           a gift before play
note …            a line of notes of the deal
undo              takes the last entry back
deal              begins the next deal; ~ breaks this one off, = 2 1 3 | 3 2 1 writes places and points
show, legal       draws the table; lists what may be played
quit              leaves; everything is saved""",
    """\
S4、s10、♥K、ハート9  カード。SH5は同じ数字2枚、D345は階段。-またはパスでパス
3: または 名前が      だれの行動か。その前の番の人はパスしたことになる。3!:は手番でない行動
{…}                  直前の行動へのコメント
流れ                 ほかの全員がパスした
1| S34H9             プレイヤー1の手札。dealer 2、first 3、seats 1 3 2も同じように書く
2>3:DC3              交換で渡すカード
メモ …               この回の覚え書き
戻す                 直前の入力を取り消す
次                   次の回を始める。~で中止、= 2 1 3 | 3 2 1で順位と点数を書く
場、候補             場を描く。出せるものの一覧
終了                 終わる。内容は保存されている""",
)


class Conversation:
    """Takes the entries of one sitting, and answers them on the terminal; `save` keeps the text after each."""

    def __init__(self, notebook: Notebook, language: Language, save: Callable[[Notebook], None]) -> None:
        self.notebook = notebook
        self._language = language
        self._save = save
        self._console = Console(highlight=False)
        self.all_read = True
        """Whether every entry so far could be read."""

    @property
    def prompt(self) -> str:
        """What stands before an entry: the deal, the number of the action, whose turn it is."""
        reached = self.notebook.reached
        turn = reached.table.turn
        nobody = Text("nobody's turn", "手番なし")
        name = self._say(nobody) if turn == NOBODY or reached.table.over else printable(self._names[turn - 1])
        return f"{reached.number + 1}-{reached.at + 1} {name}> "

    @property
    def table_line(self) -> str:
        """The table in one line."""
        facts = board_facts(scene_of(self.notebook.reached, tuple(self._names)), self._language)
        return " · ".join(
            f"{self._say(one.heading)}: {sentence(one.parts, self._names, self._language)}" for one in facts
        )

    @property
    def _names(self) -> list[str]:
        return player_names(self.notebook.reached.record.players)

    def answer(self, entry: str) -> bool:
        """Answer an entry; whether more may follow."""
        word, _, rest = unicodedata.normalize("NFKC", entry).strip().partition(" ")
        command = _COMMAND_OF.get(word.casefold()) if not rest or word in COMMANDS[NOTE] else None
        match command:
            case "quit":
                return False
            case "help":
                self._print(HOW)
            case "show":
                for part in Board(self.notebook.reached, self._language).render():
                    self._console.print(part)
            case "legal":
                self._list_answers(self.notebook.answers())
            case "undo" if self.notebook.undo():
                self._save(self.notebook)
                click.echo(f"  {printable(self.notebook.last_line)}")
            case "undo":
                self._print(Text("there is nothing to take back in this deal", "この回に取り消せるものはありません"))
            case "note":
                self._tell(entry, self.notebook.note(entry.strip().partition(" ")[2].strip()))
            case _:
                if entry.strip():
                    self._tell(entry, self.notebook.enter(command or entry))
        return True

    def _tell(self, entry: str, entered: Entered) -> None:
        """Say what came of an entry, and keep it if it was read."""
        for placed in entered.errors:
            self._point(entry, placed)
        if entered.errors:
            self.all_read = False
            return
        self._save(self.notebook)
        for line in entered.lines:
            if not _DEAL_LINE.match(line):
                click.echo(f"  {printable(line)}")
        for placed in entered.notices:
            click.echo(f"  {say(notice(placed.remark.said), self._language)}")
        for fault in entered.faults:
            self._console.print(
                f"  ✗ {fault_line(fault, self._names, self._language)}", style="red", markup=False, soft_wrap=True
            )
        if self.notebook.reached.table.over:
            self._tell_places()

    def _point(self, entry: str, placed: Placed) -> None:
        """Say what could not be read, with a mark below its place."""
        sentence = placed.remark.said if placed.at >= 0 else placed.remark.message
        if placed.at >= 0:
            lead = len(entry) - len(entry.lstrip())
            click.echo(f"  {printable(entry)}\n  {' ' * cell_len(entry[: lead + placed.at])}^", err=True)
        click.echo(f"  {say(sentence, self._language)}", err=True)

    def _tell_places(self) -> None:
        order = replay(self.notebook.decoded.record).deals[-1].order
        ranked = [f"{place}. {printable(self._names[player - 1])}" for place, player in enumerate(order, 1)]
        places = comma_separated(ranked, self._language)
        over = Text(
            f"The deal is over: {places}. deal begins the next one.", f"この回は終了：{places}。「次」で次の回へ。"
        )
        click.echo(f"  {self._say(over)}")

    def _list_answers(self, answers: list[Answer]) -> None:
        for one in answers:
            said = action_text(one.action, self._names, self._language)
            self._console.print(Plain.assemble(f"  {one.text}  ", said), soft_wrap=True)
        if not answers:
            self._print(Text("too many to list", "多すぎるため一覧にできません"))

    def _print(self, text: Text) -> None:
        click.echo(self._say(text))

    def _say(self, text: Text) -> str:
        return say(text, self._language)

    def completions(self, before: str) -> Iterator[Answer]:
        """The answers that go on with the last word of what is written so far."""
        words, _, begun = before.rpartition(" ")
        spelt = self.notebook.spelt(begun)
        for one in self.notebook.answers(words):
            if one.text.startswith(spelt):
                yield one


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
        raise UsageError(filled(NEW, file=file))
    if not is_new and (players or any(chosen.values())):
        raise UsageError(filled(KNOWN, file=file))
    notebook = _begin(_rules_lines(**chosen), str(players)) if is_new else _resume(file)
    conversation = Conversation(notebook, language, lambda kept: _save(path, kept))
    ask = terminal_session(conversation).prompt if sys.stdin.isatty() else _read_line
    if sys.stdin.isatty():
        welcome = Text(
            f"Each entry is saved in {file}. help says what can be written; Tab offers what may be played.",
            f"書いた内容はその都度{file}に保存されます。書き方は「ヘルプ」、出せるカードの候補はTabで見られます。",
        )
        click.echo(say(welcome, language))
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


def terminal_session(conversation: Conversation) -> "PromptSession[str]":
    """What asks for entries on a terminal. Its `prompt` raises `EOFError` at the end and `KeyboardInterrupt`.

    Legal actions that begin as the last word are offered, without a begun word only on request. The table stands below.
    """
    from prompt_toolkit import PromptSession  # noqa: PLC0415 - other input needs no library for it
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion  # noqa: PLC0415
    from prompt_toolkit.document import Document  # noqa: PLC0415

    class Answers(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            before = document.text_before_cursor
            begun = before.rpartition(" ")[2]
            if begun or complete_event.completion_requested:
                for one in conversation.completions(before):
                    yield Completion(one.text, -len(begun), display_meta=hand_text(meld_cards(one.action)).plain)

    return PromptSession(
        lambda: conversation.prompt, completer=Answers(), bottom_toolbar=lambda: conversation.table_line
    )


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
    # A file beside it takes its place when it is complete: a run that is stopped leaves no half sitting.
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
