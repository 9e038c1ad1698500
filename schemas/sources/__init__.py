"""From a path to the bytes of one record: folders, gzip, formats, lines; and foreign logs to and from records."""
