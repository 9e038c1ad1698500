"""The catalogue of counters: all that can ever be counted, by profile."""

from collections.abc import Iterable
from typing import Final

from daifu.replay.counters import OUTCOME, PAIRS, SEAT, SEATS, SEATS_AND_TABLES, TABLE, TABLES, Family, family
from daifu.replay.faults import CATALOGUE as FAULTS
from daifu.replay.games.catalogue import PROFILES, kept_by_game
from daifu.replay.statistics.products import PLAYER_RATIOS, TABLE_RATIOS, product_names
from daifu.replay.statistics.results import STANDING_UNIT, VALUE_UNIT
from daifu.replay.statistics.rows import MORE, MOST_CARDS_COUNTED, NONE, SEAT_NUMBERS

HAND_CLASS_COUNT: Final = 10

CARD_COUNTS: Final = (*(str(number) for number in range(1, MOST_CARDS_COUNTED + 1)), MORE)
HAND_CLASSES: Final = tuple(str(number) for number in range(HAND_CLASS_COUNT))
FAULT_CODES: Final = tuple(FAULTS)


def result_families(titles: Iterable[str]) -> tuple[Family, ...]:
    """How deals came out for a player, in a game with these titles."""
    known = tuple(titles)
    return (
        family("seated", SEATS, "Deals that the player sat in, decided or not.", "参加した回の数（未決着を含む）。"),
        family("deals", SEATS_AND_TABLES, "Decided deals.", "決着した回の数。"),
        family("undecided", SEATS_AND_TABLES, "Deals that came to no result.", "決着しなかった回の数。"),
        family(
            "unverified",
            SEATS_AND_TABLES,
            "Decided deals of which only the written result is known.",
            "記録された結果だけがあり、行動の記録がない回の数。",
        ),
        family("played", SEATS_AND_TABLES, "Deals of which the actions are known.", "行動の記録がある回の数。"),
        family(
            "place.*",
            SEATS,
            "Decided deals that ended on this place; `none`: without a place.",
            "この順位で終わった回の数。noneは順位がつかなかった回。",
            (*SEAT_NUMBERS, NONE),
        ),
        family("first", SEATS, "Deals won: place 1.", "1位になった回の数。"),
        family(
            "last",
            SEATS,
            "Deals that ended on the last place of the table; a player who alone has no place is last.",
            "最下位になった回の数。1人だけ順位がつかなければ、その人が最下位。",
        ),
        *_score_families(),
        family(
            "title.*",
            SEATS,
            "Decided deals that gave this title; `none`: no title.",
            "この身分を得た回の数。noneは身分がつかなかった回。",
            (*known, NONE),
        ),
        *outcome_families(),
    )


def _score_families() -> tuple[Family, ...]:
    """How well deals came out for a player."""
    return (
        family(
            "places",
            SEATS,
            "Places of decided deals in halves, summed: 2 for the first. Players who share places, or the places left "
            "because they have none, have the mean of these.",
            "決着した回の順位（2分の1位単位）の合計。1位は2。同順位の者は分け合う順位の平均、"
            "順位のつかなかった者は残った順位の平均とする。",
        ),
        family(
            "standing",
            SEATS,
            f"The share of the others who did better, in parts of {STANDING_UNIT}, summed: 0 for the first, "
            f"{STANDING_UNIT} for the last. Shared places and places left count with their mean.",
            f"自分より上位だった相手の割合（{STANDING_UNIT}分率）の合計。1位は0、最下位は{STANDING_UNIT}。"
            "同順位の者は分け合う順位の平均、順位のつかなかった者は残った順位の平均とする。",
        ),
        family("scored", SEATS, "Deals that gave the player points that are known.", "得点が分かっている回の数。"),
        family("points", SEATS, "Points, in thousandths.", "得点の合計（1000分の1点単位）。"),
        family(
            "points_squared",
            SEATS,
            "Squares of the points, in millionths.",
            "得点の2乗の合計（100万分の1点単位）。",
        ),
    )


def outcome_families() -> tuple[Family, ...]:
    """Results by the seat of a player and by the hand dealt."""
    return (
        family(
            "seat.*.*",
            SEATS,
            "Results of decided, played deals by seat, in order of play from the player of the first set (1): deals, "
            "deals won, share of the others who did better (as `standing`), deals with points, points (thousandths).",
            "最初にカードを出した人を1とする席順別の結果：回数、1位の回数、上位者の割合（`standing` と同じ単位）、"
            "得点の分かる回数、得点（1000分の1点単位）。",
            SEAT_NUMBERS,
            OUTCOME,
        ),
        family(
            "hand.*.*",
            SEATS,
            "The same by the strength of the hand as dealt: tenths of all hands of that size, 0 the weakest. "
            "Only hands that are wholly known.",
            "配られた手札の強さ別の同じ結果。同じ枚数の手札を強さで10等分し、0が最も弱い。全部のカードが分かる手札だけを数える。",
            HAND_CLASSES,
            OUTCOME,
        ),
    )


