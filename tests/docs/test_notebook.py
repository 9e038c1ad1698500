"""The notebook of the examples runs from the root of the source tree, and prints what stands in it.

`python -m tests.docs.test_notebook` writes what it prints now.
"""

import io
import json
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any, Final

from tests.support.project import PROJECT_ROOT

NOTEBOOK: Final = PROJECT_ROOT / "examples" / "first-steps.ipynb"


def code_cells() -> list[dict[str, Any]]:
    """The cells with code, in their order."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def printed() -> Iterator[list[str]]:
    """What each cell prints, line by line, after those before it."""
    names: dict[str, object] = {}
    with chdir(PROJECT_ROOT):
        for cell in code_cells():
            with redirect_stdout(io.StringIO()) as output:
                exec("".join(cell["source"]), names)  # noqa: S102 - our own notebook
            yield output.getvalue().splitlines(keepends=True)


def test_each_cell_prints_what_stands_below_it() -> None:
    told = [[line for output in cell["outputs"] for line in output["text"]] for cell in code_cells()]
    assert list(printed()) == told
    assert all(told)


def refresh(notebook: Path) -> None:
    """Write what the cells print now."""
    document = json.loads(notebook.read_text(encoding="utf-8"))
    cells = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    for number, (cell, text) in enumerate(zip(cells, printed(), strict=True), 1):
        cell["execution_count"] = number
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": text}]
    notebook.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    refresh(NOTEBOOK)
