"""Archives: tables, statistics and ratings of any number of records, made from files by many processes."""
