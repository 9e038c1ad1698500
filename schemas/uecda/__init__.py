"""Converts logs of the UECda tournament server to and from records (rules digest, section 2).

`importer.import_server_log` reads a log as a record, `writer.write_server_log` writes a record as a log.
"""
