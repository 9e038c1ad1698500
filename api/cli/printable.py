"""Texts from records as they may be sent to a terminal."""

import unicodedata


def printable(text: str) -> str:
    """The text with a sign in place of whatever would steer the terminal instead of being shown."""
    return (
        text
        if text.isprintable()
        else "".join(char if _is_shown(char) else "\N{REPLACEMENT CHARACTER}" for char in text)
    )


def _is_shown(char: str) -> bool:
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}
