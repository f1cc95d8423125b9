"""What the program needs from the operating system: files, signals, the log, crash reports and lazy imports.

The lowest layer: nothing here knows about games, questions or windows.
"""

import logging

logging.getLogger("trainer").addHandler(logging.NullHandler())  # without `log.start_log` nothing is printed
