"""A position drawn around a table, as SVG and as lines of text."""
