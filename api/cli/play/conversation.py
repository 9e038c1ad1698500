"""What is said while a sitting is written down: answers to entries, and the words that are no part of the game."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Final

import click
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text as Plain

from daifu.api.cli.play.notebook import Answer, Entered, Notebook, Placed
from daifu.api.cli.program.output import printable
from daifu.api.cli.sentences import fault_line, notice, player_names
from daifu.api.cli.show.action_text import action_text
from daifu.api.cli.show.board import Board
from daifu.api.languages import Language, comma_separated, say
from daifu.replay.match import replay
from daifu.replay.table import NOBODY
from daifu.replay.text import Text
from daifu.schemas.drawing.scene import scene_of
from daifu.schemas.drawing.text import board_facts
from daifu.schemas.drawing.words import sentence

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

WELCOME: Final = Text(
    "Each entry is saved in {file}. help says what can be written; Tab offers what may be played.",
    "書いた内容はその都度{file}に保存されます。書き方は「ヘルプ」、出せるカードの候補はTabで見られます。",
)
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
DEAL_OVER: Final = Text(
    "The deal is over: {places}. deal begins the next one.", "この回は終了：{places}。「次」で次の回へ。"
)
NOBODYS_TURN: Final = Text("nobody's turn", "手番なし")
MANY: Final = Text("too many to list", "多すぎるため一覧にできません")


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
        name = self._say(NOBODYS_TURN) if turn == NOBODY or reached.table.over else printable(self._names[turn - 1])
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
        click.echo(f"  {self._say(DEAL_OVER).format(places=comma_separated(ranked, self._language))}")

    def _list_answers(self, answers: list[Answer]) -> None:
        for one in answers:
            said = action_text(one.action, self._names, self._language)
            self._console.print(Plain.assemble(f"  {one.text}  ", said), soft_wrap=True)
        if not answers:
            self._print(MANY)

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
