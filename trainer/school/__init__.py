"""The school: a class on many laptops, online and offline. Service, protocol, storage, permissions and sync, without
Qt.

README.md in this folder lists the modules and follows an answer from a laptop to the board.
"""
