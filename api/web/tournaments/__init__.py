"""What pages of tournaments share: forms, tables, and files for spreadsheets."""
