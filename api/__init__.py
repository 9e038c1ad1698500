"""Doors for people and programs: the command line and, later, the HTTP service."""
