"""Plots: Vega-Lite specifications of plain values, each with its table, drawn to SVG in a process of their own."""
