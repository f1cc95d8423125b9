"""Drills of boule, big six and Caribbean Easy Roll."""
