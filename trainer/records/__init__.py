"""The records of one laptop in SQLite: every attempt is stored for ever, everything else can be rebuilt from attempts.

README.md in this folder lists the modules and follows an answer to the disk.
"""
