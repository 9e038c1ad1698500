"""Addresses by which the devices of a room reach this machine."""

import socket
from ipaddress import ip_address
from typing import Final

from daifu.replay.text import Text

HOW_TO_JOIN: Final = Text(
    "start it with `make run LAN=1` (`daifu serve --host 0.0.0.0`), or set DAIFU_PUBLIC_URL to the address at which "
    "they reach it",
    "`make run LAN=1`（`daifu serve --host 0.0.0.0`）で起動するか、外から開けるアドレスをDAIFU_PUBLIC_URLに"
    "設定してください",
)
"""What lets other devices open a service that only its own machine can."""


def is_only_here(host: str) -> bool:
    """Whether a host, such as localhost or 0.0.0.0, means the machine that asks for it: no other device finds it."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def is_every_address(host: str) -> bool:
    """Whether who listens on this host listens on every address of the machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def network_address() -> str | None:
    """The address of this machine in the local network; None where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks for the way to there
            found = str(probe.getsockname()[0])
        except OSError:  # a network without a way out, such as that of a phone without data
            try:
                found = socket.gethostbyname(socket.gethostname())
            except OSError:
                return None
    return None if is_only_here(found) else found


def http_address(host: str, port: int) -> str:
    """The address of a service on a host."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
