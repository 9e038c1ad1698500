"""Actions: the strings of a record's `actions`, parsed once and cached (record format, section 3)."""

import re
from collections.abc import Mapping
from typing import Final

from daifu.replay.cards import MOST_COPIES
from daifu.replay.melds import MOST_CACHED, NAMED, Combination, Lexicon, Meld
from daifu.replay.text import ReadError, expected, refused_cards, refused_word

BYTES_PER_ACTION: Final = 600
BYTES_PER_CHARACTER: Final = 3
"""The approximate bytes of an action with its meld and readings: a fixed part, and a part for each character."""


class CacheUsage:
    """The total size of everything that was cached since the caches were last cleared."""

    __slots__ = ("bytes",)

    def __init__(self) -> None:
        self.bytes = 0

    def add(self, text: str) -> None:
        """Count an action of this text, which is cached from now on."""
        self.bytes += BYTES_PER_ACTION + BYTES_PER_CHARACTER * len(text)


CACHE_USAGE: Final = CacheUsage()

PLAY: Final = "play"
PASS: Final = "pass"
GIVE: Final = "give"
DRAW: Final = "draw"
DISCARD: Final = "discard"
NAME: Final = "name"
SAY: Final = "say"
SHOW: Final = "show"
LEAVE: Final = "leave"

VERBS_AFTER_SET: Final = frozenset({SAY, GIVE, DISCARD, NAME})
"""What players may do for the set that they have just laid, even if they went out with it.

Anything else ends the rights of the set.
"""

WORD_VERBS: Final = frozenset({SAY, NAME})
"""The verbs of words. A word that follows the set that ended its deal is ignored without a fault."""

WORDS: Final = frozenset({"up", "down", "flip", "revolution", "no-revolution", "partner", "heart", "swap"})


def says_leave(text: str) -> bool:
    """Whether the text of an action says that somebody leaves, and the table did not take it back."""
    words = text.partition("#")[0].split()
    return words[1:2] == [LEAVE] and "void" not in words


_PLAYER: Final = re.compile(r"[1-9][0-9]{0,3}")
_TIME: Final = re.compile(r"[0-9]{1,12}")
_COMMENT: Final = re.compile(r"[^\0\ud800-\udfff]*")

NO_TURN: Final = -1
"""A turn that no table ever has, not even before the first lead."""


class Action:
    """One thing that one player did.

    `meld` has the cards that were laid, given, drawn, discarded or shown, `cards` is the same as a multiset, and
    `readings` what the meld can be as a set under the rules of its table (`only`, if there is just one reading of cards
    in their usual form).
    `target` is the player who received a gift, `word` what was said or named. `turn` is whose turn it takes: the
    player's, or `NO_TURN` where the table took it back. `time` is the time to think in milliseconds. `text` is the
    record's own string.
    """

    __slots__ = (
        "cards",
        "comment",
        "meld",
        "only",
        "player",
        "readings",
        "target",
        "text",
        "time",
        "turn",
        "verb",
        "word",
    )

    def __init__(self, text: str, player: int, verb: str, meld: Meld, target: int = 0, word: str = "") -> None:
        self.text = text
        self.player = player
        self.turn = player
        self.verb = verb
        self.meld = meld
        self.cards = meld.cards
        self.readings: tuple[Combination, ...] = ()
        self.only: Combination | None = None
        self.target = target
        self.word = word
        self.time: int | None = None
        self.comment = ""

    @property
    def void(self) -> bool:
        """Whether the table took the action back."""
        return self.turn == NO_TURN

    def read_as(self, readings: tuple[Combination, ...]) -> None:
        """Set what the meld can be; `only` is that if it can be only one thing and its cards have their usual form."""
        self.readings = readings
        self.only = readings[0] if len(readings) == 1 and not self.meld.wide else None

    def with_readings(self, readings: tuple[Combination, ...]) -> "Action":
        """The same action with other readings of its meld."""
        action = Action(self.text, self.player, self.verb, self.meld, self.target, self.word)
        action.read_as(readings)
        action.turn, action.time, action.comment = self.turn, self.time, self.comment
        return action

    def with_marks(self, text: str, *, void: bool, time: int | None, comment: str) -> "Action":
        """The same action with the marks that follow it in `text`."""
        action = self.with_readings(self.readings)
        action.text = text
        action.turn = NO_TURN if void else action.player
        action.time, action.comment = time, comment
        return action


