"""Addresses for other devices: none of them names this machine alone."""

import pytest
from flask import Flask

from daifu.api.settings import Settings
from daifu.api.web.qr_codes import link_code, shared_address
from tests.support.pages import MakeService

PAGE = "/evenings/x"


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is 192.0.2.7 in its network."""
    monkeypatch.setattr("daifu.api.web.qr_codes.network_address", lambda: "192.0.2.7")


def address(app: Flask, asked: str) -> str | None:
    with app.test_request_context(base_url=asked):
        return shared_address(PAGE)


@pytest.mark.parametrize("asked", ["http://club.example", "http://192.0.2.9:8000", "http://laptop.local:8000"])
def test_a_host_that_others_can_ask_stays(make_service: MakeService, asked: str) -> None:
    assert address(make_service(Settings()), asked) == asked + PAGE


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    "asked", ["http://127.0.0.1:8000", "http://localhost:8000", "http://0.0.0.0:8000", "http://[::1]:8000"]
)
def test_a_service_that_listens_everywhere_names_the_machine_in_its_network(
    make_service: MakeService, asked: str
) -> None:
    assert address(make_service(Settings(host="0.0.0.0")), asked) == f"http://192.0.2.7:8000{PAGE}"  # noqa: S104 - nothing listens


@pytest.mark.usefixtures("network")
def test_a_service_of_this_machine_alone_has_no_address_for_others(make_service: MakeService) -> None:
    assert address(make_service(Settings()), "http://127.0.0.1:8000") is None


def test_the_public_address_comes_first(make_service: MakeService) -> None:
    app = make_service(Settings(public_url="https://club.example/daifu"))
    assert address(app, "http://192.0.2.9:8000") == f"https://club.example/daifu{PAGE}"


def test_a_code_can_be_made_large_by_a_tap_and_by_a_key(service: Flask) -> None:
    with service.test_request_context():
        assert str(link_code(PAGE)).startswith('<details class="code-box"><summary aria-label="QR code: tap')
