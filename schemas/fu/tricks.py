"""Reads the lines of a deal's tricks at a table, which says who is due: as the grammar has them, or as people write."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import combinations, product
from math import prod
from typing import Any, Final, NamedTuple, NoReturn

from replay.actions import DRAW, GIVE, PLAY, Action
from replay.consistency import CardCounts
from replay.deal import Deal
from replay.engine import take_actions
from replay.faults import Fault
from replay.rules import Rules
from replay.table import NOBODY, Table
from replay.text import ReadError, Text
from schemas.fu.cards import Cards
from schemas.fu.claims import Before, claim_word, is_true
from schemas.fu.errors import Reading, remark
from schemas.fu.spelling import CLAIM_OF, CLAIMS, END_OF_TRICK, Spelt, Word, letters_for_zeros, respell, spell
from schemas.fu.tokens import BY_SAME, WORD_SIGNS, Act, Token, TokenRefused, split_tokens, token_reader, unescape
from schemas.fu.turns import NOBODY_DUE, Turns
from schemas.record.deals import finding_of
from schemas.record.decode import DECODE_ERRORS
from schemas.record.errors import raise_if_any

MOST_ASSIGNMENTS: Final = 64
"""The most ways in which the suits of a deal that were not written are tried."""
_MOST_TRIED: Final = MOST_ASSIGNMENTS * 200
"""The most actions that are taken for that: no real deal has more than 200."""
_GIFT: Final = re.compile(r"(\(?)([1-9][0-9]{0,3})(?=>)")
_A_GIFT: Final = Text("a gift such as 2>3:DC3", "2>3:DC3のような渡し札")
_LOOKALIKES: Final = dict(zip("Oo0lIBZGs口", "TTTAA826S-", strict=True))
_NAMED_CARD: Final = re.compile(r"[SHDC][3-9TJQKA2]")


class LineRefused(Exception):
    """The rest of a line cannot be read; why has been noted."""


class _Choice(NamedTuple):
    """Cards of which only the ranks were written, where the hand allows several: where they stand, and which."""

    line: int
    place: int
    written: str
    cards: list[tuple[str, ...]]


class TrickReader:
    """Reads the tricks of deals under some rules, and takes their actions at a table."""

    def __init__(self, rules: Rules, names: Sequence[str], reading: Reading) -> None:
        players = len(names)
        self._players = players
        self._names = names
        self._reading = reading
        self._turns = Turns(rules, players)
        self._tokens = token_reader(rules.profile.lexicon, rules.profile.line)
        self._texts = self._tokens.texts
        self._suited = self._texts.suited
        self._alphabet = rules.alphabet
        self._notation = rules.notation(players)
        self._card_counts = CardCounts(rules)
        self._actions: list[dict[str, Action]] = [{} for _ in range(players + 1)]
        self._lines: list[tuple[int, str]] = []
        self._named: set[str] | None = None
        self._deal = Deal()
        self._begin(None, ())

    def _begin(self, table: Table | None, chosen: Sequence[int]) -> None:
        self._table: Any = table
        self.taken: list[Action] = []
        self._due, self._is_open = NOBODY_DUE
        self._last = NOBODY
        self._laid = False
        self._line = 0
        self._chosen = chosen
        self._choices: list[_Choice] = []
        self._states: list[object] = []

    def read(self, table: Table, deal: Deal, lines: list[tuple[int, str]]) -> None:
        """Take the actions of a deal at its table; they are then in `taken`."""
        self._deal, self._lines = deal, lines
        self._named = None
        opening = table.copy()
        self._run(table, ())
        if self._choices:
            self._settle_choices(opening)

    def _run(self, table: Table, chosen: Sequence[int]) -> None:
        self._begin(table, chosen)
        self._due, self._is_open = self._turns.due(table)
        for line, text in self._lines:
            self._line = line
            with suppress(LineRefused):
                if text.startswith("x ") or text == "x":
                    self._read_gifts(text)
                else:
                    self._read_trick(text)

    def _settle_choices(self, opening: Table) -> None:
        """Note that suits were assumed, or that they are needed where they make a difference."""
        choices, taken = self._choices, self.taken
        counts = [len(choice.cards) for choice in choices]
        known = len(self._reading.errors), len(self._reading.notices)
        differ = prod(counts) > MOST_ASSIGNMENTS or prod(counts) * len(taken) > _MOST_TRIED
        if not differ:
            tried = []
            for chosen in product(*map(range, counts)):
                self._run(opening.copy(), chosen)
                tried.append((self._states, sorted(map(_fault_key, self._table.faults))))
            del self._reading.errors[known[0] :], self._reading.notices[known[1] :]
            differ = any(one != tried[0] for one in tried)
        self.taken = taken
        for choice in choices:
            self._line = choice.line
            cards = tuple(self._texts.write(Cards(names)) for names in choice.cards)
            if differ:
                self._refuse(choice.place, len(choice.written), "suit_needed", cards, found=choice.written)
            else:
                self._notice(choice.place, len(choice.written), "suits_assumed", found=choice.written, read=cards[0])

    def _refuse(self, place: int, length: int, code: str, suggestions: tuple[str, ...] = (), **details: object) -> None:
        self._reading.errors.append(remark(self._line, place + 1, length, code, suggestions, **details))

    def _stop(
        self, place: int, length: int, code: str, suggestions: tuple[str, ...] = (), **details: object
    ) -> NoReturn:
        """Note an error, and read the line no further."""
        self._refuse(place, length, code, suggestions, **details)
        raise LineRefused

    def _notice(self, place: int, length: int, code: str, **details: object) -> None:
        self._reading.notices.append(remark(self._line, place + 1, length, code, (), **details))

    def _read_gifts(self, text: str) -> None:
        """Read the exchange."""
        for place, word in split_tokens(text)[1:]:
            token, at = self._gift(place, word)
            if token.player > self._players:
                number = str(token.player)
                self._stop(place + word.startswith("("), len(number), "unknown_player", found=number)
            for act in token.acts:
                self.taken.append(self._read_action(token.player, act, at))
                take_actions(self._table, self.taken[-1:], len(self.taken) - 1)
        self._due, self._is_open = self._turns.due(self._table)

    def _gift(self, place: int, word: str) -> tuple[Token, Sequence[int]]:
        """A gift that stands in this place of a line, as a token of its giver, and the places of its characters."""
        if gift := _GIFT.match(word):
            with suppress(TokenRefused):
                return self._tokens.read(_given(gift, word)), range(place - 2, place + len(word) + 1)
        words = respell(word, self._names, draws=False)
        for one in words if self._suited else ():
            for at in letters_for_zeros(one):
                self._notice(place + at, 2, "letter_read", found=word[at : at + 2])
        spelt = [spell(one, suited=self._suited) for one in words]
        joint = "" if self._suited else "."
        text = joint.join(one.who + one.act for one in spelt)
        places = [place + at for one in spelt for at in [*one.places, *list(one.places[-1:]) * len(joint)]]
        gift = _GIFT.match(text)
        if gift is None:
            self._stop(place, len(word), "bad_header", owed=_A_GIFT, found=word)
        places = [place, place, *places, place]
        return self._token(_given(gift, text), places), places

    def _read_trick(self, text: str) -> None:
        """Read a line of a trick, and add the passes with which it ends."""
        words = split_tokens(text)
        stopped = words[-1][1] == "."
        self._laid = False
        read = self._tokens.read
        try:
            tokens = [(read(word), place, len(word)) for place, word in words[: len(words) - stopped]]
        except TokenRefused:
            self._read_loosely(text)
            return
        for token, place, size in tokens:
            self._take_token(token, range(place, place + size + 1))
        if not stopped:
            self._end_trick()

    def _read_loosely(self, text: str) -> None:
        """Read a line as people write it."""
        who, at_who, comment, at_comment = "", 0, "", 0
        begun = False
        before = Before.of(self._table)
        words = respell(text, self._names, draws=self._turns.plain_verb == DRAW)
        stopped = bool(words) and words[-1].text == "."
        for word in words[: len(words) - stopped]:
            place = word.places[0]
            if word.text == END_OF_TRICK:
                self._end_trick()
                self._laid = False
            elif word.text in CLAIM_OF:
                self._claim(CLAIM_OF[word.text], place, before, who)
                who = ""
            elif word.text.startswith("{"):
                comment, at_comment = comment + self._comment_in(word, text), place
                if begun:
                    self._comment(unescape(comment))
                    comment = ""
            else:
                spelt = self._spell(word, text)
                if spelt.who:
                    who, at_who = spelt.who, place
                if spelt.act:
                    before = Before.of(self._table)
                    self._take_loosely(spelt, who, at_who, comment)
                    who, comment, begun = "", "", True
        self._check_used(who, at_who)
        if comment:
            self._check_used("" if self.taken else comment, at_comment)
            self._comment(unescape(comment))
        if not stopped:
            self._end_trick()

    def _comment_in(self, word: Word, line: str) -> str:
        """The text of a comment, whose end may not be missing: it would take in what follows."""
        if not word.text.endswith("}"):
            found = line[word.places[0] :]
            self._stop(word.places[0], len(found), "bad_character", (found + "}",), found="{")
        return word.text[1:-1]

    def _check_used(self, left: str, place: int) -> None:
        """Stop at a player or a comment that no act follows."""
        if left:
            self._stop(place, len(left), "act_expected", found=left)

    def _spell(self, word: Word, line: str) -> Spelt:
        """A word of a line as it stands there, if the grammar has it so, or else spelt anew."""
        written = line[word.places[0] : word.places[-1] + 1]
        with suppress(TokenRefused):
            self._tokens.read(written)
            return Spelt("", written, range(word.places[0], word.places[-1] + 1))
        found = spell(word, suited=self._suited)
        self._notice_readings(word, found, line)
        return found

    def _notice_readings(self, word: Word, found: Spelt, line: str) -> None:
        """Note what could have been meant otherwise: the letter O in a ten, and a small d of diamonds beside draws."""
        if not self._suited:
            return
        for place in letters_for_zeros(word):
            self._notice(place, 2, "letter_read", found=line[place : place + 2])
        if self._turns.plain_verb != DRAW:
            return
        places = found.places[len(found.who) :]
        small = [place for sign, place in zip(found.act, places, strict=True) if sign == "D" and line[place] in "dｄ"]
        if small:
            end = places[-1] + 1
            self._notice(small[0], end - small[0], "draw_or_diamond", found=line[small[0] : end], read=found.act)

    def _take_loosely(self, found: Spelt, who: str, at_who: int, comment: str) -> None:
        """Take a word that was spelt anew, with the player who was named before it."""
        at = [*found.places[len(found.who) :], found.places[-1] + 1]
        act = found.act
        if found.ranks:
            act = self._choose(found.ranks, who, at[0], found.act)
            at = [at[0]] * (len(act) + 1)
        marks = "{" + comment + "}" if comment else ""
        places = [*([at_who] * len(who)), *at, *([at[-1]] * len(marks))]
        self._take_token(self._token(who + act + marks, places), places)

    def _choose(self, ranks: str, who: str, place: int, written: str) -> str:
        """The cards of a set of which only the ranks were written."""
        player = int(who.rstrip("!:")) if who else self._due
        if player == NOBODY or player > self._players:
            self._stop(place, len(written), "nobody_has_turn", found=written)
        hand = self._alphabet.list(self._table.hands[player])
        if self._table.unknown[player]:
            self._stop(place, len(written), "suit_needed", found=written)
        if len(set(ranks)) == 1:
            held = [name for name in hand if name[1:] == ranks[0]]
            free = [name for name in held if name not in self._named_cards()]
            known = free if len(free) >= len(ranks) else held
            sets = list(dict.fromkeys(combinations(known, len(ranks))))
        else:
            sets = [tuple(suit + rank for rank in ranks) for suit in "SHDC"]
            sets = [names for names in sets if all(name in hand for name in names)]
        if not sets:
            self._stop(place, len(written), "not_in_hand", found=written, hand=" ".join(hand))
        names = sets[0]
        if len(sets) > 1:
            number = len(self._choices)
            names = sets[self._chosen[number] if number < len(self._chosen) else 0]
            self._choices.append(_Choice(self._line, place, written, sets))
        return self._texts.write(Cards(names))

    def _named_cards(self) -> set[str]:
        """The cards that the lines of the deal name with their suits: they are not those of which only ranks stand."""
        if self._named is not None:
            return self._named
        found = self._named = set()
        for _, text in self._lines:
            for word in respell(text, self._names, draws=self._turns.plain_verb == DRAW):
                with suppress(TokenRefused):
                    for act in self._tokens.read(spell(word, suited=True).act).acts:
                        found.update(_NAMED_CARD.findall(act.text))
        return found

    def _claim(self, claim: str, place: int, before: Before, who: str) -> None:
        """Hold against the table what is said of the last set, or say it where the rules ask for that."""
        said = claim_word(self._table, claim)
        last = self.taken[-1] if self.taken and self._laid else None
        if last is None and claim == "revolution":
            said = claim
        at = [place] * 12
        if said:
            by = who or (f"{last.player}!:" if last is not None else "")
            self._take_token(self._token(by + WORD_SIGNS[said], at), at)
        elif last is None or not is_true(claim, self._table, before, last):
            written = CLAIMS[claim][0]
            shown = "-" if last is None else act_shown(last)
            self._notice(place, 1, "claim_differs", claim=written, found=shown)
            self._comment(written)

    def _comment(self, text: str) -> None:
        """Add a comment to the last action."""
        if not self.taken:
            return
        last = self.taken[-1]
        said, sign, known = last.text.partition(" # ")
        self.taken[-1] = self._notation[f"{said} # {known} {text}" if sign else f"{said} # {text}"]

    def _token(self, word: str, at: Sequence[int]) -> Token:
        try:
            return self._tokens.read(word)
        except TokenRefused as refused:
            found = word[refused.place : refused.place + refused.length]
            suggestions = tuple(self._suggestions(word, refused))
            self._stop(at[min(refused.place, len(at) - 1)], refused.length, refused.code, suggestions, found=found)

    def _suggestions(self, word: str, refused: TokenRefused) -> Iterator[str]:
        """What would be accepted in place of a part of a word that is refused."""
        begin, end = refused.place, refused.place + refused.length
        if refused.code == "unknown_word":
            yield from get_close_matches(word[begin:end], WORD_SIGNS.values())
        if refused.code == "rank_expected" and self._due != NOBODY:
            suit = word[begin]
            yield from (name for name in self._alphabet.list(self._table.hands[self._due]) if name.startswith(suit))
        for place in range(begin, min(len(word), begin + 3)):
            if word[place] in _LOOKALIKES:
                meant = word[:place] + _LOOKALIKES[word[place]] + word[place + 1 :]
                with suppress(TokenRefused):
                    self._tokens.read(meant)
                    yield meant

    def _take_token(self, token: Token, at: Sequence[int]) -> None:
        """Let the players of a token do what it says; `at` are the places of its characters in the line."""
        table, taken = self._table, self.taken
        named = token.player
        if named:
            self._check_named(token, at)
        for act in token.acts:
            if named:
                player, named = named, NOBODY
            elif act.by is BY_SAME:
                player = self._last
            else:
                player = self._due
                if self._laid and not self._is_open:
                    self._stop(at[act.place], act.length, "trick_over", (), found=self._shown(at[act.place]))
            action = self._actions[player].get(act.text) or self._read_action(player, act, at)
            take_actions(table, [action], len(taken))
            taken.append(action)
            self._last = player
            if table.pending is None and not table.over:
                self._due, self._is_open = table.turn, table.top is not None
            else:
                self._due, self._is_open = self._turns.due(table)
            if act.verb == PLAY and act.plain:
                self._laid = True
            if self._choices:
                self._states.append((self._due, self._is_open, table.lock, table.down))

    def _check_named(self, token: Token, at: Sequence[int]) -> None:
        """Refuse a player who does not exist, and one who is not due and does not become so by passes of others."""
        named, due = token.player, self._due
        length = len(str(named))
        if named > self._players:
            numbers = tuple(str(number) for number in range(1, self._players + 1))
            self._stop(at[0], length, "unknown_player", numbers, found=named)
        if token.not_due or due in {named, NOBODY}:
            return
        if self._is_open and self._laid and self._pass_until(named, at[0], length):
            return
        code = "trick_not_over" if self._is_open and not self._laid else "not_due"
        wanted = f"{named}!:"
        who = Text(f"{due} is due", f"{due}の番")
        self._stop(at[0], length, code, (wanted,), found=named, due=who, wanted=wanted)

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
        for player in passed:
            self._pass(player)
        return True

    def _pass(self, player: int) -> None:
        self.taken.append(self._turns.passes[player - 1])
        take_actions(self._table, self.taken[-1:], len(self.taken) - 1)
        self._last = player
        self._due, self._is_open = self._turns.due(self._table)

    def _read_action(self, player: int, act: Act, at: Sequence[int]) -> Action:
        """The action of a player, kept for the next time if nothing has to be checked of it again."""
        place = at[min(act.place, len(at) - 1)]
        if player == NOBODY:
            self._stop(place, act.length, "nobody_has_turn", found=self._shown(place))
        try:
            action = self._notation[f"{player} {act.text}"]
            if act.verb in {GIVE, DRAW} and action.meld.names:
                self._deal.actions = [*self.taken, action]
                raise_if_any(map(finding_of, self._card_counts.contradictions(self._deal)))
            elif act.plain:
                self._actions[player][act.text] = action
        except DECODE_ERRORS as error:
            reason = error.text if isinstance(error, ReadError) else Text(str(error), str(error))
            self._stop(place, act.length, "refused", reason=reason)
        return action

    def _shown(self, place: int) -> str:
        return dict(self._lines)[self._line][place:].split(" ")[0]

    def _end_trick(self) -> None:
        """Let those who are due pass until the trick is over."""
        for _ in range(4 * self._players):
            if not self._is_open or self._due == NOBODY:
                return
            self._pass(self._due)


def _given(gift: re.Match[str], text: str) -> str:
    """The token of a gift: its giver named before what is given."""
    return f"{gift[2]}!:{gift[1]}{text[gift.end() :]}"


def act_shown(action: Action) -> str:
    """What somebody did, for a sentence."""
    return " ".join(action.meld.names) or action.verb


def _fault_key(fault: Fault) -> tuple[int, int, str]:
    return fault.action or 0, fault.player or 0, fault.code
