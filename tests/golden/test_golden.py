"""The program says what it said when the golden outputs were captured."""

import sys
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.golden.capture import SUBJECTS, expected
from tests.golden.records import AbsentError

OF_ONE_PYTHON = {"http", "http-limits", "refusals"}
"""Since Python 3.12, sums have other last digits, and since 3.13 JSON's errors other places; gzip has other bytes."""
SHOWN = 200
"""Lines of differences that a failure shows."""


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_program_says_what_it_said(subject: str, tmp_path: Path) -> None:
    if subject in OF_ONE_PYTHON and sys.version_info >= (3, 12):
        pytest.skip("captured on Python 3.11")
    before = expected(subject)
    try:
        now = dict(SUBJECTS[subject](tmp_path))
    except AbsentError as absent:
        pytest.skip(str(absent))
    assert before, "nothing was captured: python -m tests.golden.capture"
    differences = [line for name in sorted(before | now) for line in diff(name, before.get(name), now.get(name))]
    if differences:
        more = len(differences) - SHOWN
        tail = [f"… and {more} lines more"] if more > 0 else []
        pytest.fail("\n".join([f"{subject} says something else:", *differences[:SHOWN], *tail]), pytrace=False)


def diff(name: str, before: str | None, now: str | None) -> list[str]:
    """The lines in which a file differs, or that it is there only before or only now."""
    if before is None or now is None:
        return [f"{name}: {'is new' if before is None else 'is missing'}"]
    if before == now:
        return []
    lines = unified_diff(before.splitlines(), now.splitlines(), f"{name} (captured)", f"{name} (now)", lineterm="", n=2)
    return list(lines) or [f"{name}: line breaks differ"]