def play_families(kinds: Iterable[str]) -> tuple[Family, ...]:
    """How players played, in a game with these kinds of set."""
    return (
        family("actions", SEATS_AND_TABLES, "Actions, faulty ones included.", "行動の数（問題点のあるものを含む）。"),
        family("sets", SEATS_AND_TABLES, "Sets that were laid and stood.", "場に出て有効だった組の数。"),
        family("cards", SEATS_AND_TABLES, "Cards of these sets.", "その組のカードの枚数。"),
        family(
            "set.*.*",
            SEATS_AND_TABLES,
            "Sets of this kind and this number of cards.",
            "この種類・枚数の組を出した回数。",
            (*kinds, "irregular"),
            CARD_COUNTS,
        ),
        family("leads", SEATS, "Tricks led to.", "場の親として最初に出した回数。"),
        family("leads.won", SEATS, "Tricks led to and won.", "親として始め、自分が取った場の数。"),
        family(
            "tricks",
            SEATS_AND_TABLES,
            "Tricks won: the last set was the player's when the trick was cleared or the deal ended.",
            "取った場の数（場が流れた時、または回が終わった時に、最後の組が自分のもの）。",
        ),
        family("passes", SEATS_AND_TABLES, "Passes on the player's turn.", "手番でのパスの数。"),
        family(
            "passes.able", SEATS_AND_TABLES, "Passes with a legal set in hand.", "出せる組があったのにしたパスの数。"
        ),
        family(
            "passes.unable", SEATS_AND_TABLES, "Passes with no legal set in hand.", "出せる組がなくてしたパスの数。"
        ),
        family(
            "passes.unseen",
            SEATS_AND_TABLES,
            "Passes of which neither can be said, because unknown cards in hand decide.",
            "手札の不明カードによるので、出せる組があったか分からないパスの数。",
        ),
        *ending_families(),
        *turning_families(),
    )


def ending_families() -> tuple[Family, ...]:
    """How deals ended for a player."""
    return (
        family(
            "won", SEATS, "Played deals in which the player went out first.", "行動の記録がある回で最初に上がった回数。"
        ),
        family(
            "won.leading",
            SEATS,
            "Of these, those in which the last set was a lead.",
            "そのうち、最後に出した組が場の最初の組だった回数。",
        ),
        family(
            "left", SEATS, "Cards in hand when a decided deal ended.", "決着した時に手に残っていたカードの枚数の合計。"
        ),
        family("left_squared", SEATS, "Squares of these numbers.", "その枚数の2乗の合計。"),
        family(
            "left.deals",
            SEATS,
            "Decided, played deals: those of which the cards left are counted.",
            "残り枚数を数えた回の数（決着し、行動の記録がある回）。",
        ),
        family(
            "finished",
            TABLES,
            "Decided deals of which the actions are known.",
            "決着し、行動の記録がある回の数。",
        ),
        family("length", TABLES, "Actions of these deals.", "その回の行動の数の合計。"),
        family("length_squared", TABLES, "Squares of the actions of each.", "その回ごとの行動の数の2乗の合計。"),
    )


