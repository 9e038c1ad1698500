"""Reads records from files, folders and streams in any format, and writes them in any format."""
