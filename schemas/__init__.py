"""What comes in and goes out as bytes: records, reports, foreign logs, figures and tables."""
