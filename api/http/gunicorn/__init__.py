"""The service as processes of gunicorn."""
