"""Writes a record in the hand notation: its normal form, and on demand what that leaves out."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from daifu.replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW, Action
from daifu.replay.cards import Alphabet
from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import take_actions
from daifu.replay.match import Match
from daifu.replay.table import NOBODY, Table
from daifu.replay.text import Text, say
from daifu.schemas.fu.acts import Due, Turns
from daifu.schemas.fu.cards import CardTexts, card_texts_of
from daifu.schemas.fu.header import annex_lines, head_lines, json_text, write_notes
from daifu.schemas.fu.spelling import AID
from daifu.schemas.fu.tokens import EFFECTS, act_text, escape, is_plain, marked, record_action
from daifu.schemas.position import hand_text
from daifu.schemas.record.decode import DecodedRecord
from daifu.schemas.record.model import player_name

_SET_OR_EFFECT: Final = frozenset({PLAY, GIVE, DISCARD, NAME, SAY, SHOW})
"""The verbs behind which an effect of the same player may stand."""
_SAID_ANYWAY: Final[tuple[tuple[str, object], ...]] = (("hands_are", "dealt"), ("abandoned", False), ("result", {}))


def write(
    decoded: DecodedRecord, *, exact: bool = False, full: bool = False, aids: Literal["en", "ja"] | None = None
) -> str:
    """A record in the hand notation.

    Reading it again gives the record in its normal form, or with `exact` the same JSON value. With `full` every player
    and every pass is named. `aids` for the eye say in a language what changed at the table; they are not read.
    """
    from daifu.schemas.fu.reader import read  # noqa: PLC0415 - the writer is held against the reader

    raw = msgspec.json.decode(decoded.text)
    record = decoded.record
    texts = card_texts_of(record.rules.profile)
    normal = normal_values(decoded, raw, texts)
    lines = head_lines(normal)
    players = list(map(player_name, record.players))
    written = _PlayWriter(Turns(record.rules, len(players)), texts, _Aids(players, aids) if aids else None, full=full)
    match = Match(record.rules, len(record.players), written.take)
    for number, (deal, values) in enumerate(zip(record.deals, normal["deals"], strict=True), 1):
        count = f" {len(values['actions'])}" if values.get("actions") else ""
        lines.append(f"deal {number}{count}")
        lines += _setup_lines(deal, values, texts)
        written.lines = []
        match.play(deal)
        lines += written.lines
        lines += _end_lines(values)
    text = "\n".join(lines) + "\n"
    wanted = raw if exact else normal
    # What the lines cannot say is what is missing when they are read again.
    annex = list(annex_lines(read(text).values, wanted))
    return text + "".join(line + "\n" for line in annex)


def normal_values(decoded: DecodedRecord, raw: Any, texts: CardTexts) -> dict[str, Any]:  # noqa: ANN401 - JSON values
    """The record in its normal form: cards in printing order, and nothing that says what is so anyway."""
    values = {name: value for name, value in raw.items() if value != {} or name == "deals"}
    values["deals"] = [
        _normal_deal(deal, of_deal, texts, decoded.record.rules.alphabet)
        for deal, of_deal in zip(decoded.record.deals, raw["deals"], strict=True)
    ]
    return values


def _normal_deal(deal: Deal, raw: dict[str, Any], texts: CardTexts, alphabet: Alphabet) -> dict[str, Any]:
    values = {name: value for name, value in raw.items() if (name, value) not in _SAID_ANYWAY}
    if deal.hands is not None:
        values["hands"] = [
            None if hand is None else hand_text(alphabet, hand.cards, hand.unknown) for hand in deal.hands
        ]
    if deal.stock is not None:
        values["stock"] = " ".join(name for card in deal.stock for name in alphabet.list(card))
    if deal.actions is not None:
        values["actions"] = [record_action(action, texts) for action in deal.actions]
    return values


def _setup_lines(deal: Deal, values: dict[str, Any], texts: CardTexts) -> list[str]:
    """The lines of a deal before its tricks."""
    lines = []
    if "seats" in values:
        lines.append(f"seats {_numbers(values['seats'])}")
    if "places" in values:
        lines.append(f"places {'none' if values['places'] is None else _numbers(values['places'])}")
    lines += [f"{name} {values[name]}" for name in ("dealer", "first") if name in values]
    if "stock" in values:
        lines.append(f"stock {texts.write_in_order(values['stock'].split()) or '-'}")
    if values.get("hands_are") == "exchanged":
        lines.append("exchanged")
    for number, hand in enumerate(values.get("hands", ()), 1):
        if hand is not None:
            known = deal.hands[number - 1] if deal.hands else None
            lines.append(f"{number}| {_write_hand(hand, known, texts)}")
    if "notes" in values:
        lines.append(f"notes {write_notes(values['notes'])}")
    if values.get("actions") == []:
        lines.append("play")
    return lines


def _write_hand(text: str, hand: Hand | None, texts: CardTexts) -> str:
    unknown = hand.unknown if hand else 0
    known = [name for name in text.split() if not name.startswith("?")]
    return (texts.write_hand(known) + (f"?{unknown if unknown > 1 else ''}" if unknown else "")) or "-"


def _end_lines(values: dict[str, Any]) -> list[str]:
    """The lines of a deal behind its tricks."""
    lines = ["~"] if values.get("abandoned") else []
    if result := values.get("result"):
        points = result.get("points")
        shown = "" if points is None else " | " + " ".join("?" if one is None else json_text(one) for one in points)
        lines.append(f"= {_numbers(result.get('order', ()))}{shown}".replace("=  |", "= |").rstrip())
    return lines


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


class _PlayWriter:
    """Writes the actions of deals as lines, one a trick, while they are taken at a table."""

    def __init__(self, turns: Turns, texts: CardTexts, aids: "_Aids | None", *, full: bool) -> None:
        self._turns = turns
        self._texts = texts
        self._aids = aids
        self._full = full
        self.lines: list[str] = []
        self._tokens: list[str] = []
        self._told: list[tuple[int, str]] = []
        self._passes = False
        self._implied = 0

    def take(self, table: Table, actions: list[Action]) -> None:
        """Take the actions of a deal, and keep their lines."""
        first = 0
        while first < len(actions) and actions[first].verb == GIVE:
            first += 1
        if first:
            gifts = [marked(f"{gift.player}{act_text(gift, self._texts)}", gift) for gift in actions[:first]]
            self.lines.append(f"x {' '.join(gifts)}")
            take_actions(table, actions[:first])
        due = self._turns.due(table)
        before: Action | None = None
        seen = self._aids.look(table) if self._aids is not None else None
        for index in range(first, len(actions)):
            action = actions[index]
            link = self._link(before, action, due[0]) if before is not None and self._tokens else None
            if link is None and self._tokens and not due[1]:
                self._end_line(due)
            self._write(action, due, link)
            take_actions(table, [action], index)
            due = self._turns.due(table)
            before = action
            if self._aids is not None and seen is not None:
                now = self._aids.look(table)
                self._told += [(len(self._tokens), aid) for aid in self._aids.tell(seen, now)]
                seen = now
        if self._tokens:
            self._end_line(due)

    def _link(self, before: Action, action: Action, due: int) -> str | None:
        """How an action hangs on the one before, which it follows on its line; None if it does not."""
        if action.player != before.player or not is_plain(action):
            return None
        if action.verb == PASS:
            return " 0" if before.verb == DRAW and action.player != due else None
        if not is_plain(before):
            return None
        if action.verb == PLAY:
            return "+" + act_text(action, self._texts) if before.verb == DRAW else None
        hangs = action.verb in EFFECTS and before.verb in _SET_OR_EFFECT
        return act_text(action, self._texts) if hangs else None

    def _write(self, action: Action, turn: Due, link: str | None) -> None:
        due, is_open = turn
        player, plain = action.player, is_plain(action)
        joins = plain and action.verb in {PASS, DRAW} and not action.meld.names
        if link is not None:
            if link.startswith(" "):
                self._tokens.append(link[1:])
            else:
                self._tokens[-1] += link
            self._passes = False
            self._implied = 0
            return
        text = act_text(action, self._texts)
        is_due = player == due
        if joins and is_due and self._passes and not self._full and self._tokens[-1].endswith(text):
            self._tokens[-1] += text
        else:
            named_plainly = due == NOBODY or (is_due and (self._full or not self._tokens))
            who = f"{player}:" if named_plainly else "" if is_due else f"{player}!:"
            self._tokens.append(who + marked(text, action))
            self._passes = joins
        is_plain_pass = not self._full and joins and is_due and is_open and action.verb == self._turns.plain_verb
        self._implied = self._implied + 1 if is_plain_pass else 0

    def _end_line(self, turn: Due) -> None:
        """End the line: without the passes with which its trick ends, or with a full stop where none of them came."""
        due, is_open = turn
        if is_open and due != NOBODY:
            self._tokens.append(".")
        elif self._implied:
            self._tokens[-1] = self._tokens[-1][: -self._implied]
        for place, aid in reversed(self._told):
            self._tokens.insert(place, aid)
        self.lines.append(" ".join(filter(None, self._tokens)))
        self._tokens, self._told = [], []
        self._passes = False
        self._implied = 0


class _Seen(NamedTuple):
    """What is told of a table when it changes."""

    lock: str
    turned: int
    after: tuple[int, ...]
    out: tuple[int, ...]
    sunk: tuple[int, ...]


class _Aids:
    """Tells in a language what changed at the table, for the eye between the acts; the aids are not read.

    `names` are those of the players.
    """

    def __init__(self, names: Sequence[str], language: Literal["en", "ja"]) -> None:
        self._names = names
        self._language = language

    def look(self, table: Table) -> _Seen:
        """The table as it is."""
        lock = table.lock_label() if table.lock else ""
        return _Seen(lock, table.down, tuple(table.after), tuple(table.out), tuple(table.sunk))

    def tell(self, before: _Seen, now: _Seen) -> Iterator[str]:
        """The aids on what changed."""
        for text in self._changes(before, now):
            yield f"{AID}{escape(say(text, self._language))}}}"

    def _changes(self, before: _Seen, now: _Seen) -> Iterator[Text]:
        if now.lock and now.lock != before.lock:
            yield Text(f"lock {now.lock}", f"縛り {now.lock}")
        if now.turned != before.turned:
            yield Text("ranks turned", "強さが逆転") if now.turned else Text("ranks normal", "強さが通常")
        if now.after != before.after:
            yield Text("direction turned", "進行が逆転")
        for player in now.out[len(before.out) :]:
            name = self._names[player - 1]
            yield Text(f"{name} is out", f"{name}が上がり")
        for player in now.sunk[len(before.sunk) :]:
            name = self._names[player - 1]
            yield Text(f"{name} falls", f"{name}が転落")
