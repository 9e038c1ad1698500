"""A fault as plain JSON values (record format, section 5)."""

from typing import Any

from replay.faults import Fault


def fault_json(fault: Fault) -> dict[str, Any]:
    """The fault with its sentences."""
    message = fault.message
    return {
        "action": fault.action,
        "player": fault.player,
        "code": fault.code,
        "severity": fault.severity,
        "rule": fault.rule,
        "resolution": fault.resolution,
        "message": {"en": message.en, "ja": message.ja},
    }
