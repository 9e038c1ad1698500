"""Which titles a player wins, keeps and loses."""

from typing import Final

from daifu.replay.figures.figure import HIGH, LOW, SHARE, TITLES, Family, Figure
from daifu.replay.figures.names import title
from daifu.replay.text import Text

TITLE_FIGURES: Final = (
    Figure(
        "top.kept",
        TITLES,
        SHARE,
        "top.kept",
        "top.begun",
        Text("top title kept", "最上位の維持率"),
        Text(
            "Of the deals begun with the title of the table's first place, those that ended with it.",
            "卓の1位の身分（大富豪など）で始めた回のうち、その身分を守った割合。",
        ),
        better=HIGH,
    ),
    Figure(
        "top.taken",
        TITLES,
        SHARE,
        "top.taken",
        "top.below",
        Text("top title taken", "最上位の獲得率"),
        Text(
            "Of the deals begun without the title of the table's first place, those that ended with it.",
            "卓の1位の身分（大富豪など）でなく始めた回のうち、その身分になった割合。",
        ),
        better=HIGH,
    ),
    Figure(
        "bottom.left",
        TITLES,
        SHARE,
        "bottom.left",
        "bottom.begun",
        Text("risen from the bottom", "最下位からの脱出率"),
        Text(
            "Of the deals begun with the title of the table's last place, those that ended above it.",
            "卓の最下位の身分（大貧民など）で始めた回のうち、最下位を脱した割合。",
        ),
        better=HIGH,
    ),
    Figure(
        "bottom.reached",
        TITLES,
        SHARE,
        "bottom.reached",
        "bottom.above",
        Text("fallen to the bottom", "最下位への転落率"),
        Text(
            "Of the deals begun without the title of the table's last place, those that ended with it.",
            "卓の最下位の身分（大貧民など）でなく始めた回のうち、その身分になった割合。",
        ),
        better=LOW,
    ),
    Figure(
        "titles.risen",
        TITLES,
        SHARE,
        "turns_risen",
        "turns",
        Text("risen", "上昇率"),
        Text(
            "Of the deals begun and ended with a title, those that ended with a better one.",
            "前後とも身分があった回のうち、身分が上がった割合。",
        ),
        better=HIGH,
    ),
    Figure(
        "titles.fallen",
        TITLES,
        SHARE,
        "turns_fallen",
        "turns",
        Text("fallen", "下降率"),
        Text(
            "Of the deals begun and ended with a title, those that ended with a lower one.",
            "前後とも身分があった回のうち、身分が下がった割合。",
        ),
        better=LOW,
    ),
)

TITLE_FAMILIES: Final = (
    Family(
        Figure(
            "title.<title>",
            TITLES,
            SHARE,
            "title.<title>",
            "deals",
            Text("<title>", "<title>"),
            Text("Of the deals, those that ended with the title <title>.", "<title>になった回の割合。"),
        ),
        {"<title>": title},
    ),
    Family(
        Figure(
            "turn.<from>.<to>",
            TITLES,
            SHARE,
            "turn.<from>.<to>",
            "turn.<from>",
            Text("from <from> to <to>", "<from>から<to>へ"),
            Text(
                "Of the deals begun as <from> and ended with a title, those that ended as <to>.",
                "<from>で始めて身分を得た回のうち、<to>になった割合。",
            ),
        ),
        {"<from>": title, "<to>": title},
    ),
)
