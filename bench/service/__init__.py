"""The service under load, compared with the same processes without our part of the work."""
