"""What the program needs from the operating system: files, signals, crash reports and lazy imports.

The lowest layer: nothing here knows about games, questions or windows.
"""
