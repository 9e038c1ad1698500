"""`daifu show`: draw the position after any action: players and hands, the table, and the last actions."""

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from typing import Any, Final

import click
import msgspec
from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text as Plain

from daifu.api.cli.program.commands import ENCODING, FILE, FORMAT, LINE, Command, Option, WholeNumber
from daifu.api.cli.program.output import UsageError, language_of, printable
from daifu.api.cli.program.rule_choice import OTHER_RULES, other_rules
from daifu.api.cli.program.sentences import fault_line, player_names, tell_notices
from daifu.api.languages import Language, comma_separated, say
from daifu.api.views.game_tables import deal_columns
from daifu.replay.actions import Action
from daifu.replay.cards import SUIT_SIGNS
from daifu.replay.legal import legal_actions
from daifu.replay.match import Record
from daifu.replay.position import Position, position_after
from daifu.replay.text import Text
from daifu.schemas.drawing.cards import NAMED_CARDS, NAMED_MARKS, RED_SUITS, Card
from daifu.schemas.drawing.scene import Scene, scene_of
from daifu.schemas.drawing.text import TURN_MARK, board_facts, board_lines
from daifu.schemas.drawing.words import Part, action_parts
from daifu.schemas.position import NoSuchPosition, describe_position, describe_table
from daifu.schemas.sources.conversion import read_item, read_log
from daifu.schemas.sources.files import pick_item

_SPACE: Final = Plain(" ")


def card_text(name: str) -> Plain:
    """A card, in red if its suit is red."""
    if name in NAMED_MARKS:
        return Plain(NAMED_MARKS[name], style="bold")
    if name[0] not in SUIT_SIGNS:
        return Plain(name)
    return Plain(SUIT_SIGNS[name[0]] + name[1:].replace("T", "10"), style="red" if name[0] in RED_SUITS else "")


def hand_text(cards: Iterable[Card], unknown: int = 0) -> Plain:
    """Cards side by side, and the number of unknown ones."""
    drawn = []
    for card in cards:
        own = card_text(card.name)
        drawn.append(Plain.assemble(own, "=", card_text(card.stands_for)) if card.stands_for else own)
    if unknown:
        drawn.append(Plain("?" if unknown == 1 else f"?×{unknown}"))
    return _SPACE.join(drawn)


def action_text(action: Action, names: list[str], language: Language) -> Plain:
    """An action as a sentence with the names of the players, and its comment."""
    text = parts_text(action_parts(action, language), names, language)
    if action.comment:
        text.append(f"  # {printable(action.comment)}", style="dim")
    return text


def parts_text(parts: Iterable[Part], names: list[str], language: Language) -> Plain:
    """A sentence in parts, with the names of the players."""
    drawn = Plain()
    for part in parts:
        if isinstance(part, int):
            drawn.append(names[part - 1], style="bold")
        elif isinstance(part, Text):
            drawn.append(say(part, language))
        elif isinstance(part, str):
            drawn.append(part)
        else:
            drawn.append_text(hand_text(part))
    return drawn


