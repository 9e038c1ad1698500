"""What stops the reading of a text, and what its reader should know, each with its place, in both languages.

With it comes what would be accepted: signs that look alike, keys beside each other, near words.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, Final, NoReturn

from daifu.replay.text import Text, filled
from daifu.schemas.fu.spelling import WRITTEN_WORDS
from daifu.schemas.fu.tokens import CARD_NAME, WORD_SIGNS, Token, TokenRefused
from daifu.schemas.record.decode import DecodedRecord

MOST_SUGGESTIONS: Final = 3
MOST_HELPED: Final = 100
"""How many errors and breaches of a text have suggestions and are explained; who makes more reads the first ones."""

SENTENCES: Final[Mapping[str, Text]] = {
    "bad_character": Text(
        "{found!r} begins neither a card nor a pass nor a word", "「{found}」で始まるカード・パス・言葉はありません"
    ),
    "rank_expected": Text("a rank is missing behind {found!r}", "「{found}」の後に数字がありません"),
    "suit_expected": Text(
        "a suit is missing before {found!r}: S H D C", "「{found}」の前にマーク（S H D C）がありません"
    ),
    "unknown_word": Text("{found!r} is no word of this notation", "「{found}」という言葉はこの記法にありません"),
    "unknown_player": Text("nobody here is {found!r}", "「{found}」というプレイヤーはいません"),
    "not_due": Text(
        "{found} cannot be due here; who acts all the same is written {wanted}",
        "ここは{found}の番ではありません。それでも行動したなら{wanted}と書きます",
    ),
    "taker_needed": Text("to whom {found!r} goes is not certain", "「{found}」をだれに渡すのか決まりません"),
    "suit_needed": Text("the suit of {found!r} is not certain", "「{found}」のマークが決まりません"),
    "trick_not_over": Text(
        "the trick of the line before is not over; if all others passed, leave out its full stop",
        "前の行の場はまだ流れていません。ほかの全員がパスしたのなら、その行の終わりの . を消します",
    ),
    "trick_over": Text(
        "the trick is over before {found!r}: what follows begins a new line",
        "「{found}」の前で場は流れました。続きは次の行に書きます",
    ),
    "nobody_has_turn": Text(
        "nobody has the turn: write the player's number before {found!r}, as in 1:",
        "番が決まっていません。「{found}」の前に1:のようにプレイヤー番号を書いてください",
    ),
    "count_differs": Text("{owed} were announced, {found} are written", "予告は{owed}、書かれているのは{found}です"),
    "bad_header": Text("expected {owed}, found {found!r}", "{owed}が必要ですが、「{found}」とあります"),
    "bad_option": Text("{found!r} is no option of this game", "「{found}」はこのゲームの設定にありません"),
    "bad_pointer": Text(
        "{found!r} names no place of the record with a JSON value", "「{found}」は記録の項目とJSONの値になっていません"
    ),
    "refused": Text("{reason}", "{reason}"),
    "not_in_hand": Text("{found!r} is not in the hand of the player", "「{found}」はこのプレイヤーの手札にありません"),
    "act_expected": Text(
        "a card, a pass or a word is missing for {found!r}", "「{found}」に続くカード・パス・言葉がありません"
    ),
    "letter_read": Text("{found!r} was read as ten", "「{found}」を10と読みました"),
    "draw_or_diamond": Text(
        "{found!r} was read as {read}: a draw is written d, and its card in capital letters",
        "「{found}」を{read}と読みました。引くのはdと書き、引いたカードは大文字で書きます",
    ),
    "suits_assumed": Text("{found!r} was read as {read}", "「{found}」を{read}と読みました"),
    "passes_assumed": Text("read as passes of {players} before it", "その前に{players}がパスしたと読みました"),
    "claim_differs": Text(
        "'{claim}' is not what the table did after {found}; it stays as a comment",
        "「{claim}」は{found}の後の場と合わないため、コメントとして残しました",
    ),
    "hands_assumed": Text(
        "no hands are written: they are taken as unknown", "手札が書かれていないため、不明として読みました"
    ),
}
"""The sentences by code. What is in braces is filled in where the remark is made."""

_LOOKALIKES: Final = dict(zip("O0lIBZGs口", "TTAA826S-", strict=True))
_SHORT: Final = 4
"""Words of less letters may differ in more of them."""
_KEYS: Final = ("1234567890-", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")


@dataclass(frozen=True, slots=True)
class Remark:
    """An error or a notice: the line and the column from 1, how many characters it is about, and the sentence.

    `suggestions` are texts that would be accepted in place of these characters, best first. `after_error` tells that an
    error before it, in the same deal, may be its cause. `state` says who is due there, the set to beat and the hand.
    """

    line: int
    column: int
    length: int
    code: str
    text: Text
    suggestions: tuple[str, ...] = ()
    after_error: bool = False
    state: Text | None = None

    @property
    def message(self) -> Text:
        """All that is said, with the line and the column."""
        return Text(f"line {self.line}, {self.in_line.en}", f"{self.line}行{self.in_line.ja}")

    @property
    def in_line(self) -> Text:
        """All that is said, with the column."""
        return Text(f"column {self.column}: {self.said.en}", f"{self.column}文字目：{self.said.ja}")

    @property
    def said(self) -> Text:
        """The sentence with the table at that place and the suggestions."""
        en, ja = self.text
        if self.state is not None:
            en, ja = f"{en} ({self.state.en})", f"{ja}（{self.state.ja}）"
        if self.suggestions:
            en += f"; did you mean {' or '.join(self.suggestions)}?"
            ja += f"（{'か'.join(self.suggestions)}のことですか？）"
        return Text(en, ja)


@dataclass(slots=True)
class Reading:
    """What was read of a text: the record as JSON values, and the remarks on it.

    `breaches` are notices of what the deals have against their rules. `decoded` is the record, None where there are
    errors.
    """

    values: dict[str, Any]
    errors: list[Remark] = field(default_factory=list)
    notices: list[Remark] = field(default_factory=list)
    breaches: list[Remark] = field(default_factory=list)
    decoded: DecodedRecord | None = None


def remark(
    line: int, column: int, length: int, code: str, suggestions: tuple[str, ...] = (), **details: object
) -> Remark:
    """The remark of this code, with the details filled into its sentence."""
    text = filled(SENTENCES[code], **details)
    return Remark(line, column, max(1, length), code, text, suggestions[:MOST_SUGGESTIONS])


class LineRefused(Exception):
    """The rest of a line cannot be read; why has been noted."""


class LineReader:
    """Notes what is wrong with the line that is being read."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._line = 0

    def _refuse(self, place: int, length: int, code: str, suggestions: tuple[str, ...] = (), **details: object) -> None:
        error = remark(self._line, place + 1, length, code, suggestions, **details)
        helped = len(self._reading.errors) < MOST_HELPED
        self._reading.errors.append(replace(error, state=self._state()) if helped else error)

    def _stop(
        self, place: int, length: int, code: str, suggestions: tuple[str, ...] = (), **details: object
    ) -> NoReturn:
        """Note an error, and read the line no further."""
        self._refuse(place, length, code, suggestions, **details)
        raise LineRefused

    def _notice(self, place: int, length: int, code: str, **details: object) -> None:
        self._reading.notices.append(remark(self._line, place + 1, length, code, (), **details))

    def _state(self) -> Text | None:
        """The table at this place."""
        return None


