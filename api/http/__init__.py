"""The HTTP service: records, statistics and tournaments over the network."""
