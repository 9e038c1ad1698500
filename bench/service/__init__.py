"""The service under load, held against what the same processes do without our part of the work."""
