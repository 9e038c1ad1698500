"""A store in a database: what SQLite and PostgreSQL share, in the part of SQL that both understand."""
