"""``python -m api.reference.pages FOLDER``: write the pages that are generated from the code, and `openapi.yaml`.

These are the pages in `docs/` about settings, problems, statistics, the export, and the changes and standings of
tournaments.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from api.http.openapi import openapi_document, openapi_yaml
from api.reference import tournament_changes, tournament_standings
from api.reference.export import export_page
from api.reference.service import problems_page, settings_page
from api.reference.statistics import statistics_page
from data.markdown import EN, FILE_ENDINGS, JA


def pages() -> Iterator[tuple[str, str]]:
    """Every generated file: its path in the project, and its text."""
    for language in (EN, JA):
        yield f"docs/settings{FILE_ENDINGS[language]}", settings_page(language)
        yield f"docs/problems{FILE_ENDINGS[language]}", problems_page(language)
        yield f"docs/statistics{FILE_ENDINGS[language]}", statistics_page(language)
        yield f"docs/export{FILE_ENDINGS[language]}", export_page(language)
        yield (
            f"docs/{tournament_changes.NAME}{FILE_ENDINGS[language]}",
            tournament_changes.tournament_changes_page(language),
        )
        yield (
            f"docs/{tournament_standings.NAME}{FILE_ENDINGS[language]}",
            tournament_standings.tournament_standings_page(language),
        )
    yield "openapi.yaml", openapi_text()


def openapi_text() -> str:
    """The OpenAPI document."""
    return openapi_yaml(openapi_document())


if __name__ == "__main__":
    for path, text in pages():
        Path(sys.argv[1], path).write_text(text, encoding="utf-8")
