"""The titles of all games: their names for people, and how they rank."""

from typing import Final

from daifu.replay.text import Text

TITLE_NAMES: Final = {
    "super_daifugo": Text("super daifugo", "超大富豪"),
    "daifugo": Text("daifugo", "大富豪"),
    "fugo": Text("fugo", "富豪"),
    "heimin": Text("heimin", "平民"),
    "hinmin": Text("hinmin", "貧民"),
    "daihinmin": Text("daihinmin", "大貧民"),
    "super_daihinmin": Text("super daihinmin", "超大貧民"),
    "greater_dalmuti": Text("Greater Dalmuti", "大ダルマチ"),
    "lesser_dalmuti": Text("Lesser Dalmuti", "小ダルマチ"),
    "merchant": Text("Merchant", "商人"),
    "lesser_peon": Text("Lesser Peon", "小貧民"),
    "greater_peon": Text("Greater Peon", "大貧民"),
}
"""Names of titles by their names in records, the best title of each game first."""


def title_name(title: str) -> Text:
    """The name of a title; an unknown title is shown as it is written."""
    return TITLE_NAMES.get(title) or Text(title, title)


TITLE_RANKS: Final = {title: place for place, title in enumerate(TITLE_NAMES)}
"""The rank of each title in its game: lower is better."""
