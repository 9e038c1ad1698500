"""``python -m daifu.api.reference.pages FOLDER``: write generated tables, `openapi.yaml`, the schema of records.

Pages are Markdown. What follows from the code stands in them between the comments `<!-- made: NAME -->` and
`<!-- end -->`, where NAME is one of `PARTS`.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from daifu.api.http.openapi import openapi_document, openapi_yaml
from daifu.api.reference import exported, service, statistics, tournament_changes
from daifu.data.markdown import EN, FILE_ENDINGS, JA
from daifu.schemas.http.record_schema import record_schema

PARTS: Final[Mapping[str, Callable[[int], str]]] = {
    "settings": service.settings_table,
    "problems": service.problems_table,
    "figures": statistics.figure_table,
    "pairs": statistics.pair_table,
    "sums": statistics.sum_table,
    "counters": statistics.counter_table,
    "export": exported.export_sections,
    "standing": exported.standing_table,
    "meetings": exported.meeting_table,
    "teams": exported.team_table,
    "changes": tournament_changes.change_table,
    "parts": tournament_changes.part_table,
    "draws": tournament_changes.draw_table,
    "refusals": tournament_changes.refusal_table,
    "import-problems": tournament_changes.import_problem_table,
    "limits": tournament_changes.limit_table,
}
"""What makes each part, in a language."""

_PART: Final = re.compile(r"(?<=<!-- made: )(?P<name>\S+)(?P<before> -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL)


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Every file of the project with something generated: its path, and its text as the code makes it now."""
    for page in sorted((folder / "docs").glob("*.md")):
        language = JA if page.name.endswith(FILE_ENDINGS[JA]) else EN
        text = page.read_text(encoding="utf-8")
        made = _PART.sub(lambda part: f"{part['name']}{part['before']}{PARTS[part['name']](language)}", text)  # noqa: B023 - called at once
        if _PART.search(text):
            yield page.relative_to(folder).as_posix(), made
    yield "openapi.yaml", openapi_yaml(openapi_document())
    yield "docs/schemas/daifu-1.json", json.dumps(record_schema(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    for path, text in pages(Path(sys.argv[1])):
        Path(sys.argv[1], path).write_text(text, encoding="utf-8")
