"""Real shoes, wheels and readers: what they say on the line, decoded; simulators; following a real game.

Pure: bytes in, events out. What reads a port or a network lies at the desk.
"""
