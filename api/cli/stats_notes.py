"""What is to be known of an answer besides what is in its table."""

from collections.abc import Iterator, Mapping
from typing import Any

from api.cli.language import Language, say
from replay.text import Text


def notes(answer: Mapping[str, Any], page: int | None, language: Language) -> Iterator[str]:
    """That deals have still to come into it, and that another page comes after this one, where it is not the last."""
    if answer.get("behind"):
        yield say(_behind(answer["behind"]), language)
    if page is not None:
        yield say(Text(f"more: --page {page + 1}", f"続き：--page {page + 1}"), language)


def _behind(deals: int) -> Text:
    return Text(f"deals not yet in it: {deals}", f"まだ反映されていない回：{deals}回")
