"""The HTTP service: records uploaded, kept and read over the network."""