class Board:
    """A position in one language."""

    def __init__(self, moment: Position, language: Language) -> None:
        self._moment = moment
        self._names = player_names(moment.record.players)
        self._language = language

    def render(self) -> Iterator[RenderableType]:
        """The parts of the drawing."""
        moment = self._moment
        game, number, at = moment.record.rules.profile.name, moment.number + 1, moment.at
        deals, actions = len(moment.record.deals), len(moment.actions)
        heading = Text(
            f"{game}, deal {number} of {deals}, after action {at} of {actions}",
            f"{game}、全{deals}回の{number}回目、行動{actions}件中{at}件目の直後",
        )
        yield self._bold(heading)
        if moment.start.deal.actions is None:
            order = moment.start.deal.result.order or ()
            ranked = (f"{place}. {self._names[player - 1]}" for place, player in enumerate(order, 1))
            only = Text("Only the result of this deal was recorded.", "この回は結果だけが記録されている。")
            yield Plain(f"{self._say(only)} {comma_separated(ranked, self._language)}")
            return
        yield self._players()
        yield self._facts()
        yield from self._faults(None, Text("The whole deal", "この回全体"))
        yield from self._latest()

    def next_action(self) -> Iterator[RenderableType]:
        """The action that follows in the record, with its faults."""
        yield self._bold(Text("Then", "次の行動"))
        yield from self._action(self._moment.at)

    def legal(self, actions: list[Action]) -> Iterator[RenderableType]:
        """The legal actions, a line each, or a line that says there are none."""
        yield self._bold(Text("Legal now", "出せる手"))
        for action in actions:
            yield Plain.assemble("  ", action_text(action, self._names, self._language), "  ", (action.text, "dim"))
        if not actions:
            yield Plain(f"  {self._say(Text('none', 'なし'))}")

    @cached_property
    def _scene(self) -> Scene:
        return scene_of(self._moment, tuple(self._names))

    def _players(self) -> Grid:
        grid = Grid(show_edge=False, pad_edge=False)
        grid.add_column("")
        grid.add_column("", justify="right")
        for heading in (Text("player", "プレイヤー"), Text("title", "身分"), Text("state", "状態")):
            grid.add_column(self._say(heading), overflow="fold")
        grid.add_column(self._say(Text("cards", "枚数")), justify="right")
        lines = list(board_lines(self._scene, self._language))
        named = sorted({card.name for line in lines for card in line.hand} & NAMED_CARDS.keys())
        legend = "".join(f"  {NAMED_MARKS[name]} {self._say(NAMED_CARDS[name])}" for name in named)
        grid.add_column(self._say(Text("hand", "手札")) + legend, overflow="fold")
        for line in lines:
            mark, hand = TURN_MARK if line.on_turn else "", hand_text(line.hand, line.hidden)
            told = mark, str(line.player), line.name, line.title, line.state, str(line.cards)
            grid.add_row(*map(Plain, told), hand)
        return grid

    def _facts(self) -> Grid:
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(overflow="fold")
        grid.add_column(overflow="fold")
        for fact in board_facts(self._scene, self._language):
            grid.add_row(self._bold(fact.heading), parts_text(fact.parts, self._names, self._language))
        return grid

    def _latest(self) -> Iterator[Plain]:
        """The last actions, the latest last, each with its faults."""
        first = max(0, self._moment.at - 3)
        if self._moment.at:
            yield self._bold(Text("Just now", "直前の行動"))
        for index in range(first, self._moment.at):
            yield from self._action(index)

    def _action(self, index: int) -> Iterator[Plain]:
        """An action of the deal, counted from 0, with its faults."""
        yield Plain.assemble(f"  {index + 1}. ", action_text(self._moment.actions[index], self._names, self._language))
        yield from self._faults(index)

    def _faults(self, action: int | None, *heading: Text) -> Iterator[Plain]:
        found = self._moment.faults_of(action)
        yield from map(self._bold, heading if found else ())
        for fault in found:
            yield Plain(f"     ✗ {fault_line(fault, self._names, self._language)}", style="red")

    def _bold(self, text: Text) -> Plain:
        return Plain(self._say(text), style="bold")

    def _say(self, text: Text) -> str:
        return say(text, self._language)


def show_table(
    file: str,
    source_format: str,
    codec: str,
    line: int | None,
    *,
    legal: bool,
    as_json: bool,
    **moment: Any,  # noqa: ANN401 - see `OTHER_RULES` and `_find_position`, and whether in columns
) -> None:
    """Draw the position in one deal of one record after some of its actions, or before one and then that action."""
    language = language_of()
    other = other_rules(moment)
    item = pick_item(file, source_format, line, codec)
    record, notices = read_log(item, partial(read_item, other=other))
    tell_notices(item, notices)
    if moment.pop("columns"):
        _print_columns(record, moment["deal"])
        return
    reached = _find_position(record, **moment)
    if as_json:
        described = describe_position(reached) if legal else describe_table(reached)
        click.echo(msgspec.json.encode(described))
        return
    board = Board(reached, language)
    console = Console(highlight=False, soft_wrap=False)
    for part in board.render() if moment["action"] is None else (*board.render(), *board.next_action()):
        console.print(part)
    if legal:
        notation = record.rules.notation(len(record.players))
        for part in board.legal(legal_actions(reached.table, notation)):
            console.print(part)


