"""Names as they are compared when somebody is looked for."""

import unicodedata


def folded(text: str) -> str:
    """The text without differences of case, width and composition (NFKC, case-folded)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
