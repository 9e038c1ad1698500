"""The store in a PostgreSQL database: connections, the schema and its migrations, errors."""
