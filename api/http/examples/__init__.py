"""The examples of the OpenAPI document, made by the views that make answers."""
