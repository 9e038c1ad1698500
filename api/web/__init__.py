"""The pages of the service: what people see in a browser, in English and Japanese."""
