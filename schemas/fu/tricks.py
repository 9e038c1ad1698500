"""Reads the lines of a deal's tricks at a table, which says who is due: as the grammar has them, or as people write."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations_with_replacement, product
from math import prod
from typing import Final, NamedTuple

from daifu.replay.actions import DRAW, GIVE
from daifu.replay.deal import Deal
from daifu.replay.engine import take_action
from daifu.replay.exchange import gifts_due
from daifu.replay.rules import Rules
from daifu.replay.table import NOBODY, Table
from daifu.replay.text import Text
from daifu.schemas.fu.acts import ActTaker, Before, claim_word, is_true
from daifu.schemas.fu.cards import Cards
from daifu.schemas.fu.errors import LineRefused, Reading, near_signs
from daifu.schemas.fu.spelling import (
    AID,
    CLAIM_OF,
    CLAIMS,
    END_OF_TRICK,
    Spelt,
    Word,
    is_unchanged,
    letters_for_zeros,
    respell,
    spell,
    spell_joined,
)
from daifu.schemas.fu.tokens import (
    CARD_NAME,
    WORD_SIGNS,
    Token,
    TokenRefused,
    split_tokens,
    unescape,
)

MOST_ASSIGNMENTS: Final = 64
"""The most ways in which the suits of a deal that were not written are tried."""
_MOST_IN_SET: Final = 16
"""The most cards of which only the rank is read: no set has more."""
_MOST_TRIED: Final = MOST_ASSIGNMENTS * 200
"""The most actions that are taken for that: no real deal has more than 200."""
_GIFT: Final = re.compile(r"(\(?)([1-9][0-9]{0,3})(?=>)")
_A_GIFT: Final = Text("a gift such as 2>3:DC3", "2>3:DC3のような受け渡し")
_SHORT_GIFT: Final = re.compile(r"(?:([1-9][0-9]{0,3})>)?(?=[SHDCX])|([1-9][0-9]{0,3})>(?![0-9]+:)")
_OPEN_GIFT: Final = re.compile(r">(?![1-9][0-9]{0,3}:)")


class _Choice(NamedTuple):
    """Cards of which only the ranks were written, where the hand allows several: where they stand, and which."""

    line: int
    place: int
    written: str
    cards: list[tuple[str, ...]]


class TrickReader(ActTaker):
    """Reads the tricks of deals under some rules, and takes their actions."""

    def __init__(self, rules: Rules, names: Sequence[str], reading: Reading) -> None:
        super().__init__(rules, names, reading)
        self._suited = self._texts.suited
        self._lines: list[tuple[int, str]] = []
        self._named: set[str] | None = None
        self._chosen: Sequence[int] = ()
        self._choices: list[_Choice] = []

    def read(self, table: Table, deal: Deal, lines: list[tuple[int, str]]) -> None:
        """Take the actions of a deal at its table."""
        self._deal, self._lines = deal, lines
        self._named = None
        opening = table.copy()
        self._run(table, ())
        if self._choices:
            self._settle_choices(opening)

    def _run(self, table: Table, chosen: Sequence[int]) -> None:
        self._begin(table)
        self._chosen, self._choices = chosen, []
        self._due, self._is_open = self._turns.due(table)
        for line, text in self._lines:
            self._line, self._text = line, text
            try:
                if text[0] == "x" and text[:2] in ("x", "x "):
                    self._read_gifts(text)
                else:
                    self._read_trick(text)
            except LineRefused:  # the next line is read all the same
                continue

    def _settle_choices(self, opening: Table) -> None:
        """Note that suits were assumed, or that they are needed where they make a difference."""
        choices, taken, places = self._choices, self.taken, self.places
        counts = [len(choice.cards) for choice in choices]
        known = len(self._reading.errors), len(self._reading.notices)
        differ = prod(counts) > MOST_ASSIGNMENTS or prod(counts) * len(taken) > _MOST_TRIED
        if not differ:
            tried = []
            for chosen in product(*map(range, counts)):
                self._run(opening.copy(), chosen)
                faults = sorted((fault.action or 0, fault.player or 0, fault.code) for fault in self._table.faults)
                tried.append((self._states, faults))
            del self._reading.errors[known[0] :], self._reading.notices[known[1] :]
            differ = any(one != tried[0] for one in tried)
        self.taken, self.places = taken, places
        for choice in choices:
            self._line = choice.line
            cards = tuple(self._texts.write(Cards(names)) for names in choice.cards)
            if differ:
                self._refuse(choice.place, len(choice.written), "suit_needed", cards, found=choice.written)
            else:
                self._notice(choice.place, len(choice.written), "suits_assumed", found=choice.written, read=cards[0])

    def _read_gifts(self, text: str) -> None:
        """Read the exchange."""
        for place, word in split_tokens(text)[1:]:
            token, at = self._gift(place, word)
            if token.player > self._players:
                number = str(token.player)
                self._stop(place + word.startswith("("), len(number), "unknown_player", found=number)
            for act in token.acts:
                action = self._read_action(token.player, act, at)
                take_action(self._table, action, len(self.taken))
                self.taken.append(action)
                self.places.append((self._line, place, len(word)))
        self._due, self._is_open = self._turns.due(self._table)

    def _gift(self, place: int, word: str) -> tuple[Token, Sequence[int]]:
        """A gift that stands in this place of a line, as a token of its giver, and the places of its characters."""
        if gift := _GIFT.match(word):
            with suppress(TokenRefused):
                return self._tokens.read(_given(gift, word)), range(place - 2, place + len(word) + 1)
        for one in respell(word, self._names, draws=False) if self._suited else ():
            for at in letters_for_zeros(one):
                self._notice(place + at, 2, "letter_read", found=word[at : at + 2])
        spelt = spell_joined(word, self._names, suited=self._suited)
        places = [place + at for at in spelt.places]
        text, added = self._whole_gift(spelt.text)
        gift = _GIFT.match(text)
        if gift is None:
            self._stop(place, len(word), "bad_header", owed=_A_GIFT, found=word)
        places = [*[place] * (added + 2), *places, place]
        return self._token(_given(gift, text), places), places

    def _whole_gift(self, text: str) -> tuple[str, int]:
        """A gift with the giver and the taker that the rules give where they are left out; how much that adds."""
        found = _SHORT_GIFT.match(text)
        giver = int(found[1] or found[2] or 0) if found else 0
        due = next((one for one in gifts_due(self._table) if giver in {NOBODY, one.giver}), None)
        if found is None or due is None:
            return text, 0
        whole = f"{due.giver}>{due.taker}:"
        return whole + text[found.end() :], len(whole) - found.end()

    def _read_trick(self, text: str) -> None:
        """Read a line of a trick, and add the passes with which it ends."""
        words = split_tokens(text)
        stopped = words[-1][1] == "."
        if stopped:
            words.pop()
        if AID in text:
            words = [(place, word) for place, word in words if not word.startswith(AID)]
        self._laid = False
        read = self._tokens.read
        try:
            tokens = [(read(word), range(place, place + len(word) + 1)) for place, word in words]
        except TokenRefused:
            self._read_loosely(text)
            return
        for token, at in tokens:
            self._take_token(token, at)
        if not stopped:
            self._pass_on()

    def _read_loosely(self, text: str) -> None:
        """Read a line as people write it."""
        who, at_who, comment, at_comment = "", 0, "", 0
        begun = False
        before = Before.of(self._table)
        words = [word for word in self._respell(text) if not word.text.startswith(AID)]
        stopped = bool(words) and words[-1].text == "."
        for word in words[: len(words) - stopped]:
            place = word.places[0]
            if word.text == END_OF_TRICK:
                self._pass_on()
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
            self._pass_on()

    def _respell(self, line: str) -> list[Word]:
        return respell(line, self._names, draws=self._turns.plain_verb == DRAW)

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
        if is_unchanged(word, written):
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
        if open_gift := _OPEN_GIFT.search(act):
            begin = open_gift.start()
            if begin:
                places = [*[at_who] * len(who), *at]
                self._take_token(self._token(who + act[:begin], places), places)
            giver = self._last if begin or not who else int(who.rstrip("!:"))
            if not 1 <= giver <= self._players:
                self._stop(at_who if who else at[begin], len(act), "nobody_has_turn", found=who + act)
            whole = f">{self._taker(giver, at[begin], act[begin:])}:"
            who, act, at = f"{giver}!:", whole + act[begin + 1 :], [*[at[begin]] * len(whole), *at[begin + 1 :]]
        marks = "{" + comment + "}" if comment else ""
        places = [*([at_who] * len(who)), *at, *([at[-1]] * len(marks))]
        self._take_token(self._token(who + act + marks, places), places)

    def _taker(self, giver: int, place: int, written: str) -> int:
        """To whom a set lets its player give, where that is not written."""
        offers = [self._notation[f"{giver} {text}"] for text in self._table.rules.offers(self._table, giver)]
        takers = list(dict.fromkeys(one.target for one in offers if one.verb == GIVE))
        if len(takers) != 1:
            shown = tuple(f">{one}:{written[1:]}" for one in takers)
            self._stop(place, len(written), "taker_needed", shown, found=written)
        return takers[0]

    def _choose(self, ranks: str, who: str, place: int, written: str) -> str:
        """The cards of a set of which only the ranks were written."""
        player = int(who.rstrip("!:")) if who else self._due
        if player == NOBODY or player > self._players:
            named = tuple(f"{one}:{written}" for one in self._table.seated)
            self._stop(place, len(written), "nobody_has_turn", named, found=written)
        hand = self._alphabet.list(self._table.hands[player])
        if self._table.unknown[player]:
            self._stop(place, len(written), "suit_needed", found=written)
        if len(set(ranks)) == 1:
            held = [name for name in hand if name[1:] == ranks[0]]
            free = [name for name in held if name not in self._named_cards()]
            known = free if len(free) >= len(ranks) else held
            counts = Counter(known)
            drawn = combinations_with_replacement(counts, len(ranks)) if len(ranks) <= _MOST_IN_SET else ()
            sets = [names for names in drawn if all(names.count(name) <= counts[name] for name in names)]
        else:
            runs = [tuple(name if name in hand else "X" for name in (suit + rank for rank in ranks)) for suit in "SHDC"]
            fewest = min(run.count("X") for run in runs)
            sets = [run for run in runs if run.count("X") == fewest] if fewest <= hand.count("X") else []
        if not sets:
            near = [sign * len(ranks) for sign in near_signs(ranks[0]) if len(set(ranks)) == 1]
            there = tuple(one for one in near if [name[1:] for name in hand].count(one[:1]) >= len(one))
            self._stop(place, len(written), "not_in_hand", there, found=written)
        names = sets[0]
        if len(sets) > 1:
            number = len(self._choices)
            names = sets[self._chosen[number] if number < len(self._chosen) else 0]
            self._choices.append(_Choice(self._line, place, written, sets))
            self._states = self._states or []
        return self._texts.write(Cards(names))

    def _named_cards(self) -> set[str]:
        """The cards that the lines of the deal name with their suits: they are not those of which only ranks stand."""
        if self._named is not None:
            return self._named
        found = self._named = set()
        for _, text in self._lines:
            for word in self._respell(text):
                with suppress(TokenRefused):
                    for act in self._tokens.read(spell(word, suited=True).act).acts:
                        found.update(CARD_NAME.findall(act.text))
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
            shown = "-" if last is None else " ".join(last.meld.names) or last.verb
            self._notice(place, 1, "claim_differs", claim=written, found=shown)
            self._comment(written)

    def _comment(self, text: str) -> None:
        """Add a comment to the last action."""
        if not self.taken:
            return
        last = self.taken[-1]
        said, sign, known = last.text.partition(" # ")
        self.taken[-1] = self._notation[f"{said} # {known} {text}" if sign else f"{said} # {text}"]


def _given(gift: re.Match[str], text: str) -> str:
    """The token of a gift: its giver named before what is given."""
    return f"{gift[2]}!:{gift[1]}{text[gift.end() :]}"