def turning_families() -> tuple[Family, ...]:
    """Sets with consequences, and what moved between hands."""
    return (
        family("bombs", SEATS_AND_TABLES, "Bombs.", "爆弾の数。"),
        family("revolutions", SEATS_AND_TABLES, "Revolutions made.", "革命を起こした回数。"),
        family(
            "revolutions.suffered",
            SEATS,
            "Revolutions that others made while the player was still in.",
            "自分が上がる前に、ほかのプレイヤーが起こした革命の数。",
        ),
        family("jokers", SEATS_AND_TABLES, "Jokers spent in sets.", "組で使ったジョーカーの枚数。"),
        family(
            "jokers.left",
            SEATS,
            "Cards left in hand after each joker spent, summed.",
            "ジョーカーを使った直後の手札の枚数の合計（ジョーカー1枚ごとに数える）。",
        ),
        family("gifts.given", SEATS, "Gifts given to other players.", "ほかのプレイヤーにカードを渡した回数。"),
        family("gifts.given.cards", SEATS, "Cards of these gifts.", "渡したカードの枚数。"),
        family(
            "gifts.given.strength",
            SEATS,
            "Strength of the cards given, summed: of each card, the share of the pack that is weaker, in thousandths.",
            "渡したカードの強さの合計。1枚の強さは、それより弱いカードが山に占める割合（千分率）。",
        ),
        family("gifts.received", SEATS, "Gifts received.", "ほかのプレイヤーからカードを受け取った回数。"),
        family("gifts.received.cards", SEATS, "Cards of these gifts.", "受け取ったカードの枚数。"),
        family("gifts.received.strength", SEATS, "Strength of these cards.", "受け取ったカードの強さの合計。"),
        family("timed", SEATS, "Actions with a time of up to an hour.", "思考時間の記録（1時間以内）がある行動の数。"),
        family("time", SEATS, "Milliseconds of these actions.", "その思考時間の合計（ミリ秒）。"),
        family("time_squared", SEATS, "Squares of these milliseconds.", "その思考時間（ミリ秒）の2乗の合計。"),
    )


def fault_families(rules: Iterable[str]) -> tuple[Family, ...]:
    """What went wrong, in a game that cites these rules."""
    return (
        family("faults", SEATS_AND_TABLES, "Faults of any kind.", "問題点の総数。"),
        family("faults.*", SEATS_AND_TABLES, "Faults of this code.", "このコードの問題点の数。", FAULT_CODES),
        family(
            "rule.*", TABLES, "Faults that cite this rule.", "この規則に関する問題点の数。", tuple(sorted(set(rules)))
        ),
    )


def analysis_families() -> tuple[Family, ...]:
    """What was found about the player in the analysis of the record, in deals that were analysed."""
    return (
        family(
            "analysed",
            SEATS,
            "Analysed deals in which the player had a choice, or a result that was split into luck and play.",
            "解析された回のうち、本人に選択の余地があったか、結果が運とプレイに分けられた回の数。",
        ),
        family(
            "wins",
            SEATS,
            "Actions before which the player could force to go out next with all hands known, and after which it is "
            "proven whether they still could.",
            "次の上がりを確定できた局面での行動のうち、その後も確定できるかどうかが証明されたものの数。",
        ),
        family("wins.played", SEATS, "Of these, those after which they could.", "そのうち、その後も確定できたもの。"),
        family(
            "wins.missed",
            SEATS,
            "Of these, those after which they could not.",
            "そのうち、その後は確定できなくなったもの。",
        ),
        family("choices", SEATS, "Actions of which the swing was estimated.", "変化を推定した行動の数。"),
        family(
            "choices.accurate",
            SEATS,
            "Of these, those that were no estimated loss.",
            "そのうち、推定した損のなかったもの。",
        ),
        family(
            "swing",
            SEATS,
            f"What these actions changed in the value of the player's result, in parts of {VALUE_UNIT}, summed.",
            f"その行動による結果の価値の変化（{VALUE_UNIT}分率）の合計。",
        ),
        *_luck_families(),
    )


def _luck_families() -> tuple[Family, ...]:
    """What the results of analysed deals are made of."""
    return (
        family(
            "luck.deals",
            SEATS,
            "Deals of which the result was split into luck and play.",
            "結果が運とプレイに分けられた回の数。",
        ),
        family(
            "luck",
            SEATS,
            f"What seat and cards gave in these deals, in parts of {VALUE_UNIT} of the value of a result, summed.",
            f"その回で席と手札がもたらした、結果の価値の分（{VALUE_UNIT}分率）の合計。",
        ),
        family("luck.seat", SEATS, "The part of the seat.", "そのうち、席によるもの。"),
        family("luck.cards", SEATS, "The part of the cards.", "そのうち、手札によるもの。"),
        family(
            "luck.play",
            SEATS,
            f"What play gave in these deals, in parts of {VALUE_UNIT}, summed.",
            f"その回でプレイがもたらした、結果の価値の分（{VALUE_UNIT}分率）の合計。",
        ),
        family(
            "luck.adjusted",
            SEATS,
            "The values of the results of these deals without seat, cards and half of what others did, in parts "
            f"of {VALUE_UNIT}, summed.",
            f"その回の結果の価値から席と手札の分、ほかの人の行動による分の半分を除いた値（{VALUE_UNIT}分率）の合計。",
        ),
    )


