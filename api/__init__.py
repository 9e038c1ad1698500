"""The interfaces for people and programs: the command line and the HTTP service."""
