"""The media types of bodies."""

from typing import Final

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
PROBLEM: Final = "application/problem+json"
PLAIN: Final = "text/plain"
CSV: Final = "text/csv"
HTML: Final = "text/html"
CSS: Final = "text/css"
JAVASCRIPT: Final = "text/javascript"
SVG: Final = "image/svg+xml"
PARQUET: Final = "application/vnd.apache.parquet"
EVENT_STREAM: Final = "text/event-stream"
YAML: Final = "application/yaml"
BINARY: Final = "application/octet-stream"
GZIP: Final = "application/gzip"
