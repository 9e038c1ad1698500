"""``python -m api.pages FOLDER``: write what is made from the code into the folder of the project.

These are the pages in `docs/` about settings, problems, statistics, the export, and the changes and standings of
tournaments, and the contract `openapi.yaml`.
"""

import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from api import page_wording as wording
from api.export_page import export_page
from api.http.app import create_app
from api.http.contract import as_yaml, contract
from api.http.kinds import KINDS
from api.settings import TABLE, Settings
from api.statistics_page import statistics_page
from api.tournaments import reference, standings_page
from data.markdown import table
from data.page_wording import EN, ENDINGS, JA, LANGUAGE_NAMES
from data.store import Store
from replay.text import Text


def pages() -> Iterator[tuple[str, str]]:
    """Every file that is made: its path seen from the project, and its text."""
    for language in (EN, JA):
        yield f"docs/settings{ENDINGS[language]}", settings_page(language)
        yield f"docs/problems{ENDINGS[language]}", problems_page(language)
        yield f"docs/statistics{ENDINGS[language]}", statistics_page(language)
        yield f"docs/export{ENDINGS[language]}", export_page(language)
        yield f"docs/{reference.NAME}{ENDINGS[language]}", reference.page(language)
        yield f"docs/{standings_page.NAME}{ENDINGS[language]}", standings_page.page(language)
    yield "openapi.yaml", contract_text()


def settings_page(language: int) -> str:
    """The table of the settings."""
    rows = (
        (
            f"`{one.variable}`",
            f"`{one.flag}`",
            one.values.described[language],
            f"`{one.values.write(one.default)}`",
            one.text[language],
        )
        for one in TABLE
    )
    return _page("settings", wording.SETTINGS, wording.ABOUT_SETTINGS, wording.SETTING_COLUMNS, rows, language)


def problems_page(language: int) -> str:
    """The catalogue of the problems."""
    rows = ((f"`{kind.slug}`", str(kind.status), kind.title[language], kind.remedy[language]) for kind in KINDS)
    return _page("problems", wording.PROBLEMS, wording.ABOUT_PROBLEMS, wording.PROBLEM_COLUMNS, rows, language)


def contract_text() -> str:
    """The contract, which no setting changes."""
    with tempfile.TemporaryDirectory() as folder:
        return as_yaml(contract(create_app(Settings(), Store.open(Path(folder, "empty.db")))))


def _page(
    name: str, title: Text, about: Text, columns: Iterable[Text], rows: Iterable[tuple[str, ...]], language: int
) -> str:
    other = JA if language == EN else EN
    parts = [f"# {title[language]}", f"[{LANGUAGE_NAMES[other]}]({name}{ENDINGS[other]})", about[language]]
    return "\n\n".join([*parts, table(columns, rows, language)]) + "\n"


if __name__ == "__main__":
    for path, text in pages():
        Path(sys.argv[1], path).write_text(text, encoding="utf-8")
