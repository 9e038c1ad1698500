"""Sheets of results: CSV, TSV and XLSX read into records."""
