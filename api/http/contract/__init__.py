"""The OpenAPI document and its examples, made by the views that make answers. Nothing else loads them."""

from collections.abc import Mapping
from typing import Any, Final

REQUEST: Final = 0
"""Stands for the body of the request, where the status of an answer would stand."""

Examples = Mapping[str, Mapping[int, Mapping[str, Any]]]
"""Examples by the name of the view, by the status of the answer or `REQUEST`, and by media type."""
