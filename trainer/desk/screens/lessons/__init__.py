"""Lessons to be read."""
