"""A browser as far as tests of pages need one, and pictures as cameras write them."""

from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from io import BytesIO
from typing import Any, Self

from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from daifu.api.settings import Settings
from daifu.api.web import links
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.state import TableId

MakeService = Callable[[Settings], Flask]
"""What makes the service with some settings."""

VOID_TAGS = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})


class Element:
    """An element of a page: its tag, its attributes, and what is in it."""

    def __init__(self, tag: str, attributes: Mapping[str, str], parent: "Element | None" = None) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.content: list[Element | str] = []

    def __getitem__(self, attribute: str) -> str:
        """An attribute. Raises KeyError."""
        return self.attributes[attribute]

    @property
    def text(self) -> str:
        """The text in it, with single spaces."""
        return " ".join("".join(one if isinstance(one, str) else f" {one.text} " for one in self.content).split())

    @property
    def elements(self) -> "list[Element]":
        """All elements in it, in the order of the page."""
        found = []
        for one in self.content:
            if isinstance(one, Element):
                found += [one, *one.elements]
        return found

    def all(self, tag: str, **attributes: str) -> "list[Element]":
        """The elements of this tag with these attributes; `class_` means that it is among the classes."""
        return [one for one in self.elements if one.tag == tag and one.has(attributes)]

    def one(self, tag: str, **attributes: str) -> "Element":
        """The only such element."""
        [found] = self.all(tag, **attributes)
        return found

    def has(self, wanted: Mapping[str, str]) -> bool:
        """Whether it has these attributes."""
        rest = {name: value for name, value in wanted.items() if name != "class_"}
        is_of_class = wanted.get("class_", "") in ["", *self.attributes.get("class", "").split()]
        return is_of_class and rest.items() <= self.attributes.items()


class _Parser(HTMLParser):
    """Builds the elements of a page. Fails where an element is closed that is not open."""

    def __init__(self) -> None:
        super().__init__()
        self.root = self._open = Element("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self._open)
        self._open.content.append(element)
        if tag not in VOID_TAGS:
            self._open = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID_TAGS:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.tag == tag, f"</{tag}> in <{self._open.tag}>, line {self.getpos()[0]}"
        assert self._open.parent is not None
        self._open = self._open.parent

    def handle_data(self, data: str) -> None:
        self._open.content.append(data)

    def closed(self) -> Element:
        """The page, all of whose elements have to be closed."""
        self.close()
        assert self._open is self.root, f"<{self._open.tag}> is not closed"
        return self.root


def parse_page(html: str) -> Element:
    """The elements of a page. Raises AssertionError where its tags do not match."""
    parser = _Parser()
    parser.feed(html)
    return parser.closed()


class Page(Element):
    """A page as the browser shows it, with the response that brought it."""

    def __init__(self, answer: TestResponse) -> None:
        super().__init__("", {})
        self.answer = answer
        self.status = answer.status_code
        self.address = answer.request.path
        self.content = parse_page(answer.get_data(as_text=True)).content

    @property
    def main(self) -> Element:
        """What the page is about."""
        return self.one("main")


class Browser:
    """A browser that keeps cookies and runs no scripts."""

    def __init__(self, client: FlaskClient, language: str = "en", url: str = "http://localhost") -> None:
        self.client = client
        self.url = url
        self.headers = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": language}

    def read(self, language: str) -> Self:
        """The same browser, which prefers another language from now on."""
        self.headers["Accept-Language"] = language
        return self

    def open(self, address: str) -> Page:
        """The page at an address, wherever that leads."""
        return Page(self.client.get(address, base_url=self.url, headers=self.headers, follow_redirects=True))

    def send(self, page: Page, values: Mapping[str, Any], action: str | None = None) -> Page:
        """The page that sending the form of a page leads to, with these values besides those that it has."""
        [form] = [form for form in page.all("form", method="post") if action in {None, form["action"]}]
        hidden = [field for field in form.all("input", type="hidden") if "disabled" not in field.attributes]
        fields = {field["name"]: field.attributes.get("value", "") for field in hidden}
        sent = {**fields, **values}
        headers = {**self.headers, "Referer": f"{self.url}{page.address}"}
        return Page(
            self.client.post(form["action"], base_url=self.url, data=sent, headers=headers, follow_redirects=True)
        )

    def sign_in(self, secret: str) -> Page:
        """The page after signing in with a token."""
        return self.send(self.open("/sign-in"), {"secret": secret})


def maker(store: Store) -> int:
    """The first token of the store, which is made where there is none."""
    return next((token.id for token in store.tokens()), None) or store.create_token("Haru", SCOREKEEPER).token.id


def table_link(store: Store, tournament: int, at: TableId) -> str:
    """A link to the table as it is drawn now."""
    table = store.tournaments.present(tournament).state.table_at(at)
    return links.table_link(store, maker(store), tournament, at, table)


def evening_link(store: Store, record: int) -> str:
    """A link to an evening."""
    return links.evening_link(store, maker(store), record)


def small_picture(kind: str, **settings: Any) -> bytes:  # noqa: ANN401 - as Pillow takes them
    """A picture of 8 by 8 dots, of the kind that Pillow calls so."""
    file = BytesIO()
    Image.effect_noise((8, 8), 90).convert("RGB").save(file, kind, **settings)
    return file.getvalue()
