"""Maintenance of a store: backup and checks."""
