"""What lies between a path that somebody names and the bytes of one record: folders, gzip, formats, lines."""
