"""Why a record cannot land in a tournament, where the reason lies with the record and not with the tournament."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from data.tournaments.refusals import CATALOGUE, Refused
from replay.text import Text

LOG_DAMAGED: Final = "log_damaged"

SENTENCES: Final[Mapping[str, Text]] = {
    "not_named": Text("the event does not name the {field}", "eventに{field}がありません"),
    "no_number": Text(
        "the {field} of the event is {found}; expected its number", "eventの{field}が{found}で、番号ではありません"
    ),
    "other_tournament": Text("the event of the record is another one", "棋譜のeventが別の大会のものです"),
    "other_rules": Text(
        "the record was played by {found}, the tournament goes by {expected}",
        "棋譜のルールは{found}ですが、大会のルールは{expected}です",
    ),
    "other_options": Text(
        "the record was played with other options than the tournament's", "棋譜のオプションが大会のものと違います"
    ),
    "too_many_deals": Text(
        "the record has {found} deals; a table has {most} at most", "棋譜は{found}回ありますが、1卓は{most}回までです"
    ),
    "too_many_faults": Text(
        "deal {deal} has {found} faults; {most} can be kept of one",
        "{deal}回目の反則は{found}件で、上限の{most}件を超えます",
    ),
    "contradicted": Text(
        "deal {deal} of table {table} has another result already, which is not this record's",
        "{table}卓の{deal}回目には、この棋譜と食い違う別の結果がすでにあります",
    ),
    LOG_DAMAGED: Text(
        "the log of the tournament is damaged, so that nothing can land in it",
        "大会の記録簿が壊れているため、反映できません",
    ),
}


class NotLanded(Refused):
    """A record that cannot land; `details` fill the places of the sentence."""

    @property
    def sentence(self) -> Text:
        """The reason, in both languages."""
        return sentence(self.code, self.details)


def sentence(code: str, details: Mapping[str, Any]) -> Text:
    """The sentence for a reason why something has not landed."""
    found = SENTENCES.get(code) or CATALOGUE[code]
    return Text(found.en.format_map(details), found.ja.format_map(details))


def details_json(refusal: Refused) -> str:
    """The details of a refusal as the store keeps them."""
    return msgspec.json.encode(refusal.details, order="deterministic", enc_hook=str).decode()
