"""The kinds of values that settings take: each reads one from a text, or says what it expected instead."""

import re
from typing import Final, Generic, TypeVar

from replay.text import Text, expected

T = TypeVar("T")

_DIGITS: Final = re.compile(r"[0-9]{1,18}")


class Unfit(ValueError):  # noqa: N818 - that it does not fit is all there is to say
    """A text that is no value of its kind; `text` says what was expected."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Values(Generic[T]):
    """A kind of values: how usage lines call it, and what it holds."""

    def __init__(self, metavar: str, described: Text) -> None:
        self.metavar = metavar
        self.described = described

    def read(self, text: str) -> T:
        """The value that is written so. Raises `Unfit`."""
        raise NotImplementedError

    def write(self, value: T) -> str:
        """How the value is written."""
        return str(value)

    def unfit(self, text: str) -> Unfit:
        """The complaint that this text is none of these values."""
        return Unfit(expected(self.described.en, self.described.ja, text))


class Whole(Values[int]):
    """Whole numbers within bounds."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__("N", Text(f"a whole number from {least} to {most}", f"{least}〜{most}の整数"))
        self.least = least
        self.most = most

    def read(self, text: str) -> int:
        """The number. Raises `Unfit` if it is none, or out of bounds."""
        if _DIGITS.fullmatch(text) and self.least <= int(text) <= self.most:
            return int(text)
        raise self.unfit(text)


class OneOf(Values[str]):
    """Some words."""

    def __init__(self, *words: str) -> None:
        known = ", ".join(words)
        super().__init__("|".join(words), Text(f"one of {known}", f"{known}のどれか"))
        self.words = words

    def read(self, text: str) -> str:
        """The word itself. Raises `Unfit` if it is none of ours."""
        if text in self.words:
            return text
        raise self.unfit(text)


class YesOrNo(Values[bool]):
    """Something that is done or not."""

    def __init__(self) -> None:
        super().__init__("yes|no", Text("yes or no", "yesかno"))

    def read(self, text: str) -> bool:
        """Whether it is done. Raises `Unfit`."""
        if text in {"yes", "no"}:
            return text == "yes"
        raise self.unfit(text)

    def write(self, value: bool) -> str:  # noqa: FBT001 - a value like others
        """How it is written."""
        return "yes" if value else "no"


class Words(Values[str]):
    """Any visible text that is not empty, such as an address or the path of a file."""

    def read(self, text: str) -> str:
        """The text itself. Raises `Unfit`."""
        if text and text.isprintable():
            return text
        raise self.unfit(text)


FILE: Final = Words("FILE", Text("the path of a file", "ファイルのパス"))
ADDRESS: Final = Words("ADDRESS", Text("an address or a host name", "アドレスまたはホスト名"))
