"""What the HTTP service takes and answers: queries, bodies and answers."""
