"""What people enter on pages: evenings, results of tables, and deals card by card."""
