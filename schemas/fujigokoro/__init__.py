"""The files of the program FujiGokoro, to and from records (rules digest, section 3).

`importer.import_fujigokoro` makes a record of a file, `writer.write_fujigokoro` a file of a record.
"""
