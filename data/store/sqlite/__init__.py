"""The store in one SQLite file: connections, the schema and its migrations, errors, backups."""
