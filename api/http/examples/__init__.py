"""The examples of the OpenAPI document, made as answers are."""
