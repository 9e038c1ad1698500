"""What goes wrong with the foreign log formats: texts that cannot be read, records that cannot be written."""

from collections.abc import Iterator
from contextlib import contextmanager

from replay.text import Text

LONGEST_SHOWN = 60
"""A message shows this many characters of the text it speaks of."""


class ReadingError(ValueError):
    """A piece of a log that is not of its form: what was found, and what was expected in its place."""

    def __init__(self, what: Text, expected: Text) -> None:
        super().__init__(f"{what.en}; expected {expected.en}")
        self.what = what
        self.expected = expected


class LogError(ValueError):
    """A log that is refused: the line (from 1), what is wrong there and what was expected, in both languages."""

    def __init__(self, line: int, what: Text, expected: Text) -> None:
        self.line = line
        self.what = what
        self.expected = expected
        self.message = Text(
            f"line {line}: {what.en}; expected {expected.en}",
            f"{line}行目：{what.ja}。正しくは{expected.ja}",
        )
        super().__init__(self.message.en)


class WritingError(ValueError):
    """A record that a foreign format has no words for; `message` says what and where, in both languages."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def found(text: str) -> Text:
    """The sentence that quotes what stands in the log."""
    shown = text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
    return Text(f"found {shown!r}", f"「{shown}」とある")


@contextmanager
def writing(where: Text) -> Iterator[None]:
    """Put the place `where` in front of the complaint about whatever cannot be written inside."""
    try:
        yield
    except WritingError as error:
        message = Text(f"{where.en}: {error.message.en}", f"{where.ja}：{error.message.ja}")
        raise WritingError(message) from error
