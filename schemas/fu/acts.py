"""Takes the acts of a deal at its table, which says who is due, and notes what is wrong with how they are written.

The notation does not write who is due. What people say happened, such as 8切り, is held against the table, or turned
into the word that the rules ask for.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from daifu.replay.actions import DRAW, GIVE, PASS, PLAY, Action
from daifu.replay.cards import MOST_COPIES
from daifu.replay.consistency import CardCounts
from daifu.replay.deal import Deal
from daifu.replay.engine import take_action, take_actions
from daifu.replay.rules import Rules
from daifu.replay.table import NOBODY, Table
from daifu.replay.text import ReadError, Text
from daifu.schemas.fu.errors import MOST_HELPED, LineReader, Reading, near_words, replacements
from daifu.schemas.fu.tokens import BY_SAME, CARD_NAME, Act, Token, TokenRefused, act_text, token_reader
from daifu.schemas.record.deals import finding_of
from daifu.schemas.record.decode import DECODE_ERRORS
from daifu.schemas.record.errors import raise_if_any

Due = tuple[int, bool]
"""The player who is due, `NOBODY` if nobody is, and whether a trick is open: a set lies there to be answered."""

NOBODY_DUE: Final[Due] = (NOBODY, False)

_WRITTEN_PLAYER: Final = re.compile(r"[0-9０-９]+[!！]?[:：]")
_NAME: Final = re.compile(r"([^\d:]{1,40}):")
_CHECKED: Final = frozenset({GIVE, DRAW})
"""The verbs of acts whose cards are held against those that are known."""
_LETTERS: Final = re.compile(r"[A-Z]{3,}|[^\x00-\xff]+")


class Turns:
    """The turns at a table of some rules and players."""

    def __init__(self, rules: Rules, players: int) -> None:
        self._rules = rules
        notation = rules.notation(players)
        self.plain_verb = PASS if rules.counting.only_plain_passes else DRAW
        word = "-" if self.plain_verb == PASS else DRAW
        self.passes = [notation[f"{player} {word}"] for player in range(1, players + 1)]
        """The pass of each player where nothing else is to be said of it."""
        self._settling = [notation[f"{player} -"] for player in range(1, players + 1)]

    def due(self, table: Table) -> Due:
        """Who is due at this table, once what is pending, such as the call that a jack allows, has been settled.

        That is done by a pass of the player on turn, or else of the one who laid the last set.
        """
        if table.over:
            return NOBODY_DUE
        if table.pending is None:
            return table.turn, table.top is not None
        return self._rules.settled(table) or self.settle(table)

    def settle(self, table: Table) -> Due:
        """Who is due once everything has been settled on a copy."""
        trial = table
        while (pending := trial.pending) is not None and (player := trial.turn or trial.owner) != NOBODY:
            after = trial.copy()
            pending(after, self._settling[player - 1])
            if after.pending is pending and after.turn == trial.turn and after.top is trial.top:
                break
            trial = after
        return trial.turn, trial.top is not None


class Before(NamedTuple):
    """What the table was before the set of which something is said."""

    order: int
    down: int
    locked: bool

    @classmethod
    def of(cls, table: Table) -> "Before":
        """The table as it is."""
        return cls(table.next_order(), table.down, table.lock != 0)


def claim_word(table: Table, claim: str) -> str:
    """The word of a record that a claim is under these rules, after the last set; empty if none is needed."""
    rights = table.rights
    if claim in {"revolution", "no-revolution", "up", "down"}:
        return claim if rights.get(claim) else ""
    if claim != "flip":
        return ""
    if rights.get("flip"):
        return "flip"
    turned = "up" if table.down else "down"
    return turned if rights.get(turned) else ""


def is_true(claim: str, table: Table, before: Before, action: Action) -> bool:
    """Whether the table did what is said of the action that was taken last."""
    ended = table.over or table.top is None
    laid = (*action.meld.names, *action.meld.stand_ins)
    return {
        "revolution": table.next_order() != before.order,
        "no-revolution": table.next_order() == before.order,
        "cut": ended and any(name.endswith("8") for name in laid),
        "lock": table.lock != 0,
        "flip": table.down != before.down,
        "up": not table.down,
        "down": table.down == 1,
        "spade3": ended and "S3" in action.meld.names,
        "out": action.player in table.out or action.player in table.sunk,
        "fallen": bool(table.sunk),
    }[claim]


class ActTaker(LineReader):
    """Takes acts at the table of a deal.

    `taken` are the actions of the deal that was read last, and `places` where each of them stands: its line, its
    first character from 0, and the number of characters.
    """

    def __init__(self, rules: Rules, names: Sequence[str], reading: Reading) -> None:
        super().__init__(reading)
        players = len(names)
        self._players = players
        self._names = names
        self._turns = Turns(rules, players)
        self._tokens = token_reader(rules.profile.lexicon, rules.profile.line)
        self._texts = self._tokens.texts
        self._alphabet = rules.alphabet
        self._notation = rules.notation(players)
        self._card_counts = CardCounts(rules)
        self._text = ""
        self._deal = Deal()
        self._begin(None)

    def _begin(self, table: Table | None) -> None:
        self._table: Any = table
        self.taken: list[Action] = []
        self.places: list[tuple[int, int, int]] = []
        self._due, self._is_open = NOBODY_DUE
        self._last = NOBODY
        self._laid = False  # whether the line has laid a set yet: a set behind a trick that is over begins a new line
        self._line = 0
        self._states: list[object] | None = None
        self._moved: list[str] = []
        self._held = sum(hand.size for hand in self._deal.hands or () if hand) + len(self._deal.stock or ())
        self._copies: Counter[str] | None = None

    def _take_token(self, token: Token, at: Sequence[int]) -> None:
        """Let the players of a token do what it says; `at` are the places of its characters in the line."""
        notation, table, taken, named = self._notation, self._table, self.taken, token.player
        if named:
            self._check_named(token, at)
        for act in token.acts:
            by, verb, text, place, length, plain = act
            if named:
                player, named = named, NOBODY
            elif by is BY_SAME:
                player = self._last
            else:
                player = self._due
                if self._laid and not self._is_open:
                    found = self._text[at[place] :][:length]
                    self._stop(at[place], length, "trick_over", (f"clear {found}",), found=found)
            action = notation.get(f"{player} {text}")
            if action is None or verb in _CHECKED:
                action = self._read_action(player, act, at)
            take_action(table, action, len(taken))
            taken.append(action)
            self.places.append((self._line, at[place], length))
            self._last = player
            if table.pending is None and not table.over:
                self._due, self._is_open = table.turn, table.top is not None
            else:
                self._due, self._is_open = self._turns.due(table)
            if plain and verb == PLAY:
                self._laid = True
            if self._states is not None:
                self._states.append((self._due, self._is_open, table.lock, table.down))

    def _check_named(self, token: Token, at: Sequence[int]) -> None:
        """Refuse a player who does not exist, and one who is not due and does not become so by passes of others."""
        named, due = token.player, self._due
        if named <= self._players and (token.not_due or due in {named, NOBODY}):
            return
        written = _WRITTEN_PLAYER.match(self._text, at[0])
        length = written.end() - at[0] if written else len(str(named))
        if named > self._players:
            numbers = tuple(f"{number}:" for number in range(1, self._players + 1))
            self._stop(at[0], length, "unknown_player", numbers, found=named)
        if self._is_open and self._laid and self._pass_until(named, at[0], length):
            return
        code = "trick_not_over" if self._is_open and not self._laid else "not_due"
        wanted = f"{named}!:"
        self._stop(at[0], length, code, (wanted, f"{due}:"), found=named, wanted=wanted)

    def _pass_until(self, named: int, place: int, length: int) -> bool:
        """Let those who are due pass until it is this player's turn in the same trick, if it comes to that."""
        trial = self._table.copy()
        passed: list[int] = []
        due, is_open = self._due, self._is_open
        while is_open and due not in {NOBODY, named, *passed}:
            take_actions(trial, [self._turns.passes[due - 1]], len(self.taken))
            passed.append(due)
            due, is_open = self._turns.due(trial)
        if due != named or not is_open:
            return False
        self._notice(place, length, "passes_assumed", players=", ".join(map(str, passed)))
        self._pass_on(named)
        return True

    def _pass_on(self, until: int = NOBODY) -> None:
        """Let those who are due pass until the trick is over, or until this player is due."""
        table, taken, places, passes = self._table, self.taken, self.places, self._turns.passes
        for _ in range(4 * self._players):
            due = self._due
            if not self._is_open or due in (NOBODY, until):
                return
            take_action(table, passes[due - 1], len(taken))
            taken.append(passes[due - 1])
            places.append(places[-1])
            self._last = due
            if table.pending is None and not table.over:
                self._due, self._is_open = table.turn, table.top is not None
            else:
                self._due, self._is_open = self._turns.due(table)

    def _may_exceed(self, names: Sequence[str]) -> bool:
        """Whether one of these cards, which are given or drawn, may be named more often than a record can name it."""
        if self._copies is None:
            # No card can be named too often while so few cards are named at all: most deals are never counted.
            self._moved += names
            if self._held + len(self._moved) <= MOST_COPIES:
                return False
            held = [*(hand.cards for hand in self._deal.hands or () if hand), *(self._deal.stock or ())]
            self._copies = Counter(name for one in held for name in self._alphabet.list(one))
            names = self._moved
        self._copies.update(names)
        return any(self._copies[name] > MOST_COPIES for name in names)

    def _read_action(self, player: int, act: Act, at: Sequence[int]) -> Action:
        """The action of a player, which may name more cards than there are. Raises `LineRefused`."""
        place = at[min(act.place, len(at) - 1)]
        if player == NOBODY:
            named = CARD_NAME.findall(act.text)
            seated = self._table.seated
            hands = {one: self._alphabet.list(self._table.hands[one]) for one in seated}
            likely = sorted(seated, key=lambda one: not all(name in hands[one] for name in named))
            found = self._text[place:].split(" ")[0]
            who = tuple(f"{one}:{found}" for one in likely)
            self._stop(place, len(found), "nobody_has_turn", who, found=found)
        try:
            action = self._notation[f"{player} {act.text}"]
            if act.verb in _CHECKED and self._may_exceed(action.meld.names):
                self._deal.actions = [*self.taken, action]
                raise_if_any(map(finding_of, self._card_counts.contradictions(self._deal)))
        except DECODE_ERRORS as error:
            reason = error.text if isinstance(error, ReadError) else Text(str(error), str(error))
            self._stop(place, act.length, "refused", reason=reason)
        return action

    def _token(self, word: str, at: Sequence[int]) -> Token:
        try:
            return self._tokens.read(word)
        except TokenRefused as refused:
            place, length = at[min(refused.place, len(at) - 1)], refused.length
            if len(self._reading.errors) >= MOST_HELPED:
                self._stop(place, length, refused.code, found=word[refused.place : refused.place + length])
            named = _NAME.match(word)
            if named and named[1].strip("SHDC'()"):  # else suits, as in sequences of mixed ones
                known = near_words(named[1], self._names) or tuple(self._names)
                self._stop(at[0], len(named[1]), "unknown_player", known, found=named[1])
            if letters := _LETTERS.fullmatch(word):
                self._stop(at[0], len(word), "unknown_word", near_words(word), found=letters[0])
            found = word[refused.place : refused.place + length]
            hand = self._alphabet.list(self._table.hands[self._due])
            suggestions = replacements(word, refused, self._tokens.read, hand)
            self._stop(place, length, refused.code, suggestions, found=found)

    def _state(self) -> Text | None:
        """Who is due, the set to beat and the hand, as far as they are known."""
        table, due = self._table, self._due
        if due == NOBODY:
            return None
        unknown = table.unknown[due]
        hand = self._texts.write_hand(self._alphabet.list(table.hands[due])) + (f"?{unknown}" if unknown else "")
        top = next((one for one in reversed(self.taken) if one.verb == PLAY and not one.void), None)
        beat = act_text(top, self._texts) if self._is_open and top is not None else ""
        return Text(
            f"{due} is due{f', to beat {beat}' if beat else ''}, hand {hand}",
            f"{due}の番、{f'場は{beat}、' if beat else ''}手札{hand}",
        )
