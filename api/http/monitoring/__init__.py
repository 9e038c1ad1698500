"""What a service says of itself while it runs: its log, and metrics of all its workers."""