def _print_columns(record: Record, deal: int) -> None:
    """Print a deal with a column for each player. Raises `UsageError` for one without actions."""
    try:
        found = deal_columns(record, deal)
    except NoSuchPosition as nothing:
        raise UsageError(nothing.text) from nothing
    grid = Grid()
    for player, name in zip(found.players, found.names, strict=True):
        grid.add_column(f"{player} {printable(name)}", overflow="fold")
    grid.add_row(*found.hands, end_section=True)
    for number, row in enumerate(found.rounds, 1):
        grid.add_row(*row.cells, end_section=number < len(found.rounds) and found.rounds[number].begins)
    Console(highlight=False).print(grid)


def _find_position(record: Record, deal: int, at: int | None, action: int | None) -> Position:
    """The position of a deal after `at` actions or before an action, by default after the last one.

    Raises `UsageError` for a deal or an action that the record does not have.
    """
    if at is not None and action is not None:
        raise UsageError(Text("--at and --action exclude each other", "--atと--actionは同時に指定できません"))
    if deal > len(record.deals):
        raise _out_of_range("--deal", 1, len(record.deals), deal)
    last = len(record.deals[deal - 1].actions or ())
    if at is not None and at > last:
        raise _out_of_range("--at", 0, last, at)
    if action is not None and action > last:
        raise _out_of_range("--action", 1, last, action)
    if at is None:
        at = last if action is None else action - 1
    return position_after(record, deal - 1, at)


def _out_of_range(option: str, least: int, most: int, found: int) -> UsageError:
    return UsageError(
        Text(
            f"{option}: this record has {least} to {most}, found {found}",
            f"{option}：この棋譜では{least}〜{most}ですが、{found}と指定されています",
        )
    )


SHOW: Final = Command(
    "show",
    Text(
        "Draw the table after any action: hands, the top set, who passed, whose turn it is, and the last actions.",
        "対局のある時点の場を描く。手札、場の札、パスした人、手番、直前の行動が分かる。",
    ),
    [
        FILE,
        FORMAT,
        ENCODING,
        LINE,
        Option(
            "--deal",
            Text("The deal, counted from 1; the first by default.", "何回目か（1から数える）。既定値は1。"),
            type=WholeNumber(1),
            default=1,
        ),
        Option(
            "--at",
            Text(
                "Show the table after K actions, 0 for before the first; by default after the last.",
                "K件の行動の直後を描く。0なら最初の行動の前。既定では最後の行動の後。",
            ),
            type=WholeNumber(0),
            metavar="K",
        ),
        Option(
            "--action",
            Text(
                "Show the table as the player of action N found it, and that action; N is as `check` prints it.",
                "N番目の行動の直前の場と、その行動を描く。Nは`check`が示す番号。",
            ),
            type=WholeNumber(1),
        ),
        *OTHER_RULES,
        Option(
            "--columns",
            Text(
                "Print the whole deal instead, with a column for each player, as it is read on paper.",
                "代わりに回全体を、プレイヤーごとの列にして出力する。",
            ),
            is_flag=True,
        ),
        Option(
            "--legal",
            Text(
                "Also list the legal actions at that moment.",
                "その時点で可能な行動も一覧にする。",
            ),
            is_flag=True,
        ),
        Option(
            "--json",
            Text(
                "Print the position as JSON, as the service answers it; legal actions only with --legal.",
                "サービスの回答と同じJSONで出力する。合法手は--legalを付けたときだけ含める。",
            ),
            into="as_json",
            is_flag=True,
        ),
    ],
    callback=show_table,
)
