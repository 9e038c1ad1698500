"""The logs of the UECda tournament server, to and from records (rules digest, section 2).

`importer.import_server_log` makes a record of a log, `writer.write_server_log` a log of a record.
"""
