"""The folders of the project, and of the known cases beside it."""

from pathlib import Path
from typing import Final

PROJECT_ROOT: Final = Path(__file__).parents[2]
CORPUS: Final = PROJECT_ROOT.parent / "shared" / "corpus"
"""Cases with known outcomes and real logs. Tests of them are skipped if it is not there."""