class Notation(dict[str, Action]):
    """The actions that a table of `players` can record with the cards of a lexicon: a mapping from text to action.

    Looking up a text reads it; texts without marks are cached. A text that cannot be read raises `ReadError`. The
    `readings` of the table's rules say what a meld can be as a set. `has_leaves` tells whether a text has said that
    somebody leaves: hardly any record has one.
    """

    def __init__(self, lexicon: Lexicon, players: int, readings: Mapping[Meld, tuple[Combination, ...]]) -> None:
        super().__init__()
        self.lexicon = lexicon
        self.players = players
        self.readings = readings
        self.has_leaves = False

    def __missing__(self, text: str) -> Action:
        # Logs with times rarely have a text twice, but the same action with another time.
        body, sign, time = text.rpartition(" @")
        if sign and body in self and _TIME.fullmatch(time):
            return self[body].with_marks(text, void=False, time=int(time), comment="")
        return self._read_marks(text)

    def _read_marks(self, text: str) -> Action:
        said, sign, comment = text.partition("#")
        if sign and (not said[-1:].isspace() or not _COMMENT.fullmatch(comment)):
            raise ReadError(expected("a comment after ' # '", "「 # 」に続くコメント", text))
        words = said.split()
        time = None
        if words and words[-1].startswith("@") and _TIME.fullmatch(words[-1][1:]):
            time = int(words.pop()[1:])
        void = words[-1:] == ["void"]
        body = " ".join(words[:-1] if void else words)
        if body == text:
            return self._keep(text)
        action = self.get(body) or self._keep(body)
        return action.with_marks(text, void=void, time=time, comment=comment.strip())

    def _keep(self, text: str) -> Action:
        if len(self) >= MOST_CACHED:
            self.clear()
        action = self[text] = self._read(text)
        CACHE_USAGE.add(text)
        return action

    def _read(self, text: str) -> Action:
        words = text.split()
        if len(words) < 2:  # noqa: PLR2004 - a player and an action
            raise ReadError(expected("a player number and an action", "プレイヤー番号と行動", text))
        player = self._player(words[0])
        reader = _READERS.get(words[1])
        if reader is None:
            return self.play(text, player, self._meld(words[1:]))
        return reader(self, text, player, words[2:])

    def play(self, text: str, player: int, meld: Meld) -> Action:
        """The action of laying a meld."""
        action = Action(text, player, PLAY, meld)
        action.read_as(self.readings[meld])
        return action

    def _player(self, word: str) -> int:
        if not _PLAYER.fullmatch(word) or int(word) > self.players:
            numbers = [str(number) for number in range(1, self.players + 1)]
            refusal = expected(f"a player number from 1 to {self.players}", f"1〜{self.players}のプレイヤー番号", word)
            raise ReadError(refused_word(refusal, word, numbers))
        return int(word)

    def _meld(self, words: list[str]) -> Meld:
        """At least one card, each joker with what it stands for if that is written."""
        if not 1 <= len(words) <= MOST_COPIES:
            raise ReadError(expected(f"1 to {MOST_COPIES} cards", f"1〜{MOST_COPIES}枚のカード", " ".join(words)))
        names, stand_ins = [], []
        for word in words:
            card, sign, stands_for = word.partition("=")
            name = self.lexicon.spellings.get(card)
            if name is None or (sign and name != "X"):
                known = _READERS if word == words[0] else ()
                spellings = self.lexicon.spellings
                raise ReadError(refused_cards("a card of this game", "このゲームのカード", [word], spellings, known))
            names.append(name)
            if sign:
                stand_in = self.lexicon.stand_ins.get(stands_for)
                if stand_in is None:
                    wanted = expected(
                        "a card that a joker can stand for", "ジョーカーが代わりになれるカード", stands_for
                    )
                    raise ReadError(wanted)
                stand_ins.append(stand_in)
        return self.lexicon.meld(names, stand_ins)

    def _nothing(self, words: list[str]) -> Meld:
        if words:
            raise ReadError(expected("nothing more", "ここで終わり", " ".join(words)))
        return self.lexicon.meld([], [])

    def _pass(self, text: str, player: int, words: list[str]) -> Action:
        return Action(text, player, PASS, self._nothing(words))

    def _give(self, text: str, player: int, words: list[str]) -> Action:
        target = self._player(words[0] if words else "")
        return Action(text, player, GIVE, self._meld(words[1:]), target)

    def _draw(self, text: str, player: int, words: list[str]) -> Action:
        return Action(text, player, DRAW, self._meld(words) if words else self._nothing(words))

    def _discard(self, text: str, player: int, words: list[str]) -> Action:
        return Action(text, player, DISCARD, self._meld(words))

    def _show(self, text: str, player: int, words: list[str]) -> Action:
        return Action(text, player, SHOW, self._meld(words) if words else self._nothing(words))

    def _leave(self, text: str, player: int, words: list[str]) -> Action:
        self.has_leaves = True
        return Action(text, player, LEAVE, self._nothing(words))

    def _name(self, text: str, player: int, words: list[str]) -> Action:
        rank = NAMED.get(words[0]) if words else None
        if rank is None:
            refusal = expected("a rank, or X", "数字かX", " ".join(words))
            raise ReadError(refused_word(refusal, words[0] if words else "", NAMED))
        return Action(text, player, NAME, self._nothing(words[1:]), word=rank)

    def _say(self, text: str, player: int, words: list[str]) -> Action:
        if not words or words[0] not in WORDS:
            known = sorted(WORDS)
            refusal = expected(f"one of {', '.join(known)}", f"{'・'.join(known)}のどれか", " ".join(words))
            raise ReadError(refused_word(refusal, words[0] if words else "", WORDS))
        return Action(text, player, SAY, self._nothing(words[1:]), word=words[0])


_READERS: Final = {
    "-": Notation._pass,  # noqa: SLF001 - the table of the class's own readers
    "give": Notation._give,  # noqa: SLF001
    "draw": Notation._draw,  # noqa: SLF001
    "discard": Notation._discard,  # noqa: SLF001
    "name": Notation._name,  # noqa: SLF001
    "say": Notation._say,  # noqa: SLF001
    "show": Notation._show,  # noqa: SLF001
    "leave": Notation._leave,  # noqa: SLF001
}
