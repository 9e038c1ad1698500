"""Which titles a player wins, keeps and loses."""

from typing import Final

from replay.text import Text
from schemas.figures.figure import HIGH, LOW, SHARE, Family, Figure
from schemas.figures.groups import TITLES
from schemas.figures.words import title

TITLE_FIGURES: Final = (
    Figure(
        "top.kept",
        TITLES,
        SHARE,
        "turns_kept_top",
        "turns_from_top",
        Text("top title kept", "大富豪維持率"),
        Text(
            "Of the deals begun with the top title, daifugo or Greater Dalmuti, those that ended with it.",
            "大富豪（大ダルマチ）で始めた回のうち、その身分を守った割合。",
        ),
        better=HIGH,
    ),
    Figure(
        "top.taken",
        TITLES,
        SHARE,
        "turns_to_top",
        "turns_from_below",
        Text("top title taken", "大富豪獲得率"),
        Text(
            "Of the deals begun with a lower title, those that ended with the top one.",
            "大富豪（大ダルマチ）以外で始めた回のうち、その身分になった割合。",
        ),
        better=HIGH,
    ),
    Figure(
        "bottom.left",
        TITLES,
        SHARE,
        "turns_up_from_bottom",
        "turns_from_bottom",
        Text("risen from the bottom", "大貧民脱出率"),
        Text(
            "Of the deals begun with the lowest title, daihinmin or Greater Peon, those that ended with a better one.",
            "大貧民で始めた回のうち、それより上の身分になった割合。",
        ),
        better=HIGH,
    ),
    Figure(
        "bottom.reached",
        TITLES,
        SHARE,
        "turns_to_bottom",
        "turns_from_above",
        Text("fallen to the bottom", "大貧民転落率"),
        Text(
            "Of the deals begun with a higher title, those that ended with the lowest one.",
            "大貧民以外で始めた回のうち、大貧民になった割合。",
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
                "Of the deals begun as <from>, those that ended as <to>.",
                "<from>で始めた回のうち、<to>になった割合。",
            ),
        ),
        {"<from>": title, "<to>": title},
    ),
)
