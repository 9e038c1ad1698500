"""The logs of the UECda tournament server, to and from records (rules digest, section 2).

`settle.import_server_log` makes a record of a log, `server_log_writer.write_server_log` a log of a record.
"""
