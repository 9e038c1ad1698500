"""The catalogue of faults: code, severity and the sentence that explains each (record format, section 4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from daifu.replay.text import Text

ILLEGAL: Final = "illegal"
FOUL: Final = "foul"
RECORD: Final = "record"
NOTICE: Final = "notice"
SEVERITIES: Final = {
    ILLEGAL: Text("illegal", "反則"),
    FOUL: Text("foul", "反則上がり"),
    RECORD: Text("record", "棋譜の矛盾"),
    NOTICE: Text("notice", "注意"),
}
"""What people call them."""

BAD_SEATING: Final = "bad_seating"
DEAL_INCOMPLETE: Final = "deal_incomplete"
"""The fault of a deal that ends before it is decided."""
POINTS_INCONSISTENT: Final = "points_inconsistent"
"""The fault of a deal without actions whose written points contradict its order, or cannot add up."""

STANDS: Final = "stands"
VOID: Final = "void"
AS_PASS: Final = "pass"
IGNORED: Final = "ignored"


@dataclass(frozen=True, slots=True)
class FaultKind:
    """An entry of the catalogue; the sentence has a place in braces for each detail of such a fault."""

    code: str
    severity: str
    sentence: Text


def _kind(code: str, severity: str, en: str, ja: str) -> FaultKind:
    return FaultKind(code, severity, Text(en, ja))


CATALOGUE: Final[dict[str, FaultKind]] = {
    kind.code: kind
    for kind in (
        _kind(
            "out_of_turn",
            ILLEGAL,
            "player {who} acted out of turn: it was player {turn}'s turn",
            "プレイヤー{who}の手番ではありません：手番はプレイヤー{turn}でした",
        ),
        _kind(
            "locked_by_pass",
            ILLEGAL,
            "player {who} had passed and was shut out of this trick",
            "プレイヤー{who}はパスしており、この場が流れるまで参加できません",
        ),
        _kind(
            "pass_on_lead",
            ILLEGAL,
            "player {who} had the lead and had to play",
            "プレイヤー{who}は場の最初に出す番なので、パスできません",
        ),
        _kind(
            "action_after_out",
            ILLEGAL,
            "player {who} was no longer in the deal",
            "プレイヤー{who}はもうこの回に残っていません",
        ),
        _kind("action_after_end", ILLEGAL, "the deal was already over", "この回はすでに終わっています"),
        _kind(
            "card_not_held", ILLEGAL, "player {who} did not hold {cards}", "プレイヤー{who}は{cards}を持っていません"
        ),
        _kind("not_a_combination", ILLEGAL, "{set} is not a combination", "{set}は一緒に出せる組ではありません"),
        _kind(
            "wrong_kind",
            ILLEGAL,
            "{set} is of another kind than the {top} on the table",
            "{set}は場の{top}と種類が違います",
        ),
        _kind(
            "wrong_count",
            ILLEGAL,
            "{set} has {found}, but the {top} on the table has {owed}",
            "{set}は{found}ですが、場の{top}は{owed}です",
        ),
        _kind(
            "not_stronger",
            ILLEGAL,
            "{set} is not stronger than the {top} {where}",
            "{set}は{where}{top}より強くありません",
        ),
        _kind(
            "run_overlap",
            ILLEGAL,
            "not all of {set} is stronger than the {top} {where}",
            "{set}は{where}{top}を完全に上回っていません",
        ),
        _kind(
            "run_not_next",
            ILLEGAL,
            "{set} is not the run next above the {top} {where}",
            "{set}は{where}{top}のすぐ上の階段ではありません",
        ),
        _kind("suit_lock", ILLEGAL, "{laid} breaks the suit lock ({suits})", "{laid}は縛り（{suits}）に反します"),
        _kind(
            "number_lock",
            ILLEGAL,
            "{laid} is not the next rank, to which the trick is locked",
            "{laid}は数字縛りの次の数字ではありません",
        ),
        _kind(
            "bomb_not_allowed", ILLEGAL, "the bomb {set} may not be played on {top}", "{set}の爆弾は{top}には出せません"
        ),
        _kind("bad_capture", ILLEGAL, "{set} cannot capture {top}", "{set}で{top}を取ることはできません"),
        _kind(
            "opening_card_missing",
            ILLEGAL,
            "the opening set {set} lacks the diamond 3",
            "最初に出した{set}にダイヤの3が含まれていません",
        ),
        _kind(
            "third_lead",
            ILLEGAL,
            "player {who} led for the third time in a row",
            "プレイヤー{who}が3回続けて場の最初に出しました",
        ),
        _kind(
            "finish_banned",
            ILLEGAL,
            "player {who} may not go out with {set}",
            "プレイヤー{who}は{set}で上がることはできません",
        ),
        _kind(
            "finish_foul",
            FOUL,
            "player {who} went out with {set} and takes the lowest free place",
            "プレイヤー{who}は{set}で上がったため、残った順位のうち最も下になります",
        ),
        _kind(
            "wrong_draw_count",
            ILLEGAL,
            "player {who} had to draw {owed}, but drew {found}",
            "プレイヤー{who}が引くのは{owed}のはずが、引いたのは{found}でした",
        ),
        _kind(
            "effect_not_owed",
            ILLEGAL,
            "player {who} had no right to {what}",
            "プレイヤー{who}には{what}権利がありません",
        ),
        _kind(
            "effect_missing",
            ILLEGAL,
            "player {who} played a queen and named no card",
            "プレイヤー{who}はQを出したのに何も指名していません",
        ),
        _kind(
            "false_declaration",
            ILLEGAL,
            "player {who} had no grounds to {what}",
            "プレイヤー{who}が{what}条件は整っていません",
        ),
        _kind(
            "late_declaration",
            ILLEGAL,
            "player {who} was too late to {what}",
            "プレイヤー{who}が{what}には遅すぎます",
        ),
        _kind(
            "exchange_not_best",
            ILLEGAL,
            "player {who} gave {cards} instead of the strongest dealt to them: {best}",
            "プレイヤー{who}が渡したのは{cards}ですが、配られた手札で最も強いカードは{best}です",
        ),
        _kind(
            "exchange_wrong_count",
            ILLEGAL,
            "player {who} had to give {owed}, but gave {found}",
            "プレイヤー{who}が渡すのは{owed}のはずが、渡したのは{found}でした",
        ),
        _kind(
            "exchange_not_owed",
            ILLEGAL,
            "player {who} owed player {target} no such gift",
            "プレイヤー{who}がプレイヤー{target}にカードを渡す決まりはありません",
        ),
        _kind(
            "exchange_not_from_deal",
            ILLEGAL,
            "player {who} gave {cards}, which they had not been dealt",
            "プレイヤー{who}は配られていない{cards}を渡しました",
        ),
        _kind(
            "exchange_missing",
            ILLEGAL,
            "player {who} did not give player {target} {due}",
            "プレイヤー{who}はプレイヤー{target}に渡すべき{due}を渡していません",
        ),
        _kind(
            "bad_deck",
            RECORD,
            "more of these cards are written than the pack has: {cards}",
            "山にある枚数より多く書かれたカードがあります：{cards}",
        ),
        _kind(
            "bad_deal",
            RECORD,
            "the hands have {found} cards where {owed} are due",
            "手札の枚数は{found}ですが、{owed}のはずです",
        ),
        _kind(
            BAD_SEATING,
            RECORD,
            "the record has {found} where {owed} follows from the rules",
            "規則では{owed}となるところ、記録では{found}となっています",
        ),
        _kind(
            "house_mismatch",
            RECORD,
            "the house rules that the record names have {owed}, the record has {found}",
            "記録にあるハウスルールは{owed}ですが、この記録は{found}となっています",
        ),
        _kind(
            "result_mismatch",
            RECORD,
            "the written order is {found}, the replay gives {owed}",
            "記録された順位は{found}ですが、再現では{owed}となります",
        ),
        _kind(
            "points_mismatch",
            RECORD,
            "the written points are {found}, the replay gives {owed}",
            "記録された点数は{found}ですが、再現では{owed}となります",
        ),
        _kind(
            DEAL_INCOMPLETE, NOTICE, "the actions end before the deal is decided", "勝負がつく前に記録が終わっています"
        ),
        _kind(
            POINTS_INCONSISTENT,
            NOTICE,
            "the written points are {found}, but this order gives {owed}",
            "記録された点数は{found}ですが、この順位では{owed}となります",
        ),
    )
}

FAULT_NAMES: Final[Mapping[str, Text]] = {
    "out_of_turn": Text("out of turn", "手番違い"),
    "locked_by_pass": Text("play after a pass", "パスの後のプレイ"),
    "pass_on_lead": Text("pass on the lead", "親のパス"),
    "action_after_out": Text("act after going out", "上がった後の行動"),
    "action_after_end": Text("act after the end", "終了後の行動"),
    "card_not_held": Text("card not held", "持っていないカード"),
    "not_a_combination": Text("not a combination", "役にならない組"),
    "wrong_kind": Text("wrong kind of set", "違う種類の組"),
    "wrong_count": Text("wrong number of cards", "枚数違い"),
    "not_stronger": Text("not stronger", "強さ不足"),
    "run_overlap": Text("run that overlaps", "重なる階段"),
    "run_not_next": Text("not the next run", "続かない階段"),
    "suit_lock": Text("broken suit lock", "マーク縛り違反"),
    "number_lock": Text("broken number lock", "数字縛り違反"),
    "bomb_not_allowed": Text("bomb out of place", "出せない爆弾"),
    "bad_capture": Text("wrong capture", "誤った奪取"),
    "opening_card_missing": Text("opening without the diamond 3", "ダイヤの3のない最初の組"),
    "third_lead": Text("third lead in a row", "3回続けての親"),
    "finish_banned": Text("banned finish", "禁止上がり"),
    "finish_foul": Text("foul finish", "反則上がり"),
    "wrong_draw_count": Text("wrong number of cards drawn", "引く枚数の誤り"),
    "effect_not_owed": Text("right that was not there", "権利のない効果"),
    "effect_missing": Text("queen without a name", "Qの指名なし"),
    "false_declaration": Text("call without grounds", "条件のない宣言"),
    "late_declaration": Text("late call", "遅すぎる宣言"),
    "exchange_not_best": Text("gift of the wrong cards", "最も強いカードでない交換"),
    "exchange_wrong_count": Text("gift of the wrong number", "交換の枚数違い"),
    "exchange_not_owed": Text("gift that was not owed", "不要な交換"),
    "exchange_not_from_deal": Text("gift of cards not dealt", "配られていないカードの交換"),
    "exchange_missing": Text("gift that is missing", "交換の不足"),
    "bad_deck": Text("card written too often", "多すぎるカード"),
    "bad_deal": Text("wrong size of hands", "手札の枚数の誤り"),
    "bad_seating": Text("wrong seats", "席の誤り"),
    "house_mismatch": Text("other house rules", "ハウスルールの不一致"),
    "result_mismatch": Text("other order written", "順位の不一致"),
    "points_mismatch": Text("other points written", "点数の不一致"),
    "deal_incomplete": Text("deal without an end", "途中で終わる記録"),
    "points_inconsistent": Text("points that do not fit", "順位に合わない点数"),
}
"""What faults are called in a few words, where many are counted or listed."""


SENTENCES: Final[dict[str, Text]] = {
    "out_of_turn:unknown turn": Text(
        "player {who} acted out of turn: another player had to begin",
        "プレイヤー{who}の手番ではありません：最初に出すのはほかのプレイヤーです",
    ),
    "effect_not_owed:give": Text(
        "player {who} had no right to give {cards} to player {target}",
        "プレイヤー{who}にはプレイヤー{target}に{cards}を渡す権利がありません",
    ),
    "finish_banned:give": Text(
        "player {who} may not give {cards} to player {target} and go out that way",
        "プレイヤー{who}はプレイヤー{target}に{cards}を渡すことで上がることはできません",
    ),
    **dict.fromkeys(
        ("finish_banned:discard", "finish_banned:name"),
        Text("player {who} may not {what} and go out that way", "プレイヤー{who}は{what}ことで上がることはできません"),
    ),
    "finish_banned:joker": Text(
        "player {who} may not go out with {set}, which holds a joker",
        "{set}にはジョーカーが含まれているので、プレイヤー{who}はそれで上がることはできません",
    ),
    "finish_banned:rank": Text(
        "player {who} may not go out with {set}, which holds a banned card",
        "{set}には禁止されたカードが含まれているので、プレイヤー{who}はそれで上がることはできません",
    ),
    "finish_banned:groups": Text(
        "player {who} may not go out with {set}, a group of two or more",
        "{set}は2枚以上の組なので、プレイヤー{who}はそれで上がることはできません",
    ),
    "finish_banned:cut": Text(
        "player {who} may not go out with {set}, which clears the trick",
        "{set}は場を流すので、プレイヤー{who}はそれで上がることはできません",
    ),
    "finish_banned:effect": Text(
        "player {who} may not go out with {set}, which has an effect",
        "{set}には効果があるので、プレイヤー{who}はそれで上がることはできません",
    ),
    "effect_missing:give": Text(
        "player {who} did not give all the cards that were due after this set",
        "プレイヤー{who}は、この組の後に渡すべきカードをすべては渡していません",
    ),
    "effect_missing:discard": Text(
        "player {who} did not lay aside all the cards that were due after this set",
        "プレイヤー{who}は、この組の後に捨てるべきカードをすべては捨てていません",
    ),
    "opening_card_missing:in_set": Text(
        "the first set must contain {card}, and {set} does not",
        "最初に出す組には{card}が必要ですが、{set}には含まれていません",
    ),
    "opening_card_missing:alone": Text(
        "the first set must be {card} alone, not {set}",
        "最初に出すのは{card}1枚のはずですが、{set}が出されました",
    ),
    "suit_lock:colour": Text("{laid} breaks the colour lock ({suits})", "{laid}は色縛り（{suits}）に反します"),
    "suit_lock:partial": Text("{laid} breaks the partial lock ({suits})", "{laid}は片縛り（{suits}）に反します"),
    "suit_lock:full": Text("{laid} breaks the full lock ({suits})", "{laid}は激縛り（{suits}）に反します"),
    "number_lock:full": Text(
        "{laid} is not the next rank, to which the full lock binds the trick", "{laid}は激縛りの次の数字ではありません"
    ),
    "house_mismatch:players": Text(
        "{found} players sit at the table, and the house rules that the record names are for {owed}",
        "席についたのは{found}人ですが、記録にあるハウスルールは{owed}人用です",
    ),
    "exchange_not_best:weakest": Text(
        "player {who} gave {cards} instead of the weakest dealt to them: {best}",
        "プレイヤー{who}が渡したのは{cards}ですが、配られた手札で最も弱いカードは{best}です",
    ),
    "bad_deck:size": Text(
        "hands and stock have {found} in all, but the pack has {owed}",
        "手札と山札は合わせて{found}ですが、1組は{owed}です",
    ),
    "bad_deck:draw": Text(
        "player {drawer} cannot have drawn {cards} from this stock",
        "プレイヤー{drawer}がこの山札から{cards}を引くことはできません",
    ),
    "bad_seating:seats": Text(
        "the seats are {found}, but by the ranking they should be {owed}",
        "席順は{found}と書かれていますが、順位に従えば{owed}です",
    ),
    "bad_seating:places": Text(
        "the places are {found}, but the deal before ended {owed}",
        "順位は{found}と書かれていますが、前の回の結果は{owed}です",
    ),
    "false_declaration:jesters": Text(
        "player {who} declared a revolution without being dealt both jesters",
        "プレイヤー{who}は道化師を2枚とも配られていないのに革命を宣言しました",
    ),
    "false_declaration:not held": Text(
        "player {who} could not {what} without holding that", "プレイヤー{who}は手札にないので、{what}ことはできません"
    ),
    "false_declaration:not aces": Text(
        "player {who} could not {what}: only one ace, or both aces of a suit, are shown",
        "プレイヤー{who}が{what}ことはできません。見せられるのは、A1枚か、同じスートのA2枚だけです",
    ),
    "false_declaration:other ace": Text(
        "player {who} could not {what}: there was a declaration already",
        "すでに宣言があるので、プレイヤー{who}が{what}ことはできません",
    ),
    "false_declaration:second ace": Text(
        "player {who} had no second Big A left to show", "プレイヤー{who}には、まだ見せていない2枚目の大Aがありません"
    ),
    "false_declaration:counter": Text(
        "player {who} could not {what}: this declaration cannot be countered",
        "この宣言に反大Aはできないので、プレイヤー{who}が{what}ことはできません",
    ),
    "false_declaration:not partner": Text(
        "player {who} was not the declarer's partner", "プレイヤー{who}はデクレアラーのパートナーではありません"
    ),
    "false_declaration:no default": Text(
        "player {who} could not declare by a heart ace: there was a declaration already",
        "すでに宣言があるので、プレイヤー{who}はハートAを申し出られません",
    ),
    "false_declaration:no heart ace": Text(
        "player {who} held no heart ace to declare by", "プレイヤー{who}は、申し出たハートAを持っていません"
    ),
    "false_declaration:no ittsu": Text(
        "the hand of player {who} was no ittsu", "プレイヤー{who}の手札はイッツーになっていません"
    ),
    "false_declaration:unsettled": Text(
        "player {who} could not show an ittsu before the exchange was complete",
        "プレイヤー{who}は、交換が済むまでイッツーを見せられません",
    ),
    "not_a_combination:joker in a set": Text(
        "{set} is not a combination: the joker is only played alone",
        "{set}は一緒に出せる組ではありません。JOKERは1枚でしか出せません",
    ),
    "false_declaration:missing": Text(
        "player {who} led before anybody had declared",
        "だれも宣言しないうちにプレイヤー{who}が最初のカードを出しました",
    ),
    "deal_incomplete:points": Text(
        "points are written for some of those at the table, but not for all",
        "席についている人の一部にしか点数が書かれていません",
    ),
    "points_inconsistent:sum": Text(
        "the written points {found} add up to {sum}, but by the rules to {owed}",
        "記録された点数{found}の合計は{sum}ですが、規則では{owed}となります",
    ),
    "points_inconsistent:order": Text(
        "the written order is {order}, but by the written points {found} it is {owed}",
        "記録された順位は{order}ですが、記録された点数{found}に従えば{owed}となります",
    ),
    "points_inconsistent:philosophical": Text(
        "the written points are {found}, which no deal from this ranking gives",
        "記録された点数は{found}ですが、この順位から始まる回でこうなることはありません",
    ),
    "points_inconsistent:payment": Text(
        "the written points {found} are no payment between a declarer's team and the defenders at these places",
        "記録された点数{found}は、この順位でのデクレアラー側とディフェンダーの精算になりません",
    ),
}
"""Sentences for kinds of a code that the sentence of the catalogue does not fit."""


def _as_text(detail: object, place: int) -> object:
    if isinstance(detail, list):
        return " ".join(map(str, detail))
    return detail[place] if isinstance(detail, Text) else detail


class Fault:
    """One fault of a deal: the action, the player, the code, the rule, and the resolution.

    `action` is the 0-based place in the deal's actions, `player` a player number; both are None for a fault of the
    whole deal. `details` fill the sentence; one that is a `Text` differs between the languages, and a list has the
    numbers of players.
    """

    __slots__ = ("action", "code", "details", "player", "resolution", "rule", "sentence", "severity")

    def __init__(
        self,
        *,
        entry: FaultKind,
        action: int | None,
        player: int | None,
        rule: str,
        resolution: str,
        details: dict[str, object],
    ) -> None:
        self.code = entry.code
        self.severity = entry.severity
        self.sentence = entry.sentence
        self.action = action
        self.player = player
        self.rule = rule
        self.resolution = resolution
        self.details = details

    @property
    def number(self) -> int | None:
        """The number of the action as people count, from 1; None for a fault of the whole deal."""
        return None if self.action is None else self.action + 1

    @property
    def message(self) -> Text:
        """The sentence with its details, in both languages."""
        english, japanese = (
            {name: _as_text(value, place) for name, value in self.details.items()} for place in range(2)
        )
        return Text(self.sentence.en.format_map(english), self.sentence.ja.format_map(japanese))

    def sort_key(self) -> tuple[int, int, str]:
        """The order of faults: by action (none first), player (none first), code."""
        return (-1 if self.action is None else self.action, self.player or 0, self.code)
