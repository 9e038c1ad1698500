"""The resources of the service: their URLs, views and documentation."""
