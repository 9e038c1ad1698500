"""What is found about house rules: their hash, all their values, and what does not go together."""

from typing import NamedTuple

from daifu.replay.options import Conflict, Value
from daifu.replay.text import Text
from daifu.schemas.house_document import House, Parent, conflicts, hash_of, inherited, profile_of_base


class HouseCheck(NamedTuple):
    """House rules that can be read, with all that they take over.

    `expanded` are the rules that are on, each with all its parameters, or all options of another game. `no_playouts`
    says why no deal is played out under them, None where deals are; nothing is known of that where the rules exclude
    each other.
    """

    house: House
    hash: str
    expanded: dict[str, Value]
    conflicts: list[Conflict]
    no_playouts: Text | None

    @property
    def stands(self) -> bool:
        """Whether records can be played under these rules."""
        return not any(conflict.refuses for conflict in self.conflicts)


def check_house(house: House, find: Parent) -> HouseCheck:
    """What is found about house rules. Raises `HouseRefused` as `inherited` does."""
    flat = inherited(house, find)
    found = conflicts(flat)
    refused = any(conflict.refuses for conflict in found)
    return HouseCheck(flat, hash_of(flat), expanded_rules(flat), found, None if refused else _no_playouts(flat))


def expanded_rules(flat: House) -> dict[str, Value]:
    """The rules of flattened house rules, each with all its parameters; of a game without local rules all options."""
    profile = profile_of_base(flat.base)
    options = {} if profile is None else profile.complete(flat.rules)
    if profile is not None and not profile.base:
        return dict(options)
    return {rule: value for rule, value in options.items() if isinstance(value, dict)}


def _no_playouts(flat: House) -> Text | None:
    profile = profile_of_base(flat.base)
    return None if profile is None else profile.rules(flat.rules).playouts.refusal()
