"""What is told of tournaments, whichever door somebody comes through: as plain values, as tables and as pages."""
