"""The options of commands by which records are judged by other rules: another game, its options, house rules."""

from functools import partial
from typing import Any, Final

from daifu.api.cli.program.commands import OneOf, Option
from daifu.api.cli.program.output import CommandError, UsageError
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.record.rules import OptionsUnreadable, OtherRules, option_values, read_option_words

HOUSE: Final = Option(
    "--house",
    Text(
        "House rules, or kept options of a game: a file in TOML or JSON, or the id of what is in the store, such as "
        "friday or friday@3.",
        "ハウスルール、または保存したオプション。TOMLかJSONのファイル、または保存先にあるもののid（fridayやfriday@3）。",
    ),
    metavar="HOUSE",
)
OPTIONS: Final = Option(
    "--options",
    Text(
        'Options of the game in words, such as "jack_back=yes jokers=2", or as a JSON object; the others are at their '
        "defaults.",
        "ゲームのオプション。「jack_back=はい jokers=2」のような言葉か、JSONのオブジェクト。ほかは既定値になる。",
    ),
    into="option_words",
    metavar="OPTIONS",
)
OTHER_RULES: Final = (
    Option(
        "--rules",
        Text(
            f"Judge by the rules of another game: {', '.join(PROFILES)}.",
            f"別のゲームの規則で判定する（{'、'.join(PROFILES)}）。",
        ),
        short="-r",
        type=OneOf(tuple(PROFILES)),
        metavar="RULES",
    ),
    OPTIONS,
    HOUSE,
)
NOT_BESIDE_HOUSE: Final = Text(
    "--house says the game and its options, so that --rules and --options are not given beside it",
    "--houseはゲームもオプションも決めるので、--rulesや--optionsと同時には指定できません",
)


def other_rules(call: dict[str, Any], **target: Any) -> OtherRules | None:  # noqa: ANN401 - `TARGET`
    """The rules that the options of `OTHER_RULES` choose, which are taken out of those of a command.

    House rules are looked for in the `target`, by default in the store or the service of the settings. Raises
    `UsageError` and `CommandError`.
    """
    rules, words, house = (call.pop(name) for name in ("rules", "option_words", "house"))
    if house is not None:
        if rules or words:
            raise UsageError(NOT_BESIDE_HOUSE)
        return rules_of_house(house, **target)
    if words is None:
        return None if rules is None else OtherRules(rules)
    return OtherRules(rules, partial(option_values, words=read_words(words)))


def read_words(text: str) -> dict[str, Any]:
    """The options that `--options` names. Raises `CommandError`."""
    try:
        return dict(read_option_words(text))
    except OptionsUnreadable as error:
        raise CommandError(Text(f"--options: {error.text.en}", f"--options：{error.text.ja}")) from error


def rules_of_house(text: str, **target: Any) -> OtherRules:  # noqa: ANN401 - `TARGET`
    """The rules of a house, given as a file or by its id. Raises `CommandError`."""
    from daifu.api.cli.houses import find_house  # noqa: PLC0415 - few runs ask for a house
    from daifu.schemas.house_document import game_of_base, record_fields  # noqa: PLC0415

    flat = find_house(text, **target)
    options, named = record_fields(flat)
    return OtherRules(game_of_base(flat.base), partial(_same, options=options), named)


def _same(_profile: object, *, options: Any) -> Any:  # noqa: ANN401 - as options are
    """These options, whatever the game."""
    return options