def near_signs(sign: str) -> str:
    """The sign that looks like this one, and those whose keys lie around its key."""
    found = _LOOKALIKES.get(sign, "")
    for row, keys in enumerate(_KEYS):
        if sign and (place := keys.find(sign.upper())) >= 0:
            found += "".join(near[max(0, place - 1) : place + 2] for near in _KEYS[max(0, row - 1) : row + 2])
    return found


def replacements(
    word: str, refused: TokenRefused, read: Callable[[str], Token], hand: Collection[str]
) -> tuple[str, ...]:
    """What can stand in place of the refused part of a word, so that it is read: cards of the hand come first."""
    begin, end = refused.place, refused.place + refused.length
    part = word[begin:end]
    texts: Iterable[str] = ()
    if refused.code == "unknown_word":
        texts = WORD_SIGNS.values()
    elif refused.code == "rank_expected":
        texts = [name for name in hand if name[0] == part[0]]
    elif refused.code == "suit_expected":
        texts = [name for name in hand if name[1:] == part]
    changed = [part[:at] + sign + part[at + 1 :] for at in range(len(part)) for sign in near_signs(part[at])]
    found = {}
    for text in dict.fromkeys([*texts, *changed]):
        try:
            token = read(word[:begin] + text + word[end:])
        except TokenRefused:
            continue
        named = [name for act in token.acts for name in CARD_NAME.findall(act.text)]
        found[text] = all(name in hand for name in named)
    return tuple(sorted(found, key=lambda text: not found[text]))


def near_words(word: str, known: Sequence[str] = WRITTEN_WORDS) -> tuple[str, ...]:
    """The words of a list that differ little from this one, the nearest first."""
    folded = {one.upper(): one for one in known}
    likeness = 0.5 if len(word) < _SHORT else 0.6
    return tuple(folded[one] for one in get_close_matches(word.upper(), folded, MOST_SUGGESTIONS, likeness))
