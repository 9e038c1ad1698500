"""The page on which a person is changed, in Chromium."""

import random
from io import BytesIO
from pathlib import Path

import httpx2
from PIL import Image

from daifu.data.pictures import MOST_PICTURE
from tests.browser.conftest import OpenPage
from tests.support.chromium import PHONE, sign_in
from tests.support.http_app import bearer_headers
from tests.support.running_service import RunningService
from tests.support.stores import raw_sitting


def photograph(path: Path) -> Path:
    """A large photograph, as a phone makes it, which says where it was taken."""
    noise = Image.frombytes("RGB", (600, 300), random.Random(1).randbytes(600 * 300 * 3))
    about = Image.Exif()
    about[0x010E] = "taken at home"
    noise.resize((2_000, 1_000)).save(path, "JPEG", quality=95, exif=about)
    assert path.stat().st_size > MOST_PICTURE
    return path


def test_a_photograph_is_made_small_and_forgets_where_it_was_taken(
    service: RunningService, open_page: OpenPage, tmp_path: Path
) -> None:
    headers = bearer_headers(service.token)
    httpx2.post(f"{service.url}/v1/records", json=raw_sitting(), headers=headers).raise_for_status()
    page = open_page(service.url, width=PHONE)
    sign_in(page, service)
    page.goto(f"{service.url}/players/Mu/changes")
    page.set_input_files("input[type=file]", photograph(tmp_path / "photograph.jpg"))
    page.get_by_role("button", name="Keep").click()
    page.wait_for_url("**/players/Mu*")
    address = page.locator("img[src*=picture]").first.get_attribute("src")
    sent = page.request.get(f"{service.url}{address}").body()
    assert Image.open(BytesIO(sent)).size == (192, 192)
    assert b"taken at home" not in sent
