"""A deal as people enter it card by card: the hands, then one action after the other.

The form holds the whole deal. Each action that is added is judged; nothing is stored before the deal is entered.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import cycle
from typing import Any, Final, NamedTuple

from werkzeug.datastructures import MultiDict

from daifu.api.views.game_tables import DealTable, deal_table
from daifu.api.views.game_text import player_names
from daifu.api.web.entry.evening_forms import BROKEN_OFF
from daifu.api.web.entry.fields import read_number
from daifu.replay.actions import Action
from daifu.replay.deal import Deal, DealReport, Start
from daifu.replay.faults import DEAL_INCOMPLETE, Fault
from daifu.replay.position import position_after, possible_action_texts, unseen_cards
from daifu.replay.rules import Rules
from daifu.replay.text import Text
from daifu.schemas.drawing.scene import Scene, scene_of
from daifu.schemas.fu.cards import UNKNOWN, hand_in_record
from daifu.schemas.fu.records import action_in_record
from daifu.schemas.position import Owed
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.errors import Problem, RecordRefused
from daifu.schemas.record.model import RawDeal
from daifu.schemas.record.rules import rules_for

HAND: Final = "hand-"
"""Before the number of a player: the field of their hand."""
ACTIONS: Final = "actions"
STOCK: Final = "stock"
DEALER: Final = "dealer"
FIRST: Final = "first"
ADDED: Final = "add"
TYPED: Final = "typed"
CARD: Final = "card"
WHO: Final = "who"
DO: Final = "do"
"""Fields: the actions so far, one a line; an action as records write it, by a button or typed; cards that were chosen,
and who plays them; and the button that was pressed."""

PICKED: Final = "picked"
"""The field of cards that were tapped for a hand."""
PLAY, GIVE, LEAVE, UNDO, TAKE_BACK, ENTER = "play", "give-", "leave", "undo", "void", "enter"
"""The buttons. That of a gift has the number of its taker, and that of a hand, `HAND`, the number of its player."""
_TAKES_TYPED: Final = ("", "typed", "hands")
"""The buttons with which a typed action is taken."""

MOST_ANSWERS: Final = 150
"""The most legal answers that are offered."""
FEW_ANSWERS: Final = 24
"""If there are more, sets are listed only on request."""
_VOID: Final = " void"
_NAMED: Final = {"dealer": DEALER, "first_drawer": FIRST, "lead": FIRST}
"""The field of a deal for those whom the rules leave to the table, by what positions call them."""


def read_cards(fields: MultiDict[str, str], seats: Sequence[int], players: int, rules: Rules) -> RawDeal:
    """The deal that a form holds, with the action that was added by it; what is typed may be spelt as people do.

    Nothing is checked.
    """
    deal: RawDeal = {
        "hands": [
            hand_in_record(rules.profile, _hand(fields, number)) if number in seats else None
            for number in range(1, players + 1)
        ],
        "actions": _actions(fields, lambda typed: action_in_record(rules, players, typed)),
    }
    if stock := fields.get(STOCK, "").strip():
        deal["stock"] = stock
    if dealer := read_number(fields.get(DEALER, "")):
        deal["dealer"] = dealer
    if first := read_number(fields.get(FIRST, "")):
        deal["first"] = first
    if BROKEN_OFF in fields:
        deal["abandoned"] = True
    return deal


def _hand(fields: MultiDict[str, str], player: int) -> str:
    """The hand of a player as it was typed, with the cards that were tapped for it in place of unknown ones."""
    written, picked = fields.get(f"{HAND}{player}", "").strip(), fields.getlist(PICKED)
    if fields.get(DO) != f"{HAND}{player}" or not picked:
        return written
    known, _, _ = written.partition("?")
    unknown = sum(int(mark[1] or 1) for mark in UNKNOWN.finditer(written)) - len(picked)
    return " ".join([*known.split(), *picked, *([f"?*{unknown}"] if unknown > 0 else [])])


def _actions(fields: MultiDict[str, str], read: Callable[[str], str]) -> list[str]:
    """The actions of a form after the button that was pressed; `read` reads one that was typed."""
    before = [line.strip() for line in fields.get(ACTIONS, "").splitlines() if line.strip()]
    pressed, chosen = fields.get(DO, ""), " ".join(fields.getlist(CARD))
    if pressed == UNDO:
        return before[:-1]
    if pressed == TAKE_BACK and before:
        return [*before[:-1], before[-1].removesuffix(_VOID) + _VOID]
    if pressed.startswith(GIVE) and chosen:
        giver, _, taker = pressed.removeprefix(GIVE).partition("-")
        return [*before, f"{giver} give {taker} {chosen}"]
    if pressed == PLAY and chosen:
        return [*before, f"{fields.get(WHO, '')} {chosen}"]
    if pressed == LEAVE:
        return [*before, f"{fields.get(WHO, '')} leave"]
    added = fields.get(ADDED) or read(fields.get(TYPED, "").strip())
    return [*before, added] if added and pressed != ENTER else before


def readings(fields: MultiDict[str, str], shown: "CardPage") -> Iterator[Text]:
    """What was typed in a form and read as something else, each as a sentence."""
    for player in shown.seats:
        typed, hand = fields.get(f"{HAND}{player}", "").strip(), shown.deal["hands"][player - 1] or ""
        if typed not in {"", hand} and not fields.getlist(PICKED):
            name = shown.names[player - 1]
            yield Text(f"The hand of {name} was read as {hand}.", f"{name}の手札は{hand}と読みました。")
    typed, last = fields.get(TYPED, "").strip(), (shown.deal["actions"] or [""])[-1]
    is_taken = not shown.problems and ADDED not in fields and fields.get(DO, "") in _TAKES_TYPED
    if is_taken and typed not in {"", last}:
        yield Text(f"“{typed}” was read as {last}.", f"「{typed}」は{last}と読みました。")


class CardChoice(NamedTuple):
    """A card that may be chosen, as often as it can still be there."""

    name: str
    copies: int


class CardEntry:
    """A deal that is being entered: the table after its actions, and what may be done next.

    `earlier` is the record before the deal as JSON values, all its deals included; `known` are the results of these.
    Raises `RecordRefused` for hands and actions that cannot be read.
    """

    def __init__(self, earlier: Mapping[str, Any], deal: RawDeal, known: Sequence[DealReport] = ()) -> None:
        deals = [*earlier["deals"], deal]
        self.number = len(deals)
        self.deal = deal
        self.record = load_raw_record({**earlier, "deals": deals})
        self.table: DealTable = deal_table(self.record, self.number, len(deal["actions"]), known)
        reached = position_after(self.record, self.number - 1, len(deal["actions"]), known)
        self._unseen = unseen_cards(reached)
        self._hands = reached.table.hands
        self.answers = possible_action_texts(reached, MOST_ANSWERS)
        self.faults: list[Fault] = [fault for fault in reached.faults if fault.code != DEAL_INCOMPLETE]

    @property
    def legal(self) -> list[Action]:
        """The legal answers, if they are few enough to be offered."""
        notation = self.record.rules.notation(len(self.record.players))
        return [notation[text] for text in self.answers or ()]

    @property
    def cards(self) -> Iterator[CardChoice]:
        """The cards that can be chosen: those that nobody has played, in the order of the pack."""
        return self._choices(self.record.rules.alphabet.add_all([self._unseen, *self._hands]))

    @property
    def undealt(self) -> Iterator[CardChoice]:
        """The cards that nobody is known to have, in the order of the pack."""
        return self._choices(self._unseen)

    def _choices(self, cards: int) -> Iterator[CardChoice]:
        alphabet = self.record.rules.alphabet
        for name, copies in zip(alphabet.names, alphabet.counts(cards), strict=True):
            if copies:
                yield CardChoice(name, copies)

    @property
    def scene(self) -> Scene:
        """The table as it is drawn."""
        return scene_of(self.table.reached, tuple(player_names(self.record.players)), self.table.position)

    @property
    def gifts(self) -> list[Owed]:
        """The gifts that are owed."""
        return [one for one in self.table.position.owed if one.what == "gift"]


class CardPage(NamedTuple):
    """What a page shows of a deal that is being entered.

    `entry` is None while the hands cannot be read, and `problems` say why, or why the last action was left out. `named`
    are the fields of players whom the rules leave to the table.
    """

    names: tuple[str, ...]
    rules: str
    seats: Sequence[int]
    named: Sequence[str]
    deal: RawDeal
    entry: CardEntry | None
    problems: Sequence[Text]

    @property
    def is_over(self) -> bool:
        """Whether the deal can be read and is over."""
        return self.entry is not None and self.entry.table.position.over


def card_page(
    earlier: Mapping[str, Any], seats: Sequence[int], deal: RawDeal, known: Sequence[DealReport] = ()
) -> CardPage:
    """The page of a deal that comes after the deals of `earlier`, which is a record as JSON values."""
    problems: list[Text] = []
    entry = _entry(earlier, deal, known, problems)
    if entry is None and deal["actions"]:  # the last action cannot be read: the deal is shown without it
        deal = {**deal, "actions": deal["actions"][:-1]}
        entry = _entry(earlier, deal, known, [])
    rules = rules_for(earlier["rules"], earlier.get("options", {}))
    start = Start(Deal(), len(earlier["deals"]), len(earlier["players"]), tuple(seats), ())
    named = [field for name, field in _NAMED.items() if name in rules.sitting.first_players(start)]
    return CardPage(tuple(player_names(earlier["players"])), earlier["rules"], seats, named, deal, entry, problems)


def _entry(
    earlier: Mapping[str, Any], deal: RawDeal, known: Sequence[DealReport], problems: list[Text]
) -> CardEntry | None:
    """The deal at the table; None, and the reasons among the `problems`, where it cannot be read."""
    try:
        return CardEntry(earlier, deal, known)
    except RecordRefused as refused:
        problems += [_told(problem, earlier, deal) for problem in refused.problems]
        return None


def _told(problem: Problem, earlier: Mapping[str, Any], deal: RawDeal) -> Text:
    """What is wrong with a deal: whose hand, or which action, and which card may have been meant."""
    _, _, place = problem.pointer.rpartition("/deals/")
    what, _, number = place.partition("/")[2].partition("/")
    if what not in {"hands", "actions"} or not number.isdecimal():
        return problem.expected
    alphabet = rules_for(earlier["rules"], earlier.get("options", {})).alphabet
    text = (deal["hands"] if what == "hands" else deal["actions"])[int(number)] or ""
    words = text.upper().split()[what == "actions" :]
    slips = [word for word in words if word not in alphabet.names and word[:1] not in "?-"]
    meant = [(slip, get_close_matches(slip, alphabet.names, 1)) for slip in slips]
    hints = [(slip, cards[0]) for slip, cards in meant if cards]
    en = "".join(f"; {slip}: did you mean {card}?" for slip, card in hints)
    ja = "".join(f"。{slip}は{card}のことですか" for slip, card in hints)
    if what == "hands":
        name = player_names(earlier["players"])[int(number)]
        return Text(f"The hand of {name}: {problem.expected.en}{en}", f"{name}の手札：{problem.expected.ja}{ja}")
    return Text(f"“{text}”: {problem.expected.en}{en}", f"「{text}」：{problem.expected.ja}{ja}")


def unknown_hands(rules: Rules, seats: Sequence[int], players: int) -> list[str | None]:
    """The hands of a deal while no card is known, by player; None for those without a seat."""
    start = Start(Deal(), 0, players, tuple(seats), ())
    pack = rules.sitting.pack(len(seats))
    due = rules.sitting.sizes(start, pack, dict.fromkeys(sorted(seats), 0)) or str(pack.size // len(seats))
    sizes = dict(zip(sorted(seats), cycle(due.split()), strict=False))
    return [f"?*{sizes[player]}" if player in sizes else None for player in range(1, players + 1)]
