"""Real shoes, wheels and card readers: decode what they send, simulate them, follow a real game.

Pure: bytes in, events out. Serial ports and sockets are read by ``trainer.desk.screens.sensors``. The README follows a
card from the port to the verdict.
"""
