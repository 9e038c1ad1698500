"""The links of the site: its pages are those of `docs/`, the README and others of the project, all in one folder.

MkDocs calls the function by its name.
"""

import posixpath
import re
from typing import Final

from mkdocs.structure.pages import Page

PLACES: Final = {
    "README.md": "index.md",
    "README.ja.md": "index.ja.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Where the site has files of the project that are not in `docs/`; the Makefile copies them."""
_FILES: Final = {place: file for file, place in PLACES.items()}
_LINK: Final = re.compile(r"(\]\()([^)#:\s]+)")
_OTHER_LANGUAGE: Final = re.compile(r"^\[(?:日本語|English)\]\([^)]*\)\n", re.MULTILINE)
"""The line that leads to the page in the other language: the site has a switch for that."""


def on_page_markdown(markdown: str, page: Page, **_settings: object) -> str:
    """The text of a page with links as the site has them. A page in Japanese leads to others by their English names."""
    place = page.file.src_uri
    folder = posixpath.dirname(_FILES.get(place, f"docs/{place}"))

    def lead(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[2]))
        found = PLACES.get(target, target.removeprefix("docs/"))
        return link[1] + re.sub(r"\.ja\.md$", ".md", posixpath.relpath(found, posixpath.dirname(place) or "."))

    return _LINK.sub(lead, _OTHER_LANGUAGE.sub("", markdown))
