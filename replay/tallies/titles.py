"""The counters of titles: with which one a deal was begun, and what became of it."""

from replay.counting import OUTCOME, SEATS, Family, family
from replay.tallies.common import NONE


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
