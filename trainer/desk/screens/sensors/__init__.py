"""Real shoes, wheels and card readers: ports and networks, the sensors page, and sessions at a real table."""