def product_families() -> tuple[Family, ...]:
    """How counters vary from day to day."""
    return tuple(
        family(
            "*",
            (owner,),
            "Of each day, the product of the two counters that are named, summed. A record of more than 20 deals "
            "counts as several days.",
            "名前にある2つのカウンターについて、日ごとに掛け合わせた積の合計。20回を超える棋譜は複数の日として数える。",
            tuple(product_names(ratios)),
        )
        for owner, ratios in ((SEAT, PLAYER_RATIOS), (TABLE, TABLE_RATIOS))
    )


def pair_families() -> tuple[Family, ...]:
    """What happened between two players."""
    return (
        family("deals", PAIRS, "Decided deals that both sat in.", "2人が同席し、決着した回の数。"),
        family("higher", PAIRS, "Deals in which the player was placed above the other.", "相手より上位だった回の数。"),
        family("lower", PAIRS, "Deals in which the player was placed below the other.", "相手より下位だった回の数。"),
        family(
            "equal",
            PAIRS,
            "Deals in which both had the same place, or neither had one.",
            "同順位だったか、どちらにも順位がつかなかった回の数。",
        ),
        family("scored", PAIRS, "Deals that gave both points that are known.", "両者の得点が分かっている回の数。"),
        family(
            "points",
            PAIRS,
            "The player's points minus the other's, in thousandths.",
            "自分の得点から相手の得点を引いた差の合計（1000分の1点単位）。",
        ),
    )


def title_families(titles: tuple[str, ...]) -> tuple[Family, ...]:
    """In a game with these titles; a game without any counts nothing of the kind."""
    return (
        family(
            "turn.*.*",
            SEATS,
            "Decided deals begun with the first title and ended with the second.",
            "前の身分で始め、後の身分で終わった回の数。",
            titles,
            titles,
        ),
        family(
            "before.*.*",
            SEATS,
            "Results of decided deals by the title with which the player began them: the same as for `seat`, also of "
            "deals of which only the result is known; `none`: without a title where others had one.",
            "始めたときの身分別の結果。項目は `seat` と同じで、行動の記録がない回も数える。"
            "noneは、ほかのプレイヤーだけに身分があった回。",
            (*titles, NONE) if titles else (),
            OUTCOME,
        ),
        *(_end_families() if titles else ()),
    )


def _end_families() -> tuple[Family, ...]:
    """How often the titles of the first and of the last place stayed with a player, came and went."""
    return (
        family(
            "top.begun",
            SEATS,
            "Decided deals that gave titles, begun with the title of the first place of the table.",
            "身分がついた回のうち、卓の1位の身分で始めた回の数。",
        ),
        family("top.kept", SEATS, "Those of them that ended with it.", "そのうち、1位の身分を守った回の数。"),
        family(
            "top.below",
            SEATS,
            "Decided deals that gave titles, begun without that of the first place, which another had.",
            "身分がついた回のうち、ほかのプレイヤーが卓の1位の身分で、自分はそれ以外で始めた回の数。",
        ),
        family("top.taken", SEATS, "Those of them that ended with it.", "そのうち、1位の身分になった回の数。"),
        *_bottom_families(),
    )


def _bottom_families() -> tuple[Family, ...]:
    return (
        family(
            "bottom.begun",
            SEATS,
            "Decided deals that gave titles, begun with the title of the last place of the table and ended on a place.",
            "身分がつき、自分の順位もついた回のうち、卓の最下位の身分で始めた回の数。",
        ),
        family("bottom.left", SEATS, "Those of them that ended without it.", "そのうち、最下位を脱した回の数。"),
        family(
            "bottom.above",
            SEATS,
            "The same, begun without the title of the last place, which another had.",
            "同じく、ほかのプレイヤーが卓の最下位の身分で、自分はそれ以外で始めた回の数。",
        ),
        family("bottom.reached", SEATS, "Those of them that ended with it.", "そのうち、最下位の身分になった回の数。"),
    )


@kept_by_game
def families_of(rules: str) -> tuple[Family, ...]:
    """The families of counters of a game: those that every game has, then its own."""
    profile = PROFILES[rules]
    counting = profile.rules({}).counting
    return (
        *result_families(counting.titles),
        *analysis_families(),
        *product_families(),
        *title_families(counting.titles),
        *play_families(counting.kinds),
        *fault_families([*profile.citations.values(), *counting.cited]),
        *pair_families(),
        *counting.families,
    )


@kept_by_game
def counters_of(rules: str, whose: str) -> dict[str, Family]:
    """Every counter of a profile by its name, with its family: of a seat, of the table or of a pair."""
    return {name: family for family in families_of(rules) if whose in family.of for name in family.names()}
