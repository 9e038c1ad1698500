"""Who is who: the ids under which one person plays, and the names that people go by. Records stay as they are."""
